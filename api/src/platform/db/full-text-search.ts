import { isUnspaced, NAME_TERMS_MAX, findTechnology, getSearchTerms } from '@solvent/contracts/search';
import type { KnownTechnology } from '@solvent/contracts/search';
import { sql } from 'drizzle-orm';
import type { Executor } from './connect.ts';
import { createCache } from '../cache/cache.ts';

/** A word that is long enough to be the beginning of another: shorter ones begin too many. */
const UNFINISHED_WORD = /[\p{L}\p{N}]{3,}$/u;
const VERSION = /^\d+(?:\.\d+)*$/;

/** Terms beside each other. */
export interface Phrase {
  phrase: readonly string[];
  isUnfinished?: boolean;
  inTags?: boolean;
}

/** What is searched for. */
export type Query = Phrase | { all: readonly Query[] } | { any: readonly Query[] } | { not: Query };

const phrase = (terms: readonly string[], isUnfinished = false): Query => ({ phrase: terms, isUnfinished });
const anyOf = (queries: readonly Query[]): Query => (queries.length === 1 && queries[0] ? queries[0] : { any: queries });
const allOf = (queries: readonly Query[]): Query => (queries.length === 1 && queries[0] ? queries[0] : { all: queries });

/** What one word without spaces in it is searched by: its terms beside each other, or joined (`type-script`). */
function wordQuery(terms: readonly string[], isUnfinished: boolean): Query {
  if (terms.some((term) => isUnspaced(term))) {
    const pairs = terms.filter((term) => isUnspaced(term) !== 'one');
    return pairs.length === 0 ? phrase(terms.slice(0, 1), true) : phrase(pairs);
  }
  const [only] = terms;
  const known = only === undefined ? null : /^([a-z]+)(\d+)$/.exec(only);
  // react18 is React 18.
  if (terms.length === 1 && known?.[1] && known[2] && findTechnology([known[1]]))
    return { any: [phrase(terms, isUnfinished), { all: [phrase([known[1]]), phrase([known[2]])] }] };
  if (terms.length === 1) return phrase(terms, isUnfinished);
  return { any: [phrase(terms, isUnfinished), phrase([terms.join('')], isUnfinished)] };
}

/** What a technology is searched by: all of its names. */
function technologyQuery({ names, tags, except }: KnownTechnology): Query {
  const named = names.map((terms) => phrase(terms));
  const found = anyOf([...named, ...tags.map((terms): Query => ({ phrase: terms, inTags: true }))]);
  // "C/C++" is about both.
  const both = except.flatMap((terms) => names.map((name) => phrase([...name, ...terms])));
  return except.length === 0 ? found : { any: [{ all: [found, { not: anyOf(except.map((terms) => phrase(terms))) }] }, ...both] };
}

/** A word as it was typed, between spaces. */
interface Word {
  terms: string[];
  isUnfinished: boolean;
}

/** Words that all have to be found: names of technologies by all their names. */
function wordQueries(words: readonly Word[]): Query[] {
  const queries: Query[] = [];
  for (let place = 0; place < words.length;) {
    let found: { technology: KnownTechnology; length: number } | undefined;
    for (let length = 1; length <= NAME_TERMS_MAX && place + length <= words.length; length += 1) {
      const technology = findTechnology(words.slice(place, place + length).flatMap(({ terms }) => terms));
      if (technology !== undefined) found = { technology, length };
    }
    const word = words[place];
    if (found !== undefined) queries.push(technologyQuery(found.technology));
    else if (word !== undefined) queries.push(wordQuery(word.terms, word.isUnfinished));
    place += found?.length ?? 1;
  }
  return queries;
}

/** Words in quotes, beside each other; each that is no plain word by itself, since it is indexed behind the plain ones. */
function quotedQuery(text: string, isUnfinished: boolean): Query[] {
  const runs: string[][] = [];
  let isPlainRun = false;
  for (const chunk of text.split(/\s+/)) {
    const terms = getSearchTerms(chunk);
    if (terms.length === 0) continue;
    const isPlain = terms.length === 1 && /^[A-Za-z0-9]+$/.test(chunk.replaceAll(/^[("'[*_`]+|["'`,;:!?)\]*_.]+$/g, ''));
    const run = runs.at(-1);
    if (isPlain && isPlainRun && run !== undefined) run.push(...terms);
    else runs.push(terms.some((term) => isUnspaced(term)) ? terms.filter((term) => isUnspaced(term) !== 'one') : terms);
    isPlainRun = isPlain;
  }
  return runs.filter((run) => run.length > 0).map((run, place) => phrase(run, isUnfinished && place === runs.length - 1));
}

const PARTS = /(?<=^|\s)(-?)"([^"]*)("?)|\S+/g;
const EXCLUDED = /^-(?=[^\s-])/;

/**
 * What a person typed: all words, `"phrases"`, `or` and `-not`; the last word may be unfinished, since people search while they type.
 * @returns undefined if there is nothing to search for
 */
function parseSearch(typed: string): Query | undefined {
  const branches: Query[] = [];
  let [queries, words]: [Query[], Word[]] = [[], []];
  const endWords = () => {
    queries.push(...wordQueries(words));
    words = [];
  };
  const endBranch = () => {
    endWords();
    if (queries.length > 0) branches.push(allOf(queries));
    queries = [];
  };
  const exclude = (isExcluded: boolean, found: Query[]) => {
    if (found.length > 0) queries.push(...(isExcluded ? [{ not: allOf(found) }] : found));
  };
  for (const match of typed.matchAll(PARTS)) {
    const [part, minus = '', quoted, end] = match;
    const isUnfinished = match.index + part.length === typed.length && UNFINISHED_WORD.test(typed);
    if (quoted !== undefined) {
      endWords();
      exclude(minus === '-', quotedQuery(quoted, isUnfinished && end === ''));
    } else if (/^or$/i.test(part)) endBranch();
    else if (EXCLUDED.test(part)) {
      endWords();
      const terms = getSearchTerms(part.slice(1));
      exclude(true, terms.length === 0 ? [] : wordQueries([{ terms, isUnfinished }]));
    } else {
      const terms = getSearchTerms(part);
      if (terms.length > 0) words.push({ terms, isUnfinished });
    }
  }
  endBranch();
  return branches.length === 0 ? undefined : anyOf(branches);
}

function phrasesIn(query: Query): Phrase[] {
  if ('phrase' in query) return [query];
  if ('not' in query) return phrasesIn(query.not);
  return ('all' in query ? query.all : query.any).flatMap((part) => phrasesIn(part));
}

/** What a search looks for, not what it leaves out: what may be marked where it was found. */
export function getIncludedPhrases(typed: string): Phrase[] {
  const wanted = (query: Query): Phrase[] =>
    'phrase' in query ? [query] : 'not' in query ? [] : ('all' in query ? query.all : query.any).flatMap((part) => wanted(part));
  const query = parseSearch(typed);
  return query === undefined ? [] : wanted(query);
}

/** The stem of each word; an empty one for words like "the". */
export type Stems = ReadonlyMap<string, string>;

/** Stems as the database makes them; a word with a digit has none, and is found as it is. */
async function readStems(db: Executor, words: Iterable<string>): Promise<Stems> {
  const [numbered, plain]: [string[], string[]] = [[], []];
  for (const word of new Set(words)) (/\d/.test(word) ? numbered : plain).push(word);
  const stems = new Map(numbered.map((word) => [word, word]));
  if (plain.length === 0) return stems;
  const { rows } = await db.execute<{ word: string; stem: string | null }>(sql`
    SELECT word, (ts_lexize('pg_catalog.english_stem', word))[1] AS stem FROM unnest(${sql.param(plain)}::text[]) AS words (word)`);
  for (const { word, stem } of rows) stems.set(word, stem ?? '');
  return stems;
}

const quoteLexeme = (lexeme: string) => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** A phrase as the text of a `tsquery`; undefined for nothing but words like "the". */
function writePhrase({ phrase: terms, isUnfinished, inTags }: Phrase, stems: Stems) {
  const tags = inTags ? ':B' : '';
  const [only] = terms;
  // 18 is also 18.2.
  if (terms.length === 1 && only !== undefined && VERSION.test(only))
    return `(${quoteLexeme(only)}${tags} | ${quoteLexeme(`${only}.`)}:*)`;
  let [text, gap]: [string | undefined, number] = [undefined, 1];
  for (const [place, term] of terms.entries()) {
    const stem = stems.get(term) ?? term;
    if (stem === '') {
      gap += 1;
      continue;
    }
    const lexeme = quoteLexeme(stem) + (isUnfinished && place === terms.length - 1 ? ':*' : tags);
    text = text === undefined ? lexeme : `${text} <${gap}> ${lexeme}`;
    gap = 1;
  }
  return text === undefined ? undefined : terms.length === 1 ? text : `(${text})`;
}

/** A search as the text of a `tsquery`; undefined for nothing but words like "the". */
function writeQuery(query: Query, stems: Stems): string | undefined {
  if ('phrase' in query) return writePhrase(query, stems);
  if ('not' in query) {
    const excluded = writeQuery(query.not, stems);
    return excluded === undefined ? undefined : `!${excluded}`;
  }
  const [parts, sign] = 'all' in query ? [query.all, ' & '] : [query.any, ' | '];
  const written = [...new Set(parts.map((part) => writeQuery(part, stems)).filter((part) => part !== undefined))];
  return written.length <= 1 ? written[0] : `(${written.join(sign)})`;
}

/** What was typed lately, by the text: what it comes to depends on nothing else. */
const prepared = createCache<string>({ ttlMs: 3_600_000, size: 1000 });

/**
 * What a person typed, as the database searches for it ({@link parseSearch}), in stems. Worked out once, so that the planner of the
 * search itself sees a constant and knows how rare it is.
 * @returns the text of a `tsquery`; undefined for nothing but words like "the", which search for nothing
 */
export async function buildTsQuery(db: Executor, typed: string): Promise<string | undefined> {
  const text = await prepared.fetch(typed, async () => {
    const query = parseSearch(typed);
    if (query === undefined) return '';
    const stems = await readStems(
      db,
      phrasesIn(query).flatMap(({ phrase: terms }) => terms),
    );
    return writeQuery(query, stems) ?? '';
  });
  return text === '' ? undefined : text;
}
