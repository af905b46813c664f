import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ROOT } from '../setup/root.mjs';
import { hashSources } from './sources.mjs';

const FILE = join(ROOT, 'node_modules/.cache/solvent/passes.json');

/** Matches variables that change what a step does. */
const STEP_VARIABLE = /^(?:CI|RELEASE_VERSION|GENERATED_TEXTS|BUILDS_SEED|TEST_|E2E_(?:URL|REMOTES|SET)$)/;

/**
 * Hashes everything that a step's result depends on: sources, Node, browsers and variables.
 *
 * @param {string[]} programs paths and versions of the programs that steps use
 * @returns {Promise<string | undefined>} undefined if the sources cannot be hashed
 */
export async function readKey(programs) {
  const sources = await hashSources();
  if (sources === undefined) return undefined;
  const variables = Object.entries(process.env).filter(([name]) => STEP_VARIABLE.test(name));
  const parts = [sources, process.version, process.platform, process.arch, ...programs, ...variables.flat()];
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}

const readAll = async () => JSON.parse(await readFile(FILE, 'utf8').catch(() => '{}'));

/** @param {string | undefined} key @returns {Promise<Set<string>>} names of the steps that passed with this key */
export async function readPasses(key) {
  const all = await readAll();
  return new Set(Object.keys(all).filter((step) => key !== undefined && all[step] === key));
}

/**
 * Records the steps that passed with a key, and deletes the records of failed steps.
 *
 * @param {string} key @param {{ name: string, code: number }[]} results
 */
export async function recordPasses(key, results) {
  const all = await readAll();
  for (const { name, code } of results) all[name] = code === 0 ? key : undefined;
  await mkdir(dirname(FILE), { recursive: true });
  await writeFile(FILE, JSON.stringify(all));
}
