import type { Conversation } from '@solvent/contracts';
import { pairInConversation } from '../testing/pair.ts';
import { recordEvents, received } from '../testing/sockets.ts';
import { newId } from '../platform/db/new-id.ts';
import { signIn } from '../testing/factories.ts';
import { createReplica, receivedBy, sendThrough } from '../testing/replicas.ts';
import { waitUntil } from '../testing/wait-until.ts';
import type { Replica } from '../testing/replicas.ts';
import { connectRedis } from '../platform/redis/redis.ts';
import { createLimits } from '../platform/limits/limits.ts';
import { recordedLog } from '../testing/recorded-log.ts';
import { flushRedis, getTestRedisUrl } from '../testing/redis.ts';

let here: Replica;
let there: Replica;

beforeAll(async () => {
  await flushRedis();
  here = await createReplica(getTestRedisUrl().href);
  there = await createReplica(getTestRedisUrl().href, here, { config: { rateLimitFactor: 1 } });
});
afterEach(() => [here, there].forEach(({ sockets }) => sockets.disconnectAll()));
afterAll(async () => {
  await there.close();
  await here.close();
});

describe('two servers', () => {
  it('bring a message that one stored to the sockets of the other', async () => {
    const { seeker, solver, conversationId } = await pairInConversation(here.app.db);
    const own = await there.sockets.connectAs(seeker);
    const others = await there.sockets.connectAs(solver);
    const events = [received(own, 'message'), received(others, 'message'), received(others, 'new_message_notification')];
    const message = await sendThrough(here, seeker, conversationId, 'Hello over there');
    expect(await Promise.all(events)).toEqual([message, message, { conversationId, problemId: null, message }]);
    expect(await here.realtime.flush()).toBe(true);
  });

  it('say things to people and to those who look at a problem once each, in order', async () => {
    const caller = await here.app.signedIn('seeker');
    const problemId = newId();
    const tabs = [await here.sockets.connectAs(caller), await there.sockets.connectAs(caller)];
    for (const tab of tabs) {
      const watched = receivedBy(tab, 'bid', () => true);
      tab.emit('watch_problem', problemId);
      const announcing = setInterval(() => here.realtime.toProblem(problemId, 'bid', { problemId }), 5);
      await watched.finally(() => clearInterval(announcing));
    }
    const events = tabs.map((tab) => recordEvents(tab));
    const ends = tabs.map((tab) => receivedBy<{ seq: number }>(tab, 'read', ({ seq }) => seq === 50));
    here.realtime.toProblem(problemId, 'comment', { problemId });
    for (let seq = 1; seq <= 50; seq += 1)
      here.realtime.toUser(caller.user.id, 'read', { conversationId: problemId, userId: caller.user.id, seq });
    await Promise.all(ends);
    const expected = Array.from({ length: 50 }, (_, index) => index + 1);
    for (const words of events) {
      expect(words.filter(([event]) => event === 'comment')).toHaveLength(1);
      // An emitted read position is the current one.
      const positions = words.filter(([event]) => event === 'read').map(([, position]) => (position as { seq: number }).seq);
      expect(positions).toEqual(expected);
    }
  });

  it('show who writes', async () => {
    const { seeker, solver, conversationId } = await pairInConversation(here.app.db);
    const listener = await there.sockets.connectAs(solver);
    const speaker = await here.sockets.connectAs(seeker);
    const sign = received(listener, 'typing');
    speaker.emit('typing', conversationId);
    expect(await sign).toEqual({ conversationId, userId: seeker.user.id });
  });

  it('sign a device out that is connected to the other one', async () => {
    const caller = await here.app.signedIn('seeker');
    const device = await signIn(here.app.db, caller.user);
    const socket = await there.sockets.connectAs(device);
    const over = [received(socket, 'session_revoked'), received(socket, 'disconnect')];
    await here.app.request('DELETE', '/api/auth/sessions', { as: caller });
    expect((await Promise.all(over))[1]).toBe('io server disconnect');
  });

  it('count calls together', async () => {
    const limited = await createReplica(getTestRedisUrl().href, here, { config: { rateLimitFactor: 1 } });
    const letter = { name: 'Ann', email: 'ann@example.com', subject: 'Hello there', message: 'A question of some length.' };
    const statuses: number[] = [];
    for (let call = 0; call < 6; call += 1) {
      const { app } = call % 2 === 0 ? there : limited;
      statuses.push((await app.request('POST', '/api/contact', { payload: letter })).status);
    }
    await limited.close();
    expect(statuses.map((status) => status < 300)).toEqual([true, true, true, true, true, false]);
    expect(statuses[5]).toBe(429);
  });

  it('count the first call of a server while another command waits', async () => {
    const redis = connectRedis(getTestRedisUrl().href, recordedLog('info').logger);
    await waitUntil(async () => redis.commands.status === 'ready');
    const limits = createLimits({ db: here.app.db, redis, config: { rateLimitFactor: 1 } });
    const caller = { ip: undefined, account: newId() };
    const waiting = redis.commands.get('anything');
    await limits.consume('bids', caller, 20);
    expect(await waiting).toBeNull();
    await expect(
      createLimits({ db: here.app.db, redis, config: { rateLimitFactor: 1 } }).consume('bids', caller),
    ).rejects.toThrow('Too many');
    redis.close();
  });
});

describe('somebody with pages on two servers', () => {
  it('is there until the last one closes', async () => {
    const { seeker, solver, conversationId } = await pairInConversation(here.app.db);
    const listener = await here.sockets.connectAs(seeker);
    const events = recordEvents(listener);
    const presence = () => events.filter(([event]) => event === 'presence').map(([, person]) => person);
    const userId = solver.user.id;
    const came = received(listener, 'presence');
    const first = await there.sockets.connectAs(solver);
    expect(await came).toEqual({ userId, online: true });
    expect(await here.realtime.findOnline([userId, newId()])).toEqual(new Set([userId]));
    const { body } = await here.app.request('GET', `/api/chat/conversations/${conversationId}`, { as: seeker });
    // The answer's schema lets nothing else out.
    const { participants } = body['conversation'] as Conversation;
    expect(participants.map(({ online }) => online)).toEqual([true, true]);

    const second = await here.sockets.connectAs(solver);
    const went = receivedBy<{ online: boolean }>(listener, 'presence', ({ online }) => !online);
    first.disconnect();
    second.disconnect();
    await went;
    await waitUntil(async () => (await there.realtime.findOnline([userId])).size === 0);
    // Both may have seen the last socket close, and emit it.
    const [begin, ...end] = presence();
    expect(begin).toEqual({ userId, online: true });
    for (const person of end) expect(person).toEqual({ userId, online: false });
  });
});
