import { and, count, eq, exists, gt, ilike, ne, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../platform/db/connect.ts';
import { conversations, messageFiles, messages, participants } from './schema.ts';
import type { ConversationRow, MessageRow } from './schema.ts';
import { problems } from '../marketplace/schema.ts';
import type { ProblemRow } from '../marketplace/schema.ts';
import { users } from '../accounts/schema/users.ts';
import type { UserRow } from '../accounts/schema/users.ts';

const own = alias(participants, 'own');
const theirs = alias(participants, 'theirs');
const later = alias(messages, 'later');

/** A conversation as one of the two sees it. */
export interface SeenConversation {
  conversation: ConversationRow;
  /** How far the viewer has read, and how far the other one. */
  readSeq: number;
  otherReadSeq: number;
  other: Pick<UserRow, 'id' | 'name' | 'image' | 'deletedAt'>;
  problem: Pick<ProblemRow, 'id' | 'title' | 'status'> | null;
  /** Null where nobody wrote yet. */
  last: MessageRow | null;
  lastFileCount: number;
  unreadCount: number;
}

/** The other one's messages behind the viewer's place. */
const unreadOf = (viewerId: string): SQL | undefined =>
  and(eq(later.conversationId, own.conversationId), gt(later.seq, own.readSeq), ne(later.senderId, viewerId));

/** The rows that make a viewer's conversations: own place, the other one's, and the other one. */
const isTheirs = (viewerId: string) => and(eq(theirs.conversationId, own.conversationId), ne(theirs.userId, viewerId));

/** A query for the viewer's conversations as `presentConversation` takes them; order and stretch are the caller's. */
export function selectConversations(db: Executor, viewerId: string, condition?: SQL) {
  const unread = db
    .select({ count: count().as('unread_count') })
    .from(later)
    .where(unreadOf(viewerId))
    .as('unread');
  const attached = db
    .select({ count: count().as('file_count') })
    .from(messageFiles)
    .where(eq(messageFiles.messageId, messages.id))
    .as('attached');
  return db
    .select({
      conversation: conversations,
      readSeq: own.readSeq,
      otherReadSeq: theirs.readSeq,
      other: { id: users.id, name: users.name, image: users.image, deletedAt: users.deletedAt },
      problem: { id: problems.id, title: problems.title, status: problems.status },
      last: messages,
      lastFileCount: attached.count,
      unreadCount: unread.count,
    })
    .from(own)
    .innerJoin(conversations, eq(conversations.id, own.conversationId))
    .innerJoin(theirs, isTheirs(viewerId))
    .innerJoin(users, eq(users.id, theirs.userId))
    .leftJoin(problems, eq(problems.id, conversations.problemId))
    .leftJoin(messages, and(eq(messages.conversationId, conversations.id), eq(messages.seq, conversations.lastSeq)))
    .crossJoinLateral(attached)
    .crossJoinLateral(unread)
    .where(and(eq(own.userId, viewerId), condition))
    .$dynamic();
}

/** What finds a conversation: a part of the other one's name or of the problem's title, in any case. */
export function matchesSearch(search: string | undefined): SQL | undefined {
  if (search === undefined || search === '') return undefined;
  const pattern = `%${search.replaceAll(/[\\%_]/g, (mark) => `\\${mark}`)}%`;
  return or(ilike(users.name, pattern), ilike(problems.title, pattern));
}

/** How many conversations of the viewer match. */
export async function countConversations(db: Executor, viewerId: string, condition?: SQL): Promise<number> {
  const [found] = await db
    .select({ count: count() })
    .from(own)
    .innerJoin(conversations, eq(conversations.id, own.conversationId))
    .innerJoin(theirs, isTheirs(viewerId))
    .innerJoin(users, eq(users.id, theirs.userId))
    .leftJoin(problems, eq(problems.id, conversations.problemId))
    .where(and(eq(own.userId, viewerId), condition));
  return found?.count ?? 0;
}

/** How many conversations of the viewer hold something unread. */
export async function countUnreadConversations(db: Executor, viewerId: string): Promise<number> {
  const unread = db
    .select({ one: sql`1` })
    .from(later)
    .where(unreadOf(viewerId));
  const [found] = await db
    .select({ count: count() })
    .from(own)
    .where(and(eq(own.userId, viewerId), exists(unread)));
  return found?.count ?? 0;
}
