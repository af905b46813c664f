import { isDeepStrictEqual } from 'node:util';
import type { ChangeProblemBody, CreateProblemBody, PageQuery, Problem, ProblemReportBody } from '@solvent/contracts';
import { summarize } from '@solvent/contracts/rules';
import { and, desc, eq, exists } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { bids, problemFiles, problemReports, problems, savedProblems, users } from '../../../schema/index.ts';
import type { UserRow } from '../../../schema/index.ts';
import { attachFiles } from '../attachments.ts';
import {
  addBidsAndProblemChanged,
  addProblemChanged,
  lockProblemOrThrow,
  recordEvent,
  NOT_TAKEN_DOWN,
  assertNotTakenDown,
  visibleTo,
} from './changes.ts';
import type { LockedProblem } from './changes.ts';
import { findProblem } from './detail.ts';
import type { ProblemPage } from './list.ts';
import { cardColumns } from './presenter.ts';
import { assertTransition } from '../transitions.ts';
import { recordRewrite } from './rewrites.ts';
import { syncTextPictures } from '../text-pictures.ts';
import { PROBLEM_TEXTS } from '../texts.ts';
import { notifyGrouped } from '../../notifications/index.ts';
import type { Executor, Tx } from '../../../platform/db/connect.ts';
import { AppError, conflict, notFound } from '../../../platform/errors/app-error.ts';
import type { Events } from '../../../platform/outbox/outbox.ts';

/** Case-insensitive; keeps the first spelling. */
function removeDuplicates(tags: string[]): string[] {
  const seen = new Map(tags.toReversed().map((tag) => [tag.toLowerCase(), tag]));
  return [...seen.values()].toReversed();
}

async function findByRequestKey(tx: Tx, userId: string, requestKey: string): Promise<string | undefined> {
  const [found] = await tx
    .select({ id: problems.id })
    .from(problems)
    .where(and(eq(problems.userId, userId), eq(problems.requestKey, requestKey)));
  return found?.id;
}

function toColumns({ title, body, category, tags, budget }: CreateProblemBody) {
  return { title, body, description: summarize(body), category, tags: removeDuplicates(tags), budget };
}

async function insertProblem(tx: Tx, userId: string, body: CreateProblemBody, requestKey?: string): Promise<string | undefined> {
  const now = new Date();
  const [inserted] = await tx
    .insert(problems)
    .values({ ...toColumns(body), userId, requestKey, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: [problems.userId, problems.requestKey] })
    .returning({ id: problems.id });
  const id = inserted?.id;
  if (id === undefined) return requestKey === undefined ? undefined : findByRequestKey(tx, userId, requestKey);
  if (body.attachments?.length) await attachFiles(tx, { purpose: 'attachment', id, ownerId: userId }, body.attachments);
  await syncTextPictures(tx, { problemId: id, authorId: userId }, body.body);
  await recordEvent(tx, { problemId: id, event: 'posted', personId: userId, at: now });
  return id;
}

/** @param requestKey a key that was used before returns the existing problem, also for concurrent requests */
export async function createProblem(
  deps: Pick<Deps, 'db' | 'fileLinks'>,
  userId: string,
  body: CreateProblemBody,
  requestKey?: string,
): Promise<Problem> {
  const id = await deps.db.transaction((tx) => insertProblem(tx, userId, body, requestKey));
  const problem = id === undefined ? undefined : await findProblem(deps, id, userId);
  if (problem === undefined) throw new Error('The stored problem was not found');
  return problem;
}

async function lockOwnOpenProblem(tx: Tx, id: string, callerId: string): Promise<LockedProblem> {
  const problem = await lockProblemOrThrow(tx, id);
  if (problem.userId !== callerId) throw new AppError('forbidden', 'Only the poster can edit this problem.');
  assertNotTakenDown(problem, callerId);
  assertTransition('edit', ['seeker'], { problem: problem.status }, () => conflict('Only open problems can be edited.'));
  return problem;
}

async function readContent(tx: Tx, id: string) {
  const { title, body, category, tags, budget } = problems;
  const [content] = await tx.select({ text: { title, body, category, tags }, budget }).from(problems).where(eq(problems.id, id));
  if (content === undefined) throw notFound('This problem');
  const attached = await tx
    .select({ id: problemFiles.fileId })
    .from(problemFiles)
    .where(eq(problemFiles.problemId, id))
    .orderBy(problemFiles.position);
  return { ...content, attached };
}

async function notifyPendingBidders(
  tx: Tx,
  events: Events,
  { id, title, poster }: { id: string; title: string; poster: UserRow },
  before: number,
  after: number,
): Promise<void> {
  const pending = and(eq(bids.problemId, id), eq(bids.status, 'pending'));
  const bidders = await tx.select({ id: bids.solverId }).from(bids).where(pending);
  const texts = PROBLEM_TEXTS.budgetLowered(title, before, after);
  await notifyGrouped(tx, events, { ...texts, problemId: id, actor: poster, userIds: bidders.map((bidder) => bidder.id) });
}

/** Without `attachments`, the files stay. @returns keys of files to delete after the commit */
export async function editProblem(
  tx: Tx,
  events: Events,
  id: string,
  poster: UserRow,
  body: ChangeProblemBody,
): Promise<string[]> {
  const { title } = await lockOwnOpenProblem(tx, id, poster.id);
  const now = new Date();
  const { budget: budgetBefore, ...before } = await readContent(tx, id);
  await tx
    .update(problems)
    .set({ ...toColumns(body), updatedAt: now })
    .where(eq(problems.id, id));
  const owner = { purpose: 'attachment', id, ownerId: poster.id } as const;
  const deletedKeys = body.attachments === undefined ? [] : await attachFiles(tx, owner, body.attachments);
  deletedKeys.push(...(await syncTextPictures(tx, { problemId: id, authorId: poster.id }, body.body)));
  const { budget, ...after } = await readContent(tx, id);
  const bidders = await recordRewrite(tx, events, { id, poster, before: before.text, after: after.text, now });
  const entry = { problemId: id, personId: poster.id, at: now };
  if (budget === budgetBefore || !isDeepStrictEqual(after, before)) await recordEvent(tx, { ...entry, event: 'edited' });
  if (budget !== budgetBefore) await recordEvent(tx, { ...entry, event: 'budget_changed', budgetBefore, budgetAfter: budget });
  if (budget < budgetBefore) await notifyPendingBidders(tx, events, { id, title, poster }, budgetBefore, budget);
  if (bidders.length > 0) await addBidsAndProblemChanged(tx, events, id, [poster.id, ...bidders]);
  else await addProblemChanged(tx, events, id);
  return deletedKeys;
}

/** Replaces the user's earlier report. @throws AppError `not_found`; `conflict` for the user's own problem */
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
  if (problem.posterId === userId) throw conflict('You can’t report your own problem. Edit or close it instead.');
  const report = { reason, description, createdAt: new Date() };
  await db
    .insert(problemReports)
    .values({ problemId, userId, ...report })
    .onConflictDoUpdate({ target: [problemReports.problemId, problemReports.userId], set: report });
}

/** A problem that is already saved keeps its position. @throws AppError `not_found` */
export async function saveProblem(db: Executor, userId: string, problemId: string): Promise<void> {
  if ((await db.$count(problems, and(eq(problems.id, problemId), visibleTo(db, userId)))) === 0) throw notFound('This problem');
  await db.insert(savedProblems).values({ userId, problemId, savedAt: new Date() }).onConflictDoNothing();
}

export async function unsaveProblem(db: Executor, userId: string, problemId: string): Promise<void> {
  await db.delete(savedProblems).where(and(eq(savedProblems.userId, userId), eq(savedProblems.problemId, problemId)));
}

/** Saved problems, latest first: closed ones too, taken-down ones not. */
export async function listSaved(db: Executor, userId: string, { page, limit }: PageQuery): Promise<ProblemPage> {
  const visible = db
    .select({ id: problems.id })
    .from(problems)
    .where(and(eq(problems.id, savedProblems.problemId), NOT_TAKEN_DOWN));
  const own = and(eq(savedProblems.userId, userId), exists(visible));
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
