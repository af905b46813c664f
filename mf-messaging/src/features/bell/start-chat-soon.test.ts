import { jest } from '@jest/globals';
import { createQueryClient } from '@solvent/http';
import { clearSession, getSession, saveUser } from '@solvent/store';
import { buildUser, signInAs } from '@solvent/testing/factories';
import { fakeApi } from '@solvent/testing/fake-api';
import { fakeSocket } from '../../chat/test-socket.ts';

const socket = fakeSocket();
jest.unstable_mockModule('@solvent/socket', () => socket.module);
const { getChat } = await import('../../chat/chat-client.ts');
const { startChatSoon } = await import('./start-chat-soon.ts');

let api: ReturnType<typeof fakeApi>;
let stop = () => {};
const start = () => (stop = startChatSoon(createQueryClient()));
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const asked = () => api.requests.map(({ method, path }) => `${method} ${path}`);

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  api = fakeApi({
    'GET /chat/conversations': () => ({ conversations: [], unreadCount: 0, page: 1, limit: 10, totalPages: 1 }),
  });
  signInAs({ _id: 'user-ada' });
});
afterEach(() => {
  stop();
  clearSession();
  api.restore();
  jest.useRealTimers();
});

describe('the chat that the bell starts', () => {
  it('waits until the page has come to rest: a first load asks for nothing', async () => {
    start();
    await pass(900);
    await socket.connect();
    expect(asked()).toEqual([]);
    await pass(200);
    expect(getChat()?.userId).toBe('user-ada');
    expect(asked()).toEqual(['GET /chat/conversations']);
  });

  it('is not started once the bell is gone', async () => {
    start();
    stop();
    await pass(3000);
    expect(getChat()).toBeUndefined();
  });

  it('ends with the session, is another person’s after they signed in, and goes with the bell', async () => {
    start();
    await pass(1200);
    const first = getChat();
    clearSession();
    expect(getChat()).toBeUndefined();
    saveUser(buildUser({ _id: 'user-mira', token: 'token-of-mira' }));
    expect(getChat()?.userId).toBe('user-mira');
    expect(getChat()).not.toBe(first);
    stop();
    expect(getChat()).toBeUndefined();
    expect(socket.listening()).toBe(0);
    expect(getSession().isLogin).toBe(true);
  });

  it('is one, whoever starts it too', async () => {
    const { startChat } = await import('../../chat/chat-client.ts');
    const stopOther = startChat(createQueryClient());
    const chat = getChat();
    start();
    await pass(1200);
    expect(getChat()).toBe(chat);
    stopOther();
    stopOther();
    expect(getChat()).toBe(chat);
  });
});
