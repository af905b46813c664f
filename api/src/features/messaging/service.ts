import type { MarkConversationBody, MarkReadResponse, OpenConversationBody } from '@solvent/contracts';
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, not, or, sql } from 'drizzle-orm';
import { assertNotBlocked, hasBlockBetween } from '../accounts/index.ts';
import {
  bids,
  conversationMarks,
  conversations,
  messages,
  modules,
  notifications,
  participants,
  problems,
  users,
} from '../../schema/index.ts';
import type { UserRow } from '../../schema/index.ts';
import {
  isMarkedBy,
  getOtherId,
  isArchived,
  isShared,
  MARK_COLUMNS,
  selectConversations,
  showsPresence,
} from './conversations.ts';
import type { Db, Tx } from '../../platform/db/connect.ts';
import { AppError, invalid, notFound } from '../../platform/errors/app-error.ts';
import type { FindPeers } from '../../platform/realtime/presence.ts';
import type { FindOtherParticipant } from '../../platform/realtime/page-events.ts';
import type { Deps } from './deps.ts';
import { conversationMarked, conversationRead } from './messages.ts';
import { addRead } from '../notifications/index.ts';
import type { Events } from '../../platform/outbox/outbox.ts';

interface NewConversation {
  problemId: string | null;
  people: readonly [one: string, other: string];
  /** Until the first message, the conversation is listed only for this user; if undefined, for both. */
  openedBy?: string;
}

interface Opened {
  id: string;
  isNew: boolean;
}

const toPair = ([one, other]: NewConversation['people']) =>
  one < other ? { firstId: one, secondId: other } : { firstId: other, secondId: one };

/** Finds an existing conversation. If another user opened it, lists it for both. */
async function findExisting(tx: Tx, { problemId, people, openedBy: callerId }: NewConversation): Promise<Opened | undefined> {
  const { firstId, secondId } = toPair(people);
  const about = problemId === null ? isNull(conversations.problemId) : eq(conversations.problemId, problemId);
  const same = and(about, eq(conversations.firstId, firstId), eq(conversations.secondId, secondId));
  const [found] = await tx.select({ id: conversations.id }).from(conversations).where(same);
  if (found === undefined) return undefined;
  const { openedBy, lastSeq } = conversations;
  const byOther = callerId === undefined ? isNotNull(openedBy) : ne(openedBy, callerId);
  const isUnlisted = and(eq(conversations.id, found.id), eq(lastSeq, 0), byOther);
  await tx.update(conversations).set({ openedBy: null }).where(isUnlisted);
  return { id: found.id, isNew: false };
}

/** Opens or finds the conversation of two people. The caller checks that they may talk. */
export async function openConversation(tx: Tx, conversation: NewConversation): Promise<Opened> {
  const { problemId, people, openedBy = null } = conversation;
  const now = new Date();
  const [created] = await tx
    .insert(conversations)
    .values({ problemId, ...toPair(people), openedBy, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning({ id: conversations.id });
  if (created !== undefined) {
    await tx.insert(participants).values(people.map((userId) => ({ conversationId: created.id, userId })));
    return { id: created.id, isNew: true };
  }
  const existing = await findExisting(tx, conversation);
  if (existing === undefined) throw new Error('No conversation after a conflict on insert');
  return existing;
}

const ABOUT_BIDS = 'Only the person who posted a problem and its bidders can message each other about it.';
const TO_SOLVERS = 'Without a problem, you can only message solvers and module authors.';

/**
 * Rejects conversations that are not allowed. The poster and the bidders of a problem may talk about it. Without a problem, anyone
 * may write to a solver or a module's author (product 2.32).
 */
async function assertMayTalk(tx: Tx, callerId: string, other: Pick<UserRow, 'id' | 'role'>, problemId: string | null) {
  if (problemId === null) {
    if (other.role === 'solver') return;
    const published = and(eq(modules.authorId, other.id), inArray(modules.status, ['published', 'unpublished']));
    if ((await tx.$count(modules, published)) === 0) throw new AppError('forbidden', TO_SOLVERS);
    return;
  }
  const [problem] = await tx.select({ posterId: problems.userId }).from(problems).where(eq(problems.id, problemId));
  if (problem === undefined) throw notFound('This problem');
  const { posterId } = problem;
  const bidderId = posterId === callerId ? other.id : callerId;
  const isBetweenThem = posterId === callerId || posterId === other.id;
  const placed = and(eq(bids.problemId, problemId), eq(bids.solverId, bidderId));
  if (!isBetweenThem || (await tx.$count(bids, placed)) === 0) throw new AppError('forbidden', ABOUT_BIDS);
}

/** Finds the caller's conversation with another person, even if they could no longer open it, or opens one. */
export const findOrOpenConversation = (
  db: Db,
  callerId: string,
  { userId, problemId: requested }: OpenConversationBody,
): Promise<Opened> =>
  db.transaction(async (tx) => {
    const present = and(eq(users.id, userId), isNull(users.deletedAt));
    const [other] = await tx.select({ id: users.id, role: users.role }).from(users).where(present);
    if (other === undefined) throw notFound('This person');
    if (other.id === callerId) throw invalid({ userId: 'This is you: choose somebody else to write to' });
    const problemId = requested?.toLowerCase() ?? null;
    const conversation = { problemId, people: [callerId, other.id], openedBy: callerId } as const;
    const existing = await findExisting(tx, conversation);
    if (existing !== undefined) return existing;
    await assertNotBlocked(tx, callerId, other.id, 'write');
    await assertMayTalk(tx, callerId, other, problemId);
    return openConversation(tx, conversation);
  });

interface ReadRequest {
  conversationId: string;
  readerId: string;
  seq: number | undefined;
}

/** Locks a conversation, so that no message can be stored until the transaction ends. */
async function lockConversation(tx: Tx, { conversationId, readerId }: Omit<ReadRequest, 'seq'>) {
  const { id, firstId, secondId, lastSeq } = conversations;
  const [locked] = await tx
    .select({ id, firstId, secondId, lastSeq, isBlocked: hasBlockBetween(firstId, secondId) })
    .from(conversations)
    .where(eq(id, conversationId))
    .for('share');
  if (locked === undefined || (locked.firstId !== readerId && locked.secondId !== readerId)) throw notFound('This conversation');
  return locked;
}

async function markNotificationsRead(tx: Tx, events: Events, readerId: string, conversationId: string): Promise<void> {
  const unread = and(
    eq(notifications.userId, readerId),
    eq(notifications.conversationId, conversationId),
    eq(notifications.read, false),
    inArray(notifications.type, ['new_message', 'message_received']),
  );
  const read = await tx.update(notifications).set({ read: true }).where(unread).returning({ id: notifications.id });
  await addRead(tx, events, readerId, read);
}

type LockedConversation = Omit<ReadRequest, 'seq'> & { lastSeq: number };

/** Changes the given marks. Any change keeps what is archived so, and forgets the archiving that a newer message ended. */
async function storeMarks(
  tx: Tx,
  events: Events,
  { conversationId, readerId: userId, lastSeq }: LockedConversation,
  { archived, seq = lastSeq, ...given }: MarkConversationBody,
): Promise<void> {
  const last = sql`${lastSeq}::integer`;
  const kept = sql<number | null>`CASE WHEN ${isArchived(last)} THEN ${last} END`;
  const archivedSeq = archived === undefined ? kept : archived ? Math.min(seq, lastSeq) : null;
  await tx.insert(conversationMarks).values({ conversationId, userId }).onConflictDoNothing();
  const [marks] = await tx
    .update(conversationMarks)
    .set({ ...given, archivedSeq })
    .where(isMarkedBy(userId, conversationId))
    .returning({ ...MARK_COLUMNS, archived: isArchived(last) });
  if (marks === undefined) return;
  const marked = { conversationId, userId, ...marks };
  events.add(conversationMarked, marked, marked);
}

/** Pins, mutes, archives or marks a conversation as unread, for the caller (product 4.36). Muting reads its notification. */
export const markConversation = ({ transact }: Deps, key: Omit<ReadRequest, 'seq'>, body: MarkConversationBody): Promise<void> =>
  transact(async (tx, events) => {
    const { id: conversationId, lastSeq } = await lockConversation(tx, key);
    await storeMarks(tx, events, { conversationId, readerId: key.readerId, lastSeq }, body);
    if (body.muted === true) await markNotificationsRead(tx, events, key.readerId, conversationId);
  });

/**
 * Advances the reader's position, by default to the latest message. Both participants see it, or only the reader during a block. The
 * conversation's notification is read once nothing is unread.
 */
export const markConversationRead = ({ transact }: Deps, request: ReadRequest): Promise<MarkReadResponse> =>
  transact(async (tx, events) => {
    const { readerId } = request;
    const { id: conversationId, firstId, secondId, lastSeq, isBlocked } = await lockConversation(tx, request);
    const seq = Math.min(request.seq ?? lastSeq, lastSeq);
    const isReader = and(eq(participants.conversationId, conversationId), eq(participants.userId, readerId));
    const isBefore = and(isReader, lt(participants.readSeq, seq));
    const [moved] = await tx.update(participants).set({ readSeq: seq }).where(isBefore).returning();
    const [participant] = moved === undefined ? await tx.select().from(participants).where(isReader) : [moved];
    const readSeq = participant?.readSeq ?? 0;
    const isUnread = and(eq(messages.conversationId, conversationId), gt(messages.seq, readSeq), ne(messages.senderId, readerId));
    const unreadCount = await tx.$count(messages, isUnread);
    const people = isBlocked ? [readerId] : [firstId, secondId];
    const position = { conversationId, userId: readerId, seq, people };
    if (moved !== undefined) events.add(conversationRead, position, position);
    if (unreadCount === 0) await markNotificationsRead(tx, events, readerId, conversationId);
    const isMarkedUnread = and(isMarkedBy(readerId, conversationId), conversationMarks.markedUnread);
    if ((await tx.$count(conversationMarks, isMarkedUnread)) > 0)
      await storeMarks(tx, events, { conversationId, readerId, lastSeq }, { markedUnread: false });
    return { readSeq, unreadCount };
  });

/** Ends the conversations of a user. Concurrent senders wait for the row locks, then see `ended`. Lock problems first (`PROBLEM_LOCK`). */
export async function endConversations(tx: Tx, personId: string): Promise<void> {
  const own = or(eq(conversations.firstId, personId), eq(conversations.secondId, personId));
  await tx.select({ id: conversations.id }).from(conversations).where(own).orderBy(conversations.id).for('no key update');
  await tx.update(conversations).set({ ended: true }).where(own);
}

/** Bounds the index lookups per person: a list of bids computes this for up to 500 people. */
const LATEST_MESSAGES = 30;
const MIN_REPLIES = 3;

/**
 * Median reply time of the outer query's `users` row, in minutes, or null below {@link MIN_REPLIES}. A reply counts from the other
 * person's first unanswered message.
 */
export const REPLY_MINUTES = sql<number | null>`(
  SELECT CASE WHEN count(*) >= ${sql.raw(String(MIN_REPLIES))}
    THEN ceil(percentile_cont(0.5) WITHIN GROUP (ORDER BY replies.seconds) / 60)::int END
  FROM (
    SELECT extract(epoch FROM reply.created_at - prompt.created_at) AS seconds
    FROM (
      SELECT conversation_id, seq, created_at, coalesce(
        lag(seq) OVER (PARTITION BY conversation_id ORDER BY seq),
        (
          SELECT max(own.seq) FROM messages AS own
          WHERE own.conversation_id = latest.conversation_id AND own.sender_id = users.id AND own.seq < latest.seq
        ),
        0
      ) AS previous
      FROM (
        SELECT conversation_id, seq, created_at FROM messages
        WHERE sender_id = users.id ORDER BY created_at DESC LIMIT ${sql.raw(String(LATEST_MESSAGES))}
      ) AS latest
    ) AS reply
    JOIN messages AS prompt
      ON prompt.conversation_id = reply.conversation_id AND prompt.seq = reply.previous + 1 AND prompt.seq < reply.seq
  ) AS replies
)`;

/** Presence reaches people of the latest conversations only, which bounds the cost of a connection. */
const MAX_PRESENCE_CONVERSATIONS = 200;

export function createPeerFinder(db: Db): FindPeers {
  return async (userId) => {
    const mine = selectConversations(db, userId);
    const found = await db
      .select({ userId: mine.otherId })
      .from(mine)
      .where(and(isShared(mine), not(hasBlockBetween(mine.otherId, userId))))
      .orderBy(desc(mine.updatedAt), desc(mine.id))
      .limit(MAX_PRESENCE_CONVERSATIONS);
    return [...new Set(found.map((peer) => peer.userId))];
  };
}

export function createParticipantFinder(db: Db): FindOtherParticipant {
  const { id, firstId, secondId } = conversations;
  return async (conversationId, userId) => {
    const isOwn = or(eq(firstId, userId), eq(secondId, userId));
    const [found] = await db
      .select({ firstId, secondId })
      .from(conversations)
      .where(and(eq(id, conversationId), isOwn, showsPresence()));
    return found ? getOtherId(found, userId) : null;
  };
}
