import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root of the workspace, relative to the bundle (e2e/chaos/dist). */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
