import { randomUUID } from 'node:crypto';
import type { Conversation, Message } from '@solvent/contracts';
import { openConversation } from '../../platform/conversations/open-conversation.ts';
import type { TestCaller } from '../../testing/factories.ts';
import type { TestAnswer, TestApp } from '../../testing/test-app.ts';
import { formOf } from '../../testing/uploads.ts';
import type { Part } from '../../testing/uploads.ts';

/** Two who may talk, and their conversation about no problem. */
export interface Pair {
  seeker: TestCaller;
  solver: TestCaller;
  id: string;
}

/** A seeker, a solver and their conversation. */
export async function pair(test: TestApp, problemId: string | null = null): Promise<Pair> {
  const [seeker, solver] = [await test.signedIn('seeker'), await test.signedIn('solver')];
  const people = [seeker.user.id, solver.user.id] as const;
  const { id } = await test.db.transaction((tx) => openConversation(tx, { problemId, people }));
  return { seeker, solver, id };
}

/** What is sent; what is not given is made up, and null is left out. */
export interface Sending {
  conversationId?: string | null;
  clientId?: string | null;
  content?: string | null;
  files?: Part[];
  /** Parts that no message has. */
  more?: Record<string, string>;
}

/** Asks for a message to be sent. */
export async function send(test: TestApp, as: TestCaller | undefined, sending: Sending): Promise<TestAnswer> {
  const { files = [], more = {}, ...given } = sending;
  const texts = { clientId: randomUUID(), content: 'Hello', ...more, ...given };
  const parts = Object.entries(texts).flatMap(([field, text]) => (typeof text === 'string' ? [{ field, text }] : []));
  return test.ask('POST', '/api/chat/messages', { as, ...(await formOf([...parts, ...files])) });
}

/** The message of an answer. */
export function messageOf({ status, body }: TestAnswer): Message {
  if (status >= 300) throw new Error(`No message, but ${status}: ${JSON.stringify(body)}`);
  // The answer's schema lets nothing else out.
  return body['message'] as Message;
}

/** Sends these one after the other. */
export async function sendAll(test: TestApp, as: TestCaller, conversationId: string, contents: string[]): Promise<Message[]> {
  const sent: Message[] = [];
  for (const content of contents) sent.push(messageOf(await send(test, as, { conversationId, content })));
  return sent;
}

/** The conversation as somebody sees it. */
export async function seenBy(test: TestApp, as: TestCaller, id: string): Promise<Conversation> {
  const { body } = await test.ask('GET', `/api/chat/conversations/${id}`, { as });
  // The answer's schema lets nothing else out.
  return body['conversation'] as Conversation;
}
