import type { CategoryCount, Problem, ProblemListItem } from '@solvent/contracts';
import { CATEGORIES, CATEGORY_VALUES } from '@solvent/contracts';
import type { ProblemRow } from '../schema/problems.ts';
import type { UserRow } from '../../accounts/schema/users.ts';

/** The columns of a card. */
export type ProblemCard = Pick<
  ProblemRow,
  'id' | 'title' | 'description' | 'category' | 'tags' | 'bidCount' | 'status' | 'budget' | 'createdAt'
> & {
  poster: Pick<UserRow, 'id' | 'name' | 'image'>;
};

/** All of a problem's own page: columns of the card and of the problem, and its parts as the viewer may see them. */
export type ProblemDetail = ProblemCard &
  Pick<ProblemRow, 'body' | 'updatedAt'> & { viewCount: number | null } & Pick<
    Problem,
    | 'posterRating'
    | 'savedByMe'
    | 'attachments'
    | 'timeline'
    | 'hasEarlierEvents'
    | 'myBid'
    | 'acceptedBid'
    | 'reviews'
    | 'reviewUntil'
  >;

/** A problem in a list. */
export function presentCard(card: ProblemCard, savedByMe: boolean): ProblemListItem {
  const { id, title, description, category, tags, bidCount, status, budget, createdAt, poster } = card;
  const user = { _id: poster.id, name: poster.name, image: poster.image };
  const shown = { _id: id, title, description, category, tags, bidCount, status, budget, user, savedByMe };
  return { ...shown, createdAt: createdAt.toISOString() };
}

/** A problem on its own page. */
export function presentProblem(detail: ProblemDetail): Problem {
  const { body, viewCount, posterRating, updatedAt, attachments, timeline, hasEarlierEvents } = detail;
  const { myBid, acceptedBid, reviews, reviewUntil } = detail;
  return {
    ...presentCard(detail, detail.savedByMe),
    body,
    viewCount: viewCount ?? 0,
    posterRating,
    updatedAt: updatedAt.toISOString(),
    attachments,
    timeline,
    hasEarlierEvents,
    myBid,
    acceptedBid,
    reviews,
    reviewUntil,
  };
}

/** Every category in its order, those without open problems too. */
export function presentCategories(open: ReadonlyMap<string, number>): CategoryCount[] {
  return CATEGORY_VALUES.map((value) => ({ value, label: CATEGORIES[value], count: open.get(value) ?? 0 }));
}
