import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Db } from './connect.ts';
import { buildTsQuery } from './full-text-search.ts';

/** Known words that are compared with a misspelled one: the closest by trigrams. */
const MAX_CANDIDATES = 40;

/** Shorter words are too similar to each other. */
const MIN_WORD_LENGTH = 4;
/** Words of at least this length may have two typos, shorter ones have one. */
const MIN_TWO_TYPO_LENGTH = 8;

const WORD = /[\p{L}\p{N}]+/gu;

/** Returns the optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbors. */
export function countTypos(one: string, other: string): number {
  const rows = [[...Array(other.length + 1).keys()]];
  for (let i = 1; i <= one.length; i += 1) {
    const [before = [], row] = [rows[i - 1], [i]];
    for (let j = 1; j <= other.length; j += 1) {
      const changed = (before[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const swapped =
        one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1] ? (rows[i - 2]?.[j - 2] ?? Infinity) + 1 : Infinity;
      row.push(Math.min(changed, swapped, (before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    rows.push(row);
  }
  return rows.at(-1)?.at(-1) ?? 0;
}

/** Returns the first candidate with the fewest typos, or the word itself if none is close enough. */
function findClosestWord(word: string, candidates: readonly string[]): string {
  let [best, typos] = [word, (word.length < MIN_TWO_TYPO_LENGTH ? 1 : 2) + 1];
  for (const candidate of candidates) {
    const distance = countTypos(word, candidate);
    if (distance < typos) [best, typos] = [candidate, distance];
  }
  return best;
}

/** Table that is searched, and the table of the words that correct its searches. */
export interface SearchedRows {
  rows: 'problems' | 'modules';
  words: 'problem_words' | 'module_words';
  /** Condition for all rows that searches may find with these values, whatever the other filters. */
  buildCondition: (prepared: string, typed: string) => SQL | undefined;
}

async function findCandidates(db: Db, table: SearchedRows['words'], words: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await db.execute<{ word: string; candidates: string[] }>(sql`
    SELECT searched.word, array_agg(near.word ORDER BY near.position) AS candidates
    FROM unnest(${sql.param(words)}::text[]) AS searched (word)
    CROSS JOIN LATERAL (
      SELECT word, row_number() OVER () AS position
      FROM (SELECT word FROM ${sql.identifier(table)} ORDER BY word <-> searched.word LIMIT ${MAX_CANDIDATES}) AS nearest
    ) AS near
    GROUP BY searched.word`);
  return new Map(rows.map(({ word, candidates }) => [word, candidates]));
}

/** Materialized, because with `LIMIT 1` PostgreSQL would scan the table, all of it for a word that no row has. */
async function hasMatches(db: Db, { rows: table, buildCondition }: SearchedRows, typed: string): Promise<boolean> {
  const prepared = await buildTsQuery(db, typed);
  if (prepared === undefined) return false;
  const { rows } = await db.execute(sql`
    WITH matching AS MATERIALIZED (SELECT FROM ${sql.identifier(table)} WHERE ${buildCondition(prepared, typed)})
    SELECT FROM matching LIMIT 1`);
  return rows.length > 0;
}

/** Returns a corrected search; undefined if a row matches the typed search, or none matches the corrected one. */
async function suggestSearch(db: Db, searched: SearchedRows, typed: string): Promise<string | undefined> {
  const hasOnlyStopWords = (await buildTsQuery(db, typed)) === undefined;
  if (hasOnlyStopWords || (await hasMatches(db, searched, typed))) return undefined;
  const words = [...new Set(typed.toLowerCase().match(WORD))].filter(({ length }) => length >= MIN_WORD_LENGTH);
  if (words.length === 0) return undefined;
  const candidates = await findCandidates(db, searched.words, words);
  const searchedFor = typed.replaceAll(WORD, (written) => {
    const word = written.toLowerCase();
    const near = candidates.get(word);
    return near === undefined || near.includes(word) ? written : findClosestWord(word, near);
  });
  return searchedFor !== typed && (await hasMatches(db, searched, searchedFor)) ? searchedFor : undefined;
}

/**
 * Reads a search or, if it has no matches, its corrected spelling.
 * @returns the corrected search, too; null if the search was not corrected
 */
export async function readCorrected<Found>(
  db: Db,
  searched: SearchedRows,
  search: string | undefined,
  read: (search: string | undefined) => Promise<Found>,
  hasResults: (found: Found) => boolean,
): Promise<[Found, string | null]> {
  const found = await read(search);
  if (search === undefined || hasResults(found)) return [found, null];
  const searchedFor = await suggestSearch(db, searched, search);
  return searchedFor === undefined ? [found, null] : [await read(searchedFor), searchedFor];
}
