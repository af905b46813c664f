import { outbox } from '../platform/schema.ts';
import { pairInConversation } from '../testing/pair.ts';
import { received } from '../testing/sockets.ts';
import { createReplica, receivedBy, sendThrough } from '../testing/replicas.ts';
import { waitUntil } from '../testing/wait-until.ts';
import type { Replica } from '../testing/replicas.ts';
import { publishLiveRelease, releasesInFolder } from '../testing/releases.ts';
import type { TestReleases } from '../testing/releases.ts';
import { flushRedis, openRedisProxy } from '../testing/redis.ts';
import type { RedisProxy } from '../testing/redis.ts';

let line: RedisProxy;
let releases: TestReleases;
let here: Replica;
let there: Replica;

beforeAll(async () => {
  line = await openRedisProxy();
  releases = await releasesInFolder();
  await publishLiveRelease(releases.location);
  here = await join(line.url);
  there = await join(line.url, here);
});
afterEach(() => line.restore());
afterAll(async () => {
  await there.close();
  await here.close();
  await line.close();
  await releases.close();
});

const join = (url: string, first?: Replica) => createReplica(url, first, { config: { releases: releases.location } });

/** Returns whether a server is ready, and which services are missing. */
const readiness = async ({ app }: Replica) => {
  const { status, body } = await app.request('GET', '/api/health/ready');
  return status === 200 ? (body['degraded'] ?? 'well') : status;
};
const countUndelivered = async () => (await here.app.db.select().from(outbox)).length;

describe.each([
  ['does not answer', async () => line.hang()],
  ['is away', () => line.cut()],
])('while Redis %s', (_how, breakLine) => {
  it('a server goes on, says so, and makes up for it afterwards by itself', async () => {
    const { seeker, solver, conversationId } = await pairInConversation(here.app.db);
    const near = await here.sockets.connectAs(solver);
    const far = await there.sockets.connectAs(solver);
    await waitUntil(async () => (await readiness(here)) === 'well' && (await readiness(there)) === 'well');
    await breakLine();

    const receivedNear = received(near, 'message');
    const message = await sendThrough(here, seeker, conversationId, 'Nobody carries this');
    expect(await receivedNear).toEqual(message);
    expect(await here.realtime.flush()).toBe(false);
    expect(await countUndelivered()).toBe(1);
    // A server looks at most once a second.
    await waitUntil(async () => JSON.stringify(await readiness(here)) === '["redis"]');
    expect((await here.app.request('GET', '/api/health/live')).status).toBe(200);
    expect(await here.realtime.findOnline([solver.user.id])).toEqual(new Set([solver.user.id]));

    const receivedFar = receivedBy(far, 'read', () => true);
    const position = { conversationId, userId: seeker.user.id, seq: 1 };
    here.realtime.toUser(solver.user.id, 'read', position);
    await line.restore();
    expect(await receivedFar).toEqual(position);
    await waitUntil(async () => (await readiness(here)) === 'well' && (await countUndelivered()) === 0);
    const warnings = here.logLines().filter((text) => text.includes('Redis cannot be reached'));
    expect(warnings.length).toBeLessThanOrEqual(2);
    expect(near.connected && far.connected).toBe(true);
  });
});

describe('a server that starts while Redis is away', () => {
  it('serves all the same, and joins the others afterwards', async () => {
    const late = await openRedisProxy();
    await late.cut();
    const alone = await join(late.url, here);
    expect(await readiness(alone)).toEqual(['redis']);
    const { seeker, solver, conversationId } = await pairInConversation(here.app.db);
    const early = await alone.sockets.connectAs(solver);
    const reason = received(early, 'disconnect');
    await late.restore();
    // It may have missed events of the others, so its page reconnects.
    expect(await reason).toBe('transport close');
    await waitUntil(async () => (await readiness(alone)) === 'well');
    const listener = await alone.sockets.connectAs(solver);
    const message = received(listener, 'message');
    const sent = await sendThrough(here, seeker, conversationId, 'Now you hear me');
    expect(await message).toEqual(sent);
    await alone.close();
    await late.close();
  });
});

describe('a Redis that has lost its data', () => {
  it('lets the pages connect anew, since nobody knows what they missed', async () => {
    const solver = await here.app.signedIn('solver');
    await waitUntil(async () => (await readiness(here)) === 'well');
    const page = await here.sockets.connectAs(solver);
    const events = received(page, 'notifications_read');
    there.realtime.toUser(solver.user.id, 'notifications_read', { ids: null, unreadCount: 0 });
    await events;
    const reason = received(page, 'disconnect');
    await line.cut();
    await flushRedis();
    await line.restore();
    expect(await reason).toBe('transport close');
  });
});
