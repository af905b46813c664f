import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The workspace's folder, told from where the bundle lies (e2e/chaos/dist). */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
