import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { problems } from '../../platform/db/schema/problems.ts';

/** Matches problems by a prepared search, found by the index of words. */
export const matches = (prepared: string): SQL => sql`${problems.search} @@ ${prepared}::tsquery`;

/** The same, but not by that index: for words so common that walking in the order of the list meets them at once. */
export const matchesOnTheWay = (prepared: string): SQL => sql`(${problems.search} @@ ${prepared}::tsquery) IS TRUE`;
