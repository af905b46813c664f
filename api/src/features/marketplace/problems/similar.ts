import type { SimilarProblemsAnswer } from '@solvent/contracts';
import { sql } from 'drizzle-orm';
import type { Executor } from '../../../platform/db/connect.ts';

const SIMILAR_MAX = 5;
/** Titles have fewer; a longer text is no title. */
const WORDS_MAX = 20;
/** Finds of each probe, so that a title of common words costs no more than one of rare words. */
const FINDS_MAX = 200;
/** Of these, the titles are compared. */
const CANDIDATES_MAX = 300;

type Similar = SimilarProblemsAnswer['problems'][number];

/** The stems of a title's words, but for words like "the". */
async function stemsOf(db: Executor, title: string): Promise<string[]> {
  const { rows } = await db.execute<{ stems: string[] }>(
    sql`SELECT tsvector_to_array(to_tsvector('english', ${title})) AS stems`,
  );
  return rows[0]?.stems.slice(0, WORDS_MAX) ?? [];
}

const quoted = (stem: string) => `'${stem.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** What is searched for: all words, all but one of them, and each alone. */
function probesOf(stems: string[]): string[] {
  const words = stems.map(quoted);
  const butOne = words.map((word) => words.filter((other) => other !== word));
  return [...new Set([words, ...butOne, ...words.map((word) => [word])].map((all) => all.join(' & ')))].filter(Boolean);
}

/**
 * Up to five problems whose titles have words in common with this one: at least two, where it has as many. Open ones come
 * first, then those with the most words in common. Closed ones are left out.
 */
export async function findSimilar(db: Executor, title: string): Promise<Similar[]> {
  const stems = await stemsOf(db, title);
  if (stems.length === 0) return [];
  const { rows } = await db.execute<Similar & Record<string, unknown>>(sql`
    WITH finds AS (
      SELECT id, 1.0 / count(*) OVER (PARTITION BY probe) AS rarity
      FROM unnest(${sql.param(probesOf(stems))}::text[]) AS probes (probe)
      CROSS JOIN LATERAL (
        SELECT id FROM problems WHERE search @@ probe::tsquery AND status <> 'closed' LIMIT ${FINDS_MAX}
      ) AS found
    ), candidates AS (
      SELECT id FROM finds GROUP BY id ORDER BY sum(rarity) DESC, id DESC LIMIT ${CANDIDATES_MAX}
    ), compared AS (
      SELECT problems.*, cardinality(ARRAY(
        SELECT unnest(tsvector_to_array(to_tsvector('english', problems.title))) INTERSECT SELECT unnest(${sql.param(stems)}::text[])
      )) AS shared
      FROM candidates JOIN problems USING (id)
    )
    SELECT id AS "_id", title, status, bid_count AS "bidCount"
    FROM compared
    WHERE shared >= ${Math.min(2, stems.length)}
    ORDER BY status = 'open' DESC, shared DESC, created_at DESC, id DESC
    LIMIT ${SIMILAR_MAX}`);
  return rows;
}
