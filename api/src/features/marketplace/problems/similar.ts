import type { SimilarProblemsResponse } from '@solvent/contracts';
import { sql } from 'drizzle-orm';
import type { Executor } from '../../../platform/db/connect.ts';

const SIMILAR_MAX = 5;
/** Titles have fewer; a longer text is no title. */
const WORDS_MAX = 20;
/** Finds of each probe, so that a title of common words costs no more than one of rare words. */
const FINDS_MAX = 200;
/** Of these, the titles are compared. */
const CANDIDATES_MAX = 300;

/** About so many are gathered of a word that more have. */
const GATHERED_MAX = 5000;

/** What a probe found, and how rare that is. */
interface Find extends Record<string, unknown> {
  id: string;
  rarity: number;
}

type Similar = SimilarProblemsResponse['problems'][number];

/** The stems of a title's words, but for words like "the". */
async function stemsOf(db: Executor, title: string): Promise<string[]> {
  const { rows } = await db.execute<{ stems: string[] }>(sql`SELECT tsvector_to_array(search_terms(${title})) AS stems`);
  return rows[0]?.stems.slice(0, WORDS_MAX) ?? [];
}

const quoted = (stem: string) => `'${stem.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** What is searched for: each word alone; and all of them, and all but one, where these are several. */
function probesOf(stems: string[]): { words: string[]; several: string[] } {
  const words = stems.map(quoted);
  const butOne = words.map((word) => words.filter((other) => other !== word));
  const several = [words, ...butOne].filter(({ length }) => length > 1);
  return { words, several: [...new Set(several.map((all) => all.join(' & ')))] };
}

/** Problems that each probe finds; what few have says more than what many have. */
async function findsOf(db: Executor, probes: string[]): Promise<Find[]> {
  if (probes.length === 0) return [];
  const { rows } = await db.execute<Find>(sql`
    SELECT id, (1.0 / count(*) OVER (PARTITION BY probe))::float8 AS rarity
    FROM unnest(${sql.param(probes)}::text[]) AS probes (probe)
    CROSS JOIN LATERAL (
      SELECT id FROM problems WHERE search @@ probe::tsquery AND status <> 'closed' AND taken_down_at IS NULL LIMIT ${FINDS_MAX}
    ) AS found`);
  return rows;
}

/**
 * The same of single words: of a frequent one the index of words gives some thousand, whichever, instead of gathering all for
 * the few that are looked at. Not of several words: some of each would have few in common.
 */
const findsOfWords = (db: Executor, words: string[]): Promise<Find[]> =>
  db.transaction(async (tx) => {
    await tx.execute(sql.raw(`SET LOCAL gin_fuzzy_search_limit = ${GATHERED_MAX}`));
    return findsOf(tx, words);
  });

/** Those that most and the rarest probes found. */
function candidatesOf(finds: readonly Find[]): string[] {
  const weights = new Map<string, number>();
  for (const { id, rarity } of finds) weights.set(id, (weights.get(id) ?? 0) + rarity);
  const heaviest = [...weights].toSorted(([one, rarity], [other, weight]) => weight - rarity || (one < other ? 1 : -1));
  return heaviest.slice(0, CANDIDATES_MAX).map(([id]) => id);
}

/**
 * Up to five problems whose titles have words in common with this one: at least two, where it has as many. Open ones come
 * first, then those with the most words in common. Closed ones and those taken down are left out.
 */
export async function findSimilar(db: Executor, title: string): Promise<Similar[]> {
  const stems = await stemsOf(db, title);
  if (stems.length === 0) return [];
  const { words, several } = probesOf(stems);
  const candidates = candidatesOf([...(await findsOf(db, several)), ...(await findsOfWords(db, words))]);
  const { rows } = await db.execute<Similar & Record<string, unknown>>(sql`
    WITH compared AS (
      SELECT problems.*, cardinality(ARRAY(
        SELECT unnest(tsvector_to_array(search_terms(problems.title))) INTERSECT SELECT unnest(${sql.param(stems)}::text[])
      )) AS shared
      FROM problems WHERE id = ANY(${sql.param(candidates)}::uuid[])
    )
    SELECT id AS "_id", title, status, bid_count AS "bidCount"
    FROM compared
    WHERE shared >= ${Math.min(2, stems.length)}
    ORDER BY status = 'open' DESC, shared DESC, created_at DESC, id DESC
    LIMIT ${SIMILAR_MAX}`);
  return rows;
}
