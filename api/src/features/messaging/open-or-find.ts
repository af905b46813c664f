import { and, eq, isNull } from 'drizzle-orm';
import type { OpenConversationBody } from '@solvent/contracts';
import type { Db, Tx } from '../../platform/db/connect.ts';
import { users } from '../accounts/schema/users.ts';
import { invalid, notFound } from '../../platform/errors/app-error.ts';
import { findMeeting, openConversation } from './open-conversation.ts';
import { refuseStrangers } from './policy.ts';

/** A conversation that was asked for. */
export interface Opened {
  id: string;
  isNew: boolean;
}

async function openOrFindIn(tx: Tx, callerId: string, { userId, problemId: sought }: OpenConversationBody): Promise<Opened> {
  const present = and(eq(users.id, userId), isNull(users.deletedAt));
  const [other] = await tx.select({ id: users.id, role: users.role }).from(users).where(present);
  if (other === undefined) throw notFound('This person');
  if (other.id === callerId) throw invalid({ userId: 'This is you: choose somebody else to write to' });
  const problemId = sought?.toLowerCase() ?? null;
  const meeting = { problemId, people: [callerId, other.id] } as const;
  const id = await findMeeting(tx, meeting);
  if (id !== undefined) return { id, isNew: false };
  await refuseStrangers(tx, callerId, other, problemId);
  return openConversation(tx, meeting);
}

/**
 * Finds the caller's conversation with somebody, about a problem or none, or opens it. One that is there stays theirs, whatever
 * changed since.
 * @throws AppError `invalid` for oneself; `not_found` without such a person or problem; `forbidden` where the two have nothing
 *   to talk about
 */
export const openOrFind = (db: Db, callerId: string, body: OpenConversationBody): Promise<Opened> =>
  db.transaction((tx) => openOrFindIn(tx, callerId, body));
