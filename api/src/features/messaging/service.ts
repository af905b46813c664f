import type { OpenConversationBody } from '@solvent/contracts';
import { and, desc, eq, inArray, isNotNull, isNull, ne, not, or, sql } from 'drizzle-orm';
import { hasBlockBetween, assertNotBlocked } from '../accounts/service.ts';
import { users } from '../accounts/schema.ts';
import type { UserRow } from '../accounts/schema.ts';
import { bids, problems } from '../marketplace/schema.ts';
import { selectConversations } from './queries.ts';
import { conversations, participants } from './schema.ts';
import { isShared, showsPresence } from './visibility.ts';
import { modules } from '../toolbox/schema.ts';
import type { Db, Tx } from '../../platform/db/connect.ts';
import { AppError, invalid, notFound } from '../../platform/errors/app-error.ts';
import type { FindPeers } from '../../platform/realtime/presence.ts';
import type { FindOtherParticipant } from '../../platform/realtime/typing.ts';

/** Who is to talk, and about which problem: null for none. */
interface NewConversation {
  problemId: string | null;
  people: readonly [one: string, other: string];
  /** Who wants to: until somebody writes, it is in their list alone. Left out: in both. */
  openedBy?: string;
}

/** The pair as the table keeps it, whoever of the two asks. */
function toPair({ people: [one, other] }: NewConversation) {
  const [firstId, secondId] = one < other ? [one, other] : [other, one];
  return { firstId, secondId };
}

/** The id of their conversation; undefined if there is none yet. */
async function findConversationId(tx: Tx, conversation: NewConversation): Promise<string | undefined> {
  const { firstId, secondId } = toPair(conversation);
  const { problemId } = conversation;
  const about = problemId === null ? isNull(conversations.problemId) : eq(conversations.problemId, problemId);
  const [found] = await tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(about, eq(conversations.firstId, firstId), eq(conversations.secondId, secondId)));
  return found?.id;
}

/**
 * Opens the conversation of two people, or finds it: of all who open it at once, one makes it. Whether they may is asked before.
 */
export async function openConversation(tx: Tx, conversation: NewConversation): Promise<{ id: string; isNew: boolean }> {
  const now = new Date();
  const [made] = await tx
    .insert(conversations)
    .values({
      problemId: conversation.problemId,
      ...toPair(conversation),
      openedBy: conversation.openedBy ?? null,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: conversations.id });
  if (made !== undefined) {
    await tx.insert(participants).values(conversation.people.map((userId) => ({ conversationId: made.id, userId })));
    return { id: made.id, isNew: true };
  }
  const id = await findConversationId(tx, conversation);
  if (id === undefined) throw new Error('A conversation that is there was not found');
  await listForBoth(tx, id, conversation.openedBy);
  return { id, isNew: false };
}

/** Whoever else wants to talk has it in their list, too. */
async function listForBoth(tx: Tx, id: string, callerId: string | undefined): Promise<void> {
  const { openedBy, lastSeq } = conversations;
  const byOther = callerId === undefined ? isNotNull(openedBy) : ne(openedBy, callerId);
  await tx
    .update(conversations)
    .set({ openedBy: null })
    .where(and(eq(conversations.id, id), eq(lastSeq, 0), byOther));
}

const ABOUT_BIDS = 'Only who posted a problem and who bid on it can talk about it.';
const TO_SOLVERS = 'Without a problem, only solvers and authors of modules can be written to.';

/** Whether somebody has published a module: its page invites to write to them (product 2.32). */
async function isModuleAuthor(tx: Tx, userId: string): Promise<boolean> {
  const shared = inArray(modules.status, ['published', 'unpublished']);
  return (await tx.$count(modules, and(eq(modules.authorId, userId), shared))) > 0;
}

/**
 * Refuses a conversation that is none of theirs: about a problem, its poster talks with who bid on it, whatever became of the
 * bid; about none, anybody with a solver or with the author of a module.
 * @throws AppError `not_found` without such a problem; `forbidden` with a sentence
 */
async function assertMayTalk(
  tx: Tx,
  callerId: string,
  other: Pick<UserRow, 'id' | 'role'>,
  problemId: string | null,
): Promise<void> {
  if (problemId === null) {
    if (other.role !== 'solver' && !(await isModuleAuthor(tx, other.id))) throw new AppError('forbidden', TO_SOLVERS);
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

/** A conversation that was asked for. */
interface Opened {
  id: string;
  isNew: boolean;
}

async function openOrFindIn(tx: Tx, callerId: string, { userId, problemId: sought }: OpenConversationBody): Promise<Opened> {
  const present = and(eq(users.id, userId), isNull(users.deletedAt));
  const [other] = await tx.select({ id: users.id, role: users.role }).from(users).where(present);
  if (other === undefined) throw notFound('This person');
  if (other.id === callerId) throw invalid({ userId: 'This is you: choose somebody else to write to' });
  const problemId = sought?.toLowerCase() ?? null;
  const conversation = { problemId, people: [callerId, other.id], openedBy: callerId } as const;
  const id = await findConversationId(tx, conversation);
  if (id !== undefined) {
    await listForBoth(tx, id, callerId);
    return { id, isNew: false };
  }
  await assertNotBlocked(tx, callerId, other.id, 'write');
  await assertMayTalk(tx, callerId, other, problemId);
  return openConversation(tx, conversation);
}

/**
 * Finds the caller's conversation with somebody, about a problem or none, or opens it. One that is there stays theirs, whatever
 * changed since.
 * @throws AppError `invalid` for oneself; `not_found` without such a person or problem; `forbidden` where the two have nothing
 *   to talk about
 */
export const openOrFind = (db: Db, callerId: string, body: OpenConversationBody): Promise<Opened> =>
  db.transaction((tx) => openOrFindIn(tx, callerId, body));

/**
 * Ends the conversations of a person: who writes to them at the same time waits, and then finds them ended. After the problems, in the
 * one order of locks (`PROBLEM_LOCK`).
 */
export async function endConversations(tx: Tx, personId: string): Promise<void> {
  const own = or(eq(conversations.firstId, personId), eq(conversations.secondId, personId));
  await tx.select({ id: conversations.id }).from(conversations).where(own).orderBy(conversations.id).for('no key update');
  await tx.update(conversations).set({ ended: true }).where(own);
}

/** So many of somebody's latest messages are looked at, each with what it answers: some steps along indexes, also for 500 bids at once. */
const LATEST_MESSAGES = 30;
/** Fewer answers say nothing of a person. */
const MIN_REPLIES = 3;

/**
 * How long the person of the query around it, of `users`, usually takes to answer: the median, in minutes, of the latest answers.
 * An answer is what follows something of the other one's, counted from the first message that waited for it. Null while there are
 * fewer than three.
 */
export const REPLY_MINUTES = sql<number | null>`(
  SELECT CASE WHEN count(*) >= ${sql.raw(String(MIN_REPLIES))}
    THEN ceil(percentile_cont(0.5) WITHIN GROUP (ORDER BY answers.seconds) / 60)::int END
  FROM (
    SELECT extract(epoch FROM said.created_at - asked.created_at) AS seconds
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
    ) AS said
    JOIN messages AS asked
      ON asked.conversation_id = said.conversation_id AND asked.seq = said.previous + 1 AND asked.seq < said.seq
  ) AS answers
)`;

/** Changes of presence are sent to people of this many conversations, those written in last: a connection costs the same for every user. */
const MAX_PRESENCE_CONVERSATIONS = 200;

/** {@link FindPeers} in the database: people who share a conversation with a user, except where a block separates them. */
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

/** {@link FindOtherParticipant} in the database. */
export function createParticipantFinder(db: Db): FindOtherParticipant {
  const { id, firstId, secondId } = conversations;
  return async (conversationId, userId) => {
    const isOwn = or(eq(firstId, userId), eq(secondId, userId));
    const [found] = await db
      .select({ firstId, secondId })
      .from(conversations)
      .where(and(eq(id, conversationId), isOwn, showsPresence()));
    if (found === undefined) return null;
    return found.firstId === userId ? found.secondId : found.firstId;
  };
}
