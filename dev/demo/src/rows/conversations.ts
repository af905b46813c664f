import { randomUUID } from 'node:crypto';
import type { conversations, messages, participants } from '../../../../api/src/schema/index.ts';
import type { DemoConversation } from '../data.ts';
import { createIdAt } from './clock.ts';
import type { Clock } from './clock.ts';

/** A conversation with its participants, and its messages in order. */
export interface ConversationRows {
  source: DemoConversation;
  row: typeof conversations.$inferInsert;
  participants: (typeof participants.$inferInsert)[];
  messages: (typeof messages.$inferInsert & { createdAt: Date })[];
}

/** Finds ids by key. @throws Error if a key is unknown */
interface ConversationLookup {
  getId(person: string): string;
  problemId(key: string): string;
}

/** Returns the last sequence number that a participant has read. The latest messages are the unread ones. */
const getReadSeq = ({ messages, unread }: DemoConversation, person: string): number => messages.length - (unread?.[person] ?? 0);

function buildMessage(
  conversationId: string,
  { by, text, age }: DemoConversation['messages'][number],
  index: number,
  { getId }: ConversationLookup,
  clock: Clock,
) {
  const createdAt = clock.ago(age);
  const row = { id: createIdAt(createdAt), conversationId, seq: index + 1, senderId: getId(by), content: text, createdAt };
  return { ...row, clientId: randomUUID() };
}

export function buildConversation(source: DemoConversation, lookup: ConversationLookup, clock: Clock): ConversationRows {
  const { problem, between, messages } = source;
  const opened = clock.ago(Math.max(...messages.map(({ age }) => age)));
  const id = createIdAt(opened);
  const rows = messages.map((message, index) => buildMessage(id, message, index, lookup, clock));
  const [firstId = '', secondId = ''] = between.map(lookup.getId).toSorted((one, other) => (one < other ? -1 : 1));
  const latest = rows.at(-1)?.createdAt ?? opened;
  const pair = { id, problemId: problem === null ? null : lookup.problemId(problem), firstId, secondId };
  return {
    source,
    row: { ...pair, lastSeq: rows.length, createdAt: opened, updatedAt: latest },
    participants: between.map((person) => ({
      conversationId: id,
      userId: lookup.getId(person),
      readSeq: getReadSeq(source, person),
    })),
    messages: rows,
  };
}
