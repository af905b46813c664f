import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../setup/start-error.mjs';

const READ = /\.(?:tsx?|mjs|cjs|md|ya?ml|css|sql)$/;
const UNREAD = /^(?:node_modules|dist|\..*)$/;

/** Pages that only those have who made the product: a newcomer has this repository alone. */
const ELSEWHERE = /\bspec \d|\b[Tt]he specification\b|[(;,] ?(?:spec|interface|api|design|quality|remotes|issue) "\w|\(docs: /g;
const PRODUCT = /\bproduct \(?(\d+(?:\.\d+)?(?:(?:,| and|, and) \d+(?:\.\d+)?)*)/gi;
const DECISION = /\bdecisions?[ /](\d{4})\b/gi;

const TEST = /\.(?:test|spec)\.(?:tsx?|mjs)$/;

/** Numbers of the sections and rules of docs/product.md. @param {string} root */
function productNumbers(root) {
  const product = readFileSync(join(root, 'docs/product.md'), 'utf8');
  return [...product.matchAll(/^(?:## (\d+)\. |- \*\*(\d+\.\d+) )/gm)].map(([, section, rule]) => rule ?? section);
}

/** Everything that can be cited: numbers of docs/product.md and of decisions. @param {string} root */
function sourcesIn(root) {
  return new Set([...productNumbers(root), ...readdirSync(join(root, 'docs/decisions')).map((name) => name.slice(0, 4))]);
}

const citedIn = (text) => [...text.matchAll(PRODUCT), ...text.matchAll(DECISION)];

/** The rules of docs/product.md that no test cites. @param {string} root @returns {string[]} such as `4.6` */
export function untestedRules(root) {
  const tests = filesIn(root).filter((path) => TEST.test(path));
  const texts = tests.map((path) => readFileSync(join(root, path), 'utf8'));
  const cited = new Set(
    texts.flatMap((text) => [...text.matchAll(PRODUCT)].flatMap(([, numbers]) => numbers.match(/\d+\.\d+/g) ?? [])),
  );
  return productNumbers(root).filter((number) => number.includes('.') && !cited.has(number));
}

/** @param {string} text @param {Set<string>} sources @returns {string[]} citations of what is not there */
function wrongIn(text, sources) {
  const missing = citedIn(text).filter(([, numbers]) => numbers.match(/\d+(?:\.\d+)?/g).some((number) => !sources.has(number)));
  return [...text.matchAll(ELSEWHERE), ...missing].map(([citation]) => citation);
}

/** Texts and sources, without built or installed files. @param {string} root @param {string} folder @returns {string[]} paths */
export function filesIn(root, folder = '') {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !UNREAD.test(name))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(root, `${folder}${entry.name}/`) : [folder + entry.name]))
    .filter((path) => READ.test(path) && !path.startsWith('scripts/boundaries/') && path !== 'pnpm-lock.yaml');
}

const PLANTED = [
  '(spec 9)',
  '(api "Realtime")',
  'The specification says',
  '(product 9.99)',
  '(product 4.6 and 12)',
  'decision 9999',
];

/** Holds every citation of the repository against what it cites, after planted ones. @param {string} root @returns how many there are */
export function checkCitations(root) {
  const sources = sourcesIn(root);
  const missed = PLANTED.filter((text) => wrongIn(text, sources).length === 0);
  if (missed.length > 0) throw new StartError(`These planted citations were not caught: ${missed.join('; ')}.`);
  const texts = filesIn(root).map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  const wrong = texts.flatMap(({ path, text }) => wrongIn(text, sources).map((citation) => `${path}: ${citation}`));
  if (wrong.length === 0) return texts.flatMap(({ text }) => citedIn(text)).length;
  throw new StartError(`Cited, and not in this repository (see docs/product.md):\n  ${wrong.join('\n  ')}`);
}
