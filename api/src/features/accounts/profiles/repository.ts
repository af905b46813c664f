import { and, desc, eq, inArray, isNull, lte, ne } from 'drizzle-orm';
import type { ProfileStats } from '@solvent/contracts';
import type { Executor } from '../../../platform/db/connect.ts';
import { bids, personReviews, problems } from '../../marketplace/schema.ts';
import { users } from '../schema/users.ts';
import type { UserRow } from '../schema/users.ts';
import { RATING } from '../../marketplace/bids/queries.ts';

/** How many reviews a profile shows. */
const LATEST = 10;

/** A review with what a card of it shows. */
export interface ReviewCard {
  id: string;
  rating: number;
  text: string;
  createdAt: Date;
  author: Pick<UserRow, 'id' | 'name' | 'image'>;
  problem: { id: string; title: string };
}

/** A person with what others see of them. */
export interface Profile {
  person: UserRow;
  stats: ProfileStats;
  reviews: ReviewCard[];
}

type Work = Pick<ProfileStats, 'problemsPosted' | 'problemsSolved' | 'bidsAccepted'>;
type Ratings = Pick<ProfileStats, 'rating' | 'ratingCount'>;

/**
 * The person with what they did. Closed problems are their poster's own business. Solved ones count for both sides: for who
 * posted them, and for whose bid was accepted; so the figure stays what it was when somebody changes the role.
 */
async function findPerson(db: Executor, id: string): Promise<{ person: UserRow; work: Work } | undefined> {
  const posted = and(eq(problems.userId, id), ne(problems.status, 'closed'));
  const accepted = and(eq(bids.solverId, id), eq(bids.status, 'accepted'));
  const solved = db.select({ id: problems.id }).from(problems).where(eq(problems.status, 'solved'));
  const [found] = await db
    .select({
      person: users,
      problemsPosted: db.$count(problems, posted),
      ownSolved: db.$count(problems, and(posted, eq(problems.status, 'solved'))),
      bidsAccepted: db.$count(bids, accepted),
      solvedForOthers: db.$count(bids, and(accepted, inArray(bids.problemId, solved))),
    })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)));
  if (found === undefined) return undefined;
  const { person, problemsPosted, bidsAccepted, ownSolved, solvedForOthers } = found;
  return { person, work: { problemsPosted, bidsAccepted, problemsSolved: ownSolved + solvedForOthers } };
}

/** The reviews of a person that others see by now. */
const visibleOf = (id: string, now: Date) => and(eq(personReviews.subjectId, id), lte(personReviews.visibleFrom, now));

async function ratingsOf(db: Executor, id: string, now: Date): Promise<Ratings> {
  const [ratings] = await db.select(RATING).from(personReviews).where(visibleOf(id, now));
  return ratings ?? { rating: null, ratingCount: 0 };
}

function latestReviewsOf(db: Executor, id: string, now: Date): Promise<ReviewCard[]> {
  return db
    .select({
      id: personReviews.id,
      rating: personReviews.rating,
      text: personReviews.text,
      createdAt: personReviews.createdAt,
      author: { id: users.id, name: users.name, image: users.image },
      problem: { id: problems.id, title: problems.title },
    })
    .from(personReviews)
    .innerJoin(users, eq(users.id, personReviews.authorId))
    .innerJoin(problems, eq(problems.id, personReviews.problemId))
    .where(visibleOf(id, now))
    .orderBy(desc(personReviews.createdAt), desc(personReviews.id))
    .limit(LATEST);
}

/** A person as others see them at `now`: three queries. Undefined if there is nobody, or nobody any more. */
export async function findProfile(db: Executor, id: string, now: Date): Promise<Profile | undefined> {
  const [found, ratings, reviews] = await Promise.all([findPerson(db, id), ratingsOf(db, id, now), latestReviewsOf(db, id, now)]);
  return found && { person: found.person, stats: { ...found.work, ...ratings }, reviews };
}
