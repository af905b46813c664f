import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import type { Message } from '@solvent/contracts';
import { eq } from 'drizzle-orm';
import type { Socket } from 'socket.io-client';
import { AppError } from '../../platform/errors/app-error.ts';
import { sessions } from '../../schema/index.ts';
import { deleteAccount, createConversation, send } from '../../testing/chat.ts';
import type { ConversationFixture } from '../../testing/chat.ts';
import { recordConsumedLimits } from '../../testing/consumed-limits.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { getLogMessage, recordedLog } from '../../testing/recorded-log.ts';
import { received, setUpTestSockets } from '../../testing/sockets.ts';

const { lines, logger } = recordedLog();
const test = setUpTestApp({ logger });
const sockets = setUpTestSockets(test);

const emitMessage = (socket: Socket, payload: unknown): Promise<Message | null> =>
  socket.emitWithAck('send_message', payload) as Promise<Message | null>;

const buildPayload = ({ id }: ConversationFixture, content = 'Hello') => ({
  conversationId: id,
  clientId: randomUUID(),
  content,
});

async function readStored({ seeker, id }: ConversationFixture): Promise<unknown> {
  return (await test.request('GET', `/api/chat/messages/${id}`, { as: seeker })).body['messages'];
}

describe('a message sent over a socket (product 11.13)', () => {
  it('is acknowledged with the stored message and reaches the recipient', async () => {
    const both = await createConversation(test);
    const [own, theirs] = [await sockets.connectAs(both.seeker), await sockets.connectAs(both.solver)];
    const event = received(theirs, 'new_message_notification');
    const fields = buildPayload(both, 'Hello from the socket');
    const message = await emitMessage(own, fields);
    expect(message).toMatchObject({ ...fields, seq: 1, sender: { _id: both.seeker.user.id, name: both.seeker.user.name } });
    expect(await readStored(both)).toEqual([message]);
    expect(await event).toEqual({ conversationId: both.id, problemId: null, message });
  });

  it('is stored once if it is repeated over the socket or as a request (product 11.14)', async () => {
    const both = await createConversation(test);
    const own = await sockets.connectAs(both.seeker);
    const fields = buildPayload(both);
    const first = await emitMessage(own, fields);
    expect(await emitMessage(own, fields)).toEqual(first);
    const { status, body } = await send(test, both.seeker, fields);
    expect([status, body['message']]).toEqual([200, first]);
    expect(await readStored(both)).toEqual([first]);
  });

  it('has the sender’s current name, and is not stored after the recipient has blocked the sender', async () => {
    const both = await createConversation(test);
    const own = await sockets.connectAs(both.seeker);
    await test.request('PATCH', '/api/auth/profile', { as: both.seeker, payload: { name: 'Ines Newname' } });
    expect(await emitMessage(own, buildPayload(both))).toMatchObject({ sender: { name: 'Ines Newname' } });
    await test.request('PUT', `/api/auth/profile/${both.seeker.user.id}/block`, { as: both.solver });
    expect(await emitMessage(own, buildPayload(both))).toBeNull();
    expect(await readStored(both)).toHaveLength(1);
  });

  it('is neither acknowledged nor stored if it is invalid; the request returns the reason', async () => {
    const [both, others] = [await createConversation(test), await createConversation(test)];
    const own = await sockets.connectAs(both.seeker);
    for (const payload of [buildPayload(others), buildPayload(both, ''), {}, null, 'Hello', [buildPayload(both)]])
      expect(await emitMessage(own, payload)).toBeNull();
    expect([await readStored(both), await readStored(others)]).toEqual([[], []]);
    expect((await send(test, both.seeker, { conversationId: others.id })).status).toBe(404);
    // A message without an acknowledgement is ignored.
    own.emit('send_message', buildPayload(both, 'Without an acknowledgement'));
    expect(await emitMessage(own, buildPayload(both, 'Hello'))).toMatchObject({ seq: 1 });
  });

  it('consumes the same limit as a request (docs/limits.md)', async () => {
    const both = await createConversation(test);
    const own = await sockets.connectAs(both.seeker);
    expect(await recordConsumedLimits(test, () => emitMessage(own, buildPayload(both)))).toEqual(['messages']);
    const consume = jest.spyOn(test.deps.limits, 'consume').mockRejectedValue(new AppError('rate_limited', 'Wait'));
    expect(await emitMessage(own, buildPayload(both))).toBeNull();
    consume.mockRestore();
    expect(await readStored(both)).toHaveLength(1);
  });
});

describe('a failed message over a socket', () => {
  const countFailures = async (reason: string) => {
    const { body } = await test.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
    return Number(new RegExp(`solvent_socket_send_failures_total\\{reason="${reason}"\\} (\\d+)`).exec(body)?.[1] ?? 0);
  };

  it('is counted by its reason, and logged if it was not rejected', async () => {
    const both = await createConversation(test);
    const own = await sockets.connectAs(both.seeker);
    const [rejected, failed] = [await countFailures('invalid'), await countFailures('internal')];
    lines.length = 0;
    expect(await emitMessage(own, buildPayload(both, ''))).toBeNull();
    expect([await countFailures('invalid'), lines]).toEqual([rejected + 1, []]);
    jest.spyOn(test.deps.limits, 'consume').mockRejectedValueOnce(new Error('Broken'));
    expect(await emitMessage(own, buildPayload(both))).toBeNull();
    expect([await countFailures('internal'), lines.map(getLogMessage)]).toEqual([
      failed + 1,
      ['A message sent over a socket was not stored'],
    ]);
  });
});

describe('a socket of an ended session', () => {
  it('neither stores messages nor acknowledges stored ones', async () => {
    const both = await createConversation(test);
    const own = await sockets.connectAs(both.seeker);
    const fields = buildPayload(both);
    expect(await emitMessage(own, fields)).not.toBeNull();
    // The socket is not notified.
    await test.db.update(sessions).set({ expiresAt: new Date() }).where(eq(sessions.userId, both.seeker.user.id));
    expect(await emitMessage(own, buildPayload(both))).toBeNull();
    expect(await emitMessage(own, fields)).toBeNull();
    const { body } = await test.request('GET', `/api/chat/messages/${both.id}`, { as: both.solver });
    expect(body['messages']).toHaveLength(1);
  });

  it('stores nothing if the account was deleted', async () => {
    const both = await createConversation(test);
    const own = await sockets.connectAs(both.seeker);
    const disconnected = received(own, 'disconnect').then(() => null);
    await deleteAccount(test, both.seeker);
    expect(await Promise.race([emitMessage(own, buildPayload(both)), disconnected])).toBeNull();
    expect((await test.request('GET', `/api/chat/messages/${both.id}`, { as: both.solver })).body['messages']).toEqual([]);
  });
});
