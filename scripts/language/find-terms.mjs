import { parseSync } from 'oxc-parser';
import { IDENTIFIER_WORDS, OF_NAME, PHRASES, PLATFORM_NAMES, PUBLISHED_NAMES } from './terms.mjs';

/**
 * A use of a word or phrase that has a standard term.
 *
 * @typedef {object} Finding
 * @property {number} line 1 is the first
 * @property {string} text the identifier or phrase
 * @property {string} term what to write instead
 */

const splitWords = (name) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);

/** @param {string} name identifier @returns {string | undefined} the term to use instead */
export function findTermForName(name) {
  if (PLATFORM_NAMES.has(name) || PUBLISHED_NAMES.has(name)) return undefined;
  if (OF_NAME.pattern.test(name)) return OF_NAME.term;
  const word = splitWords(name).find((part) => Object.hasOwn(IDENTIFIER_WORDS, part));
  return word && IDENTIFIER_WORDS[word];
}

/** @param {string} text a comment's sentence, or a commit's subject @returns {{ text: string, term: string }[]} */
export const findPhrases = (text) =>
  PHRASES.flatMap(([pattern, term]) => {
    const found = pattern.exec(text);
    return found ? [{ text: found[0], term }] : [];
  });

/** Splits a comment into sentences with their offsets in the file. Leaves out JSDoc's stars, tags and code. */
function splitComment({ value, start }) {
  const text = value.replaceAll(/^[ \t]*\*+ ?/gm, (stars) => ' '.repeat(stars.length));
  const body = text.replaceAll(/`[^`]*`|\{@[^}]*\}|@\w+(?: \{[^}]*\})?/g, (code) => '·'.repeat(code.length));
  const parts = [...body.matchAll(/(?:[^.!?]|[.!?](?!\s))+/g)];
  return parts.map(({ 0: sentence, index }) => {
    const indent = sentence.length - sentence.trimStart().length;
    return { text: sentence.trim().replaceAll(/\s+/g, ' '), offset: start + 2 + index + indent };
  });
}

/** @returns {{ name: string, start: number }[]} identifiers in a syntax tree, without JSX attributes and elements */
function listIdentifiers(node) {
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap(listIdentifiers);
  const isName = node.type === 'Identifier' || node.type === 'PrivateIdentifier';
  return [...(isName ? [node] : []), ...Object.values(node).flatMap(listIdentifiers)];
}

/**
 * @param {string} file path; its extension selects the syntax
 * @param {string} source
 * @returns {Finding[]} ordered by line
 */
export function findTerms(file, source) {
  const { program, comments } = parseSync(file, source);
  const lineAt = (offset) => source.slice(0, offset).split('\n').length;
  const findings = comments.flatMap((comment) =>
    splitComment(comment).flatMap(({ text, offset }) => findPhrases(text).map((found) => ({ ...found, line: lineAt(offset) }))),
  );
  const seen = new Set();
  for (const { name, start } of listIdentifiers(program)) {
    const term = findTermForName(name);
    if (!term || seen.has(name)) continue;
    seen.add(name);
    findings.push({ line: lineAt(start), text: name, term });
  }
  return findings.toSorted((a, b) => a.line - b.line);
}
