import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The workspace's folder. */
export const ROOT = resolve(fileURLToPath(import.meta.url), '../../..');
