import type { TextRange } from '@solvent/contracts';
import { isUnspaced, getSearchTerms } from '@solvent/contracts/search';
import type { Phrase } from '../../platform/db/full-text-search.ts';

/** Marks around a word: not part of it, though a dot, `+` or `#` may be. */
const EDGES = /^[("'[*_`]+|["'`,;:!?)\]*_]+$|\.$/g;
const PLAIN = /^[A-Za-z0-9]+$/;

function hasPhrase(terms: readonly string[], { phrase, isUnfinished = false }: Phrase): boolean {
  const last = phrase.length - 1;
  return terms.some((_term, from) =>
    phrase.every((wanted, place) => {
      const term = terms[from + place];
      return term === wanted || (isUnfinished && place === last && term?.startsWith(wanted) === true);
    }),
  );
}

/** Pairs of characters as they were typed. */
const joinPairs = ([first = '', ...rest]: readonly string[]) => first + rest.map((pair) => Array.from(pair).at(-1)).join('');

function rangesOfUnspaced(text: string, { phrase }: Phrase): TextRange[] {
  if (!phrase.every((term) => isUnspaced(term))) return [];
  const typed = joinPairs(phrase);
  const ranges: TextRange[] = [];
  for (let at = text.indexOf(typed); at !== -1; at = text.indexOf(typed, at + typed.length)) ranges.push([at, at + typed.length]);
  return ranges;
}

/** Where a text has what is searched for in words that are no plain English: those are what PostgreSQL's headlines do not mark. */
export function findTermRanges(text: string, phrases: readonly Phrase[]): TextRange[] {
  const ranges = phrases.flatMap((phrase) => rangesOfUnspaced(text, phrase));
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

/** Ranges in their order, those that touch as one. */
export function mergeRanges(ranges: readonly TextRange[]): TextRange[] {
  const joined: TextRange[] = [];
  for (const [from, to] of ranges.toSorted(([one], [other]) => one - other)) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], to)];
    else joined.push([from, to]);
  }
  return joined;
}

/** Characters around the first mark that a snippet shows. */
const AROUND = 80;

/** The part of a text around a place, in whole words; of a text without spaces, in whole characters. */
export function cutSnippet(text: string, [from, to]: TextRange): string {
  const start = from <= AROUND ? 0 : text.indexOf(' ', from - AROUND) + 1 || from - AROUND;
  const space = text.lastIndexOf(' ', to + AROUND);
  const end = to + AROUND >= text.length ? text.length : space > to ? space : to + AROUND;
  return text.slice(Math.min(start, from), Math.max(end, to));
}
