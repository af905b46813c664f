import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { problems } from '../schema/problems.ts';

/** Matches problems by a prepared search, found by the index of words. */
export const matches = (prepared: string): SQL => sql`${problems.search} @@ ${prepared}::tsquery`;

/** The same, but not by that index: for words so common that walking in the order of the list meets them at once. */
export const matchesOnTheWay = (prepared: string): SQL => sql`(${problems.search} @@ ${prepared}::tsquery) IS TRUE`;

/**
 * How well a problem matches, as a column named `rank`. The weights are those of body, tags and title (see `search_words`):
 * a title outweighs three tags, and a body has to say a word fifteen times to weigh as much as a tag.
 */
export const rankOf = (prepared: string): SQL.Aliased<number> =>
  sql<number>`ts_rank_cd('{0, 0.02, 0.3, 1}', ${problems.search}, ${prepared}::tsquery)`.as('rank');
