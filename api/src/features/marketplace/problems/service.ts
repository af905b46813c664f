import { isDeepStrictEqual } from 'node:util';
import type { ChangeProblemBody, CreateProblemBody, PageQuery, ProblemReportBody } from '@solvent/contracts';
import { summarise } from '@solvent/contracts/rules';
import { and, desc, eq, inArray, isNull, notExists, notInArray, or } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { users } from '../../accounts/schema.ts';
import type { UserRow } from '../../accounts/schema.ts';
import { files } from '../../files/schema.ts';
import { addProblemChanged, lockProblem, recordEvent } from './changes.ts';
import type { LockedProblem } from './changes.ts';
import { findProblem } from './detail.ts';
import type { ProblemPage } from './list.ts';
import { cardColumns } from './presenter.ts';
import type { ProblemDetail } from './presenter.ts';
import { bids, problemFiles, problemReports, problems, savedProblems, textPictures } from '../schema.ts';
import { keepPictures } from '../text-pictures.ts';
import { PROBLEM_WORDS } from './words.ts';
import { notifyInOne } from '../../notifications/service.ts';
import type { Executor, Tx } from '../../../platform/db/connect.ts';
import { AppError, invalid, notFound } from '../../../platform/errors/app-error.ts';
import type { Events } from '../../../platform/outbox/outbox.ts';

/** Whose problem the files belong to. */
interface Place {
  problemId: string;
  ownerId: string;
}

const refused = () => invalid({ attachments: 'Please upload the file again' });

/** Files of the poster that belong to no other problem and to no text, which nobody sweeps away meanwhile. */
async function holdFiles(tx: Tx, { problemId, ownerId }: Place, ids: string[]): Promise<void> {
  const inTexts = tx.select({ id: textPictures.fileId }).from(textPictures).where(eq(textPictures.fileId, files.id));
  const free = and(or(isNull(problemFiles.problemId), eq(problemFiles.problemId, problemId)), notExists(inTexts));
  const held = await tx
    .select({ id: files.id })
    .from(files)
    .leftJoin(problemFiles, eq(problemFiles.fileId, files.id))
    .where(and(inArray(files.id, ids), eq(files.ownerId, ownerId), eq(files.purpose, 'attachment'), free))
    .for('update', { of: files });
  if (held.length < ids.length) throw refused();
}

/** @returns the keys of those that are gone */
async function removeOthers(tx: Tx, problemId: string, kept: string[]): Promise<string[]> {
  const others = tx
    .select({ id: problemFiles.fileId })
    .from(problemFiles)
    .where(and(eq(problemFiles.problemId, problemId), notInArray(problemFiles.fileId, kept)));
  const removed = await tx.delete(files).where(inArray(files.id, others)).returning({ key: files.storageKey });
  return removed.map(({ key }) => key);
}

/**
 * Makes these files a problem's, in this order, for everybody to read; those that it had besides are deleted.
 * @returns the keys of what is to be deleted from the file store after the commit
 * @throws AppError `invalid` for files that are not the poster's own attachments, or belong to another problem
 */
async function attachFiles(tx: Tx, place: Place, given: string[]): Promise<string[]> {
  const ids = [...new Set(given.map((id) => id.toLowerCase()))];
  const { problemId } = place;
  if (ids.length > 0) await holdFiles(tx, place, ids);
  const gone = await removeOthers(tx, problemId, ids);
  if (ids.length === 0) return gone;
  await tx.delete(problemFiles).where(eq(problemFiles.problemId, problemId));
  // Of two problems that take one file at once, the second finds it taken only here.
  const attached = await tx
    .insert(problemFiles)
    .values(ids.map((fileId, position) => ({ problemId, fileId, position })))
    .onConflictDoNothing()
    .returning({ fileId: problemFiles.fileId });
  if (attached.length < ids.length) throw refused();
  await tx.update(files).set({ visibility: 'public' }).where(inArray(files.id, ids));
  return gone;
}

/** `['React', 'react ']` is one tag: the first way of writing it stays. */
function withoutRepeats(tags: string[]): string[] {
  const seen = new Map(tags.toReversed().map((tag) => [tag.toLowerCase(), tag]));
  return [...seen.values()].toReversed();
}

/** The problem that this key made before. */
async function madeBefore(tx: Tx, userId: string, requestKey: string): Promise<string | undefined> {
  const found = await tx
    .select({ id: problems.id })
    .from(problems)
    .where(and(eq(problems.userId, userId), eq(problems.requestKey, requestKey)));
  return found[0]?.id;
}

/** What its poster says of a problem, as it is stored. */
function columnsOf({ title, body, category, tags, budget }: CreateProblemBody) {
  return { title, body, description: summarise(body), category, tags: withoutRepeats(tags), budget };
}

async function store(tx: Tx, userId: string, body: CreateProblemBody, requestKey?: string): Promise<string | undefined> {
  const now = new Date();
  const stored = await tx
    .insert(problems)
    .values({ ...columnsOf(body), userId, requestKey, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: [problems.userId, problems.requestKey] })
    .returning({ id: problems.id });
  const id = stored[0]?.id;
  if (id === undefined) return requestKey === undefined ? undefined : madeBefore(tx, userId, requestKey);
  if (body.attachments?.length) await attachFiles(tx, { problemId: id, ownerId: userId }, body.attachments);
  await keepPictures(tx, { problemId: id, authorId: userId }, body.body);
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
  const id = await deps.db.transaction((tx) => store(tx, userId, body, requestKey));
  const problem = id === undefined ? undefined : await findProblem(deps, id, userId);
  if (problem === undefined) throw new Error('A stored problem was not found again');
  return problem;
}

/** @throws AppError `not_found`, `forbidden`, `conflict` */
async function holdOwnOpen(tx: Tx, id: string, callerId: string): Promise<LockedProblem> {
  const problem = await lockProblem(tx, id);
  if (problem === undefined) throw notFound('This problem');
  if (problem.userId !== callerId) throw new AppError('forbidden', 'Only who posted this problem can edit it.');
  if (problem.status !== 'open') throw new AppError('conflict', 'Only open problems can be edited.');
  return problem;
}

/** What its poster wrote, with the files that it has. */
async function writtenOf(tx: Tx, id: string) {
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
async function tellBidders(
  tx: Tx,
  events: Events,
  { id, title, poster }: { id: string; title: string; poster: UserRow },
  before: number,
  after: number,
): Promise<void> {
  const pending = and(eq(bids.problemId, id), eq(bids.status, 'pending'));
  const bidders = await tx.select({ id: bids.solverId }).from(bids).where(pending);
  const about = { ...PROBLEM_WORDS.budgetLowered(title, before, after), type: 'budget_changed', problemId: id } as const;
  await notifyInOne(tx, events, { ...about, actor: poster, userIds: bidders.map((bidder) => bidder.id) });
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
  const { title } = await holdOwnOpen(tx, id, poster.id);
  const now = new Date();
  const was = await writtenOf(tx, id);
  await tx
    .update(problems)
    .set({ ...columnsOf(body), updatedAt: now })
    .where(eq(problems.id, id));
  const place = { problemId: id, ownerId: poster.id };
  const gone = body.attachments === undefined ? [] : await attachFiles(tx, place, body.attachments);
  gone.push(...(await keepPictures(tx, { problemId: id, authorId: poster.id }, body.body)));
  const { budget, ...is } = await writtenOf(tx, id);
  const changed = { problemId: id, personId: poster.id, at: now };
  const { budget: budgetBefore, ...others } = was;
  if (budget === budgetBefore || !isDeepStrictEqual(is, others)) await recordEvent(tx, { ...changed, event: 'edited' });
  if (budget !== budgetBefore) await recordEvent(tx, { ...changed, event: 'budget_changed', budgetBefore, budgetAfter: budget });
  if (budget < budgetBefore) await tellBidders(tx, events, { id, title, poster }, budgetBefore, budget);
  await addProblemChanged(tx, events, id);
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
  const [problem] = await db.select({ posterId: problems.userId }).from(problems).where(eq(problems.id, problemId));
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
  if ((await db.$count(problems, eq(problems.id, problemId))) === 0) throw notFound('This problem');
  await db.insert(savedProblems).values({ userId, problemId, savedAt: new Date() }).onConflictDoNothing();
}

/** Lets go of a problem, if it is kept. */
export async function forgetProblem(db: Executor, userId: string, problemId: string): Promise<void> {
  await db.delete(savedProblems).where(and(eq(savedProblems.userId, userId), eq(savedProblems.problemId, problemId)));
}

/** One page of what somebody keeps, the latest saved first; what was closed since stays among them. */
export async function listSaved(db: Executor, userId: string, { page, limit }: PageQuery): Promise<ProblemPage> {
  const own = eq(savedProblems.userId, userId);
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
