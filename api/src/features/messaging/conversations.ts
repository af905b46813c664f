import type { Conversation, ConversationFilter, PageQuery, Participant } from '@solvent/contracts';
import { getLastMessageText } from '@solvent/contracts/message-preview';
import { foldText } from '@solvent/contracts/search';
import { and, desc, eq, exists, getTableColumns, gt, isNull, ne, not, or, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import { alias, unionAll } from 'drizzle-orm/pg-core';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { hasBlockBetween } from '../accounts/index.ts';
import {
  conversationMarks,
  conversations,
  messageColumns,
  messageFiles,
  messages,
  participants,
  problems,
  users,
} from '../../schema/index.ts';
import type { ConversationRow, UserRow } from '../../schema/index.ts';
import type { Executor } from '../../platform/db/connect.ts';
import { contains } from '../../platform/db/contains-text.ts';
import { nestedRows, ONE_ROW } from '../../platform/db/nested-rows.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';

export const getOtherId = ({ firstId, secondId }: Pick<ConversationRow, 'firstId' | 'secondId'>, id: string): string =>
  firstId === id ? secondId : firstId;

/** Condition for conversations that both participants list: they have a message, or both have opened them (product 4.26). */
export const isShared = ({ lastSeq, openedBy }: Record<'lastSeq' | 'openedBy', SQLWrapper>): SQL | undefined =>
  or(gt(lastSeq, 0), isNull(openedBy));

/** Returns whether the participants of the outer query's conversation see each other online (product 4.24, 4.26). */
export const showsPresence = (): SQL<boolean> =>
  sql<boolean>`((${isShared(conversations)}) AND NOT ${hasBlockBetween(conversations.firstId, conversations.secondId)})`;

/** Selects a participant's read position as the other one sees it. During a block, it ends at their own last message (product 4.24). */
export function visibleReadSeq(participant: Record<'conversationId' | 'userId' | 'readSeq', AnyPgColumn>): SQL<number> {
  const written = sql`SELECT max(sent.seq) FROM ${messages} AS sent WHERE sent.conversation_id = ${participant.conversationId} AND sent.sender_id = ${participant.userId}`;
  const shown = sql<number>`CASE WHEN ${hasBlockBetween(conversations.firstId, conversations.secondId)} THEN least(${participant.readSeq}, coalesce((${written}), 0)) ELSE ${participant.readSeq} END`;
  return shown.mapWith(Number);
}

/** A newer message ends the archiving, unless the conversation is muted (product 4.36). A missing row of marks has nulls. */
export const isArchived = (lastSeq: SQLWrapper): SQL<boolean> =>
  sql<boolean>`coalesce(${conversationMarks.archivedSeq} >= ${lastSeq} OR (${conversationMarks.archivedSeq} IS NOT NULL AND ${conversationMarks.muted}), false)`;

const { muted, markedUnread } = conversationMarks;
const isPinned = sql<boolean>`coalesce(${conversationMarks.pinned}, false)`;
export const MARK_COLUMNS = {
  pinned: isPinned,
  muted: sql<boolean>`coalesce(${muted}, false)`,
  archived: isArchived(conversations.lastSeq),
  markedUnread: sql<boolean>`coalesce(${markedUnread}, false)`,
};

export const isMarkedBy = (userId: SQLWrapper | string, conversationId: SQLWrapper | string) =>
  and(eq(conversationMarks.userId, userId), eq(conversationMarks.conversationId, conversationId));

export const isMutedBy = (userId: SQLWrapper | string, conversationId: SQLWrapper | string) =>
  and(isMarkedBy(userId, conversationId), muted);

const own = alias(participants, 'own');
const theirs = alias(participants, 'theirs');
const later = alias(messages, 'later');

/** Unites conversations with the person first and second: each half has an index in list order that also covers the counts. */
export function selectConversations(db: Executor, personId: string) {
  const { id, updatedAt, lastSeq, openedBy, problemId, firstId, secondId } = conversations;
  const ofSide = (side: AnyPgColumn, other: AnyPgColumn) =>
    db
      .select({ id, updatedAt, lastSeq, openedBy, problemId, otherId: sql<string>`${other}`.as('other_id') })
      .from(conversations)
      .where(eq(side, personId));
  return unionAll(ofSide(firstId, secondId), ofSide(secondId, firstId)).as('mine');
}

const isUnreadMessage = (viewerId: string): SQL | undefined =>
  and(
    eq(later.conversationId, own.conversationId),
    gt(later.seq, own.readSeq),
    ne(later.senderId, viewerId),
    isNull(later.deletedAt),
  );

function nestedConversations(db: Executor, viewerId: string, ids: SQLWrapper) {
  const unread = db.select({ seq: later.seq }).from(later).where(isUnreadMessage(viewerId)).as('unread');
  const fields = {
    conversation: getTableColumns(conversations),
    readSeq: own.readSeq,
    otherReadSeq: visibleReadSeq(theirs),
    showsPresence: showsPresence(),
    other: { id: users.id, name: users.name, image: users.image, deletedAt: users.deletedAt },
    problem: { _id: problems.id, title: problems.title, status: problems.status },
    last: messageColumns,
    lastFileCount: db.$count(messageFiles, eq(messageFiles.messageId, messages.id)),
    unreadCount: db.$count(unread),
    marks: MARK_COLUMNS,
  };
  return nestedRows(fields, (column) =>
    db
      .select(column)
      .from(sql`${ids} AS chosen`)
      .innerJoin(conversations, eq(conversations.id, sql`chosen.id`))
      .innerJoin(own, and(eq(own.conversationId, conversations.id), eq(own.userId, viewerId)))
      .innerJoin(theirs, and(eq(theirs.conversationId, own.conversationId), ne(theirs.userId, viewerId)))
      .innerJoin(users, eq(users.id, theirs.userId))
      .leftJoin(problems, eq(problems.id, conversations.problemId))
      .leftJoin(conversationMarks, isMarkedBy(viewerId, conversations.id))
      .leftJoin(messages, and(eq(messages.conversationId, conversations.id), eq(messages.seq, conversations.lastSeq)))
      .orderBy(desc(isPinned), desc(conversations.updatedAt), desc(conversations.id)),
  );
}

type NestedConversation = ReturnType<typeof nestedConversations>['_']['type'][number];

/** Converts a row. A left join without a match has null columns. */
const toVisibleConversation = ({ problem, last, ...conversation }: NestedConversation) => ({
  ...conversation,
  problem: problem._id === null ? null : problem,
  last: last.id === null ? null : last,
});
export type VisibleConversation = ReturnType<typeof toVisibleConversation>;

/** @returns undefined unless the viewer takes part */
export async function findConversation(db: Executor, viewerId: string, id: string): Promise<VisibleConversation | undefined> {
  const rows = nestedConversations(db, viewerId, sql`(SELECT ${id}::uuid AS id)`);
  const [found] = await db.select({ rows }).from(ONE_ROW);
  return found?.rows.map(toVisibleConversation)[0];
}

function matchesSearch(db: Executor, mine: ReturnType<typeof selectConversations>, search = ''): SQL | undefined {
  const part = foldText(search).trim();
  if (part === '') return search === '' ? undefined : sql`false`;
  // Subqueries per conversation are faster than searching all users and problems.
  const name = db.select({ name: users.name }).from(users).where(eq(users.id, mine.otherId));
  const title = db.select({ title: problems.title }).from(problems).where(eq(problems.id, mine.problemId));
  return or(contains(name, part), contains(title, part));
}

interface ConversationsQuery extends PageQuery {
  /** Part of the other person's name or of the problem's title. */
  search?: string | undefined;
  filter?: ConversationFilter | undefined;
}

/** Without a filter, a search also finds archived conversations. */
function matchesFilter({ search = '', filter }: ConversationsQuery, lastSeq: SQLWrapper, isCounted: SQL): SQL | undefined {
  if (filter === 'unread') return isCounted;
  if (filter === 'archived') return isArchived(lastSeq);
  return search === '' ? not(isArchived(lastSeq)) : undefined;
}

/** One statement, so that a concurrent message is either both listed and counted or neither. Unread ones are counted among all. */
export async function listConversations(db: Executor, viewerId: string, query: ConversationsQuery) {
  const { page, limit } = query;
  const mine = selectConversations(db, viewerId);
  const isListed = or(isShared(mine), eq(mine.openedBy, viewerId));
  const anyUnread = exists(db.select({ seq: later.seq }).from(later).where(isUnreadMessage(viewerId)));
  // Comparing `lastSeq` first avoids reading messages of most conversations.
  const isUnread = or(markedUnread, and(gt(mine.lastSeq, own.readSeq), anyUnread));
  const unread = db.$with('unread').as(
    db
      .select({ id: mine.id })
      .from(mine)
      .innerJoin(own, and(eq(own.conversationId, mine.id), eq(own.userId, viewerId)))
      .leftJoin(conversationMarks, isMarkedBy(viewerId, mine.id))
      .where(and(isListed, isUnread, not(MARK_COLUMNS.muted), not(isArchived(mine.lastSeq)))),
  );
  const isCounted = sql`${mine.id} IN (SELECT id FROM ${unread})`;
  // Shared by the page and the count, because a search is expensive.
  const found = db.$with('found').as(
    db
      .select({ id: mine.id, updatedAt: mine.updatedAt, pinned: isPinned.as('pinned') })
      .from(mine)
      .leftJoin(conversationMarks, isMarkedBy(viewerId, mine.id))
      .where(and(isListed, matchesFilter(query, mine.lastSeq, isCounted), matchesSearch(db, mine, query.search))),
  );
  const ids = db
    .select({ id: found.id })
    .from(found)
    .orderBy(desc(found.pinned), desc(found.updatedAt), desc(found.id))
    .limit(limit)
    .offset((page - 1) * limit);
  const rows = nestedConversations(db, viewerId, sql`(${ids})`);
  const columns = { rows, total: db.$count(found), unreadCount: db.$count(unread) };
  const [result] = await db.with(unread, found).select(columns).from(ONE_ROW);
  const { rows: nested, ...counts } = result ?? { rows: [], total: 0, unreadCount: 0 };
  return { visible: nested.map(toVisibleConversation), ...counts };
}

type Person = Pick<UserRow, 'id' | 'name' | 'image' | 'deletedAt'>;

function presentParticipant({ id, name, image, deletedAt }: Person, readSeq: number, online: boolean): Participant {
  return { _id: id, name, image, online, readSeq, deleted: deletedAt !== null };
}

/** Converts a conversation, with the viewer as the first participant. */
function presentConversation(visible: VisibleConversation, viewer: Person, online: ReadonlySet<string>): Conversation {
  const { conversation, readSeq, otherReadSeq, other, problem, last, lastFileCount: fileCount, unreadCount, marks } = visible;
  const isOtherOnline = visible.showsPresence && online.has(other.id);
  return {
    _id: conversation.id,
    problem,
    participants: [
      presentParticipant(viewer, readSeq, online.has(viewer.id)),
      presentParticipant(other, otherReadSeq, isOtherOnline),
    ],
    lastMessage: last && {
      senderId: last.senderId,
      text: getLastMessageText(last.content, fileCount),
      fileCount,
      createdAt: last.createdAt.toISOString(),
    },
    lastSeq: conversation.lastSeq,
    unreadCount,
    updatedAt: conversation.updatedAt.toISOString(),
    ...marks,
  };
}

/** Converts conversations for the viewer. Must not run in a transaction, because it requests presence from other replicas. */
export async function presentConversations(realtime: Realtime, viewer: Person, found: VisibleConversation[]) {
  const withPresence = found.filter((one) => one.showsPresence);
  const online = await realtime.findOnline([viewer.id, ...withPresence.map(({ other }) => other.id)]);
  return found.map((one) => presentConversation(one, viewer, online));
}
