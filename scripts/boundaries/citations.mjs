import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../setup/start-error.mjs';

const CHECKED_FILE = /\.(?:tsx?|mjs|cjs|md|ya?ml|css|sql)$/;
const SKIPPED_ENTRY = /^(?:node_modules|dist|\..*)$/;

/** Citations of documents outside of this repository. */
const EXTERNAL_CITATION =
  /\bspec \d|\b[Tt]he specification\b|[(;,] ?(?:spec|interface|api|design|quality|remotes|issue) "\w|\(docs: /g;
const PRODUCT = /\bproduct \(?(\d+(?:\.\d+)?(?:(?:,| and|, and) \d+(?:\.\d+)?)*)/gi;
const DECISION = /\bdecisions?[ /](\d{4})\b/gi;

const TEST = /\.(?:test|spec)\.(?:tsx?|mjs)$/;

/** Numbers of the sections and rules of docs/product.md. @param {string} root */
function listProductNumbers(root) {
  const product = readFileSync(join(root, 'docs/product.md'), 'utf8');
  return [...product.matchAll(/^(?:## (\d+)\. |- \*\*(\d+\.\d+) )/gm)].map(([, section, rule]) => rule ?? section);
}

/** Numbers of docs/product.md and of decisions. @param {string} root */
function listSources(root) {
  return new Set([...listProductNumbers(root), ...readdirSync(join(root, 'docs/decisions')).map((name) => name.slice(0, 4))]);
}

const listCitations = (text) => [...text.matchAll(PRODUCT), ...text.matchAll(DECISION)];

/** @param {string} root @returns {string[]} numbers of the rules of docs/product.md that no test cites, such as `4.6` */
export function findUntestedRules(root) {
  const tests = listFiles(root).filter((path) => TEST.test(path));
  const texts = tests.map((path) => readFileSync(join(root, path), 'utf8'));
  const citedRules = new Set(
    texts.flatMap((text) => [...text.matchAll(PRODUCT)].flatMap(([, numbers]) => numbers.match(/\d+\.\d+/g) ?? [])),
  );
  return listProductNumbers(root).filter((number) => number.includes('.') && !citedRules.has(number));
}

/** @param {string} text @param {Set<string>} sources @returns {string[]} citations of missing sources */
function findWrongCitations(text, sources) {
  const missing = listCitations(text).filter(([, numbers]) =>
    numbers.match(/\d+(?:\.\d+)?/g).some((number) => !sources.has(number)),
  );
  return [...text.matchAll(EXTERNAL_CITATION), ...missing].map(([citation]) => citation);
}

/** Lists source files and documents, without builds and packages. @param {string} root @param {string} folder @returns {string[]} paths */
export function listFiles(root, folder = '') {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !SKIPPED_ENTRY.test(name))
    .flatMap((entry) => (entry.isDirectory() ? listFiles(root, `${folder}${entry.name}/`) : [folder + entry.name]))
    .filter((path) => CHECKED_FILE.test(path) && !path.startsWith('scripts/boundaries/') && path !== 'pnpm-lock.yaml');
}

const PLANTED_CITATIONS = [
  '(spec 9)',
  '(api "Realtime")',
  'The specification says',
  '(product 9.99)',
  '(product 4.6 and 12)',
  'decision 9999',
];

/**
 * Checks that every cited number exists. Before that, it checks that planted wrong citations are found.
 *
 * @param {string} root
 * @returns {number} number of citations
 */
export function checkCitations(root) {
  const sources = listSources(root);
  const missedCitations = PLANTED_CITATIONS.filter((text) => findWrongCitations(text, sources).length === 0);
  if (missedCitations.length > 0) throw new StartError(`These planted citations were not caught: ${missedCitations.join('; ')}.`);
  const texts = listFiles(root).map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  const wrong = texts.flatMap(({ path, text }) => findWrongCitations(text, sources).map((citation) => `${path}: ${citation}`));
  if (wrong.length === 0) return texts.flatMap(({ text }) => listCitations(text)).length;
  throw new StartError(`These citations have no source in this repository (see docs/product.md):\n  ${wrong.join('\n  ')}`);
}
