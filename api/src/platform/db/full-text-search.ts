import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Executor } from './connect.ts';
import { createCache } from '../cache/cache.ts';

/** A word that is long enough to be the beginning of another: shorter ones begin too many. */
const UNFINISHED_WORD = /[\p{L}\p{N}]{3,}$/u;

function queryOf(typed: string): SQL {
  const words = sql`websearch_to_tsquery('english', ${typed})`;
  if (!UNFINISHED_WORD.test(typed)) return words;
  // Behind the last word there are only the ends of groups, as of what is left out: `!( 'foo' <-> 'bar' )`.
  return sql`regexp_replace(${words}::text, ${"'([ )]*)$"}, ${String.raw`':*\1`})::tsquery`;
}

/** What was typed lately, by the text: what it comes to depends on nothing else. */
const prepared = createCache<string>({ life: 3_600_000, size: 1000 });

/**
 * What a person typed, as the database searches for it: stems of all words, `"phrases"`, `or` and `-not`; the last
 * word may go on, since people search while they type. Worked out once, so that the planner of the search itself
 * sees a constant and knows how rare it is.
 * @returns the text of a `tsquery`; undefined for nothing but words like "the", which search for nothing
 */
export async function prepareSearch(db: Executor, typed: string): Promise<string | undefined> {
  const query = await prepared.fetch(typed, async () => {
    const { rows } = await db.execute<{ query: string }>(sql`SELECT (${queryOf(typed)})::text AS query`);
    return rows[0]?.query ?? '';
  });
  return query === '' ? undefined : query;
}
