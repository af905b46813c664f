import { isUnspaced, NAME_TERMS_MAX, findTechnology, getSearchTerms } from '@solvent/contracts/search';
import type { KnownTechnology } from '@solvent/contracts/search';
import { sql } from 'drizzle-orm';
import type { Executor } from './connect.ts';
import { createCache } from '../cache/cache.ts';
import { HOUR_MS } from '../durations.ts';

/** Shorter words are the prefix of too many others. */
const UNFINISHED_WORD = /[\p{L}\p{N}]{3,}$/u;
const VERSION = /^\d+(?:\.\d+)*$/;

/** Returns whether a search for a version finds a longer one: 18.2 finds 18.2.0. */
export const isSubversion = (term: string | undefined, version: string): boolean =>
  VERSION.test(version) && term?.startsWith(`${version}.`) === true;

export interface Phrase {
  phrase: readonly string[];
  isUnfinished?: boolean;
  inTags?: boolean;
}

type Query = Phrase | { all: readonly Query[] } | { any: readonly Query[] } | { not: Query };

const phrase = (terms: readonly string[], isUnfinished = false): Query => ({ phrase: terms, isUnfinished });

/** Matches the terms of a word adjacent, or joined (`type-script`). */
function buildWordQuery(terms: readonly string[], isUnfinished: boolean): Query {
  if (terms.some((term) => isUnspaced(term))) {
    const pairs = terms.filter((term) => isUnspaced(term) !== 'one');
    return pairs.length === 0 ? phrase(terms.slice(0, 1), true) : phrase(pairs);
  }
  const [only] = terms;
  const known = only === undefined ? null : /^([a-z]+)(\d+)$/.exec(only);
  // `react18` is React 18.
  if (terms.length === 1 && known?.[1] && known[2] && findTechnology([known[1]]))
    return { any: [phrase(terms, isUnfinished), { all: [phrase([known[1]]), phrase([known[2]])] }] };
  if (terms.length === 1) return phrase(terms, isUnfinished);
  return { any: [phrase(terms, isUnfinished), phrase([terms.join('')], isUnfinished)] };
}

function buildTechnologyQuery({ names, tags, except }: KnownTechnology): Query {
  const named = names.map((terms) => phrase(terms));
  const found: Query = { any: [...named, ...tags.map((terms) => ({ phrase: terms, inTags: true }))] };
  // "C/C++" is about both technologies.
  const both = except.flatMap((terms) => names.map((name) => phrase([...name, ...terms])));
  return except.length === 0
    ? found
    : { any: [{ all: [found, { not: { any: except.map((terms) => phrase(terms)) } }] }, ...both] };
}

interface Word {
  terms: string[];
  isUnfinished: boolean;
}

/** Words that name a technology become one query. */
function buildWordQueries(words: readonly Word[]): Query[] {
  const queries: Query[] = [];
  for (let index = 0; index < words.length;) {
    let found: { technology: KnownTechnology; length: number } | undefined;
    for (let length = 1; length <= NAME_TERMS_MAX && index + length <= words.length; length += 1) {
      const technology = findTechnology(words.slice(index, index + length).flatMap(({ terms }) => terms));
      if (technology !== undefined) found = { technology, length };
    }
    const word = words[index];
    if (found !== undefined) queries.push(buildTechnologyQuery(found.technology));
    else if (word !== undefined) queries.push(buildWordQuery(word.terms, word.isUnfinished));
    index += found?.length ?? 1;
  }
  return queries;
}

/** Matches quoted words: plain words adjacent, others separately, since the index has them after all plain words. */
function buildQuotedQueries(text: string, isUnfinished: boolean): Query[] {
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
  return runs.filter((run) => run.length > 0).map((run, index) => phrase(run, isUnfinished && index === runs.length - 1));
}

const PARTS = /(?<=^|\s)-?"([^"]*)("?)|\S+/g;

/**
 * Parses words, `"phrases"` and `or`. The last word matches as a prefix, since people search while they type. A minus excludes nothing,
 * since people paste commands (decision 0098): `-c` is the word c.
 */
function parseSearch(typed: string): Query | undefined {
  const branches: Query[] = [];
  let [queries, words]: [Query[], Word[]] = [[], []];
  const endWords = () => {
    queries.push(...buildWordQueries(words));
    words = [];
  };
  const endBranch = () => {
    endWords();
    if (queries.length > 0) branches.push({ all: queries });
    queries = [];
  };
  for (const match of typed.matchAll(PARTS)) {
    const [part, quoted, end] = match;
    const isUnfinished = match.index + part.length === typed.length && UNFINISHED_WORD.test(typed);
    const terms = getSearchTerms(part);
    if (quoted !== undefined) {
      endWords();
      queries.push(...buildQuotedQueries(quoted, isUnfinished && end === ''));
    } else if (/^or$/i.test(part)) endBranch();
    else if (terms.length > 0 && part.startsWith('-')) {
      // An option of a command names no technology: `g++ -c` is not about C.
      endWords();
      queries.push(buildWordQuery(terms, isUnfinished));
    } else if (terms.length > 0) words.push({ terms, isUnfinished });
  }
  endBranch();
  return branches.length === 0 ? undefined : { any: branches };
}

function findPhrases(query: Query, includesExcluded: boolean): Phrase[] {
  if ('phrase' in query) return [query];
  if ('not' in query) return includesExcluded ? findPhrases(query.not, true) : [];
  return ('all' in query ? query.all : query.any).flatMap((part) => findPhrases(part, includesExcluded));
}

export function getIncludedPhrases(typed: string): Phrase[] {
  const query = parseSearch(typed);
  return query === undefined ? [] : findPhrases(query, false);
}

/** An empty stem means a stop word. */
type Stems = ReadonlyMap<string, string>;

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

/** Returns undefined for stop words only. */
function formatPhrase({ phrase: terms, isUnfinished, inTags }: Phrase, stems: Stems) {
  const tags = inTags ? ':B' : '';
  const [only] = terms;
  // See isSubversion.
  if (terms.length === 1 && only !== undefined && VERSION.test(only))
    return `(${quoteLexeme(only)}${tags} | ${quoteLexeme(`${only}.`)}:*)`;
  let [text, gap]: [string | undefined, number] = [undefined, 1];
  for (const [index, term] of terms.entries()) {
    const stem = stems.get(term) ?? term;
    if (stem === '') {
      gap += 1;
      continue;
    }
    const lexeme = quoteLexeme(stem) + (isUnfinished && index === terms.length - 1 ? ':*' : tags);
    text = text === undefined ? lexeme : `${text} <${gap}> ${lexeme}`;
    gap = 1;
  }
  return text === undefined ? undefined : terms.length === 1 ? text : `(${text})`;
}

function formatQuery(query: Query, stems: Stems): string | undefined {
  if ('phrase' in query) return formatPhrase(query, stems);
  if ('not' in query) {
    const excluded = formatQuery(query.not, stems);
    return excluded === undefined ? undefined : `!${excluded}`;
  }
  const [parts, operator] = 'all' in query ? [query.all, ' & '] : [query.any, ' | '];
  const formatted = [...new Set(parts.map((part) => formatQuery(part, stems)).filter((part) => part !== undefined))];
  return formatted.length <= 1 ? formatted[0] : `(${formatted.join(operator)})`;
}

const tsQueries = createCache<string>({ ttlMs: HOUR_MS, size: 1000 });

/**
 * Converts typed text to a `tsquery`, or undefined for stop words only. It is a separate step because the planner can estimate the
 * selectivity of a constant.
 */
export async function buildTsQuery(db: Executor, typed: string): Promise<string | undefined> {
  const text = await tsQueries.fetch(typed, async () => {
    const query = parseSearch(typed);
    if (query === undefined) return '';
    const stems = await readStems(
      db,
      findPhrases(query, true).flatMap(({ phrase: terms }) => terms),
    );
    return formatQuery(query, stems) ?? '';
  });
  return text === '' ? undefined : text;
}
