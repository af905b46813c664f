import { and, eq } from 'drizzle-orm';
import type { CreateProblemBody } from '@solvent/contracts';
import type { Db, Tx } from '../../../platform/db/connect.ts';
import { problems } from '../schema/problems.ts';
import { recordEvent } from '../record-event.ts';
import { attachFiles } from './attachments/attach-files.ts';
import { findProblem } from './problem-detail.ts';
import type { ProblemDetail } from './presenter.ts';
import { summarise } from '@solvent/contracts/rules';

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
export function columnsOf({ title, body, category, tags, budget }: CreateProblemBody) {
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
  await recordEvent(tx, { problemId: id, event: 'posted', personId: userId, at: now });
  return id;
}

/**
 * Stores a seeker's problem.
 * @param requestKey a key that the seeker sent before gives the problem made then, and makes none: also of two at once
 */
export async function createProblem(
  db: Db,
  userId: string,
  body: CreateProblemBody,
  requestKey?: string,
): Promise<ProblemDetail> {
  const id = await db.transaction((tx) => store(tx, userId, body, requestKey));
  const problem = id === undefined ? undefined : await findProblem(db, id, userId);
  if (problem === undefined) throw new Error('A stored problem was not found again');
  return problem;
}
