import type { Category, SimilarBudgets, SimilarProblemsResponse } from '@solvent/contracts';
import { eq, and, count, sql } from 'drizzle-orm';
import { NOT_TAKEN_DOWN } from './changes.ts';
import { buildOrder } from './filter.ts';
import { problems } from '../../../schema/index.ts';
import { hasAnyTag } from '../../../platform/db/tag-filter.ts';
import type { Executor } from '../../../platform/db/connect.ts';

const MAX_SIMILAR = 5;
/** No title has more words. */
const MAX_WORDS = 20;
/** Limits the cost of common words. */
const MAX_PROBE_MATCHES = 200;
const MAX_CANDIDATES = 300;

/** Makes the GIN index return about this many random matches of a more frequent word. */
const FUZZY_SEARCH_LIMIT = 5000;

interface ProbeMatch extends Record<string, unknown> {
  id: string;
  /** 1 divided by the number of matches of the probe. */
  rarity: number;
}

type Similar = SimilarProblemsResponse['problems'][number];

async function getStems(db: Executor, title: string): Promise<string[]> {
  const { rows } = await db.execute<{ stems: string[] }>(sql`SELECT tsvector_to_array(search_terms(${title})) AS stems`);
  return rows[0]?.stems.slice(0, MAX_WORDS) ?? [];
}

const quoteStem = (stem: string) => `'${stem.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** Builds searches for each word, for all words, and for all words but one. */
function buildProbes(stems: string[]): { words: string[]; several: string[] } {
  const words = stems.map(quoteStem);
  const butOne = words.map((word) => words.filter((other) => other !== word));
  const several = [words, ...butOne].filter(({ length }) => length > 1);
  return { words, several: [...new Set(several.map((all) => all.join(' & ')))] };
}

async function findMatches(db: Executor, probes: string[]): Promise<ProbeMatch[]> {
  if (probes.length === 0) return [];
  const { rows } = await db.execute<ProbeMatch>(sql`
    SELECT id, (1.0 / count(*) OVER (PARTITION BY probe))::float8 AS rarity
    FROM unnest(${sql.param(probes)}::text[]) AS probes (probe)
    CROSS JOIN LATERAL (
      SELECT id FROM problems WHERE search @@ probe::tsquery AND status <> 'closed' AND taken_down_at IS NULL LIMIT ${MAX_PROBE_MATCHES}
    ) AS found`);
  return rows;
}

/** Limits the index scan of frequent words. Not used for several words, whose random samples would hardly intersect. */
const findWordMatches = (db: Executor, words: string[]): Promise<ProbeMatch[]> =>
  db.transaction(async (tx) => {
    await tx.execute(sql.raw(`SET LOCAL gin_fuzzy_search_limit = ${FUZZY_SEARCH_LIMIT}`));
    return findMatches(tx, words);
  });

function selectCandidates(found: readonly ProbeMatch[]): string[] {
  const weights = new Map<string, number>();
  for (const { id, rarity } of found) weights.set(id, (weights.get(id) ?? 0) + rarity);
  const heaviest = [...weights].toSorted(
    ([id, weight], [otherId, otherWeight]) => otherWeight - weight || (id < otherId ? 1 : -1),
  );
  return heaviest.slice(0, MAX_CANDIDATES).map(([id]) => id);
}

/** Problems whose titles share two words with this one (one if it has only one), open ones first, then by shared words. */
export async function findSimilar(db: Executor, title: string): Promise<Similar[]> {
  const stems = await getStems(db, title);
  if (stems.length === 0) return [];
  const { words, several } = buildProbes(stems);
  const candidates = selectCandidates([...(await findMatches(db, several)), ...(await findWordMatches(db, words))]);
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
    LIMIT ${MAX_SIMILAR}`);
  return rows;
}

/** Too few budgets make no meaningful range. */
const MIN_BUDGETS = 5;
const MAX_BUDGETS = 300;

/** Finds the range of six of ten budgets in the latest problems of a category, with one of the tags if enough have one. */
export async function findSimilarBudgets(db: Executor, category: Category, tags: string | undefined): Promise<SimilarBudgets> {
  const findRange = async (withTags: string | undefined): Promise<SimilarBudgets> => {
    const similar = db
      .select({ budget: problems.budget })
      .from(problems)
      .where(and(eq(problems.category, category), NOT_TAKEN_DOWN, hasAnyTag(problems.tagKeys, withTags)))
      .orderBy(...buildOrder('newest'))
      .limit(MAX_BUDGETS)
      .as('similar');
    const percentile = (fraction: number) =>
      sql<number>`percentile_disc(${fraction}::float8) WITHIN GROUP (ORDER BY ${similar.budget})`;
    const [range] = await db.select({ found: count(), low: percentile(0.2), high: percentile(0.8) }).from(similar);
    return range === undefined || range.found < MIN_BUDGETS ? null : { low: range.low, high: range.high };
  };
  return (tags && (await findRange(tags))) || findRange(undefined);
}
