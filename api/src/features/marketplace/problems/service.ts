import { isDeepStrictEqual } from 'node:util';
import type { ChangeProblemBody, CreateProblemBody, PageQuery, ProblemReportBody } from '@solvent/contracts';
import { summarize } from '@solvent/contracts/rules';
import { and, desc, eq, exists } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { users } from '../../accounts/schema.ts';
import type { UserRow } from '../../accounts/schema.ts';
import { attachFiles } from '../attachments.ts';
import { addBidsAndProblemChanged, addProblemChanged, lockProblemOrThrow, recordEvent } from './changes.ts';
import type { LockedProblem } from './changes.ts';
import { findProblem } from './detail.ts';
import type { ProblemPage } from './list.ts';
import { cardColumns } from './presenter.ts';
import type { ProblemDetail } from './presenter.ts';
import { bids, problemFiles, problemReports, problems, savedProblems } from '../schema.ts';
import { assertTransition } from '../transitions.ts';
import { NOT_TAKEN_DOWN, assertNotTakenDown, visibleTo } from './visibility.ts';
import { recordRewrite } from './rewrites.ts';
import { syncTextPictures } from '../text-pictures.ts';
import { PROBLEM_TEXTS } from './texts.ts';
import { notifyGrouped } from '../../notifications/service.ts';
import type { Executor, Tx } from '../../../platform/db/connect.ts';
import { AppError, conflict, notFound } from '../../../platform/errors/app-error.ts';
import type { Events } from '../../../platform/outbox/outbox.ts';

/** `['React', 'react ']` is one tag: the first way of writing it stays. */
function removeDuplicates(tags: string[]): string[] {
  const seen = new Map(tags.toReversed().map((tag) => [tag.toLowerCase(), tag]));
  return [...seen.values()].toReversed();
}

/** The problem that this key made before. */
async function findByRequestKey(tx: Tx, userId: string, requestKey: string): Promise<string | undefined> {
  const found = await tx
    .select({ id: problems.id })
    .from(problems)
    .where(and(eq(problems.userId, userId), eq(problems.requestKey, requestKey)));
  return found[0]?.id;
}

/** What its poster says of a problem, as it is stored. */
function toColumns({ title, body, category, tags, budget }: CreateProblemBody) {
  return { title, body, description: summarize(body), category, tags: removeDuplicates(tags), budget };
}

async function insertProblem(tx: Tx, userId: string, body: CreateProblemBody, requestKey?: string): Promise<string | undefined> {
  const now = new Date();
  const stored = await tx
    .insert(problems)
    .values({ ...toColumns(body), userId, requestKey, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: [problems.userId, problems.requestKey] })
    .returning({ id: problems.id });
  const id = stored[0]?.id;
  if (id === undefined) return requestKey === undefined ? undefined : findByRequestKey(tx, userId, requestKey);
  if (body.attachments?.length) await attachFiles(tx, { purpose: 'attachment', id, ownerId: userId }, body.attachments);
  await syncTextPictures(tx, { problemId: id, authorId: userId }, body.body);
  await recordEvent(tx, { problemId: id, event: 'posted', personId: userId, at: now });
  return id;
}

/**
 * Stores a seeker's problem.
 * @param requestKey a key that the seeker sent before gives the problem made then, and makes none: also of two at once
 */
export async function createProblem(
  deps: Pick<Deps, 'db' | 'fileLinks'>,
  userId: string,
  body: CreateProblemBody,
  requestKey?: string,
): Promise<ProblemDetail> {
  const id = await deps.db.transaction((tx) => insertProblem(tx, userId, body, requestKey));
  const problem = id === undefined ? undefined : await findProblem(deps, id, userId);
  if (problem === undefined) throw new Error('A stored problem was not found again');
  return problem;
}

/** @throws AppError `not_found`, `forbidden`, `conflict` */
async function lockOwnOpenProblem(tx: Tx, id: string, callerId: string): Promise<LockedProblem> {
  const problem = await lockProblemOrThrow(tx, id);
  if (problem.userId !== callerId) throw new AppError('forbidden', 'Only who posted this problem can edit it.');
  assertNotTakenDown(problem, callerId);
  assertTransition('edit', ['seeker'], { problem: problem.status }, () => conflict('Only open problems can be edited.'));
  return problem;
}

/** What its poster wrote, with the files that it has. */
async function readContent(tx: Tx, id: string) {
  const { title, body, category, tags, budget } = problems;
  const [written] = await tx.select({ title, body, category, tags, budget }).from(problems).where(eq(problems.id, id));
  if (written === undefined) throw notFound('This problem');
  const attached = await tx
    .select({ id: problemFiles.fileId })
    .from(problemFiles)
    .where(eq(problemFiles.problemId, id))
    .orderBy(problemFiles.position);
  return { ...written, attached };
}

/** Whoever has a bid that waits learns of a lower budget. */
async function notifyBidders(
  tx: Tx,
  events: Events,
  { id, title, poster }: { id: string; title: string; poster: UserRow },
  before: number,
  after: number,
): Promise<void> {
  const pending = and(eq(bids.problemId, id), eq(bids.status, 'pending'));
  const bidders = await tx.select({ id: bids.solverId }).from(bids).where(pending);
  const words = PROBLEM_TEXTS.budgetLowered(title, before, after);
  await notifyGrouped(tx, events, { ...words, problemId: id, actor: poster, userIds: bidders.map((bidder) => bidder.id) });
}

/**
 * Changes an own problem while it is open. Without `attachments` its files stay as they are.
 * @returns keys of files to delete after the commit
 * @throws AppError `not_found`; `forbidden` to others; `conflict` unless it is open; `invalid` for files that cannot be attached
 */
export async function editProblem(
  tx: Tx,
  events: Events,
  id: string,
  poster: UserRow,
  body: ChangeProblemBody,
): Promise<string[]> {
  const { title } = await lockOwnOpenProblem(tx, id, poster.id);
  const now = new Date();
  const was = await readContent(tx, id);
  await tx
    .update(problems)
    .set({ ...toColumns(body), updatedAt: now })
    .where(eq(problems.id, id));
  const place = { purpose: 'attachment', id, ownerId: poster.id } as const;
  const gone = body.attachments === undefined ? [] : await attachFiles(tx, place, body.attachments);
  gone.push(...(await syncTextPictures(tx, { problemId: id, authorId: poster.id }, body.body)));
  const { budget, ...is } = await readContent(tx, id);
  const changed = { problemId: id, personId: poster.id, at: now };
  const { budget: budgetBefore, ...others } = was;
  const [{ attached: _before, ...before }, { attached: _after, ...after }] = [others, is];
  const bidders = await recordRewrite(tx, events, { id, poster, before, after, now });
  if (budget === budgetBefore || !isDeepStrictEqual(is, others)) await recordEvent(tx, { ...changed, event: 'edited' });
  if (budget !== budgetBefore) await recordEvent(tx, { ...changed, event: 'budget_changed', budgetBefore, budgetAfter: budget });
  if (budget < budgetBefore) await notifyBidders(tx, events, { id, title, poster }, budgetBefore, budget);
  if (bidders.length > 0) await addBidsAndProblemChanged(tx, events, id, [poster.id, ...bidders]);
  else await addProblemChanged(tx, events, id);
  return gone;
}

/**
 * Keeps what somebody says against a problem, for the team; a second time replaces the first.
 * @throws AppError `not_found`; `conflict` for one's own problem
 */
export async function reportProblem(
  db: Executor,
  userId: string,
  problemId: string,
  { reason, description = '' }: ProblemReportBody,
): Promise<void> {
  const [problem] = await db
    .select({ posterId: problems.userId })
    .from(problems)
    .where(and(eq(problems.id, problemId), visibleTo(db, userId)));
  if (problem === undefined) throw notFound('This problem');
  if (problem.posterId === userId) throw new AppError('conflict', 'This is your own problem: you can edit or close it.');
  const said = { reason, description, createdAt: new Date() };
  await db
    .insert(problemReports)
    .values({ problemId, userId, ...said })
    .onConflictDoUpdate({ target: [problemReports.problemId, problemReports.userId], set: said });
}

/** Keeps a problem for somebody; one that is kept already stays where it is. @throws AppError `not_found` */
export async function saveProblem(db: Executor, userId: string, problemId: string): Promise<void> {
  if ((await db.$count(problems, and(eq(problems.id, problemId), visibleTo(db, userId)))) === 0) throw notFound('This problem');
  await db.insert(savedProblems).values({ userId, problemId, savedAt: new Date() }).onConflictDoNothing();
}

/** Lets go of a problem, if it is kept. */
export async function unsaveProblem(db: Executor, userId: string, problemId: string): Promise<void> {
  await db.delete(savedProblems).where(and(eq(savedProblems.userId, userId), eq(savedProblems.problemId, problemId)));
}

/**
 * One page of the problems that a user saved, the latest first. Includes problems that were closed since, but not those that are
 * taken down.
 */
export async function listSaved(db: Executor, userId: string, { page, limit }: PageQuery): Promise<ProblemPage> {
  const up = db
    .select({ id: problems.id })
    .from(problems)
    .where(and(eq(problems.id, savedProblems.problemId), NOT_TAKEN_DOWN));
  const own = and(eq(savedProblems.userId, userId), exists(up));
  const cards = await db
    .select(cardColumns(db, userId))
    .from(savedProblems)
    .innerJoin(problems, eq(problems.id, savedProblems.problemId))
    .innerJoin(users, eq(users.id, problems.userId))
    .where(own)
    .orderBy(desc(savedProblems.savedAt), desc(savedProblems.problemId))
    .limit(limit)
    .offset((page - 1) * limit);
  return { cards, total: await db.$count(savedProblems, own) };
}
