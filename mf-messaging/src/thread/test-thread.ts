import { jest } from '@jest/globals';
import type { Conversation, Message, MessagesResponse } from '@solvent/contracts';
import { clearSession } from '@solvent/store';
import { buildConversation, buildMessage, buildParticipant, signInAs } from '@solvent/testing/factories';
import { fakeApi } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { act, screen, within } from '@testing-library/react';
import { createElement } from 'react';
import { draftFiles } from '../composer/draft.ts';
import { ADA, DIEGO, buildListResponse, readSentBody } from '../sync/test-chat.ts';
import { fakeSocket } from '../sync/test-socket.ts';

export type Routes = Parameters<typeof fakeApi>[0];

export const socket = fakeSocket();
jest.unstable_mockModule('@solvent/socket', () => socket.module);
const { Thread } = await import('./thread.tsx');

/** jsdom has no layout: the list is 600 px high, each row 50 px. */
const getHeight = (element: HTMLElement) => (element.getAttribute('role') === 'log' ? 600 : 50);
for (const name of ['offsetHeight', 'clientHeight']) {
  Object.defineProperty(HTMLElement.prototype, name, {
    configurable: true,
    get(this: HTMLElement) {
      return getHeight(this);
    },
  });
}
Object.defineProperty(HTMLElement.prototype, 'offsetWidth', { configurable: true, value: 800 });
URL.createObjectURL ??= () => 'blob:picture';
URL.revokeObjectURL ??= () => undefined;

export const page = (...messages: Message[]): MessagesResponse => ({
  messages,
  lastSeq: messages.at(-1)?.seq ?? 0,
  revision: Math.max(0, ...messages.map(({ revision }) => revision)),
  page: 1,
  limit: 100,
  totalPages: 1,
});

export function stored(body: unknown, seq: number): Message {
  const { clientId, content } = readSentBody(body);
  return buildMessage({ conversationId: 'c1', seq, sender: ADA, clientId, content, createdAt: new Date().toISOString() });
}

export const at = (minute: number) => new Date(2026, 10, 18, 9, minute).toISOString();
export const message = (seq: number, overrides: Partial<Message> = {}) =>
  buildMessage({
    _id: `m${seq}`,
    conversationId: 'c1',
    seq,
    clientId: `id-${seq}`,
    createdAt: at(seq),
    content: `Message ${seq}`,
    ...overrides,
  });

/** Bodies of sent messages. */
export const sent: unknown[] = [];
let thread: ReturnType<typeof render> | undefined;

function close() {
  thread?.unmount();
  thread?.api.restore();
}
afterEach(() => {
  close();
  act(clearSession);
  localStorage.clear();
  sessionStorage.clear();
  draftFiles.clear();
  sent.length = 0;
  socket.setClockOffset(0);
  jest.restoreAllMocks();
});

interface Opened {
  messages?: Message[];
  routes?: Routes;
  conversation?: Partial<Conversation>;
}

function render({ messages = [], routes = {}, conversation = {} }: Opened) {
  signInAs(ADA);
  const api = fakeApi({
    'GET /chat/conversations': () => buildListResponse([]),
    'GET /chat/messages/:id': () => page(...messages),
    'GET /chat/conversations/:id/events': () => ({ bid: null, events: [] }),
    'POST /chat/messages': ({ body }) => ({ message: stored(body, messages.length + sent.push(body)) }),
    'PUT /chat/conversations/:id/read': () => ({ readSeq: messages.length, unreadCount: 0 }),
    ...routes,
  });
  const one = buildConversation({ _id: 'c1', lastSeq: messages.length, ...conversation });
  const view = renderScreen(createElement(Thread, { conversation: one }), { at: '/conversations' });
  const posted = () => api.requests.filter(({ method }) => method === 'POST');
  return { ...view, api, posted };
}

/** Renders a thread instead of the one before it. */
export function openThread(opened: Opened = {}) {
  close();
  thread = render(opened);
  return thread;
}

export const readBy = (readSeq: number): Partial<Conversation> => ({
  participants: [buildParticipant(ADA), buildParticipant({ ...DIEGO, readSeq })],
});

export const field = () => screen.findByRole('textbox', { name: 'Message' });
export const sendButton = () => screen.getByRole('button', { name: 'Send' });
export function getUser() {
  if (!thread) throw new Error('No thread is open.');
  return thread.user;
}
export const findArticle = async (text: string) => (await screen.findByText(text)).closest('[role=article]') as HTMLElement;
export async function hoverMessage(text: string) {
  const article = await findArticle(text);
  await getUser().hover(article);
  return within(await within(article).findByRole('toolbar', { name: 'Message actions' }));
}
export const articles = () => screen.queryAllByRole('article');
