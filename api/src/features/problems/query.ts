import { and, desc, eq, gte, lte, ne } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Category, ProblemSort, ProblemStatus } from '@solvent/contracts';
import { hasAnyTag } from '../../platform/db/tag-filter.ts';
import { problems } from '../../platform/db/schema/problems.ts';

/** Which problems a list is about. */
export interface ProblemFilter {
  /** Comma-joined; a problem with any of them matches, whatever their case. */
  tags?: string | undefined;
  price_min?: number | undefined;
  price_max?: number | undefined;
  category?: Category | undefined;
  /** Absent: all but closed ones. */
  status?: ProblemStatus | undefined;
}

/** A stretch of a list. */
export interface Stretch {
  limit: number;
  offset: number;
}

/** The filter as a condition on `problems`. */
export function conditionOf(filter: ProblemFilter): SQL | undefined {
  const { price_min: lowest, price_max: highest, category, status } = filter;
  return and(
    status === undefined ? ne(problems.status, 'closed') : eq(problems.status, status),
    category === undefined ? undefined : eq(problems.category, category),
    lowest === undefined ? undefined : gte(problems.budget, lowest),
    highest === undefined ? undefined : lte(problems.budget, highest),
    hasAnyTag(problems.tagKeys, filter.tags),
  );
}

const NEWEST = [desc(problems.createdAt), desc(problems.id)];

/** Each order ends in one that is never a tie, and has an index of its own. */
export const ORDERS: Record<ProblemSort, SQL[]> = {
  newest: NEWEST,
  budget: [desc(problems.budget), ...NEWEST],
  bids: [desc(problems.bidCount), ...NEWEST],
};
