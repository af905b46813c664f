import type { NotificationType } from '@solvent/contracts';
import type { Tx } from '../db/connect.ts';
import { notifications } from '../db/schema/notifications.ts';
import type { UserRow } from '../db/schema/users.ts';
import type { Realtime } from '../realtime/realtime.ts';
import { presentNotification } from './presenter.ts';

/** What somebody is to be told. */
export interface NewNotification {
  userId: string;
  /** Who did what it tells of: the texts say `ACTOR` (actor.ts) instead of the name. Null where they name nobody. */
  actor: Pick<UserRow, 'id' | 'name'> | null;
  type: NotificationType;
  title: string;
  message: string;
  problemId?: string;
  conversationId?: string;
}

/** Tells the person's open pages. */
export type Announce = () => void;

/**
 * Stores a notification in the transaction of what it is about: both are there, or neither.
 * @returns the announcement (`notification` on the person's sockets), to be made after the commit: nobody hears of what is
 *   rolled back, and whoever hears of it finds it
 */
export async function notify(tx: Tx, realtime: Realtime, { userId, actor, ...told }: NewNotification): Promise<Announce> {
  const [row] = await tx
    .insert(notifications)
    .values({ userId, actorId: actor?.id ?? null, ...told, createdAt: new Date() })
    .returning();
  if (row === undefined) throw new Error('A stored notification was not returned');
  return () =>
    realtime.toUser(userId, 'notification', presentNotification({ notification: row, actorName: actor?.name ?? null }));
}
