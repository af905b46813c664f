import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import type { Message } from '@solvent/contracts';
import { eq } from 'drizzle-orm';
import type { Socket } from 'socket.io-client';
import { AppError } from '../../platform/errors/app-error.ts';
import { sessions } from '../accounts/schema.ts';
import { deleteAccount, createConversation, send } from '../../testing/chat.ts';
import type { ConversationFixture } from '../../testing/chat.ts';
import { recordConsumedLimits } from '../../testing/consumed-limits.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { getLogMessage as lineOf, recordedLog } from '../../testing/recorded-log.ts';
import { received, openTestSockets } from '../../testing/sockets.ts';
import type { TestSockets } from '../../testing/sockets.ts';

const { lines, logger } = recordedLog();
let test: TestApp;
let sockets: TestSockets;
beforeAll(async () => {
  test = await createTestApp({ logger });
  sockets = await openTestSockets(test);
});
afterEach(() => sockets.disconnectAll());
afterAll(() => test.close());

const say = (socket: Socket, said: unknown): Promise<Message | null> =>
  // The contract of the event says so.
  socket.emitWithAck('send_message', said) as Promise<Message | null>;

const textFor = ({ id }: ConversationFixture, content = 'Hello') => ({ conversationId: id, clientId: randomUUID(), content });

async function stored({ seeker, id }: ConversationFixture): Promise<unknown> {
  return (await test.request('GET', `/api/chat/messages/${id}`, { as: seeker })).body['messages'];
}

describe('a message that comes over the socket (product 11.13)', () => {
  it('is acknowledged as it is stored, and comes to the other one', async () => {
    const both = await createConversation(test);
    const [own, theirs] = [await sockets.connectAs(both.seeker), await sockets.connectAs(both.solver)];
    const news = received(theirs, 'new_message_notification');
    const fields = textFor(both, 'Hello from the socket');
    const message = await say(own, fields);
    expect(message).toMatchObject({ ...fields, seq: 1, sender: { _id: both.seeker.user.id, name: both.seeker.user.name } });
    expect(await stored(both)).toEqual([message]);
    expect(await news).toEqual({ conversationId: both.id, problemId: null, message });
  });

  it('is the same one when it comes again, over the socket and as a request (product 11.14)', async () => {
    const both = await createConversation(test);
    const own = await sockets.connectAs(both.seeker);
    const fields = textFor(both);
    const first = await say(own, fields);
    expect(await say(own, fields)).toEqual(first);
    const { status, body } = await send(test, both.seeker, fields);
    expect([status, body['message']]).toEqual([200, first]);
    expect(await stored(both)).toEqual([first]);
  });

  it('carries the name that its sender has by now, and is not stored once the other one has blocked the sender', async () => {
    const both = await createConversation(test);
    const own = await sockets.connectAs(both.seeker);
    await test.request('PATCH', '/api/auth/profile', { as: both.seeker, payload: { name: 'Ines Newname' } });
    expect(await say(own, textFor(both))).toMatchObject({ sender: { name: 'Ines Newname' } });
    await test.request('PUT', `/api/auth/profile/${both.seeker.user.id}/block`, { as: both.solver });
    expect(await say(own, textFor(both))).toBeNull();
    expect(await stored(both)).toHaveLength(1);
  });

  it('is not acknowledged where it may not be: nothing is stored, and the request says why', async () => {
    const [both, others] = [await createConversation(test), await createConversation(test)];
    const own = await sockets.connectAs(both.seeker);
    for (const said of [textFor(others), textFor(both, ''), {}, null, 'Hello', [textFor(both)]])
      expect(await say(own, said)).toBeNull();
    expect([await stored(both), await stored(others)]).toEqual([[], []]);
    expect((await send(test, both.seeker, { conversationId: others.id })).status).toBe(404);
    // Nor is it heard where no answer is wanted.
    own.emit('send_message', textFor(both, 'Nobody knows what became of me'));
    expect(await say(own, textFor(both, 'Hello'))).toMatchObject({ seq: 1 });
  });

  it('counts as a request does (docs/limits.md)', async () => {
    const both = await createConversation(test);
    const own = await sockets.connectAs(both.seeker);
    expect(await recordConsumedLimits(test, () => say(own, textFor(both)))).toEqual(['messages']);
    const consume = jest.spyOn(test.limits, 'consume').mockRejectedValue(new AppError('rate_limited', 'Wait'));
    expect(await say(own, textFor(both))).toBeNull();
    consume.mockRestore();
    expect(await stored(both)).toHaveLength(1);
  });
});

describe('a message over the socket that fails', () => {
  const countOf = async (reason: string) => {
    const { body } = await test.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
    return Number(new RegExp(`solvent_socket_send_failures_total\\{reason="${reason}"\\} (\\d+)`).exec(body)?.[1] ?? 0);
  };

  it('is counted by its reason, and logged where it was not refused', async () => {
    const both = await createConversation(test);
    const own = await sockets.connectAs(both.seeker);
    const [refused, failed] = [await countOf('invalid'), await countOf('internal')];
    lines.length = 0;
    expect(await say(own, textFor(both, ''))).toBeNull();
    expect([await countOf('invalid'), lines]).toEqual([refused + 1, []]);
    jest.spyOn(test.limits, 'consume').mockRejectedValueOnce(new Error('Broken'));
    expect(await say(own, textFor(both))).toBeNull();
    expect([await countOf('internal'), lines.map(lineOf)]).toEqual([failed + 1, ['A message sent over a socket was not stored']]);
  });
});

describe('whose session is over', () => {
  it('stores nothing, also over a socket that is still open, nor hears what was stored before', async () => {
    const both = await createConversation(test);
    const own = await sockets.connectAs(both.seeker);
    const fields = textFor(both);
    expect(await say(own, fields)).not.toBeNull();
    // Nobody tells the socket.
    await test.db.update(sessions).set({ expiresAt: new Date() }).where(eq(sessions.userId, both.seeker.user.id));
    expect(await say(own, textFor(both))).toBeNull();
    expect(await say(own, fields)).toBeNull();
    const { body } = await test.request('GET', `/api/chat/messages/${both.id}`, { as: both.solver });
    expect(body['messages']).toHaveLength(1);
  });

  it('because the account was deleted, likewise', async () => {
    const both = await createConversation(test);
    const own = await sockets.connectAs(both.seeker);
    const gone = received(own, 'disconnect').then(() => null);
    await deleteAccount(test, both.seeker);
    expect(await Promise.race([say(own, textFor(both)), gone])).toBeNull();
    expect((await test.request('GET', `/api/chat/messages/${both.id}`, { as: both.solver })).body['messages']).toEqual([]);
  });
});
