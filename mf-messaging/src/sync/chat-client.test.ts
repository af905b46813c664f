import { jest } from '@jest/globals';
import type { Conversation, Message } from '@solvent/contracts';
import { createQueryClient } from '@solvent/http';
import type { QueryClient } from '@solvent/http';
import { clearSession } from '@solvent/store';
import { buildMessage, signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE } from '@solvent/testing/fake-api';
import { flattenConversations, getReadSeq, countUnreadConversations } from './conversation-updates.ts';
import type { ConversationPages } from './conversation-updates.ts';
import { conversationListKey } from './conversations.ts';
import { fetchLatest } from './messages.ts';
import { ADA, answerMessages, DIEGO, buildListResponse, buildConversationWith } from './test-chat.ts';
import type { Routes } from './test-chat.ts';
import { fakeSocket } from './test-socket.ts';

const socket = fakeSocket();
jest.unstable_mockModule('@solvent/socket', () => socket.module);
const { getChat, startChat } = await import('./chat-client.ts');

let client: QueryClient;
let api: ReturnType<typeof fakeApi>;
let stop = () => {};
let known: Conversation[];
let last: number;

const advance = (ms = 0) => jest.advanceTimersByTimeAsync(ms);
const requests = (path: string) => api.requests.filter((request) => request.path === path);
const lists = () => requests('/chat/conversations').length;
const pages = () => client.getQueryData<ConversationPages>(conversationListKey(ADA._id, ''));
const listed = () =>
  flattenConversations(pages()).map(({ _id, unreadCount, lastMessage }) => [_id, unreadCount, lastMessage?.text ?? '']);
const unreadConversations = () => countUnreadConversations(pages());
const chat = () => {
  const running = getChat();
  if (!running) throw new Error('The chat is not running.');
  return running;
};

async function start(routes: Routes = {}): Promise<void> {
  signInAs(ADA);
  client = createQueryClient();
  api = fakeApi({
    'GET /chat/conversations': () => buildListResponse(known),
    'GET /chat/messages/c1': answerMessages(() => last),
    'PUT /chat/conversations/:id/read': ({ body }) => ({ readSeq: (body as { seq: number }).seq, unreadCount: 0 }),
    ...routes,
  });
  stop = startChat(client);
  await advance();
}

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  known = [
    buildConversationWith('c1', 'Diego', { lastSeq: 5, unreadCount: 3 }),
    buildConversationWith('c2', 'Mira', { lastSeq: 7, unreadCount: 2 }),
  ];
  last = 5;
});
afterEach(() => {
  stop();
  client.clear();
  api.restore();
  clearSession();
  jest.useRealTimers();
});

const message = (overrides: Partial<Message> = {}) =>
  buildMessage({ conversationId: 'c2', seq: 8, sender: { _id: 'user-Mira', name: 'Mira', image: null }, ...overrides });

describe('the list of conversations', () => {
  it('applies marks of other devices, and refetches its order only then (product 4.36)', async () => {
    await start();
    const marks = { conversationId: 'c2', pinned: true, muted: true, archived: false, markedUnread: false };
    known = known.map((one) => (one._id === 'c2' ? { ...one, ...marks } : one));
    await socket.receive('conversation_marked', marks);
    expect(unreadConversations()).toBe(1);
    await advance(1000);
    expect(lists()).toBe(2);
    await socket.receive('conversation_marked', marks);
    await advance(1000);
    expect(lists()).toBe(2);
  });

  it('loads 10 a page (product 9.2), and then applies messages without a request, each counted once', async () => {
    await start();
    expect(requests('/chat/conversations').map(({ params }) => params)).toEqual([{ page: 1, limit: 10 }]);
    const fresh = message({ content: 'Is **Monday** fine?' });
    await socket.receive('message', fresh);
    await socket.receive('message', fresh);
    expect(listed()).toEqual([
      ['c2', 3, 'Is Monday fine?'],
      ['c1', 3, ''],
    ]);
    await socket.receive('message', message({ conversationId: 'c1', seq: 6, sender: ADA, content: 'On my way.' }));
    expect(listed()[0]).toEqual(['c1', 3, 'On my way.']);
    await socket.receive('message_changed', message({ content: 'Or Tuesday?', revision: 1 }));
    expect(listed()[1]).toEqual(['c2', 3, 'Or Tuesday?']);
    await advance(1000);
    expect(lists()).toBe(1);
  });

  it.each([
    ['a message of an unknown conversation', () => socket.receive('message', message({ conversationId: 'c9', seq: 1 }))],
    ['a message after a gap', () => socket.receive('message', message({ seq: 10 }))],
    ['a (re)connection', () => socket.connect()],
    ['a tab switch', async () => void document.dispatchEvent(new Event('visibilitychange'))],
    [
      'a deleted message, which no longer counts as unread (product 4.34)',
      () =>
        socket.receive('message_changed', message({ seq: 7, content: '', deletedAt: '2026-06-01T10:00:00.000Z', revision: 1 })),
    ],
    [
      'a read receipt of another tab with an unknown count',
      () => socket.receive('read', { conversationId: 'c2', userId: ADA._id, seq: 6 }),
    ],
  ])('is fetched again after %s', async (_what, trigger) => {
    await start();
    known = [buildConversationWith('c9', 'Tomas', { lastSeq: 10, unreadCount: 6 })];
    await trigger();
    await advance(500);
    expect(listed()).toEqual([['c9', 6, '']]);
    expect(lists()).toBe(2);
  });

  it('keeps a message that arrives during an earlier request', async () => {
    const answers: (() => void)[] = [];
    let isSlow = false;
    await start({
      'GET /chat/conversations': () => {
        const answer = buildListResponse(known);
        return isSlow ? new Promise<object>((resolve) => answers.push(() => resolve(answer))) : answer;
      },
    });
    isSlow = true;
    await socket.connect();
    await socket.receive('message', message({ content: 'Quick.' }));
    answers[0]?.();
    await advance();
    expect(listed()[0]).toEqual(['c2', 3, 'Quick.']);
  });

  it('restarts its first load after a change, at most once per burst of changes', async () => {
    const answers: ((body: object) => void)[] = [];
    await start({ 'GET /chat/conversations': () => new Promise<object>((resolve) => answers.push(resolve)) });
    for (const online of [false, true, false]) await socket.receive('presence', { userId: DIEGO._id, online });
    await advance(500);
    expect(lists()).toBe(3);
    answers.slice(0, 2).forEach((answer) => answer(buildListResponse(known)));
    await advance();
    expect(listed()).toEqual([]);
    answers[2]?.(buildListResponse([buildConversationWith('c9', 'Tomas')]));
    await advance();
    expect(listed()).toEqual([['c9', 0, '']]);
  });

  it('applies presence, read positions of both users, and the status of the problem (product 11.13)', async () => {
    await start();
    await socket.receive('presence', { userId: 'user-Diego', online: false });
    await socket.receive('read', { conversationId: 'c1', userId: 'user-Diego', seq: 4 });
    await socket.receive('read', { conversationId: 'c1', userId: 'user-Diego', seq: 2 });
    await socket.receive('problem', { _id: 'problem-1', title: 'Websocket', status: 'solved' } as never);
    const [first] = flattenConversations(pages());
    expect(first?.participants[1]).toMatchObject({ online: false, readSeq: 4 });
    expect(first?.problem?.status).toBe('solved');
    await socket.receive('read', { conversationId: 'c2', userId: ADA._id, seq: 7 });
    expect(listed()[1]).toEqual(['c2', 0, '']);
    expect(unreadConversations()).toBe(1);
    expect(lists()).toBe(1);
  });
});

describe('read receipts (product 4.14)', () => {
  const sentSeqs = () => requests('/chat/conversations/c1/read').map(({ body }) => (body as { seq: number }).seq);
  const unread = () => [listed().find(([id]) => id === 'c1')?.[1], unreadConversations()];
  async function mark(seq: number): Promise<void> {
    void chat().readReceipts.send('c1', seq);
    await advance();
  }

  it('update the unread count at once, and never go back', async () => {
    await start();
    void chat().sync.open('c1', () => fetchLatest('c1', new AbortController().signal));
    await advance();
    void chat().readReceipts.send('c1', 4);
    expect(unread()).toEqual([1, 2]);
    await advance();
    await mark(2);
    expect(sentSeqs()).toEqual([4]);
    await mark(5);
    expect(unread()).toEqual([0, 1]);
    expect(sentSeqs()).toEqual([4, 5]);
  });

  it('are sent one at a time, then the latest position', async () => {
    const answers: (() => void)[] = [];
    await start({
      'PUT /chat/conversations/:id/read': ({ body }) =>
        new Promise<object>((resolve) => answers.push(() => resolve({ readSeq: (body as { seq: number }).seq, unreadCount: 0 }))),
    });
    for (const seq of [1, 2, 4, 3]) void chat().readReceipts.send('c1', seq);
    await advance();
    expect(sentSeqs()).toEqual([1]);
    answers[0]?.();
    await advance();
    expect(sentSeqs()).toEqual([1, 4]);
    answers[1]?.();
    await advance(500);
  });

  it('are not undone by an earlier response; the list is fetched again after the server has them', async () => {
    const answers: (() => void)[] = [];
    let isSlow = false;
    let store = () => {};
    await start({
      'GET /chat/conversations': () => {
        const answer = buildListResponse(known);
        return isSlow ? new Promise<object>((resolve) => answers.push(() => resolve(answer))) : answer;
      },
      'PUT /chat/conversations/:id/read': () =>
        new Promise<object>((resolve) => (store = () => resolve({ readSeq: 5, unreadCount: 0 }))),
    });
    isSlow = true;
    await socket.connect();
    void chat().readReceipts.send('c1', 5);
    answers.forEach((answer) => answer());
    await advance(1000);
    expect(unread()).toEqual([0, 1]);
    const before = lists();
    known = known.map((one) => (one._id === 'c1' ? { ...one, unreadCount: 0 } : one));
    store();
    await advance(1000);
    expect(lists()).toBe(before + 1);
    answers.at(-1)?.();
    await advance();
    expect(unread()).toEqual([0, 1]);
  });

  it('are undone after a failure, and can be sent again', async () => {
    let isDown = true;
    await start({
      'PUT /chat/conversations/:id/read': () => (isDown ? NETWORK_FAILURE : { readSeq: 5, unreadCount: 0 }),
    });
    await mark(5);
    expect(unread()).toEqual([3, 2]);
    expect(getReadSeq(flattenConversations(pages())[0] ?? buildConversationWith('', ''), ADA._id)).toBe(0);
    isDown = false;
    await mark(5);
    expect(unread()).toEqual([0, 1]);
    expect(sentSeqs()).toEqual([5, 5]);
  });
});
