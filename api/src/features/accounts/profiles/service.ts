import { PEOPLE_FOUND_MAX, SOLVED_WORK_MAX } from '@solvent/contracts';
import type { ProfileStats, ProfilesResponse, SolvedWork, UpdateProfileBody, Verified } from '@solvent/contracts';
import { and, desc, eq, gte, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { personBlocks, socialIdentities, users } from '../schema.ts';
import type { UserRow } from '../schema.ts';
import { deleteUnusedAvatars, ownsAvatar } from '../../files/service.ts';
import { NOT_TAKEN_DOWN, isReviewPublic, RATING_COLUMNS, countSolvedForOthers } from '../../marketplace/service.ts';
import { REPLY_MINUTES } from '../../messaging/service.ts';
import { bids, personReviews, problems } from '../../marketplace/schema.ts';
import type { Executor, Tx } from '../../../platform/db/connect.ts';
import { invalid, notFound } from '../../../platform/errors/app-error.ts';

type Found = ProfilesResponse['users'][number];

/** Of more that match, some: a single letter begins thousands of names. */
const MAX_CANDIDATES = 500;
const MAX_WORDS = 8;

const withoutAccents = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** All words, each of which may go on: letters and digits alone, so that nothing in them is an operator. */
function buildQuery(search: string): string {
  const words = withoutAccents(search).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .slice(0, MAX_WORDS)
    .map((word) => `${word}:*`)
    .join(' & ');
}

/**
 * People whose names have words that begin with those of `search`, whatever the accents; names that begin with it as it is
 * come first, then by the alphabet. Who deleted the account is not found.
 */
export async function findPeople(db: Executor, search: string): Promise<Found[]> {
  const query = buildQuery(search);
  if (query === '') return [];
  const { rows } = await db.execute<Found & Record<string, unknown>>(sql`
    WITH found AS (
      SELECT * FROM users WHERE name_words(name) @@ ${query}::tsquery AND deleted_at IS NULL LIMIT ${MAX_CANDIDATES}
    )
    SELECT id AS "_id", name, image, role, headline FROM found
    ORDER BY NOT starts_with(lower(name), ${search.toLowerCase()}), lower(name), id
    LIMIT ${PEOPLE_FOUND_MAX}`);
  return rows;
}

/** How many reviews a profile shows. */
const MAX_REVIEWS = 10;

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
  verified: Verified;
  reviews: ReviewCard[];
  solvedWork: (Omit<SolvedWork, 'solvedAt'> & { solvedAt: Date })[];
  blockedByMe: boolean;
}

type Work = Omit<ProfileStats, keyof Ratings>;
/** Of fewer problems a hire rate says nothing. */
const MIN_DECIDED = 3;

type Ratings = Pick<ProfileStats, 'rating' | 'ratingCount'>;

/**
 * The person with what they did. Problems that are taken down don't count. Solved ones count for both sides: for who
 * posted them, and for whose bid was accepted; so the figure stays what it was when somebody changes the role.
 */
async function findPerson(db: Executor, id: string, viewerId: string | undefined) {
  const posted = and(eq(problems.userId, id), NOT_TAKEN_DOWN);
  const accepted = and(eq(bids.solverId, id), eq(bids.status, 'accepted'));
  const isBlock = and(eq(personBlocks.blockerId, viewerId ?? id), eq(personBlocks.blockedId, id));
  const gitHub = and(eq(socialIdentities.userId, id), eq(socialIdentities.type, 'github'));
  const gitHubLogin = db
    .select({ account: socialIdentities.account })
    .from(socialIdentities)
    .where(gitHub)
    .orderBy(desc(socialIdentities.createdAt), desc(socialIdentities.socialId))
    .limit(1);
  const [found] = await db
    .select({
      person: users,
      problemsPosted: db.$count(problems, posted),
      ownSolved: db.$count(problems, and(posted, eq(problems.status, 'solved'))),
      bidsAccepted: db.$count(bids, accepted),
      solvedForOthers: countSolvedForOthers(db),
      decided: db.$count(problems, and(posted, ne(problems.status, 'open'))),
      hired: db.$count(problems, and(posted, inArray(problems.status, ['in-progress', 'solved']))),
      replyMinutes: REPLY_MINUTES,
      gitHubAccounts: db.$count(socialIdentities, gitHub),
      githubLogin: sql<string | null>`${gitHubLogin}`,
      blocks: db.$count(personBlocks, isBlock),
    })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)));
  if (found === undefined) return undefined;
  const { person, problemsPosted, bidsAccepted, replyMinutes } = found;
  const work: Work = {
    problemsPosted,
    problemsSolved: found.ownSolved + found.solvedForOthers,
    bidsAccepted,
    hireRate: found.decided < MIN_DECIDED ? null : Math.round((found.hired / found.decided) * 100),
    replyMinutes,
  };
  // Nobody is here whose address was not proven.
  const verified = { email: true, github: found.gitHubAccounts > 0, githubLogin: found.githubLogin };
  return { person, work, verified, blockedByMe: found.blocks > 0 };
}

/** The latest problems that somebody solved for their posters, with what these said that others see by now. */
function listSolvedWork(db: Executor, id: string, now: Date) {
  // Not for an earlier agreement of the same two.
  const isSince = gte(personReviews.createdAt, sql`coalesce(${problems.solvedAt}, ${personReviews.createdAt})`);
  const isOfIt = and(eq(personReviews.problemId, problems.id), eq(personReviews.subjectId, id), isSince, isReviewPublic(now));
  return db
    .select({
      _id: problems.id,
      title: problems.title,
      category: problems.category,
      rating: personReviews.rating,
      solvedAt: sql<Date>`coalesce(${problems.solvedAt}, ${problems.updatedAt})`.mapWith(problems.updatedAt),
    })
    .from(bids)
    .innerJoin(problems, eq(problems.id, bids.problemId))
    .leftJoin(personReviews, isOfIt)
    .where(and(eq(bids.solverId, id), eq(bids.status, 'accepted'), eq(problems.status, 'solved'), NOT_TAKEN_DOWN))
    .orderBy(sql`coalesce(${problems.solvedAt}, ${problems.updatedAt}) DESC`, desc(problems.id))
    .limit(SOLVED_WORK_MAX);
}

/** The reviews of a person that others see by now. */
const isVisibleReview = (id: string, now: Date) => and(eq(personReviews.subjectId, id), isReviewPublic(now));

async function getRatings(db: Executor, id: string, now: Date): Promise<Ratings> {
  const [ratings] = await db.select(RATING_COLUMNS).from(personReviews).where(isVisibleReview(id, now));
  return ratings ?? { rating: null, ratingCount: 0 };
}

function listLatestReviews(db: Executor, id: string, now: Date): Promise<ReviewCard[]> {
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
    .where(and(isVisibleReview(id, now), NOT_TAKEN_DOWN))
    .orderBy(desc(personReviews.createdAt), desc(personReviews.id))
    .limit(MAX_REVIEWS);
}

/**
 * A person as others see them at `now`: four queries. Undefined if there is nobody, or nobody any more.
 * @param viewerId who looks; absent for the signed-out
 */
export async function findProfile(db: Executor, id: string, now: Date, viewerId?: string): Promise<Profile | undefined> {
  const [found, ratings, reviews, solvedWork] = await Promise.all([
    findPerson(db, id, viewerId),
    getRatings(db, id, now),
    listLatestReviews(db, id, now),
    listSolvedWork(db, id, now),
  ]);
  if (found === undefined) return undefined;
  const { work, ...rest } = found;
  return { ...rest, stats: { ...work, ...ratings }, reviews, solvedWork };
}

/** Whether there was a person, who deleted the account since. */
export async function isDeleted(db: Executor, id: string): Promise<boolean> {
  return (await db.$count(users, and(eq(users.id, id), isNotNull(users.deletedAt)))) > 0;
}

/** The person, whom nobody else changes until the transaction ends: their role and picture are what is checked against. */
async function lockUser(tx: Tx, id: string): Promise<UserRow> {
  const [person] = await tx.select().from(users).where(eq(users.id, id)).for('no key update');
  if (person === undefined || person.deletedAt !== null) throw notFound('This account');
  return person;
}

async function assertFits(tx: Tx, person: UserRow, { expertiseAreas, image }: UpdateProfileBody): Promise<void> {
  if (person.role === 'solver' && expertiseAreas?.length === 0)
    throw invalid({ expertiseAreas: 'Please add at least one area of expertise' });
  if (typeof image !== 'string' || image === person.image) return;
  if (!(await ownsAvatar(tx, person.id, image))) throw invalid({ image: 'Please upload the picture again' });
}

/** Only these: what else a body might hold is not looked at. */
function toColumns(body: UpdateProfileBody): Partial<UserRow> {
  const { name, headline, bio, location, country, timeZone, website, github, expertiseAreas, image } = body;
  const given = { name, headline, bio, location, country, timeZone, website, github, expertiseAreas, image };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** @returns the changed person, and the keys of the pictures that are no longer used. */
async function change(tx: Tx, id: string, body: UpdateProfileBody): Promise<{ person: UserRow; unused: string[] }> {
  const before = await lockUser(tx, id);
  await assertFits(tx, before, body);
  const columns = toColumns(body);
  if (Object.keys(columns).length === 0) return { person: before, unused: [] };
  const [person = before] = await tx.update(users).set(columns).where(eq(users.id, id)).returning();
  const unused = body.image === undefined ? [] : await deleteUnusedAvatars(tx, id, person.image);
  return { person, unused };
}

/**
 * Changes the own profile; what is absent stays. Pictures that are no longer used are deleted; where their bytes cannot be,
 * `log` hears of it, and the change stands.
 * @throws AppError invalid where the body does not fit the person: a solver without areas, somebody else's picture
 */
export async function updateProfile(deps: Deps, log: FastifyBaseLogger, id: string, body: UpdateProfileBody): Promise<UserRow> {
  const { person, unused } = await deps.db.transaction((tx) => change(tx, id, body));
  const lost = (key: string) => (error: unknown) => log.warn({ err: error, key }, 'An unused picture was not deleted');
  await Promise.all(unused.map((key) => deps.files.delete(key).catch(lost(key))));
  return person;
}
