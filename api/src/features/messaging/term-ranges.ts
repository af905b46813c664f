import type { TextRange } from '@solvent/contracts';
import { getSearchTerms, isUnspaced } from '@solvent/contracts/search';
import { isSubversion } from '../../platform/db/full-text-search.ts';
import type { Phrase } from '../../platform/db/full-text-search.ts';

/** Punctuation around a word. A dot, `+` or `#` may belong to it. */
const EDGES = /^[("'[*_`]+|["'`,;:!?)\]*_]+$|\.$/g;
const PLAIN = /^[A-Za-z0-9]+$/;
/** Pieces of a word that may be terms: versions, and letters and digits with the characters that belong to them (`.NET`, `C++`, `-O2`). */
const PIECES =
  /(?<![A-Za-z0-9])[Vv]?\d+(?:\.\d+)+|(?:^-{1,2}|(?<![A-Za-z0-9)\].])\.)?[\p{L}\p{N}\p{M}]+(?:\+\+|(?<=(?:^|[^A-Za-z0-9])[A-Za-z])#)?/gu;
/** Characters of words that are divided; later ones are marked as a whole, because each of their pieces costs time. */
const MAX_DIVIDED_LENGTH = 2000;

/** Returns whether terms from an index on are a phrase. */
function isPhraseAt(terms: readonly string[], from: number, { phrase, isUnfinished = false }: Phrase): boolean {
  const last = phrase.length - 1;
  return phrase.every((wanted, index) => {
    const term = terms[from + index];
    if (term === wanted) return true;
    return index === last && ((isUnfinished && term?.startsWith(wanted)) || (last === 0 && isSubversion(term, wanted)));
  });
}

const hasPhrase = (terms: readonly string[], phrase: Phrase): boolean =>
  terms.some((_term, from) => isPhraseAt(terms, from, phrase));

/** Returns the ranges of a word that have the terms of a phrase: of a path, the matching names. */
function findPhraseRanges(word: string, phrases: readonly Phrase[]): TextRange[] {
  const pieces = [...word.matchAll(PIECES)].flatMap(({ 0: piece, index }) =>
    getSearchTerms(piece).map((term) => ({ term, from: index, to: index + piece.length })),
  );
  const terms = pieces.map(({ term }) => term);
  return pieces.flatMap(({ from }, index) => {
    const lengths = phrases.filter((phrase) => isPhraseAt(terms, index, phrase)).map(({ phrase }) => phrase.length);
    const last = pieces[index + Math.min(...lengths) - 1];
    return last === undefined ? [] : [[from, last.to]];
  });
}

/** Restores text from its overlapping pairs of characters. */
const joinPairs = ([first = '', ...rest]: readonly string[]) => first + rest.map((pair) => Array.from(pair).at(-1)).join('');

function findUnspacedRanges(text: string, { phrase }: Phrase): TextRange[] {
  if (!phrase.every((term) => isUnspaced(term))) return [];
  const typed = joinPairs(phrase);
  const ranges: TextRange[] = [];
  for (let at = text.indexOf(typed); at !== -1; at = text.indexOf(typed, at + typed.length)) ranges.push([at, at + typed.length]);
  return ranges;
}

/** Finds matches in words other than plain English, which PostgreSQL's headlines do not mark. */
export function findTermRanges(text: string, phrases: readonly Phrase[]): TextRange[] {
  const ranges = phrases.flatMap((phrase) => findUnspacedRanges(text, phrase));
  let dividedLength = 0;
  for (const { 0: chunk, index } of text.matchAll(/\S+/g)) {
    const word = chunk.replaceAll(EDGES, '');
    if (word === '' || PLAIN.test(word)) continue;
    const terms = getSearchTerms(word);
    if (terms.some((term) => isUnspaced(term)) || !phrases.some((phrase) => hasPhrase(terms, phrase))) continue;
    const from = index + chunk.indexOf(word);
    dividedLength += word.length;
    const found = dividedLength > MAX_DIVIDED_LENGTH ? [] : findPhraseRanges(word, phrases);
    const whole: TextRange[] = [[0, word.length]];
    ranges.push(...(found.length === 0 ? whole : found).map(([start, end]): TextRange => [from + start, from + end]));
  }
  return ranges;
}
