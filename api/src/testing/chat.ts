import { randomUUID } from 'node:crypto';
import type { BidStatus, Conversation, Message, ModuleStatus } from '@solvent/contracts';
import { openConversation } from '../features/messaging/service.ts';
import { bids, problems } from '../features/marketplace/schema.ts';
import type { ProblemRow } from '../features/marketplace/schema.ts';
import { modules } from '../features/toolbox/schema.ts';
import { TEST_PASSWORD } from './factories.ts';
import type { TestCaller } from './factories.ts';
import type { TestResponse, TestApp } from './test-app.ts';
import { buildForm } from './uploads.ts';
import type { FormPart } from './uploads.ts';

/** Two who may talk, and their conversation about no problem. */
export interface ConversationFixture {
  seeker: TestCaller;
  solver: TestCaller;
  id: string;
}

/** A seeker, a solver (new ones, where none are given) and their conversation. */
export async function createConversation(
  test: TestApp,
  problemId: string | null = null,
  given: Partial<ConversationFixture> = {},
): Promise<ConversationFixture> {
  const { seeker = await test.signedIn('seeker'), solver = await test.signedIn('solver') } = given;
  const people = [seeker.user.id, solver.user.id] as const;
  const { id } = await test.db.transaction((tx) => openConversation(tx, { problemId, people }));
  return { seeker, solver, id };
}

/** Stores a module of somebody's. */
export async function addModule(test: TestApp, author: TestCaller, status: ModuleStatus): Promise<void> {
  const now = new Date();
  const texts = { slug: randomUUID(), title: 'Maps', description: 'Maps to draw on.', tags: ['React'], version: '1.0.0' };
  const row = { ...texts, authorId: author.user.id, priceCents: 0, status, releasedAt: now, updatedAt: now };
  await test.db.insert(modules).values(row);
}

/** Stores an open problem. */
export async function addOpenProblem(test: TestApp, poster: TestCaller): Promise<ProblemRow> {
  const now = new Date();
  const texts = { title: 'Our importer loses rows', body: 'It does.', description: 'It does.', tags: ['Go'] };
  const [row] = await test.db
    .insert(problems)
    .values({ ...texts, userId: poster.user.id, category: 'backend', budget: 100, createdAt: now, updatedAt: now })
    .returning();
  if (row === undefined) throw new Error('The problem was not stored');
  return row;
}

/** Stores a bid. */
export async function addBidOn(test: TestApp, solver: TestCaller, problemId: string, status: BidStatus = 'pending') {
  const now = new Date();
  const offer = { amount: 50, message: 'I have done this before.', estimatedDays: 3, createdAt: now, updatedAt: now };
  await test.db.insert(bids).values({ ...offer, problemId, solverId: solver.user.id, status });
}

/** Deletes somebody's account, over the wire. */
export async function deleteAccount(test: TestApp, as: TestCaller): Promise<void> {
  const { status } = await test.request('POST', '/api/auth/delete-account', { as, payload: { password: TEST_PASSWORD } });
  if (status !== 200) throw new Error(`The account was not deleted: ${status}`);
}

/** Asks for a conversation to be opened or found. */
export const postConversation = (test: TestApp, as: TestCaller, payload: object): Promise<TestResponse> =>
  test.request('POST', '/api/chat/conversations', { as, payload });

/** The conversation of an answer. */
export function getConversation({ status, body }: TestResponse): Conversation {
  if (status >= 300) throw new Error(`No conversation, but ${status}: ${JSON.stringify(body)}`);
  // The answer's schema lets nothing else out.
  return body['conversation'] as Conversation;
}

/** What is sent; what is not given is made up, and null is left out. */
export interface Sending {
  conversationId?: string | null;
  clientId?: string | null;
  content?: string | null;
  files?: FormPart[];
  /** Parts that no message has. */
  more?: Record<string, string>;
  /** A form also without files, as from a client that knows nothing else. */
  asForm?: boolean;
}

/** Asks for a message to be sent: as JSON without files, as the page does. */
export async function send(test: TestApp, as: TestCaller | undefined, sending: Sending): Promise<TestResponse> {
  const { files = [], more = {}, asForm = files.length > 0, ...given } = sending;
  const texts = { clientId: randomUUID(), content: 'Hello', ...more, ...given };
  if (!asForm) {
    const payload = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== null));
    return test.request('POST', '/api/chat/messages', { as, payload });
  }
  const parts = Object.entries(texts).flatMap(([field, text]) => (typeof text === 'string' ? [{ field, text }] : []));
  return test.request('POST', '/api/chat/messages', { as, ...(await buildForm([...parts, ...files])) });
}

/** The message of an answer. */
export function getMessage({ status, body }: TestResponse): Message {
  if (status >= 300) throw new Error(`No message, but ${status}: ${JSON.stringify(body)}`);
  // The answer's schema lets nothing else out.
  return body['message'] as Message;
}

/** Sends these one after the other. */
export async function sendAll(test: TestApp, as: TestCaller, conversationId: string, contents: string[]): Promise<Message[]> {
  const sent: Message[] = [];
  for (const content of contents) sent.push(getMessage(await send(test, as, { conversationId, content })));
  return sent;
}

/** The conversation as somebody sees it. */
export async function fetchConversation(test: TestApp, as: TestCaller, id: string): Promise<Conversation> {
  return getConversation(await test.request('GET', `/api/chat/conversations/${id}`, { as }));
}
