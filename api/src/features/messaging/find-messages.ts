import { CHAT } from '@solvent/contracts';
import type { PageQuery } from '@solvent/contracts';
import { and, desc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { selectConversations } from './conversations.ts';
import { messages, participants } from '../../schema/index.ts';
import type { Db } from '../../platform/db/connect.ts';

/** Limits that choose the strategy (decision 0074). Message counts include those of the other participants. */
const BOUNDS = {
  /** Up to this many messages in the viewer's conversations, all are scanned. */
  maxScanned: 20_000,
  /** Above this planner estimate of matches among all users, the word index is skipped. */
  maxEstimatedMatches: 16_000,
  /** The word index is used up to this many matches among all users. */
  maxIndexMatches: 12_000,
  /** Number of conversations in the first step, latest first. Each step reads four times as many. */
  firstConversations: 10,
  /** Results for frequent words. */
  maxResults: CHAT.searchResultsMax,
};

export type SearchBounds = Record<keyof typeof BOUNDS, number>;

interface MessageSearch extends PageQuery {
  viewerId: string;
  /** Searches only this conversation; undefined for all conversations of the viewer. */
  conversation: string | undefined;
  prepared: string;
}

interface FoundMessages {
  ids: string[];
  total: number;
}

const own = alias(participants, 'own');

function readConversations(db: Db, { viewerId, conversation }: MessageSearch) {
  const mine = selectConversations(db, viewerId);
  return db
    .select({ id: mine.id, updatedAt: mine.updatedAt, lastSeq: mine.lastSeq })
    .from(mine)
    .where(conversation === undefined ? undefined : eq(mine.id, conversation))
    .orderBy(desc(mine.updatedAt), desc(mine.id));
}

type Conversations = Awaited<ReturnType<typeof readConversations>>;

const isOwn = ({ viewerId, conversation }: MessageSearch) =>
  and(eq(own.userId, viewerId), conversation === undefined ? undefined : eq(own.conversationId, conversation));

const toRange = ({ page, limit }: PageQuery) => ({ from: (page - 1) * limit, to: page * limit });

async function scanAll(db: Db, search: MessageSearch): Promise<FoundMessages> {
  const matching = and(isOwn(search), sql`${messages.search} @@ ${search.prepared}::tsquery`);
  const isInOwn = eq(messages.conversationId, own.conversationId);
  const rows = await db
    .select({ id: messages.id })
    .from(own)
    .innerJoin(messages, isInOwn)
    .where(matching)
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(search.limit)
    .offset(toRange(search).from);
  const counted = db.select({ id: messages.id }).from(own).innerJoin(messages, isInOwn).where(matching).as('counted');
  return { ids: rows.map(({ id }) => id), total: await db.$count(counted) };
}

/** Returns the planner's estimate for the messages of all users, from its statistics of frequent words. */
async function estimateMatches(db: Db, prepared: string): Promise<number> {
  const { rows } = await db.execute<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    sql`EXPLAIN (FORMAT JSON) SELECT FROM messages WHERE search @@ ${prepared}::tsquery`,
  );
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

async function findByIndex(db: Db, search: MessageSearch, bounds: SearchBounds): Promise<FoundMessages | undefined> {
  const { maxEstimatedMatches, maxIndexMatches } = bounds;
  const { prepared } = search;
  if ((await estimateMatches(db, prepared)) > maxEstimatedMatches) return undefined;
  // MATERIALIZED, because LIMIT makes the planner prefer a sequential scan.
  const { rows } = await db.execute<{ matches: number; ids: string[] }>(sql`
    WITH matching AS MATERIALIZED (SELECT id, conversation_id, created_at FROM messages WHERE search @@ ${prepared}::tsquery)
    SELECT count(*)::int AS matches,
      coalesce(json_agg(found.id ORDER BY found.created_at DESC, found.id DESC) FILTER (WHERE own.user_id IS NOT NULL), '[]') AS ids
    FROM (SELECT * FROM matching LIMIT ${maxIndexMatches + 1}) AS found
    LEFT JOIN participants AS own ON own.conversation_id = found.conversation_id AND ${isOwn(search)}`);
  const [{ matches, ids } = { matches: 0, ids: [] }] = rows;
  const { from, to } = toRange(search);
  return matches > maxIndexMatches ? undefined : { ids: ids.slice(from, to), total: ids.length };
}

/** Latest matches of each conversation. `IS TRUE` avoids the word index, which would first collect the matches of all users. */
const latestOfEach = (ids: string[], prepared: string, limit: number) => sql`
  unnest(${sql.param(ids)}::uuid[]) AS conversations (conversation) CROSS JOIN LATERAL (
    SELECT id, created_at FROM messages WHERE conversation_id = conversation AND (search @@ ${prepared}::tsquery) IS TRUE
    ORDER BY seq DESC LIMIT ${limit}
  ) AS found`;

async function findLatest(db: Db, ids: string[], prepared: string, limit: number): Promise<{ id: string; at: number }[]> {
  const { rows } = await db.execute<{ id: string; at: number }>(sql`
    SELECT id, (extract(epoch FROM created_at) * 1000)::float8 AS at FROM ${latestOfEach(ids, prepared, limit)}
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`);
  return rows;
}

async function countUpTo(db: Db, ids: string[], prepared: string, max: number): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(
    sql`SELECT count(*)::int AS total FROM (SELECT FROM ${latestOfEach(ids, prepared, max)} LIMIT ${max}) AS counted`,
  );
  return rows[0]?.total ?? 0;
}

/** Scans conversations back in time until the remaining ones are older than all results, which is soon for frequent words. */
async function scanBackwards(db: Db, all: Conversations, search: MessageSearch, bounds: SearchBounds): Promise<FoundMessages> {
  const { firstConversations, maxResults } = bounds;
  const { prepared } = search;
  const range = toRange(search);
  const limit = Math.min(range.to, maxResults);
  let found: { id: string; at: number }[] = [];
  for (let [from, size] = [0, firstConversations]; range.from < limit && from < all.length; from += size, size *= 4) {
    const ids = all.slice(from, from + size).map(({ id }) => id);
    found = [...found, ...(await findLatest(db, ids, prepared, limit))]
      .toSorted((one, other) => other.at - one.at)
      .slice(0, limit);
    const next = all[from + size];
    if (next === undefined || (found.length === limit && (found.at(-1)?.at ?? 0) > next.updatedAt.getTime())) break;
  }
  const ids = all.map(({ id }) => id);
  return { ids: found.slice(range.from).map(({ id }) => id), total: await countUpTo(db, ids, prepared, maxResults) };
}

/** Finds messages of the viewer. If the viewer has many, frequent words find only the latest `CHAT.searchResultsMax` (product 5.20). */
export async function findMessages(db: Db, search: MessageSearch, bounds: SearchBounds = BOUNDS): Promise<FoundMessages> {
  const all = await readConversations(db, search);
  const count = all.reduce((sum, { lastSeq }) => sum + lastSeq, 0);
  if (count <= bounds.maxScanned) return scanAll(db, search);
  return (await findByIndex(db, search, bounds)) ?? scanBackwards(db, all, search, bounds);
}
