import { asc, inArray, lt, sql } from 'drizzle-orm';
import type { Message } from '@solvent/contracts';
import type { Tx } from '../db/connect.ts';
import { messages, unsaidMessages } from '../db/schema/chat.ts';
import type { Deps } from '../deps.ts';
import { tellUnread } from '../notifications/tell-unread.ts';
import type { Realtime } from '../realtime/realtime.ts';
import { presentMessage } from './present-message.ts';
import type { LinkTo } from './present-message.ts';
import { readTalks, withFiles } from './read-messages.ts';

/** A message that nobody has heard of for so long (s) is one of a server that ended. */
const UNSAID_FOR = 2;
/** So many are said at once. */
const SWEPT_AT_ONCE = 200;

/** Whom a message is for, besides its sender, and which problem it is about. */
export interface Addressed {
  message: Message;
  otherId: string;
  problemId: string | null;
}

/** Says a stored message to every tab of both, and to the other one that there is something new. After the commit. */
export function sayMessage(realtime: Realtime, { message, otherId, problemId }: Addressed): void {
  realtime.toUser(message.sender._id, 'message', message);
  realtime.toUser(otherId, 'message', message);
  realtime.toUser(otherId, 'new_message_notification', { conversationId: message.conversationId, problemId, message });
}

/** Those of which nobody has heard, the oldest first; another replica takes others. */
async function holdUnsaid(tx: Tx): Promise<string[]> {
  const held = await tx
    .select({ id: unsaidMessages.messageId })
    .from(unsaidMessages)
    .where(lt(unsaidMessages.createdAt, sql`clock_timestamp() - make_interval(secs => ${UNSAID_FOR})`))
    .orderBy(asc(unsaidMessages.createdAt))
    .limit(SWEPT_AT_ONCE)
    .for('update', { skipLocked: true });
  return held.map(({ id }) => id);
}

async function readAddressed(tx: Tx, ids: string[], linkTo: LinkTo): Promise<Addressed[]> {
  const rows = await tx
    .select()
    .from(messages)
    .where(inArray(messages.id, ids))
    .orderBy(asc(messages.conversationId), asc(messages.seq));
  const written = await withFiles(tx, rows);
  const talks = await readTalks(tx, [...new Set(rows.map(({ conversationId }) => conversationId))]);
  return written.flatMap((one) => {
    const talk = talks.get(one.message.conversationId);
    const other = talk?.talkers.find(({ id }) => id !== one.message.senderId);
    if (talk === undefined || other === undefined) return [];
    return [{ message: presentMessage(one, talk.talkers, linkTo), otherId: other.id, problemId: talk.conversation.problemId }];
  });
}

async function sweep(tx: Tx, realtime: Realtime, linkTo: LinkTo): Promise<number> {
  const ids = await holdUnsaid(tx);
  if (ids.length === 0) return 0;
  const told = new Map<string, Addressed>();
  for (const addressed of await readAddressed(tx, ids, linkTo)) {
    sayMessage(realtime, addressed);
    told.set(`${addressed.message.conversationId} ${addressed.otherId}`, addressed);
  }
  // Of many messages of one conversation there is one notification.
  for (const { otherId, message } of told.values()) await tellUnread(tx, realtime, otherId, message.conversationId);
  // Said first: whoever ends in between leaves the note, and they are said twice.
  if (await realtime.sent()) await tx.delete(unsaidMessages).where(inArray(unsaidMessages.messageId, ids));
  return ids.length;
}

/**
 * Says the messages that a server stored and ended before it said them (realtime is quick, the database is true). Any number of
 * replicas may do so at once.
 * @returns how many
 */
export async function sweepUnsaid({ db, realtime }: Pick<Deps, 'db' | 'realtime'>, linkTo: LinkTo): Promise<number> {
  // While Redis is away, what was said before is only on its way: saying it again would tell this server's pages again and again.
  if (!(await realtime.sent())) return 0;
  return db.transaction((tx) => sweep(tx, realtime, linkTo));
}
