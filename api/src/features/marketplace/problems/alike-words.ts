import { sql } from 'drizzle-orm';
import { matches } from './filter.ts';
import { NOT_TAKEN_DOWN } from './visibility.ts';
import type { Db } from '../../../platform/db/connect.ts';
import { buildTsQuery } from '../../../platform/db/full-text-search.ts';
import { perDatabase } from '../../../platform/db/standby/read-router.ts';
import { createCache } from '../../../platform/cache/cache.ts';

/** Words of problems that are compared with a word that nothing has: those that share most groups of three letters with it. */
const COMPARED = 40;

/** Shorter words are too like each other. */
const SHORTEST = 4;
/** From so many letters on a word may have two typos. */
const LONG = 8;

const WORD = /[\p{L}\p{N}]+/gu;

/**
 * How many typos lie between two words: a letter too many, one missing, one for another, or two that changed places (the distance of
 * Damerau and Levenshtein, each place changed once). Trigrams find what is alike, but say little of short words.
 */
export function typosBetween(one: string, other: string): number {
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

/** The word that was meant; itself where none is near. Of those that are as near, the first. */
function meant(word: string, alike: readonly string[]): string {
  let [best, typos] = [word, (word.length < LONG ? 1 : 2) + 1];
  for (const other of alike) {
    const distance = typosBetween(word, other);
    if (distance < typos) [best, typos] = [other, distance];
  }
  return best;
}

async function findAlike(db: Db, words: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await db.execute<{ word: string; alike: string[] }>(sql`
    SELECT asked.word, array_agg(near.word ORDER BY near.place) AS alike
    FROM unnest(${sql.param(words)}::text[]) AS asked (word)
    CROSS JOIN LATERAL (
      SELECT word, row_number() OVER () AS place
      FROM (SELECT word FROM problem_words ORDER BY word <-> asked.word LIMIT ${COMPARED}) AS nearest
    ) AS near
    GROUP BY asked.word`);
  return new Map(rows.map(({ word, alike }) => [word, alike]));
}

/** Planned by itself: for one row PostgreSQL would rather read all problems until it comes, all of them for a word that none has. */
const isFound = async (db: Db, prepared: string): Promise<boolean> => {
  const { rows } = await db.execute(sql`
    WITH matching AS MATERIALIZED (SELECT FROM problems WHERE ${matches(prepared)} AND ${NOT_TAKEN_DOWN}) SELECT FROM matching LIMIT 1`);
  return rows.length > 0;
};

/** What to search for in the place of a search. */
export interface Instead {
  searchedFor: string;
  prepared: string;
}

/** What was worked out lately; whoever goes on typing asks for other words. */
const worked = perDatabase(() => createCache<{ instead: Instead | undefined }>({ ttlMs: 10_000, size: 500 }));

/**
 * The search that was meant, where no problem at all has the words of this one, and some have those; undefined otherwise.
 * @param prepared what was typed, as the database searches for it
 */
export async function searchMeant(db: Db, typed: string, prepared: string): Promise<Instead | undefined> {
  const { instead } = await worked.of(db).fetch(typed, async () => ({ instead: await workOut(db, typed, prepared) }));
  return instead;
}

async function workOut(db: Db, typed: string, prepared: string): Promise<Instead | undefined> {
  if (await isFound(db, prepared)) return undefined;
  const words = [...new Set(typed.toLowerCase().match(WORD))].filter(({ length }) => length >= SHORTEST);
  if (words.length === 0) return undefined;
  const alike = await findAlike(db, words);
  const searchedFor = typed.replaceAll(WORD, (word) => {
    const near = alike.get(word.toLowerCase());
    return near === undefined || near.includes(word.toLowerCase()) ? word : meant(word.toLowerCase(), near);
  });
  if (searchedFor === typed) return undefined;
  const better = await buildTsQuery(db, searchedFor);
  return better !== undefined && (await isFound(db, better)) ? { searchedFor, prepared: better } : undefined;
}
