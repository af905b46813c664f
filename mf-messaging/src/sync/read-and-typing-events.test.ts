import { jest } from '@jest/globals';
import { clearSession } from '@solvent/store';
import { buildMessage } from '@solvent/testing/factories';
import { NETWORK_FAILURE } from '@solvent/testing/fake-api';
import { act } from '@testing-library/react';
import { ADA, DIEGO, buildListResponse, renderHookAsAda, buildConversationWith } from './test-chat.ts';
import type { Routes } from './test-chat.ts';
import { fakeSocket } from './test-socket.ts';

const socket = fakeSocket();
jest.unstable_mockModule('@solvent/socket', () => socket.module);
const { useMarkRead } = await import('./use-mark-read.ts');
const { useTyping } = await import('./use-typing.ts');

const conversation = buildConversationWith('c1', 'Diego', { lastSeq: 5, unreadCount: 3 });
let page: Pick<ReturnType<typeof renderHookAsAda>, 'api' | 'unmount'>;
let attention: { isFocused: boolean; isVisible: boolean };

const advance = (ms = 0) => act(() => jest.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  attention = { isFocused: true, isVisible: true };
  jest.spyOn(document, 'hasFocus').mockImplementation(() => attention.isFocused);
  jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (attention.isVisible ? 'visible' : 'hidden'));
});
afterEach(() => {
  page.unmount();
  page.api.restore();
  act(clearSession);
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('marking as read (product 4.14)', () => {
  const sentReceipts = () =>
    page.api.requests.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path, (body as { seq: number }).seq]);
  const READ = '/chat/conversations/c1/read';
  async function open(seq: number, routes: Routes = {}) {
    const hook = renderHookAsAda((shown: number) => useMarkRead(conversation, shown), seq, {
      'GET /chat/conversations': () => buildListResponse([conversation]),
      [`PUT ${READ}`]: () => ({ readSeq: 5, unreadCount: 0 }),
      ...routes,
    });
    page = hook;
    await advance(50);
    return hook;
  }

  it('is debounced while messages scroll by', async () => {
    const { rerender } = await open(3);
    rerender(4);
    await advance(200);
    rerender(5);
    expect(sentReceipts()).toEqual([]);
    await advance(300);
    expect(sentReceipts()).toEqual([[READ, 5]]);
  });

  it.each([
    ['is not focused', { isFocused: false }],
    ['is hidden', { isVisible: false }],
  ])('waits while the window %s', async (_when, away) => {
    Object.assign(attention, away);
    await open(5);
    await advance(5000);
    expect(sentReceipts()).toEqual([]);
    attention = { isFocused: true, isVisible: true };
    act(() => void window.dispatchEvent(new Event('focus')));
    await advance(300);
    expect(sentReceipts()).toEqual([[READ, 5]]);
  });

  it('is retried at the next (re)connection after a failure', async () => {
    await open(5, { [`PUT ${READ}`]: () => NETWORK_FAILURE });
    await advance(10_000);
    expect(sentReceipts()).toEqual([[READ, 5]]);
    await socket.connect();
    await advance(300);
    expect(sentReceipts()).toEqual([
      [READ, 5],
      [READ, 5],
    ]);
  });
});

describe('typing (product 9.13)', () => {
  const typingEvent = { conversationId: 'c1', userId: DIEGO._id };
  function open() {
    const hook = renderHookAsAda(() => useTyping('c1'), undefined, {});
    page = hook;
    return hook.result;
  }

  it('is sent at most every 2.5 s', async () => {
    const typing = open();
    socket.emitted.splice(0);
    for (const [ms, times] of [
      [0, 1],
      [2499, 1],
      [1, 2],
    ] as const) {
      await advance(ms);
      typing.current.notifyTyping();
      expect(socket.emitted).toEqual(Array.from({ length: times }, () => ['typing', 'c1']));
    }
  });

  it('is shown for 5 s after the last event of the other user in this conversation', async () => {
    const typing = open();
    await socket.receive('typing', { ...typingEvent, conversationId: 'c2' });
    await socket.receive('typing', { ...typingEvent, userId: ADA._id });
    expect(typing.current.typing).toBe(false);
    await socket.receive('typing', typingEvent);
    await advance(4000);
    await socket.receive('typing', typingEvent);
    await advance(4999);
    expect(typing.current.typing).toBe(true);
    await advance(1);
    expect(typing.current.typing).toBe(false);
  });

  it('ends when the user sends the message or goes offline', async () => {
    const typing = open();
    for (const end of [
      () => socket.receive('message', buildMessage({ conversationId: 'c1', sender: DIEGO })),
      () => socket.receive('presence', { userId: DIEGO._id, online: false }),
    ]) {
      await socket.receive('typing', typingEvent);
      expect(typing.current.typing).toBe(true);
      await end();
      expect(typing.current.typing).toBe(false);
    }
  });
});
