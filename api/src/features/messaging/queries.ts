import type { PageQuery } from '@solvent/contracts';
import { and, asc, count, desc, eq, exists, getTableColumns, gt, inArray, ne, or, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import { alias, unionAll } from 'drizzle-orm/pg-core';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import {
  conversations,
  files,
  messageColumns,
  messageFiles,
  messageReactions,
  messages,
  participants,
  problems,
  users,
} from '../../schema/index.ts';
import type { ConversationRow, FileRow, MessageRow, ProblemRow, ReactionRow, UserRow } from '../../schema/index.ts';
import { isShared, visibleReadSeq, showsPresence } from './visibility.ts';
import type { Executor } from '../../platform/db/connect.ts';
import { nestedRows, ONE_ROW } from '../../platform/db/nested-rows.ts';
import { notFound } from '../../platform/errors/app-error.ts';

export interface ParticipantRow extends Pick<UserRow, 'id' | 'name' | 'image' | 'deletedAt'> {
  readSeq: number;
}

interface ConversationWithParticipants {
  conversation: ConversationRow;
  participants: ParticipantRow[];
}

export interface QuotedRow extends Pick<MessageRow, 'id' | 'seq' | 'senderId' | 'content'> {
  fileCount: number;
}

export interface WrittenMessage {
  message: MessageRow;
  files: FileRow[];
  reactions: Pick<ReactionRow, 'userId' | 'emoji'>[];
  quoted: QuotedRow | null;
}

export const getOtherId = ({ firstId, secondId }: Pick<ConversationRow, 'firstId' | 'secondId'>, id: string): string =>
  firstId === id ? secondId : firstId;

export async function readWithParticipants(db: Executor, ids: string[]): Promise<Map<string, ConversationWithParticipants>> {
  const rows = await db
    .select({
      conversation: conversations,
      participant: {
        id: users.id,
        name: users.name,
        image: users.image,
        deletedAt: users.deletedAt,
        readSeq: visibleReadSeq(participants),
      },
    })
    .from(conversations)
    .innerJoin(participants, eq(participants.conversationId, conversations.id))
    .innerJoin(users, eq(users.id, participants.userId))
    .where(inArray(conversations.id, ids));
  const found = new Map<string, ConversationWithParticipants>();
  for (const { conversation, participant } of rows) {
    const one = found.get(conversation.id) ?? { conversation, participants: [] };
    one.participants.push(participant);
    found.set(conversation.id, one);
  }
  return found;
}

/** @throws AppError `not_found` unless the viewer takes part */
export async function readOwnConversation(db: Executor, id: string, viewerId: string): Promise<ConversationWithParticipants> {
  const found = (await readWithParticipants(db, [id])).get(id.toLowerCase());
  if (!found?.participants.some((participant) => participant.id === viewerId)) throw notFound('This conversation');
  return found;
}

async function readFiles(db: Executor, rows: MessageRow[]): Promise<Map<string, FileRow[]>> {
  const byMessage = new Map<string, FileRow[]>();
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return byMessage;
  const found = await db
    .select({ messageId: messageFiles.messageId, file: files })
    .from(messageFiles)
    .innerJoin(files, eq(files.id, messageFiles.fileId))
    .where(inArray(messageFiles.messageId, ids))
    .orderBy(asc(messageFiles.position));
  for (const { messageId, file } of found) byMessage.set(messageId, [...(byMessage.get(messageId) ?? []), file]);
  return byMessage;
}

/** Only changed messages have reactions. */
async function readReactions(db: Executor, rows: MessageRow[]): Promise<Map<string, ReactionRow[]>> {
  const byMessage = new Map<string, ReactionRow[]>();
  const ids = rows.filter(({ revision }) => revision > 0).map(({ id }) => id);
  if (ids.length === 0) return byMessage;
  const found = await db
    .select()
    .from(messageReactions)
    .where(inArray(messageReactions.messageId, ids))
    .orderBy(asc(messageReactions.createdAt), asc(messageReactions.userId));
  for (const reaction of found) byMessage.set(reaction.messageId, [...(byMessage.get(reaction.messageId) ?? []), reaction]);
  return byMessage;
}

async function readQuotes(db: Executor, rows: MessageRow[]): Promise<Map<string, QuotedRow>> {
  const ids = [...new Set(rows.flatMap(({ replyToId }) => replyToId ?? []))];
  if (ids.length === 0) return new Map();
  const { id, seq, senderId, content } = messageColumns;
  const fileCount = db.$count(messageFiles, eq(messageFiles.messageId, messages.id));
  const found = await db.select({ id, seq, senderId, content, fileCount }).from(messages).where(inArray(messages.id, ids));
  return new Map(found.map((quoted) => [quoted.id, quoted]));
}

async function withDetails(db: Executor, rows: MessageRow[]): Promise<WrittenMessage[]> {
  const attached = await readFiles(db, rows);
  const reactions = await readReactions(db, rows);
  const quotes = await readQuotes(db, rows);
  return rows.map((message) => ({
    message,
    files: attached.get(message.id) ?? [],
    reactions: reactions.get(message.id) ?? [],
    quoted: quotes.get(message.replyToId ?? '') ?? null,
  }));
}

export async function readMessages(db: Executor, condition: SQL | undefined): Promise<WrittenMessage[]> {
  return withDetails(db, await db.select(messageColumns).from(messages).where(condition).orderBy(asc(messages.seq)));
}

/** Messages changed after a revision, in the order of their last changes. */
export async function readChanged(db: Executor, conversationId: string, after: number, limit: number) {
  const changed = and(eq(messages.conversationId, conversationId), gt(messages.revision, after));
  const rows = await db.select(messageColumns).from(messages).where(changed).orderBy(asc(messages.revision)).limit(limit);
  const total = rows.length < limit ? rows.length : await db.$count(messages, changed);
  return { written: await withDetails(db, rows), total };
}

const own = alias(participants, 'own');
const theirs = alias(participants, 'theirs');
const later = alias(messages, 'later');

export interface VisibleConversation {
  conversation: ConversationRow;
  readSeq: number;
  otherReadSeq: number;
  showsPresence: boolean;
  other: Pick<UserRow, 'id' | 'name' | 'image' | 'deletedAt'>;
  problem: Pick<ProblemRow, 'id' | 'title' | 'status'> | null;
  last: MessageRow | null;
  lastFileCount: number;
  unreadCount: number;
}

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

type SelectedConversations = ReturnType<typeof selectConversations>;

const isUnreadMessage = (viewerId: string): SQL | undefined =>
  and(eq(later.conversationId, own.conversationId), gt(later.seq, own.readSeq), ne(later.senderId, viewerId));

const isOtherParticipant = (viewerId: string) => and(eq(theirs.conversationId, own.conversationId), ne(theirs.userId, viewerId));

const toCount = (query: SQLWrapper) => sql<number>`(${query})`.mapWith(Number);

function nestedConversations(db: Executor, viewerId: string, ids: SQLWrapper) {
  const unread = db
    .select({ count: count().as('unread_count') })
    .from(later)
    .where(isUnreadMessage(viewerId))
    .as('unread');
  const attached = db
    .select({ count: count().as('file_count') })
    .from(messageFiles)
    .where(eq(messageFiles.messageId, messages.id))
    .as('attached');
  const fields = {
    conversation: getTableColumns(conversations),
    readSeq: own.readSeq,
    otherReadSeq: visibleReadSeq(theirs),
    showsPresence: showsPresence(),
    other: { id: users.id, name: users.name, image: users.image, deletedAt: users.deletedAt },
    problem: { id: problems.id, title: problems.title, status: problems.status },
    last: messageColumns,
    lastFileCount: attached.count,
    unreadCount: unread.count,
  };
  return nestedRows(fields, (column) =>
    db
      .select(column)
      .from(sql`${ids} AS chosen`)
      .innerJoin(conversations, eq(conversations.id, sql`chosen.id`))
      .innerJoin(own, and(eq(own.conversationId, conversations.id), eq(own.userId, viewerId)))
      .innerJoin(theirs, isOtherParticipant(viewerId))
      .innerJoin(users, eq(users.id, theirs.userId))
      .leftJoin(problems, eq(problems.id, conversations.problemId))
      .leftJoin(messages, and(eq(messages.conversationId, conversations.id), eq(messages.seq, conversations.lastSeq)))
      .crossJoinLateral(attached)
      .crossJoinLateral(unread)
      .orderBy(desc(conversations.updatedAt), desc(conversations.id)),
  );
}

type NestedConversation = ReturnType<typeof nestedConversations>['_']['type'][number];

/** A left join without a match has null columns. */
const toVisibleConversation = ({ problem, last, ...conversation }: NestedConversation): VisibleConversation => ({
  ...conversation,
  problem: problem.id === null ? null : problem,
  last: last.id === null ? null : last,
});

/** @returns undefined unless the viewer takes part */
export async function findConversation(db: Executor, viewerId: string, id: string): Promise<VisibleConversation | undefined> {
  const rows = nestedConversations(db, viewerId, sql`(SELECT ${id}::uuid AS id)`);
  const [found] = await db.select({ rows }).from(ONE_ROW);
  return found?.rows.map(toVisibleConversation)[0];
}

function matchesSearch(db: Executor, mine: SelectedConversations, search: string | undefined): SQL | undefined {
  if (search === undefined || search === '') return undefined;
  const pattern = `%${search.replaceAll(/[\\%_]/g, (mark) => `\\${mark}`)}%`;
  // Subqueries per conversation are faster than searching all users and problems.
  const name = db.select({ name: users.name }).from(users).where(eq(users.id, mine.otherId));
  const title = db.select({ title: problems.title }).from(problems).where(eq(problems.id, mine.problemId));
  return sql`((${name}) ILIKE ${pattern} OR (${title}) ILIKE ${pattern})`;
}

interface ConversationList {
  visible: VisibleConversation[];
  total: number;
  /** Unread conversations among all, not only matches. */
  unreadCount: number;
}

/**
 * One statement, so that a concurrent message is either both listed and counted or neither.
 * @param search part of the other person's name or of the problem's title
 */
export async function listConversations(
  db: Executor,
  viewerId: string,
  search: string | undefined,
  { page, limit }: PageQuery,
): Promise<ConversationList> {
  const mine = selectConversations(db, viewerId);
  const condition = and(or(isShared(mine), eq(mine.openedBy, viewerId)), matchesSearch(db, mine, search));
  // Shared by the page and the count, because a search is expensive.
  const found = db.$with('found').as(db.select({ id: mine.id, updatedAt: mine.updatedAt }).from(mine).where(condition));
  const ids = db
    .select({ id: found.id })
    .from(found)
    .orderBy(desc(found.updatedAt), desc(found.id))
    .limit(limit)
    .offset((page - 1) * limit);
  const matching = db.select({ count: count() }).from(found);
  const anyUnread = exists(
    db
      .select({ one: sql`1` })
      .from(later)
      .where(isUnreadMessage(viewerId)),
  );
  // Comparing `lastSeq` first avoids reading messages of most conversations.
  const unread = db
    .select({ count: count() })
    .from(mine)
    .innerJoin(own, and(eq(own.conversationId, mine.id), eq(own.userId, viewerId)))
    .where(and(gt(mine.lastSeq, own.readSeq), anyUnread));
  const rows = nestedConversations(db, viewerId, sql`(${ids})`);
  const columns = { rows, total: toCount(matching), unreadCount: toCount(unread) };
  const [result] = await db.with(found).select(columns).from(ONE_ROW);
  const { rows: nested, ...counts } = result ?? { rows: [], total: 0, unreadCount: 0 };
  return { visible: nested.map(toVisibleConversation), ...counts };
}
