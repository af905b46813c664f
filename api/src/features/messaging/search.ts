import { cutText, splitCharacters } from '@solvent/contracts';
import type { FoundMessage, TextRange } from '@solvent/contracts';
import { summarize } from '@solvent/contracts/rules';
import { searchMessagesRules } from '@solvent/contracts/rules/chat';
import { getMessagePreview } from '@solvent/contracts/message-preview';
import { foundMessagesResponse } from '@solvent/contracts/schemas';
import { and, desc, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { presentPerson, requireCaller } from '../accounts/index.ts';
import { bids, conversations, messages, participants, problems, users } from '../../schema/index.ts';
import type { UserRow } from '../../schema/index.ts';
import { findMessages } from './find-messages.ts';
import { readOwnConversation } from './messages.ts';
import { findTermRanges } from './term-ranges.ts';
import type { Db } from '../../platform/db/connect.ts';
import { buildTsQuery, getIncludedPhrases } from '../../platform/db/full-text-search.ts';
import type { App } from '../../platform/http/app.ts';
import { buildPaging } from '../../platform/http/paging.ts';

const theirs = alias(participants, 'theirs');

function readFound(db: Db, viewerId: string, ids: string[]) {
  const { id, seq, senderId, content, createdAt, conversationId } = messages;
  return db
    .select({
      id,
      seq,
      senderId,
      content,
      createdAt,
      conversationId,
      other: { id: users.id, name: users.name, image: users.image },
      problem: { _id: problems.id, title: problems.title },
    })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .innerJoin(theirs, and(eq(theirs.conversationId, conversations.id), ne(theirs.userId, viewerId)))
    .innerJoin(users, eq(users.id, theirs.userId))
    .leftJoin(problems, eq(problems.id, conversations.problemId))
    .where(inArray(messages.id, ids))
    .orderBy(desc(messages.createdAt), desc(messages.id));
}

/** Bounds the bids whose terms one search computes: those of the viewer's latest conversations. */
const MAX_SEARCHED_BIDS = 100;

/** Finds bids that are the first card of the viewer's conversations (product 2.60). Their `seq` is that of the first message. */
function findBids(db: Db, viewerId: string, prepared: string, conversation: string | undefined) {
  const latest = db
    .select({ id: conversations.id })
    .from(conversations)
    .where(
      and(
        or(eq(conversations.firstId, viewerId), eq(conversations.secondId, viewerId)),
        isNotNull(conversations.problemId),
        conversation === undefined ? undefined : eq(conversations.id, conversation),
      ),
    )
    .orderBy(desc(conversations.updatedAt))
    .limit(MAX_SEARCHED_BIDS);
  const isOfPair = or(eq(bids.solverId, conversations.firstId), eq(bids.solverId, conversations.secondId));
  return db
    .select({
      id: bids.id,
      seq: sql<number>`1`,
      senderId: bids.solverId,
      content: bids.message,
      createdAt: bids.createdAt,
      conversationId: conversations.id,
      other: { id: users.id, name: users.name, image: users.image },
      problem: { _id: problems.id, title: problems.title },
    })
    .from(conversations)
    .innerJoin(bids, and(eq(bids.problemId, conversations.problemId), isOfPair))
    .innerJoin(theirs, and(eq(theirs.conversationId, conversations.id), ne(theirs.userId, viewerId)))
    .innerJoin(users, eq(users.id, theirs.userId))
    .leftJoin(problems, eq(problems.id, conversations.problemId))
    .where(and(inArray(conversations.id, latest), sql`search_terms(${bids.message}) @@ ${prepared}::tsquery`))
    .orderBy(desc(bids.createdAt), desc(bids.id));
}

type FoundRow = Awaited<ReturnType<typeof readFound>>[number];

function mergeRanges(ranges: readonly TextRange[]): TextRange[] {
  const joined: TextRange[] = [];
  for (const [from, to] of ranges.toSorted(([one], [other]) => one - other)) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], to)];
    else joined.push([from, to]);
  }
  return joined;
}

const CONTEXT_LENGTH = 80;

/** Cuts the text around a range, at spaces where there are any, else between characters. */
function cutSnippet(text: string, [from, to]: TextRange): string {
  return cutStart(text, from) + text.slice(from, to) + cutEnd(text, to);
}

function cutStart(text: string, from: number): string {
  if (from <= CONTEXT_LENGTH) return text.slice(0, from);
  const space = text.indexOf(' ', from - CONTEXT_LENGTH);
  if (space !== -1) return text.slice(Math.min(space + 1, from), from);
  // The first character may begin before the cut.
  return splitCharacters(text.slice(from - CONTEXT_LENGTH, from))
    .slice(1)
    .join('');
}

function cutEnd(text: string, to: number): string {
  const end = to + CONTEXT_LENGTH;
  const space = text.lastIndexOf(' ', end);
  if (end >= text.length) return text.slice(to);
  return space > to ? text.slice(to, space) : cutText(text.slice(to), CONTEXT_LENGTH, CONTEXT_LENGTH);
}

/** Private-use characters that mark matches in headlines. {@link toPlainText} removes them from messages. */
const [START, STOP] = ['\uE000', '\uE001'];
const MARKS = /[\uE000\uE001]/g;
const HEADLINE = `StartSel=${START}, StopSel=${STOP}, MinWords=12, MaxWords=28, ShortWord=0`;

/** Number of characters. A match after them is found, but its snippet shows the beginning of the message. */
const MAX_SNIPPET_SOURCE_LENGTH = 10_000;

/** Returns the text without Markdown on one line, or the code if there is nothing else. */
const toPlainText = (content: string) =>
  (summarize(content, MAX_SNIPPET_SOURCE_LENGTH) || getMessagePreview(content)).replaceAll(MARKS, ' ');

type Snippet = FoundMessage['snippet'];

function parseHeadline(headline: string): Snippet {
  let text = '';
  const ranges: TextRange[] = [];
  for (const [index, part] of headline.split(MARKS).entries()) {
    if (index % 2 === 1) ranges.push([text.length, text.length + part.length]);
    text += part;
  }
  return { text, ranges };
}

function addEllipses({ text, ranges }: Snippet, whole: string): Snippet {
  const before = whole.startsWith(text) ? '' : '… ';
  const after = whole.endsWith(text) ? '' : ' …';
  return { text: before + text + after, ranges: ranges.map(([from, to]) => [from + before.length, to + before.length]) };
}

async function buildSnippets(db: Db, prepared: string, typed: string, rows: FoundRow[]): Promise<Snippet[]> {
  const texts = rows.map(({ content }) => toPlainText(content));
  const { rows: found } = await db.execute<{ headline: string }>(sql`
    SELECT ts_headline('english', line, ${prepared}::tsquery, ${HEADLINE}) AS headline
    FROM unnest(${sql.param(texts)}::text[]) WITH ORDINALITY AS lines (line, position) ORDER BY position`);
  const phrases = getIncludedPhrases(typed);
  return found.map(({ headline }, at) => {
    const whole = texts[at] ?? '';
    const plain = parseHeadline(headline);
    const [first] = plain.ranges.length === 0 ? findTermRanges(whole, phrases) : [];
    const text = first === undefined ? plain.text : cutSnippet(whole, first);
    return addEllipses({ text, ranges: mergeRanges([...plain.ranges, ...findTermRanges(text, phrases)]) }, whole);
  });
}

function presentFound(viewer: UserRow, row: FoundRow, snippet: Snippet): FoundMessage {
  const { id, seq, senderId, createdAt, conversationId, other, problem } = row;
  return {
    _id: id,
    seq,
    sender: presentPerson(senderId === viewer.id ? viewer : other),
    createdAt: createdAt.toISOString(),
    conversation: { _id: conversationId, with: presentPerson(other), problem },
    snippet,
  };
}

/** Registers GET /chat/search, which lists messages of the caller's conversations, newest first. */
export function searchRoute(app: App, { db }: { db: Db }): void {
  const schema = { tags: ['chat'], querystring: searchMessagesRules, response: { 200: foundMessagesResponse } };
  app.get('/chat/search', { config: { access: 'signed-in', limit: 'search' }, schema }, async (request) => {
    const { user: viewer } = requireCaller(request);
    const { query } = request;
    const { conversation, q: typed } = query;
    if (conversation !== undefined) await readOwnConversation(db, conversation, viewer.id);
    const prepared = await buildTsQuery(db, typed);
    const search = prepared && { ...query, conversation, prepared, viewerId: viewer.id };
    const { ids, total } = search ? await findMessages(db, search) : { ids: [], total: 0 };
    // Bids are with the first page of messages, and do not count for paging.
    const foundBids = prepared && query.page === 1 ? await findBids(db, viewer.id, prepared, conversation) : [];
    const messageRows = ids.length > 0 ? await readFound(db, viewer.id, ids) : [];
    const rows = [...messageRows, ...foundBids].toSorted((one, two) => two.createdAt.getTime() - one.createdAt.getTime());
    if (prepared === undefined || rows.length === 0) return { messages: [], total, ...buildPaging(query, total) };
    const snippets = await buildSnippets(db, prepared, typed, rows);
    const found = rows.map((row, at) => presentFound(viewer, row, snippets[at] ?? { text: '', ranges: [] }));
    return { messages: found, total: total + foundBids.length, ...buildPaging(query, total) };
  });
}
