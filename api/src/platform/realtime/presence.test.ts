import { jest } from '@jest/globals';

import { OFFLINE_DELAY_MS, Presence } from './presence.ts';
import type { PresenceStore } from './presence.ts';

/** The users of another replica, whether Redis is down, and users of a dead replica. */
function createOtherReplica() {
  const elsewhere = new Set<string>();
  const state = { isDown: false, lost: [] as string[] };
  const respond = async <Result>(result: Result): Promise<Result> => {
    if (state.isDown) throw new Error('Redis is down');
    return result;
  };
  const store: PresenceStore = {
    set: () => respond(undefined),
    findOnline: (ids) => respond(new Set(ids.filter((id) => elsewhere.has(id)))),
    heartbeat: () => respond(state.lost.splice(0)),
    leave: () => respond(undefined),
  };
  return { store, elsewhere, state };
}

function createPresence(store?: PresenceStore) {
  const notified: unknown[] = [];
  const presence = new Presence({
    findPeers: async (userId) => [`peer of ${userId}`],
    notify: (peerId, { userId, online }) => notified.push([peerId, userId, online]),
    store,
  });
  return { presence, notified };
}

const ONLINE = ['peer of ann', 'ann', true];
const OFFLINE = ['peer of ann', 'ann', false];

const wait = (ms?: number) => new Promise((resolve) => setTimeout(resolve, ms));
const settle = () => jest.advanceTimersByTimeAsync(0);

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('presence (product 11.13)', () => {
  it('notifies when the first page opens, and some seconds after the last one closes', async () => {
    const { presence, notified } = createPresence();
    presence.pageOpened('ann');
    presence.pageOpened('ann');
    await settle();
    expect(notified).toEqual([ONLINE]);
    presence.pageClosed('ann');
    await jest.advanceTimersByTimeAsync(2 * OFFLINE_DELAY_MS);
    expect(notified).toEqual([ONLINE]);
    presence.pageClosed('ann');
    await jest.advanceTimersByTimeAsync(OFFLINE_DELAY_MS - 1);
    expect(notified).toEqual([ONLINE]);
    expect(await presence.findOnline(['ann', 'bob'])).toEqual(new Set(['ann']));
    await jest.advanceTimersByTimeAsync(1);
    expect(notified).toEqual([ONLINE, OFFLINE]);
    expect(await presence.findOnline(['ann', 'bob'])).toEqual(new Set());
  });

  it('does not flicker when a page reloads', async () => {
    const { presence, notified } = createPresence();
    presence.pageOpened('ann');
    for (let count = 0; count < 5; count += 1) {
      presence.pageClosed('ann');
      await jest.advanceTimersByTimeAsync(OFFLINE_DELAY_MS - 1);
      presence.pageOpened('ann');
      await jest.advanceTimersByTimeAsync(OFFLINE_DELAY_MS);
    }
    expect(notified).toEqual([ONLINE]);
  });

  it('ends offline for a user whose peers were found after the page had closed', async () => {
    const notified: unknown[] = [];
    const delays = [OFFLINE_DELAY_MS + 1000, 0];
    const presence = new Presence({
      findPeers: async () => {
        await wait(delays.shift());
        return ['bob'];
      },
      notify: (_peerId, { online }) => notified.push(online),
      store: undefined,
    });
    presence.pageOpened('ann');
    presence.pageClosed('ann');
    await jest.advanceTimersByTimeAsync(2 * OFFLINE_DELAY_MS);
    expect(notified).toEqual([false]);
  });
});

describe('presence over replicas', () => {
  it('does not notify about a user who is on another one', async () => {
    const { store, elsewhere } = createOtherReplica();
    const { presence, notified } = createPresence(store);
    elsewhere.add('ann');
    presence.pageOpened('ann');
    await settle();
    presence.pageClosed('ann');
    await jest.advanceTimersByTimeAsync(OFFLINE_DELAY_MS);
    expect(notified).toEqual([]);
    expect(await presence.findOnline(['ann', 'bob'])).toEqual(new Set(['ann']));
  });

  it('notifies about users of a dead replica who are on no other one', async () => {
    const { store, elsewhere, state } = createOtherReplica();
    const { presence, notified } = createPresence(store);
    presence.pageOpened('cleo');
    elsewhere.add('bob');
    await settle();
    notified.length = 0;
    state.lost = ['ann', 'bob', 'cleo'];
    await presence.heartbeat();
    await settle();
    expect(notified).toEqual([OFFLINE]);
  });

  it('uses this replica only while Redis is down', async () => {
    const { store, state } = createOtherReplica();
    const { presence, notified } = createPresence(store);
    presence.pageOpened('ann');
    await settle();
    state.isDown = true;
    expect(await presence.findOnline(['ann', 'bob'])).toEqual(new Set(['ann']));
    presence.pageClosed('ann');
    await jest.advanceTimersByTimeAsync(OFFLINE_DELAY_MS);
    await expect(presence.heartbeat()).rejects.toThrow('down');
    expect(notified).toEqual([ONLINE, OFFLINE]);
  });

  it('ends online for a user who concurrently connects to another one', async () => {
    const { store, elsewhere } = createOtherReplica();
    const notified: unknown[] = [];
    const presence = new Presence({
      findPeers: async () => {
        elsewhere.add('ann');
        return ['bob'];
      },
      notify: (_peerId, { online }) => notified.push(online),
      store,
    });
    presence.pageOpened('ann');
    await settle();
    elsewhere.clear();
    presence.pageClosed('ann');
    await jest.advanceTimersByTimeAsync(OFFLINE_DELAY_MS);
    expect(notified.at(-1)).toBe(true);
  });
});
