import type { TextRange } from '@solvent/contracts';
import { isUnspaced, getSearchTerms } from '@solvent/contracts/search';
import type { Phrase } from '../../platform/db/full-text-search.ts';

/** Punctuation around a word. A dot, `+` or `#` may belong to it. */
const EDGES = /^[("'[*_`]+|["'`,;:!?)\]*_]+$|\.$/g;
const PLAIN = /^[A-Za-z0-9]+$/;

function hasPhrase(terms: readonly string[], { phrase, isUnfinished = false }: Phrase): boolean {
  const last = phrase.length - 1;
  return terms.some((_term, from) =>
    phrase.every((wanted, index) => {
      const term = terms[from + index];
      return term === wanted || (isUnfinished && index === last && term?.startsWith(wanted) === true);
    }),
  );
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
  for (const { 0: chunk, index } of text.matchAll(/\S+/g)) {
    const word = chunk.replaceAll(EDGES, '');
    if (word === '' || PLAIN.test(word)) continue;
    const terms = getSearchTerms(word);
    if (terms.some((term) => isUnspaced(term)) || !phrases.some((phrase) => hasPhrase(terms, phrase))) continue;
    const from = index + chunk.indexOf(word);
    ranges.push([from, from + word.length]);
  }
  return ranges;
}

export function mergeRanges(ranges: readonly TextRange[]): TextRange[] {
  const joined: TextRange[] = [];
  for (const [from, to] of ranges.toSorted(([one], [other]) => one - other)) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], to)];
    else joined.push([from, to]);
  }
  return joined;
}

const CONTEXT_LENGTH = 80;

/** Cuts the text around a range, at spaces where there are any. */
export function cutSnippet(text: string, [from, to]: TextRange): string {
  const start = from <= CONTEXT_LENGTH ? 0 : text.indexOf(' ', from - CONTEXT_LENGTH) + 1 || from - CONTEXT_LENGTH;
  const space = text.lastIndexOf(' ', to + CONTEXT_LENGTH);
  const end = to + CONTEXT_LENGTH >= text.length ? text.length : space > to ? space : to + CONTEXT_LENGTH;
  return text.slice(Math.min(start, from), Math.max(end, to));
}
