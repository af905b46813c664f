import { PEOPLE_FOUND_MAX, SOLVED_WORK_MAX } from '@solvent/contracts';
import type { PersonReview, ProfilesResponse, PublicProfile, SolvedWork, UpdateProfileBody } from '@solvent/contracts';
import { and, desc, eq, gte, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { Platform } from '../../platform/platform.ts';
import { bids, personBlocks, personReviews, problems, socialIdentities, users } from '../../schema/index.ts';
import type { UserRow } from '../../schema/index.ts';
import { PERSON_COLUMNS, lockUser, presentPublicFields } from '../accounts/index.ts';
import { deleteUnusedAvatars, ownsAvatar } from '../files/index.ts';
import { countSolvedForOthers, isReviewPublic, NOT_TAKEN_DOWN, RATING_COLUMNS } from '../marketplace/index.ts';
import { REPLY_MINUTES } from '../messaging/index.ts';
import type { Executor, Tx } from '../../platform/db/connect.ts';
import { gone, invalid, notFound } from '../../platform/errors/app-error.ts';

export type Deps = Pick<Platform, 'db' | 'readRouter'>;

type FoundPerson = ProfilesResponse['users'][number];

/** Ranked matches: a single letter matches thousands of names. */
const MAX_CANDIDATES = 500;
const MAX_WORDS = 8;

const withoutAccents = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Requires a prefix match of each word. Keeps only letters and digits, which excludes operators. */
function buildQuery(search: string): string {
  const words = withoutAccents(search).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .slice(0, MAX_WORDS)
    .map((word) => `${word}:*`)
    .join(' & ');
}

/** Matches prefixes of words without accents. Names that start with `search` come first, then alphabetically. */
export async function findPeople(db: Executor, search: string): Promise<FoundPerson[]> {
  const query = buildQuery(search);
  if (query === '') return [];
  const { rows } = await db.execute<FoundPerson & Record<string, unknown>>(sql`
    WITH found AS (
      SELECT * FROM users WHERE name_words(name) @@ ${query}::tsquery AND deleted_at IS NULL LIMIT ${MAX_CANDIDATES}
    )
    SELECT id AS "_id", name, image, role, headline FROM found
    ORDER BY NOT starts_with(lower(name), ${search.toLowerCase()}), lower(name), id
    LIMIT ${PEOPLE_FOUND_MAX}`);
  return rows;
}

const MAX_REVIEWS = 10;

/** A hire rate needs at least this many decided problems to be meaningful. */
const MIN_DECIDED = 3;

/** Excludes taken-down problems. Counts solved ones for poster and solver, so that switching the role changes no count. */
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
  const { person, problemsPosted, bidsAccepted, replyMinutes, ownSolved, solvedForOthers, decided, hired } = found;
  const hireRate = decided < MIN_DECIDED ? null : Math.round((hired / decided) * 100);
  const work = { problemsPosted, problemsSolved: ownSolved + solvedForOthers, bidsAccepted, hireRate, replyMinutes };
  // Every account has a verified address.
  const verified = { email: true, github: found.gitHubAccounts > 0, githubLogin: found.githubLogin };
  return { person, work, verified, blockedByMe: found.blocks > 0 };
}

/** Lists the latest problems that a user solved for others, with the posters' ratings that are already visible. */
async function listSolvedWork(db: Executor, id: string, now: Date): Promise<SolvedWork[]> {
  // Excludes a review of an earlier agreement between the same two users.
  const isSince = gte(personReviews.createdAt, sql`coalesce(${problems.solvedAt}, ${personReviews.createdAt})`);
  const isItsReview = and(eq(personReviews.problemId, problems.id), isVisibleReview(id, now), isSince);
  const { title, category } = problems;
  const solved = sql<Date>`coalesce(${problems.solvedAt}, ${problems.updatedAt})`.mapWith(problems.updatedAt);
  const found = await db
    .select({ _id: problems.id, title, category, rating: personReviews.rating, solvedAt: solved })
    .from(bids)
    .innerJoin(problems, eq(problems.id, bids.problemId))
    .leftJoin(personReviews, isItsReview)
    .where(and(eq(bids.solverId, id), eq(bids.status, 'accepted'), eq(problems.status, 'solved'), NOT_TAKEN_DOWN))
    .orderBy(desc(solved), desc(problems.id))
    .limit(SOLVED_WORK_MAX);
  return found.map(({ solvedAt, ...work }) => ({ ...work, solvedAt: solvedAt.toISOString() }));
}

const isVisibleReview = (id: string, now: Date) => and(eq(personReviews.subjectId, id), isReviewPublic(now));

async function listLatestReviews(db: Executor, id: string, now: Date): Promise<PersonReview[]> {
  const { rating, text, createdAt: writtenAt } = personReviews;
  const found = await db
    .select({
      _id: personReviews.id,
      rating,
      text,
      createdAt: writtenAt,
      author: PERSON_COLUMNS,
      problem: { _id: problems.id, title: problems.title },
    })
    .from(personReviews)
    .innerJoin(users, eq(users.id, personReviews.authorId))
    .innerJoin(problems, eq(problems.id, personReviews.problemId))
    .where(and(isVisibleReview(id, now), NOT_TAKEN_DOWN))
    .orderBy(desc(writtenAt), desc(personReviews.id))
    .limit(MAX_REVIEWS);
  return found.map(({ createdAt, ...review }) => ({ ...review, createdAt: createdAt.toISOString() }));
}

export async function readProfile(db: Executor, id: string, viewerId: string | undefined): Promise<PublicProfile> {
  const now = new Date();
  const [found, [ratings = { rating: null, ratingCount: 0 }], reviews, solvedWork] = await Promise.all([
    findPerson(db, id, viewerId),
    db.select(RATING_COLUMNS).from(personReviews).where(isVisibleReview(id, now)),
    listLatestReviews(db, id, now),
    listSolvedWork(db, id, now),
  ]);
  if (found === undefined) {
    const isDeleted = and(eq(users.id, id), isNotNull(users.deletedAt));
    throw (await db.$count(users, isDeleted)) > 0 ? gone('This profile') : notFound('This profile');
  }
  const { person, work, ...rest } = found;
  const memberSince = person.createdAt.toISOString();
  return { ...presentPublicFields(person), memberSince, ...rest, stats: { ...work, ...ratings }, reviews, solvedWork };
}

async function assertValidFor(tx: Tx, person: UserRow, { expertiseAreas, image }: UpdateProfileBody): Promise<void> {
  if (person.role === 'solver' && expertiseAreas?.length === 0)
    throw invalid({ expertiseAreas: 'Please add at least one area of expertise' });
  if (typeof image !== 'string' || image === person.image) return;
  if (!(await ownsAvatar(tx, person.id, image))) throw invalid({ image: 'Please upload the picture again' });
}

async function updateUser(tx: Tx, id: string, body: UpdateProfileBody): Promise<UserRow> {
  const before = await lockUser(tx, id);
  if (before === undefined) throw notFound('This account');
  await assertValidFor(tx, before, body);
  if (Object.values(body).every((value) => value === undefined)) return before;
  const [person = before] = await tx.update(users).set(body).where(eq(users.id, id)).returning();
  if (body.image !== undefined) await deleteUnusedAvatars(tx, id, person.image);
  return person;
}

/** Also deletes unused pictures. */
export const updateProfile = ({ db }: Pick<Deps, 'db'>, id: string, body: UpdateProfileBody): Promise<UserRow> =>
  db.transaction((tx) => updateUser(tx, id, body));
