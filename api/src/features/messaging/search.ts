import type { FoundMessage, SearchMessagesResponse, TextRange } from '@solvent/contracts';
import { summarize } from '@solvent/contracts/rules';
import { searchMessagesRules } from '@solvent/contracts/rules/chat';
import { getMessagePreview } from '@solvent/contracts/message-preview';
import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { InferType } from 'yup';
import { requireCaller } from '../../access.ts';
import { users } from '../accounts/schema.ts';
import type { UserRow } from '../accounts/schema.ts';
import { personSchema, presentPerson } from '../accounts/service.ts';
import { problems } from '../marketplace/schema.ts';
import { findMessages } from './find-messages.ts';
import { cutSnippet, mergeRanges, findTermRanges } from './highlights.ts';
import { readOwnConversation } from './queries.ts';
import { conversations, messages, participants } from './schema.ts';
import type { Db } from '../../platform/db/connect.ts';
import { buildTsQuery, getIncludedPhrases } from '../../platform/db/full-text-search.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import type { App } from '../../platform/http/app.ts';
import { responseSchema, json, pagingSchema } from '../../platform/http/response-schema.ts';
import { buildPaging } from '../../platform/http/paging.ts';

type Query = InferType<typeof searchMessagesRules>;

const theirs = alias(participants, 'theirs');

/** Messages by their ids as they are shown, the latest first. */
function readFound(db: Db, viewerId: string, ids: string[]) {
  return db
    .select({
      id: messages.id,
      seq: messages.seq,
      senderId: messages.senderId,
      content: messages.content,
      createdAt: messages.createdAt,
      conversationId: conversations.id,
      other: { id: users.id, name: users.name, image: users.image },
      problem: { id: problems.id, title: problems.title },
    })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .innerJoin(theirs, and(eq(theirs.conversationId, conversations.id), ne(theirs.userId, viewerId)))
    .innerJoin(users, eq(users.id, theirs.userId))
    .leftJoin(problems, eq(problems.id, conversations.problemId))
    .where(inArray(messages.id, ids))
    .orderBy(desc(messages.createdAt), desc(messages.id));
}

type FoundRow = Awaited<ReturnType<typeof readFound>>[number];

/** Around what is found; nobody types them, and they are taken out of the texts before. */
const [START, STOP] = ['\uE000', '\uE001'];
const HEADLINE = `StartSel=${START}, StopSel=${STOP}, MinWords=12, MaxWords=28, ShortWord=0`;

/** Longer than what a snippet is looked for in: the rest of a very long message is found, and shown from its beginning. */
const MAX_SNIPPET_SOURCE_LENGTH = 10_000;

/** A text without marks of markdown, on one line; of code alone, the code. */
const toPlainText = (content: string) =>
  (summarize(content, MAX_SNIPPET_SOURCE_LENGTH) || getMessagePreview(content)).replaceAll(/[\uE000\uE001]/g, ' ');

/** Takes the marks out of a headline: what was between them are the ranges. */
function parseHeadline(headline: string): FoundMessage['snippet'] {
  let text = '';
  const ranges: TextRange[] = [];
  for (const part of headline.split(START)) {
    const [marked, ...rest] = part.split(STOP);
    if (rest.length > 0) ranges.push([text.length, text.length + (marked ?? '').length]);
    text += (marked ?? '') + rest.join('');
  }
  return { text, ranges };
}

/** Says where a snippet leaves something of its text out. */
function withEllipses({ text, ranges }: FoundMessage['snippet'], whole: string): FoundMessage['snippet'] {
  const before = whole.startsWith(text) ? '' : '… ';
  const after = whole.endsWith(text) ? '' : ' …';
  return { text: before + text + after, ranges: ranges.map(([from, to]) => [from + before.length, to + before.length]) };
}

/** The part of each text in which what is searched for stands. */
async function buildSnippets(
  db: Db,
  { prepared, typed }: { prepared: string; typed: string },
  rows: FoundRow[],
): Promise<FoundMessage['snippet'][]> {
  if (rows.length === 0) return [];
  const texts = rows.map(({ content }) => toPlainText(content));
  const { rows: found } = await db.execute<{ headline: string }>(sql`
    SELECT ts_headline('english', line, ${prepared}::tsquery, ${HEADLINE}) AS headline
    FROM unnest(${sql.param(texts)}::text[]) WITH ORDINALITY AS lines (line, place) ORDER BY place`);
  const phrases = getIncludedPhrases(typed);
  return found.map(({ headline }, at) => {
    const whole = texts[at] ?? '';
    const plain = parseHeadline(headline);
    const [first] = plain.ranges.length === 0 ? findTermRanges(whole, phrases) : [];
    const text = first === undefined ? plain.text : cutSnippet(whole, first);
    return withEllipses({ text, ranges: mergeRanges([...plain.ranges, ...findTermRanges(text, phrases)]) }, whole);
  });
}

function presentFound(viewer: UserRow, row: FoundRow, snippet: FoundMessage['snippet']): FoundMessage {
  const { id, seq, senderId, createdAt, conversationId, other, problem } = row;
  return {
    _id: id,
    seq,
    sender: presentPerson(senderId === viewer.id ? viewer : other),
    createdAt: createdAt.toISOString(),
    conversation: {
      _id: conversationId,
      with: presentPerson(other),
      problem: problem && { _id: problem.id, title: problem.title },
    },
    snippet,
  };
}

async function searchMessages(db: Db, viewer: UserRow, query: Query): Promise<SearchMessagesResponse> {
  const { conversation } = query;
  if (conversation !== undefined && (await readOwnConversation(db, conversation, viewer.id)) === undefined)
    throw notFound('This conversation');
  const prepared = await buildTsQuery(db, query.q);
  if (prepared === undefined) return { messages: [], total: 0, ...buildPaging(query, 0) };
  const { ids, total } = await findMessages(db, { ...query, conversation, prepared, viewerId: viewer.id });
  const rows = ids.length === 0 ? [] : await readFound(db, viewer.id, ids);
  const snippets = await buildSnippets(db, { prepared, typed: query.q }, rows);
  const nothing = { text: '', ranges: [] };
  return {
    messages: rows.map((row, at) => presentFound(viewer, row, snippets[at] ?? nothing)),
    total,
    ...buildPaging(query, total),
  };
}

const foundSchema = json.object({
  _id: json.id,
  seq: json.integer,
  sender: personSchema,
  createdAt: json.time,
  conversation: json.object({
    _id: json.id,
    with: personSchema,
    problem: json.orNull(json.object({ _id: json.id, title: json.text })),
  }),
  snippet: json.object({ text: json.text, ranges: json.list(json.range) }),
});

const answer = responseSchema<SearchMessagesResponse>(
  json.object({ messages: json.list(foundSchema), total: json.integer, ...pagingSchema }),
);

/** GET /chat/search: what was written to or by the caller, the latest first. */
export function searchRoute(app: App, { db }: { db: Db }): void {
  const schema = { tags: ['chat'], querystring: searchMessagesRules, response: { 200: answer } };
  app.get('/chat/search', { config: { access: 'signed-in', limit: 'search' }, schema }, (request) =>
    searchMessages(db, requireCaller(request).user, request.query),
  );
}
