import { CHAT } from '@solvent/contracts';
import type { PageQuery } from '@solvent/contracts';
import { and, desc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { selectConversations } from './queries.ts';
import { messages, participants } from './schema.ts';
import type { Db } from '../../platform/db/connect.ts';

/** From where on it is found in which way. */
export interface Bounds {
  /** The messages of whoever has no more than these, the other ones' included, are looked through, every one of them. */
  all: number;
  /** Words that more messages seem to have, whoever wrote them, are not looked for by the index of words: it would gather all. */
  common: number;
  /** Words that no more messages have are found by that index: along conversations all would be read. */
  few: number;
  /** So many conversations are looked into at first, the one written in last first; each time four times as many. */
  atOnce: number;
  /** Of whoever has more messages, so many that have frequent words are found, the latest. */
  most: number;
}

const BOUNDS: Bounds = { all: 20_000, common: 16_000, few: 12_000, atOnce: 10, most: CHAT.searchResultsMax };

/** Whose messages, in which conversation (absent: all of theirs), and what the database searches for. */
export interface Sought extends PageQuery {
  viewerId: string;
  conversation: string | undefined;
  prepared: string;
}

/** A page's messages by their ids, the latest first, and how many there are. */
export interface Finds {
  ids: string[];
  total: number;
}

interface Talk {
  id: string;
  updatedAt: Date;
  lastSeq: number;
}

const own = alias(participants, 'own');

/** Where the person may look, the conversation that was written in last first. */
function readTalks(db: Db, { viewerId, conversation }: Sought): Promise<Talk[]> {
  const mine = selectConversations(db, viewerId);
  return db
    .select({ id: mine.id, updatedAt: mine.updatedAt, lastSeq: mine.lastSeq })
    .from(mine)
    .where(conversation === undefined ? undefined : eq(mine.id, conversation))
    .orderBy(desc(mine.updatedAt), desc(mine.id));
}

const isOwn = ({ viewerId, conversation }: Sought) =>
  and(eq(own.userId, viewerId), conversation === undefined ? undefined : eq(own.conversationId, conversation));

const rangeOf = ({ page, limit }: PageQuery) => ({ from: (page - 1) * limit, to: page * limit });

/** Looks through all messages of somebody who has not many. */
async function findAmongAll(db: Db, sought: Sought): Promise<Finds> {
  const matching = and(isOwn(sought), sql`${messages.search} @@ ${sought.prepared}::tsquery`);
  const inOwn = eq(messages.conversationId, own.conversationId);
  const rows = await db
    .select({ id: messages.id })
    .from(own)
    .innerJoin(messages, inOwn)
    .where(matching)
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(sought.limit)
    .offset(rangeOf(sought).from);
  const counted = db.select({ id: messages.id }).from(own).innerJoin(messages, inOwn).where(matching).as('counted');
  return { ids: rows.map(({ id }) => id), total: await db.$count(counted) };
}

/** How many messages of everybody the planner takes to have these words: it knows the frequent ones. */
async function guessCount(db: Db, prepared: string): Promise<number> {
  const { rows } = await db.execute<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    sql`EXPLAIN (FORMAT JSON) SELECT FROM messages WHERE search @@ ${prepared}::tsquery`,
  );
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

/** Looks among all messages of everybody that have rare words; undefined where too many have them. */
async function findByWords(db: Db, sought: Sought, { common, few }: Bounds): Promise<Finds | undefined> {
  const { prepared } = sought;
  if ((await guessCount(db, prepared)) > common) return undefined;
  // Planned by itself: for few of them PostgreSQL would rather read all messages until it has them.
  const { rows } = await db.execute<{ looked: number; ids: string[] }>(sql`
    WITH matching AS MATERIALIZED (SELECT id, conversation_id, created_at FROM messages WHERE search @@ ${prepared}::tsquery)
    SELECT count(*)::int AS looked,
      coalesce(json_agg(few.id ORDER BY few.created_at DESC, few.id DESC) FILTER (WHERE own.user_id IS NOT NULL), '[]') AS ids
    FROM (SELECT * FROM matching LIMIT ${few + 1}) AS few
    LEFT JOIN participants AS own ON own.conversation_id = few.conversation_id AND ${isOwn(sought)}`);
  const [{ looked, ids } = { looked: 0, ids: [] }] = rows;
  const { from, to } = rangeOf(sought);
  return looked > few ? undefined : { ids: ids.slice(from, to), total: ids.length };
}

/** The condition of words on the way along a conversation: the index of words would gather those of everybody first. */
const matchesOnTheWay = (prepared: string) => sql`(messages.search @@ ${prepared}::tsquery) IS TRUE`;

/** The latest matches in some conversations, no more than `wanted`. */
async function findIn(db: Db, ids: string[], prepared: string, wanted: number): Promise<{ id: string; at: number }[]> {
  const { rows } = await db.execute<{ id: string; at: number }>(sql`
    SELECT found.id, (extract(epoch FROM found.created_at) * 1000)::float8 AS at
    FROM unnest(${sql.param(ids)}::uuid[]) AS talk (id) CROSS JOIN LATERAL (
      SELECT messages.id, messages.created_at FROM messages
      WHERE messages.conversation_id = talk.id AND ${matchesOnTheWay(prepared)} ORDER BY messages.seq DESC LIMIT ${wanted}
    ) AS found ORDER BY found.created_at DESC, found.id DESC LIMIT ${wanted}`);
  return rows;
}

/** How many match in these conversations: of more than are shown, as many as are shown. */
async function countUpTo(db: Db, ids: string[], prepared: string, most: number): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`
    SELECT count(*)::int AS total FROM (
      SELECT FROM unnest(${sql.param(ids)}::uuid[]) AS talk (id) CROSS JOIN LATERAL (
        SELECT FROM messages WHERE messages.conversation_id = talk.id AND ${matchesOnTheWay(prepared)}
        ORDER BY messages.seq DESC LIMIT ${most}
      ) AS found LIMIT ${most}) AS counted`);
  return rows[0]?.total ?? 0;
}

/**
 * Goes back in time along the conversations, the one that was written in last first, until all others are older than what is
 * found: words that many messages have are met soon.
 */
async function findOnTheWay(db: Db, talks: readonly Talk[], sought: Sought, { atOnce, most }: Bounds): Promise<Finds> {
  const { prepared } = sought;
  const range = rangeOf(sought);
  const wanted = Math.min(range.to, most);
  let found: { id: string; at: number }[] = [];
  for (let [from, size] = [0, atOnce]; range.from < wanted && from < talks.length; from += size, size *= 4) {
    const ids = talks.slice(from, from + size).map(({ id }) => id);
    found = [...found, ...(await findIn(db, ids, prepared, wanted))].toSorted((one, other) => other.at - one.at).slice(0, wanted);
    const next = talks[from + size];
    if (next === undefined || (found.length === wanted && (found.at(-1)?.at ?? 0) > next.updatedAt.getTime())) break;
  }
  const all = talks.map(({ id }) => id);
  return { ids: found.slice(range.from).map(({ id }) => id), total: await countUpTo(db, all, prepared, most) };
}

/** Finds a page of somebody's messages by words. Of whoever has very many, the latest `CHAT.foundMax` of frequent words. */
export async function findMessages(db: Db, sought: Sought, bounds = BOUNDS): Promise<Finds> {
  const talks = await readTalks(db, sought);
  const written = talks.reduce((sum, { lastSeq }) => sum + lastSeq, 0);
  if (written <= bounds.all) return findAmongAll(db, sought);
  return (await findByWords(db, sought, bounds)) ?? findOnTheWay(db, talks, sought, bounds);
}
