import type { DeliverBody } from '@solvent/contracts';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { attachFiles } from '../attaching.ts';
import { addBidsChanged, recordEvent } from '../problems/changes.ts';
import { holdOwn, refuseOver, tell } from './holding.ts';
import { agreements } from './schema.ts';
import { AGREEMENT_WORDS } from './words.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { conflict } from '../../../platform/errors/app-error.ts';
import type { Events } from '../../../platform/outbox/outbox.ts';

/** What is handed over, by whom. */
interface Delivering {
  id: string;
  callerId: string;
  body: DeliverBody;
}

async function deliverIn(tx: Tx, events: Events, { id, callerId, body }: Delivering): Promise<void> {
  const held = await holdOwn(tx, id, callerId, 'solver');
  refuseOver(held);
  const { agreement, problem, seeker, caller } = held;
  if (agreement.status === 'delivered') throw conflict('This work is delivered already. Send what is new as a message.');
  const at = new Date();
  await tx.update(agreements).set({ status: 'delivered', deliveredAt: at, deliveryNote: body.note }).where(eq(agreements.id, id));
  await attachFiles(tx, { purpose: 'delivery', id, ownerId: callerId }, body.files ?? []);
  await recordEvent(tx, { problemId: problem.id, event: 'delivered', personId: callerId, at });
  await tell(tx, events, held, seeker, caller, 'delivered', AGREEMENT_WORDS.delivered(problem.title));
  await addBidsChanged(tx, events, problem.id, [seeker.id, callerId]);
}

/**
 * Hands the work over: note, files, timeline and the seeker's notification, or none of them.
 * @throws AppError as `holdOwn`; `conflict` unless the work is under way and was not delivered; `invalid` for files that cannot be attached
 */
export const deliver = ({ transact }: Pick<Deps, 'transact'>, delivering: Delivering): Promise<void> =>
  transact((tx, events) => deliverIn(tx, events, delivering));
