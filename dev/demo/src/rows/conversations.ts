import { randomUUID } from 'node:crypto';
import type { conversations, messages, participants } from '../../../../api/src/schema/index.ts';
import type { DemoConversation } from '../data.ts';
import { idAt } from './clock.ts';
import type { Clock } from './clock.ts';

/** A conversation ready to be stored, with its two and its messages in their order. */
export interface StoredConversation {
  source: DemoConversation;
  row: typeof conversations.$inferInsert;
  participants: (typeof participants.$inferInsert)[];
  messages: (typeof messages.$inferInsert & { createdAt: Date })[];
}

/** Lookups of conversations' subjects. Each throws for an unknown key. */
interface Named {
  getId(person: string): string;
  problemId(key: string): string;
}

/** Last sequence number that a participant has read; unread messages come last. */
const getReadSeq = ({ messages, unread }: DemoConversation, person: string): number => messages.length - (unread?.[person] ?? 0);

function messageRow(
  conversationId: string,
  { by, text, age }: DemoConversation['messages'][number],
  place: number,
  { getId }: Named,
  clock: Clock,
) {
  const createdAt = clock.ago(age);
  const row = { id: idAt(createdAt), conversationId, seq: place + 1, senderId: getId(by), content: text, createdAt };
  return { ...row, clientId: randomUUID() };
}

/** A conversation as it would have been stored, message by message. */
export function buildConversation(source: DemoConversation, named: Named, clock: Clock): StoredConversation {
  const { problem, between, messages } = source;
  const opened = clock.ago(Math.max(...messages.map(({ age }) => age)));
  const id = idAt(opened);
  const rows = messages.map((message, place) => messageRow(id, message, place, named, clock));
  const [firstId = '', secondId = ''] = between.map(named.getId).toSorted((one, other) => (one < other ? -1 : 1));
  const latest = rows.at(-1)?.createdAt ?? opened;
  const pair = { id, problemId: problem === null ? null : named.problemId(problem), firstId, secondId };
  return {
    source,
    row: { ...pair, lastSeq: rows.length, createdAt: opened, updatedAt: latest },
    participants: between.map((person) => ({
      conversationId: id,
      userId: named.getId(person),
      readSeq: getReadSeq(source, person),
    })),
    messages: rows,
  };
}
