import { isDeepStrictEqual } from 'node:util';
import type { ChangeProblemBody, CreateProblemBody, Problem, ProblemStatus } from '@solvent/contracts';
import { findDoneByError, summarize } from '@solvent/contracts/rules';
import { and, eq, inArray, notInArray } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { bids, problems, savedProblems } from '../../../schema/index.ts';
import type { UserRow } from '../../../schema/index.ts';
import { finishAgreement } from '../agreements/lifecycle.ts';
import { attachFiles, nestedFiles, syncTextPictures } from '../attachments.ts';
import {
  addBidsAndProblemChanged,
  addBidsChanged,
  addProblemChanged,
  applyStatus,
  assertNotTakenDown,
  lockProblemOrThrow,
  recordEvent,
  STATUS_EVENTS,
} from './changes.ts';
import type { LockedProblem, StatusAction } from './changes.ts';
import { findProblem } from './detail.ts';
import { assertTransition, TRANSITIONS } from '../transitions.ts';
import type { Role } from '../transitions.ts';
import { recordRewrite } from './rewrites.ts';
import { PROBLEM_TEXTS } from '../texts.ts';
import { notifyGrouped } from '../../notifications/index.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { AppError, conflict, notFound } from '../../../platform/errors/app-error.ts';
import type { Events } from '../../../platform/outbox/outbox.ts';

/** Removes duplicates case-insensitively and keeps the first spelling. */
function removeDuplicates(tags: string[]): string[] {
  const seen = new Map(tags.toReversed().map((tag) => [tag.toLowerCase(), tag]));
  return [...seen.values()].toReversed();
}

/** An absent day stays as it is. */
function toColumns({ title, body, category, tags, budget, doneBy }: CreateProblemBody) {
  const day = doneBy === undefined ? {} : { doneBy: doneBy || null };
  return { title, body, description: summarize(body), category, tags: removeDuplicates(tags), budget, ...day };
}

/** @throws AppError `invalid`; allows one day of slack, because the poster's calendar is unknown */
function assertDoneBy({ doneBy }: CreateProblemBody, stored?: string | null): void {
  const error = findDoneByError(doneBy, new Date().toISOString().slice(0, 10), stored, 1);
  if (error !== undefined) throw new AppError('invalid', 'Please check the form.', { errors: { doneBy: error } });
}

/** @param requestKey a key that was used before returns the existing problem, also for concurrent requests */
export async function createProblem(
  deps: Pick<Deps, 'db' | 'fileLinks'>,
  userId: string,
  body: CreateProblemBody,
  requestKey?: string,
): Promise<Problem> {
  assertDoneBy(body);
  const id = await deps.db.transaction(async (tx) => {
    const now = new Date();
    const [inserted] = await tx
      .insert(problems)
      .values({ ...toColumns(body), userId, requestKey, createdAt: now, updatedAt: now })
      .onConflictDoNothing({ target: [problems.userId, problems.requestKey] })
      .returning({ id: problems.id });
    if (inserted === undefined) {
      const isRepeated = and(eq(problems.userId, userId), eq(problems.requestKey, requestKey ?? ''));
      return (await tx.select({ id: problems.id }).from(problems).where(isRepeated))[0]?.id;
    }
    const problemId = inserted.id;
    const { attachments = [] } = body;
    if (attachments.length > 0) await attachFiles(tx, { purpose: 'attachment', id: problemId, ownerId: userId }, attachments);
    await syncTextPictures(tx, { problemId, authorId: userId }, body.body);
    await recordEvent(tx, { problemId, event: 'posted', personId: userId, at: now });
    return problemId;
  });
  if (id === undefined) throw new Error('The stored problem was not found');
  return findProblem(deps, id, userId);
}

async function readContent(tx: Tx, id: string) {
  const { title, body, category, tags, budget, doneBy } = problems;
  const attachments = nestedFiles(tx, 'attachment', problems.id);
  const [content] = await tx
    .select({ text: { title, body, category, tags }, budget, doneBy, attachments })
    .from(problems)
    .where(eq(problems.id, id));
  if (content === undefined) throw notFound('This problem');
  return content;
}

/** Edits a problem. Keeps its files if `attachments` is undefined. */
export async function editProblem(tx: Tx, events: Events, id: string, poster: UserRow, body: ChangeProblemBody): Promise<void> {
  const problem = await lockProblemOrThrow(tx, id);
  if (problem.userId !== poster.id) throw new AppError('forbidden', 'Only the poster can edit this problem.');
  assertNotTakenDown(problem, poster.id);
  assertTransition('edit', ['seeker'], { problem: problem.status }, () => conflict('Only open problems can be edited.'));
  const now = new Date();
  const { budget: budgetBefore, ...before } = await readContent(tx, id);
  assertDoneBy(body, before.doneBy);
  await tx
    .update(problems)
    .set({ ...toColumns(body), updatedAt: now })
    .where(eq(problems.id, id));
  if (body.attachments !== undefined) await attachFiles(tx, { purpose: 'attachment', id, ownerId: poster.id }, body.attachments);
  await syncTextPictures(tx, { problemId: id, authorId: poster.id }, body.body);
  const { budget, ...after } = await readContent(tx, id);
  const bidders = await recordRewrite(tx, events, { problem, poster, before: before.text, after: after.text, now });
  const entry = { problemId: id, personId: poster.id, at: now };
  if (budget === budgetBefore || !isDeepStrictEqual(after, before)) await recordEvent(tx, { ...entry, event: 'edited' });
  if (budget !== budgetBefore) await recordEvent(tx, { ...entry, event: 'budget_changed', budgetBefore, budgetAfter: budget });
  if (budget < budgetBefore) {
    const isPending = and(eq(bids.problemId, id), eq(bids.status, 'pending'));
    const pending = await tx.select({ id: bids.solverId }).from(bids).where(isPending);
    const content = PROBLEM_TEXTS.budgetLowered(problem.title, budgetBefore, budget);
    await notifyGrouped(tx, events, { ...content, problemId: id, actor: poster, userIds: pending.map((bidder) => bidder.id) });
  }
  if (bidders.length > 0) addBidsChanged(events, id, [poster.id, ...bidders]);
  await addProblemChanged(tx, events, id);
}

const STATUS_ACTIONS = Object.keys(STATUS_EVENTS) as StatusAction[];

function getAction({ status: from }: LockedProblem, to: ProblemStatus): StatusAction {
  const action = STATUS_ACTIONS.find((candidate) => {
    const transition = TRANSITIONS[candidate];
    const states: readonly ProblemStatus[] = transition.from.problem;
    return states.includes(from) && transition.to.problem === to;
  });
  if (action !== undefined) return action;
  const [current, requested] = [from, to].map((status) => status.replace('-', ' '));
  const reason = from === to ? 'already' : `and cannot become ${requested}`;
  throw new AppError('invalid_transition', `This problem is ${current} ${reason}.`);
}

function getRole(problem: LockedProblem, accepted: string | undefined, callerId: string): Role {
  if (problem.userId === callerId) return 'seeker';
  if (accepted === callerId) return 'solver';
  throw new AppError('forbidden', 'Only the poster can change the status of this problem.');
}

/** Notifies users who saved the problem, unless it is taken down. @param excludedIds users who act or are notified otherwise */
export async function notifySavers(
  tx: Tx,
  events: Events,
  { id: problemId, title, takenDownAt }: LockedProblem,
  event: 'solved' | 'closed',
  actor: UserRow | null,
  excludedIds: string[],
): Promise<void> {
  if (takenDownAt !== null) return;
  const notExcluded = and(eq(savedProblems.problemId, problemId), notInArray(savedProblems.userId, excludedIds));
  const savers = await tx.select({ id: savedProblems.userId }).from(savedProblems).where(notExcluded);
  const texts = event === 'solved' ? PROBLEM_TEXTS.savedSolved(title) : PROBLEM_TEXTS.savedClosed(title);
  await notifyGrouped(tx, events, { ...texts, problemId, actor, userIds: savers.map(({ id }) => id) });
}

export interface StatusRequest {
  problemId: string;
  caller: UserRow;
  status: ProblemStatus;
  /** The agreement of seeker and solver when they part; may be empty. */
  note: string;
}

/** Closes, reopens or solves a problem, or parts its seeker and solver (product 4.10). */
export const changeStatus = ({ transact }: Deps, { problemId, caller, status, note }: StatusRequest): Promise<void> =>
  transact(async (tx, events) => {
    const problem = await lockProblemOrThrow(tx, problemId);
    const active = await tx
      .select({ solverId: bids.solverId, status: bids.status })
      .from(bids)
      .where(and(eq(bids.problemId, problemId), inArray(bids.status, ['pending', 'accepted'])));
    const accepted = active.find((bid) => bid.status === 'accepted')?.solverId;
    const role = getRole(problem, accepted, caller.id);
    const action = getAction(problem, status);
    const allowed: readonly Role[] = TRANSITIONS[action].who;
    if (!allowed.includes(role)) throw new AppError('forbidden', 'Only the poster can do this.');
    const at = new Date();
    if (action === 'solve' || action === 'part') await finishAgreement(tx, events, problemId, caller.id, action, note, at);
    await applyStatus(tx, problemId, action, caller.id, at);
    const event = STATUS_EVENTS[action];
    const parties = [problem.userId, ...(accepted === undefined ? [] : [accepted])];
    if (event === 'solved' || event === 'closed') await notifySavers(tx, events, problem, event, caller, parties);
    await addBidsAndProblemChanged(tx, events, problemId, [problem.userId, ...active.map(({ solverId }) => solverId)]);
  });
