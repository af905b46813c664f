import { jest } from '@jest/globals';
import type { Conversation } from '@solvent/contracts';
import { clearSession } from '@solvent/store';
import { buildMessage } from '@solvent/testing/factories';
import { NETWORK_FAILURE } from '@solvent/testing/fake-api';
import { act, fireEvent, screen } from '@testing-library/react';
import { ADA, answerMessages, DIEGO, listOf, openAs, saidIn, withPerson } from './test-chat.ts';
import type { Routes } from './test-chat.ts';
import { fakeSocket } from './test-socket.ts';

const socket = fakeSocket();
jest.unstable_mockModule('@solvent/socket', () => socket.module);
const { useConversation, useConversations } = await import('./use-conversations.ts');
const { useMarkRead } = await import('./use-mark-read.ts');
const { useOutbox } = await import('./use-outbox.ts');
const { useThread } = await import('./use-thread.ts');
const { useTyping } = await import('./use-typing.ts');

let page: ReturnType<typeof openAs>;
let conversation: Conversation;
let looks: { focused: boolean; visible: boolean };

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
/** A person comes or goes. */
async function look(change: Partial<typeof looks>): Promise<void> {
  Object.assign(looks, change);
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event(looks.focused ? 'focus' : 'blur'));
  });
  await pass(0);
}

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  looks = { focused: true, visible: true };
  jest.spyOn(document, 'hasFocus').mockImplementation(() => looks.focused);
  jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (looks.visible ? 'visible' : 'hidden'));
  conversation = withPerson('c1', 'Diego', { lastSeq: 5, unreadCount: 3 });
});
afterEach(() => {
  page.unmount();
  page.api.restore();
  act(clearSession);
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('marking as read', () => {
  function Reader({ one, seq }: { one: Conversation; seq: number | undefined }) {
    useThread(one._id);
    useMarkRead(one, seq);
    const { unreadCount } = useConversations();
    return <p>{`${useConversation(one._id).conversation?.unreadCount} unread in it, ${unreadCount} in the list`}</p>;
  }
  let showSeq: (seq: number) => void = () => {};
  const puts = () => page.asked('/chat/conversations/c1/read').map(({ body }) => (body as { seq: number }).seq);
  const unread = () => screen.getByText(/unread in it/).textContent;

  async function open(seq: number | undefined, routes: Routes = {}) {
    const { useState } = await import('react');
    function Screen() {
      const [shown, setShown] = useState(seq);
      showSeq = (next) => act(() => setShown(next));
      return <Reader one={conversation} seq={shown} />;
    }
    page = openAs(<Screen />, {
      'GET /chat/conversations': () => listOf([conversation]),
      'GET /chat/conversations/c1': () => ({ conversation }),
      'GET /chat/messages/c1': answerMessages(() => 5),
      'PUT /chat/conversations/c1/read': ({ body }) => ({ readSeq: (body as { seq: number }).seq, unreadCount: 0 }),
      ...routes,
    });
    await pass(50);
  }

  it('is said once what is shown has rested, and counted here at once', async () => {
    await open(3);
    expect(puts()).toEqual([]);
    showSeq(4);
    await pass(200);
    showSeq(5);
    await pass(1000);
    expect(puts()).toEqual([5]);
    expect(unread()).toBe('0 unread in it, 0 in the list');
  });

  it('counts what is left', async () => {
    await open(4);
    await pass(1000);
    expect(unread()).toBe('1 unread in it, 1 in the list');
  });

  it.each([
    ['while the window has not the focus', { focused: false }],
    ['while the page is hidden', { visible: false }],
  ])('waits %s', async (_when, away) => {
    Object.assign(looks, away);
    await open(5);
    await pass(5000);
    expect(puts()).toEqual([]);
    await look({ focused: true, visible: true });
    await pass(1000);
    expect(puts()).toEqual([5]);
  });

  it('never goes back', async () => {
    await open(5);
    await pass(1000);
    showSeq(2);
    await pass(1000);
    expect(puts()).toEqual([5]);
  });

  it('is one request at a time, the furthest one next', async () => {
    let answer: () => void = () => {};
    await open(1, {
      'PUT /chat/conversations/c1/read': ({ body }) =>
        new Promise<object>((resolve) => (answer = () => resolve({ readSeq: (body as { seq: number }).seq, unreadCount: 0 }))),
    });
    await pass(500);
    for (const seq of [2, 3, 4]) {
      showSeq(seq);
      await pass(500);
    }
    expect(puts()).toEqual([1]);
    answer();
    await pass(500);
    expect(puts()).toEqual([1, 4]);
  });

  it('is not undone by an answer that was under way before it: the list is asked for anew once the server has it', async () => {
    let stored: () => void = () => {};
    const answers: (() => void)[] = [];
    const lists = () => page.asked('/chat/conversations').length;
    let isOpen = false;
    await open(undefined, {
      'GET /chat/conversations': () =>
        isOpen ? new Promise<object>((resolve) => answers.push(() => resolve(listOf([conversation])))) : listOf([conversation]),
      'PUT /chat/conversations/c1/read': () =>
        new Promise<object>((resolve) => (stored = () => resolve({ readSeq: 5, unreadCount: 0 }))),
    });
    isOpen = true;
    await socket.connect();
    await pass(50);
    expect(lists()).toBe(2);
    showSeq(5);
    await pass(1000);
    expect(puts()).toEqual([5]);
    answers.forEach((answer) => answer());
    await pass(50);
    expect(unread()).toBe('0 unread in it, 0 in the list');
    expect(lists()).toBe(2);
    conversation = { ...conversation, unreadCount: 0 };
    stored();
    await pass(1000);
    expect(lists()).toBe(3);
    answers.at(-1)?.();
    await pass(50);
    expect(unread()).toBe('0 unread in it, 0 in the list');
  });

  it('that failed is taken back, and tried again at the next occasion, not before', async () => {
    let broken = false;
    await open(undefined, {
      'GET /chat/conversations': () => (broken ? NETWORK_FAILURE : listOf([conversation])),
      'GET /chat/conversations/c1': () => (broken ? NETWORK_FAILURE : { conversation }),
      'PUT /chat/conversations/c1/read': () => (broken ? NETWORK_FAILURE : { readSeq: 5, unreadCount: 0 }),
    });
    broken = true;
    showSeq(5);
    await pass(10_000);
    expect(puts()).toEqual([5]);
    expect(unread()).toBe('3 unread in it, 1 in the list');
    broken = false;
    await socket.connect();
    await pass(1000);
    expect(puts()).toEqual([5, 5]);
    expect(unread()).toBe('0 unread in it, 0 in the list');
  });
});

describe('what waits in the outbox', () => {
  function Writer() {
    const { entries, send } = useOutbox('c1');
    return (
      <button type="button" onClick={() => send('Hello.', [])}>
        {entries.length} waiting
      </button>
    );
  }

  it('goes as soon as the connection is back, before its time', async () => {
    let offline = true;
    page = openAs(<Writer />, {
      'POST /chat/messages': ({ body }) =>
        offline ? NETWORK_FAILURE : { message: buildMessage({ conversationId: 'c1', clientId: saidIn(body).clientId }) },
    });
    await pass(50);
    fireEvent.click(screen.getByRole('button', { name: '0 waiting' }));
    await pass(50);
    expect(page.asked('/chat/messages')).toHaveLength(1);
    offline = false;
    await pass(300);
    expect(screen.getByRole('button', { name: '1 waiting' })).toBeVisible();
    await socket.connect();
    await pass(50);
    expect(screen.getByRole('button', { name: '0 waiting' })).toBeVisible();
  });
});

describe('typing', () => {
  let say = () => {};
  function Typing() {
    const sign = useTyping('c1');
    ({ say } = sign);
    return <p>{sign.typing ? 'Diego is typing' : 'quiet'}</p>;
  }
  const quiet = () => screen.queryByText('quiet') !== null;
  const sign = { conversationId: 'c1', userId: DIEGO._id };

  beforeEach(() => {
    page = openAs(<Typing />, {});
  });

  it('is said at most every 2.5 s', async () => {
    socket.said.splice(0);
    for (let second = 0; second < 5; second += 1) {
      say();
      say();
      await pass(1000);
    }
    expect(socket.said.splice(0)).toEqual([
      ['typing', 'c1'],
      ['typing', 'c1'],
    ]);
  });

  it('of the other one holds for 5 s after the last sign', async () => {
    await socket.hear('typing', sign);
    expect(quiet()).toBe(false);
    await pass(4000);
    await socket.hear('typing', sign);
    await pass(4900);
    expect(quiet()).toBe(false);
    await pass(200);
    expect(quiet()).toBe(true);
  });

  it.each([
    ['their message comes', () => socket.hear('message', buildMessage({ conversationId: 'c1', sender: DIEGO }))],
    ['they go', () => socket.hear('presence', { userId: DIEGO._id, online: false })],
  ])('is over as soon as %s', async (_what, happen) => {
    await socket.hear('typing', sign);
    await happen();
    expect(quiet()).toBe(true);
  });

  it('in another conversation, and one’s own in another tab, is not shown', async () => {
    await socket.hear('typing', { ...sign, conversationId: 'c2' });
    await socket.hear('typing', { ...sign, userId: ADA._id });
    expect(quiet()).toBe(true);
  });
});
