import type { CategoryCount, Problem, ProblemListItem } from '@solvent/contracts';
import { CATEGORIES, CATEGORY_VALUES } from '@solvent/contracts';
import type { ProblemRow } from '../../platform/db/schema/problems.ts';
import type { UserRow } from '../../platform/db/schema/users.ts';

/** The columns of a card. */
export type ProblemCard = Pick<
  ProblemRow,
  'id' | 'title' | 'description' | 'category' | 'tags' | 'bidCount' | 'status' | 'budget' | 'createdAt'
> & {
  poster: Pick<UserRow, 'id' | 'name' | 'image'>;
};

/** The columns of a problem's own page. */
export type ProblemDetail = ProblemCard & Pick<ProblemRow, 'body' | 'updatedAt'> & { viewCount: number | null };

/** A problem in a list. */
export function presentCard(card: ProblemCard): ProblemListItem {
  const { id, title, description, category, tags, bidCount, status, budget, createdAt, poster } = card;
  const user = { _id: poster.id, name: poster.name, image: poster.image };
  return { _id: id, title, description, category, tags, bidCount, status, budget, createdAt: createdAt.toISOString(), user };
}

/** A problem on its own page. */
export function presentProblem(detail: ProblemDetail): Problem {
  return {
    ...presentCard(detail),
    body: detail.body,
    viewCount: detail.viewCount ?? 0,
    updatedAt: detail.updatedAt.toISOString(),
  };
}

/** Every category in its order, those without open problems too. */
export function presentCategories(open: ReadonlyMap<string, number>): CategoryCount[] {
  return CATEGORY_VALUES.map((value) => ({ value, label: CATEGORIES[value], count: open.get(value) ?? 0 }));
}
