import { sql } from 'drizzle-orm';
import type { Tx } from '../db/connect.ts';
import { newId } from '../db/new-id.ts';
import { notifications } from '../db/schema/notifications.ts';
import type { UserRow } from '../db/schema/users.ts';
import type { Realtime } from '../realtime/realtime.ts';
import { ACTOR } from './actor.ts';
import type { Announce } from './notify.ts';
import { presentNotification } from './presenter.ts';

/** The message that somebody is to be told of. */
export interface ToldMessage {
  userId: string;
  sender: Pick<UserRow, 'id' | 'name'>;
  conversationId: string;
  problemId: string | null;
  /** The message in a line of plain text. */
  text: string;
  /** When it was stored. */
  at: Date;
}

const ONE_TITLE = `New message from ${ACTOR}`;
/** What follows the number. */
const MORE_TITLE = ` new messages from ${ACTOR}`;

/** The title of a notification of so many messages. */
export const messagesTitle = (count: number): string => (count === 1 ? ONE_TITLE : `${count}${MORE_TITLE}`);

/**
 * Tells somebody of a message, in the transaction that stores it: a conversation has one unread notification, which a further
 * message adds to. To be called with the conversation locked: of two messages at once, the second finds the first one's.
 * @returns the announcement, to be made after the commit; of one that grew it has the `_id` that the person knows
 */
export async function notifyMessage(tx: Tx, realtime: Realtime, told: ToldMessage): Promise<Announce> {
  const { userId, sender, conversationId, problemId, at } = told;
  // What stands for the name is not for people to write.
  const text = told.text.replaceAll(ACTOR, ' ');
  const grown = await tx
    .update(notifications)
    .set({
      count: sql`${notifications.count} + 1`,
      title: sql`(${notifications.count} + 1)::text || ${MORE_TITLE}`,
      message: text,
      createdAt: at,
    })
    .where(
      sql`${notifications.userId} = ${userId} AND ${notifications.conversationId} = ${conversationId}
        AND NOT ${notifications.read} AND ${notifications.type} = 'new_message'`,
    )
    .returning();
  const about = { userId, actorId: sender.id, type: 'new_message' as const, title: messagesTitle(1), message: text };
  const [row] =
    grown.length > 0
      ? grown
      : await tx
          .insert(notifications)
          .values({ id: newId(), ...about, problemId, conversationId, createdAt: at })
          .returning();
  if (row === undefined) throw new Error('A stored notification was not returned');
  return () => realtime.toUser(userId, 'notification', presentNotification({ notification: row, actorName: sender.name }));
}
