import { eq } from 'drizzle-orm';
import type { ChangeProblemBody } from '@solvent/contracts';
import type { Tx } from '../../../../platform/db/connect.ts';
import { problems } from '../../schema/problems.ts';
import { AppError, notFound } from '../../../../platform/errors/app-error.ts';
import { lockProblem } from '../../lock-problem.ts';
import { addProblemChanged } from '../../problem-events.ts';
import { recordEvent } from '../../record-event.ts';
import type { Events } from '../../../../platform/outbox/outbox.ts';
import { attachFiles } from '../attachments/attach-files.ts';
import { columnsOf } from '../create-problem.ts';

/** @throws AppError `not_found`, `forbidden`, `conflict` */
async function holdOwnOpen(tx: Tx, id: string, callerId: string): Promise<void> {
  const problem = await lockProblem(tx, id);
  if (problem === undefined) throw notFound('This problem');
  if (problem.userId !== callerId) throw new AppError('forbidden', 'Only who posted this problem can edit it.');
  if (problem.status !== 'open') throw new AppError('conflict', 'Only open problems can be edited.');
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
  callerId: string,
  body: ChangeProblemBody,
): Promise<string[]> {
  await holdOwnOpen(tx, id, callerId);
  const now = new Date();
  await tx
    .update(problems)
    .set({ ...columnsOf(body), updatedAt: now })
    .where(eq(problems.id, id));
  const place = { problemId: id, ownerId: callerId };
  const gone = body.attachments === undefined ? [] : await attachFiles(tx, place, body.attachments);
  await recordEvent(tx, { problemId: id, event: 'edited', personId: callerId, at: now });
  await addProblemChanged(tx, events, id);
  return gone;
}
