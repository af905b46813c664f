import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../setup/start-error.mjs';
import { listFiles } from './citations.mjs';

const README = /^(?<folder>(?:(?:shared|dev)\/[^/]+|mf-[^/]+|api|delivery|shell)\/|)README\.md$/;
const SOURCE = /\.(?:tsx?|mjs|cjs)$/;
const FENCED = /^```.*?^```/gms;
/** An identifier or a call in backticks: camelCase or PascalCase. */
const NAME = /`(?<name>[a-z][a-z0-9]*(?:[A-Z][A-Za-z0-9]*)+|[A-Z][a-z0-9]+[A-Za-z0-9]*)(?:\([^`\n]*\))?`/g;
const EXPORTED =
  /^export (?:declare |abstract |async )*(?:function\*?|const|let|class|interface|type|enum) (?<name>\w+)|^export (?:type )?\{(?<list>[^}]*)\}/gm;

/** @param {string} text a source file @returns {string[]} names that it exports */
const listExports = (text) =>
  [...text.matchAll(EXPORTED)].flatMap(({ groups: { name, list } }) =>
    name === undefined ? list.split(',').map((entry) => entry.trim().split(/\s+/).at(-1)) : [name],
  );

/** @param {string} text a README @returns {string[]} identifiers in backticks */
const listNames = (text) => [...text.replaceAll(FENCED, '').matchAll(NAME)].map(({ groups }) => groups.name);

/** @param {string} text a README @param {(name: string) => boolean} exists @returns {string[]} unknown names */
const findUnknownNames = (text, exists) => listNames(text).filter((name) => !exists(name));

const PLANTED_NAMES = ['`neverWritten`', '`NeverWritten`', '`neverWritten(options)`'];

/**
 * Checks every identifier in the README of a package: some package must export it, or it must occur in the sources of its own
 * package. The README of the root covers all packages.
 *
 * @param {string} root @returns {number} number of checked names
 */
export function checkReadmeNames(root) {
  const read = (path) => readFileSync(join(root, path), 'utf8');
  const paths = listFiles(root);
  const sources = paths.filter((path) => SOURCE.test(path)).map((path) => ({ path, text: read(path) }));
  const exportedNames = new Set(sources.flatMap(({ text }) => listExports(text)));
  const missedNames = PLANTED_NAMES.filter((text) => findUnknownNames(text, (name) => exportedNames.has(name)).length === 0);
  if (missedNames.length > 0) throw new StartError(`These planted names of READMEs were not caught: ${missedNames.join('; ')}.`);
  const readmes = paths.filter((path) => README.test(path));
  const wrong = readmes.flatMap((path) => {
    const { folder } = README.exec(path).groups;
    const ownTexts = sources.filter((source) => source.path.startsWith(folder)).map(({ text }) => text);
    const occurs = (name) => ownTexts.some((text) => new RegExp(`\\b${name}\\b`).test(text));
    return findUnknownNames(read(path), (name) => exportedNames.has(name) || occurs(name)).map((name) => `${path}: ${name}`);
  });
  if (wrong.length === 0) return readmes.flatMap((path) => listNames(read(path))).length;
  throw new StartError(`These names of READMEs are not in the sources. Correct or remove them:\n  ${wrong.join('\n  ')}`);
}
