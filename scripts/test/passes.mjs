import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ROOT } from '../setup/root.mjs';
import { hashSources } from './sources.mjs';

const FILE = join(ROOT, 'node_modules/.cache/solvent/passes.json');

/** Variables that change what a step does. */
const READ_BY_STEPS = /^(?:CI|RELEASE_VERSION|GENERATED_TEXTS|BUILDS_SEED|TEST_|E2E_(?:URL|REMOTES|SET)$)/;

/**
 * Hash of what the result of a step depends on: sources, Node, browsers, and variables.
 *
 * @param {string[]} machine versions of the programs that steps use
 * @returns {Promise<string | undefined>} undefined if the sources cannot be hashed
 */
export async function readKey(machine) {
  const sources = await hashSources();
  if (sources === undefined) return undefined;
  const variables = Object.entries(process.env).filter(([name]) => READ_BY_STEPS.test(name));
  const parts = [sources, process.version, process.platform, process.arch, ...machine, ...variables.flat()];
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}

const readAll = async () => JSON.parse(await readFile(FILE, 'utf8').catch(() => '{}'));

/** Names of the steps that passed with this key. @param {string | undefined} key @returns {Promise<Set<string>>} */
export async function readPasses(key) {
  const all = await readAll();
  return new Set(Object.keys(all).filter((step) => key !== undefined && all[step] === key));
}

/** Records which steps passed with this key; those that failed lose their record. @param {string} key @param {{ name: string, code: number }[]} results */
export async function recordPasses(key, results) {
  const all = await readAll();
  for (const { name, code } of results) all[name] = code === 0 ? key : undefined;
  await mkdir(dirname(FILE), { recursive: true });
  await writeFile(FILE, JSON.stringify(all));
}
