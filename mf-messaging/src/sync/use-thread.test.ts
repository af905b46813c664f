import { jest } from '@jest/globals';
import type { Message } from '@solvent/contracts';
import { clearSession, getSession, saveUser } from '@solvent/store';
import { buildMessage, buildUser } from '@solvent/testing/factories';
import { NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { act } from '@testing-library/react';
import { ADA, answerMessages, DIEGO, buildMessages, renderHookAsAda, readSentBody } from './test-chat.ts';
import type { Routes } from './test-chat.ts';
import { fakeSocket } from './test-socket.ts';

const socket = fakeSocket();
jest.unstable_mockModule('@solvent/socket', () => socket.module);
const { isConversationActive } = await import('./page-activity.ts');
const { getChat, startChat } = await import('./chat-client.ts');
const { useOutbox } = await import('./use-outbox.ts');
const { useThread } = await import('./use-thread.ts');

let thread: ReturnType<typeof open>;
let last: number;

const advance = (ms = 0) => act(() => jest.advanceTimersByTimeAsync(ms));
const requests = (path: string) => thread.api.requests.filter((request) => request.path === path);
const fetched = () => requests('/chat/messages/c1').map(({ params: { limit: _limit, ...params } }) => params);
const texts = (from: number, to: number) => buildMessages(from, to).map(({ content }) => content);

const open = (routes: Routes = {}) =>
  renderHookAsAda(() => ({ ...useThread('c1'), outbox: useOutbox('c1') }), undefined, {
    'GET /chat/messages/c1': answerMessages(() => last),
    ...routes,
  });
async function openLoaded(routes?: Routes): Promise<void> {
  thread = open(routes);
  await advance(50);
}
const shown = () => thread.result.current.log?.messages.map(({ content }) => content) ?? [];
const waiting = () => thread.result.current.outbox.entries.map(({ content, state }) => `${content} ${state}`);
async function send(): Promise<void> {
  act(() => thread.result.current.outbox.send('Hello.', []));
  await advance();
}
async function loadOlder(): Promise<void> {
  act(() => void thread.result.current.loadOlder());
  await advance();
}
const stored = (body: unknown, seq: number): Message =>
  buildMessage({ conversationId: 'c1', seq, sender: ADA, ...readSentBody(body) });

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  last = 250;
});
afterEach(() => {
  thread.unmount();
  thread.api.restore();
  act(clearSession);
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('an open thread', () => {
  it('begins with the newest 100 messages and loads older ones 100 at a time (product 9.2)', async () => {
    await openLoaded();
    expect(shown()).toEqual(texts(151, 250));
    await loadOlder();
    expect(shown()).toEqual(texts(51, 250));
    expect(thread.result.current.log?.hasOlder).toBe(true);
    await loadOlder();
    expect(shown()).toEqual(texts(1, 250));
    expect(thread.result.current.log?.hasOlder).toBe(false);
    await loadOlder();
    expect(fetched()).toEqual([{ page: 1 }, { before: 151 }, { before: 51 }]);
  });

  it('reports a failure to load it or older messages, and loads them on a retry', async () => {
    let isDown = true;
    const answer = answerMessages(() => last);
    await openLoaded({ 'GET /chat/messages/c1': (request) => (isDown ? refuse('not_found', 'No') : answer(request)) });
    expect(thread.result.current.status).toBe('error');
    isDown = false;
    act(() => thread.result.current.retry());
    await advance();
    expect(thread.result.current.status).toBe('ready');
    isDown = true;
    await loadOlder();
    expect(thread.result.current.olderError).toMatchObject({ status: 404 });
    expect(shown()).toHaveLength(100);
    isDown = false;
    await loadOlder();
    expect(thread.result.current.olderError).toBeNull();
    expect(shown()).toHaveLength(200);
  });

  it('fetches messages missing before a new one, and catches up after a (re)connection (product 11.14)', async () => {
    await openLoaded();
    last = 260;
    for (const message of buildMessages(258, 258)) await socket.receive('message', message);
    await advance();
    expect(shown()).toEqual(texts(151, 260));
    expect(fetched()).toEqual([{ page: 1 }, { after: 250 }]);
    last = 300;
    await socket.connect();
    await advance();
    expect(shown()).toEqual(texts(151, 300));
  });

  it('catches up after a (re)connection during its first load', async () => {
    let answerFirst: (body: object) => void = () => {};
    const answer = answerMessages(() => last);
    await openLoaded({
      'GET /chat/messages/c1': (request) =>
        request.params.page === 1 ? new Promise<object>((resolve) => (answerFirst = resolve)) : answer(request),
    });
    last = 252;
    await socket.connect();
    answerFirst({ messages: buildMessages(151, 250), lastSeq: 250, revision: 0, page: 1, limit: 100, totalPages: 3 });
    await advance();
    expect(shown()).toEqual(texts(151, 252));
  });

  it('is active while it is open in a focused window (product 4.8)', async () => {
    const focused = jest.spyOn(document, 'hasFocus').mockReturnValue(true);
    await openLoaded();
    expect(isConversationActive('c1')).toBe(true);
    focused.mockReturnValue(false);
    expect(isConversationActive('c1')).toBe(false);
    focused.mockReturnValue(true);
    thread.unmount();
    expect(isConversationActive('c1')).toBe(false);
  });

  it('shows a sent message once, whether the event or the response arrives first', async () => {
    let answer: (body: object) => void = () => {};
    await openLoaded({
      'POST /chat/messages': () => new Promise<object>((resolve) => (answer = resolve)),
    });
    await send();
    expect(waiting()).toEqual(['Hello. sending']);
    const message = stored(requests('/chat/messages')[0]?.body, 251);
    await socket.receive('message', message);
    await advance();
    expect(waiting()).toEqual([]);
    answer({ message });
    await advance();
    expect(shown().filter((text) => text === 'Hello.')).toHaveLength(1);
  });

  it('keeps a stored message in the outbox until the messages before it are loaded (product 11.14)', async () => {
    let answerGap = () => {};
    const answer = answerMessages(() => last);
    const gap = { messages: buildMessages(251, 252), lastSeq: 253, revision: 0, page: 1, limit: 100, totalPages: 3 };
    await openLoaded({
      'GET /chat/messages/c1': (request) =>
        request.params.after === 250 ? new Promise<object>((resolve) => (answerGap = () => resolve(gap))) : answer(request),
      'POST /chat/messages': ({ body }) => ({ message: stored(body, 253) }),
    });
    last = 253;
    await send();
    expect(fetched()).toContainEqual({ after: 250 });
    expect(waiting()).toHaveLength(1);
    answerGap();
    await advance();
    expect(shown().slice(-3)).toEqual([...texts(251, 252), 'Hello.']);
    expect(waiting()).toEqual([]);
  });

  it('keeps a message while offline, and sends it at once after a reconnect', async () => {
    let isDown = true;
    await openLoaded({
      'POST /chat/messages': ({ body }) => (isDown ? NETWORK_FAILURE : { message: stored(body, 251) }),
    });
    await send();
    await advance(300);
    expect(requests('/chat/messages')).toHaveLength(1);
    expect(waiting()).toEqual(['Hello. sending']);
    isDown = false;
    await socket.connect();
    await advance();
    expect(waiting()).toEqual([]);
    expect(shown().at(-1)).toBe('Hello.');
  });

  it('ends with the session, and shows the next user’s messages after their sign-in', async () => {
    await openLoaded();
    act(() => {
      clearSession();
      thread.client.clear();
    });
    await advance();
    expect(thread.result.current.status).toBe('pending');
    for (const message of buildMessages(251, 251)) await socket.receive('message', message);
    expect(shown()).toEqual([]);
    last = 3;
    act(() => saveUser(buildUser({ _id: DIEGO._id, token: 'token-of-diego' })));
    await advance(50);
    expect(shown()).toEqual(texts(1, 3));
    const keys = thread.client.getQueryCache().getAll();
    expect(JSON.stringify(keys.map(({ queryKey }) => queryKey))).not.toContain(ADA._id);
  });

  it('shares one chat with other callers until all have stopped it', async () => {
    await openLoaded();
    const running = getChat();
    const stopOther = startChat(thread.client);
    expect(getChat()).toBe(running);
    stopOther();
    stopOther();
    expect(getChat()).toBe(running);
    thread.unmount();
    expect(getChat()).toBeUndefined();
    expect(socket.countListeners()).toBe(0);
    expect(getSession().isLogin).toBe(true);
  });
});
