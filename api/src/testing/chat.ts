import { randomUUID } from 'node:crypto';
import type { Conversation, Message } from '@solvent/contracts';
import { TEST_PASSWORD } from './factories.ts';
import type { TestCaller } from './factories.ts';
import { getField } from './get-field.ts';
import { openConversationBetween } from './pair.ts';
import type { TestApp, TestResponse } from './test-app.ts';
import { buildForm } from './uploads.ts';
import type { FormPart } from './uploads.ts';

export interface ConversationFixture {
  seeker: TestCaller;
  solver: TestCaller;
  id: string;
}

/** @param given people who exist already */
export async function createConversation(
  test: TestApp,
  problemId: string | null = null,
  given: Partial<ConversationFixture> = {},
): Promise<ConversationFixture> {
  const { seeker = await test.signedIn('seeker'), solver = await test.signedIn('solver') } = given;
  return { seeker, solver, id: await openConversationBetween(test.db, seeker, solver, problemId) };
}

export async function deleteAccount(test: TestApp, as: TestCaller): Promise<void> {
  const { status } = await test.request('POST', '/api/auth/delete-account', { as, payload: { password: TEST_PASSWORD } });
  if (status !== 200) throw new Error(`Deleting the account failed with status ${status}`);
}

export const postConversation = (test: TestApp, as: TestCaller, payload: object): Promise<TestResponse> =>
  test.request('POST', '/api/chat/conversations', { as, payload });

export const getConversation = (response: TestResponse): Conversation => getField(response, 'conversation');

/** Fields with null are omitted, missing ones have defaults. */
interface MessageFields {
  conversationId?: string | null;
  clientId?: string | null;
  content?: string | null;
  files?: FormPart[];
  more?: Record<string, string>;
  asForm?: boolean;
}

/** Sends a message as JSON, or as a form if it has files, like the page. */
export async function send(test: TestApp, as: TestCaller | undefined, fields: MessageFields): Promise<TestResponse> {
  const { files = [], more = {}, asForm = files.length > 0, ...given } = fields;
  const texts = { clientId: randomUUID(), content: 'Hello', ...more, ...given };
  if (!asForm) {
    const payload = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== null));
    return test.request('POST', '/api/chat/messages', { as, payload });
  }
  const parts = Object.entries(texts).flatMap(([field, text]) => (typeof text === 'string' ? [{ field, text }] : []));
  return test.request('POST', '/api/chat/messages', { as, ...(await buildForm([...parts, ...files])) });
}

export const getMessage = (response: TestResponse): Message => getField(response, 'message');

export async function sendAll(test: TestApp, as: TestCaller, conversationId: string, contents: string[]): Promise<Message[]> {
  const sent: Message[] = [];
  for (const content of contents) sent.push(getMessage(await send(test, as, { conversationId, content })));
  return sent;
}

export async function fetchConversation(test: TestApp, as: TestCaller, id: string): Promise<Conversation> {
  return getConversation(await test.request('GET', `/api/chat/conversations/${id}`, { as }));
}
