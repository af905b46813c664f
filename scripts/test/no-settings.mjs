import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../setup/root.mjs';

const example = readFileSync(join(ROOT, '.env.example'), 'utf8');
const names = [...example.matchAll(/^#? ?([A-Z_]+)=/gm)].map(([, name]) => name);

/**
 * Variables for the programs that tests start. Every setting is empty, which counts as unset, and no settings file is read, so tests
 * never use the databases and buckets that this machine is configured for.
 *
 * @type {Record<string, string>}
 */
export const NO_SETTINGS = { ...Object.fromEntries(names.map((name) => [name, ''])), ENV_FILE: 'none' };
