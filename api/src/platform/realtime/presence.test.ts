import { jest } from '@jest/globals';
import type { PresenceStore } from '../redis/presence-store.ts';
import { GRACE, Presence } from './presence.ts';

/** Two replicas' memory: who is on the other one, whether it answers, and whom a dead replica has left. */
function otherReplica() {
  const there = new Set<string>();
  const state = { away: false, left: [] as string[] };
  const answer = async <Result>(result: Result): Promise<Result> => {
    if (state.away) throw new Error('Redis is away');
    return result;
  };
  const store: PresenceStore = {
    note: () => answer(undefined),
    online: (ids) => answer(new Set(ids.filter((id) => there.has(id)))),
    beat: () => answer(state.left.splice(0)),
    leave: () => answer(undefined),
  };
  return { store, there, state };
}

function presenceWith(store?: PresenceStore) {
  const told: unknown[] = [];
  const presence = new Presence({
    findPeers: async (userId) => [`peer of ${userId}`],
    tell: (peerId, { userId, online }) => told.push([peerId, userId, online]),
    store,
  });
  return { presence, told };
}

const CAME = ['peer of ann', 'ann', true];
const WENT = ['peer of ann', 'ann', false];

/** Lets what is under way come to its end. */
const settle = () => jest.advanceTimersByTimeAsync(0);

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('presence (product 11.13)', () => {
  it('is told when the first page opens, and some seconds after the last one closes', async () => {
    const { presence, told } = presenceWith();
    presence.came('ann');
    presence.came('ann');
    await settle();
    expect(told).toEqual([CAME]);
    presence.left('ann');
    await jest.advanceTimersByTimeAsync(2 * GRACE);
    expect(told).toEqual([CAME]);
    presence.left('ann');
    await jest.advanceTimersByTimeAsync(GRACE - 1);
    expect(told).toEqual([CAME]);
    expect(await presence.online(['ann', 'bob'])).toEqual(new Set(['ann']));
    await jest.advanceTimersByTimeAsync(1);
    expect(told).toEqual([CAME, WENT]);
    expect(await presence.online(['ann', 'bob'])).toEqual(new Set());
  });

  it('does not flicker when a page is loaded again', async () => {
    const { presence, told } = presenceWith();
    presence.came('ann');
    for (let count = 0; count < 5; count += 1) {
      presence.left('ann');
      await jest.advanceTimersByTimeAsync(GRACE - 1);
      presence.came('ann');
      await jest.advanceTimersByTimeAsync(GRACE);
    }
    expect(told).toEqual([CAME]);
  });
});

describe('presence over replicas', () => {
  it('is told of nobody who is on another one, coming or going', async () => {
    const { store, there } = otherReplica();
    const { presence, told } = presenceWith(store);
    there.add('ann');
    presence.came('ann');
    await settle();
    presence.left('ann');
    await jest.advanceTimersByTimeAsync(GRACE);
    expect(told).toEqual([]);
    expect(await presence.online(['ann', 'bob'])).toEqual(new Set(['ann']));
  });

  it('is told of those whom a dead replica has left, where they are nowhere else', async () => {
    const { store, there, state } = otherReplica();
    const { presence, told } = presenceWith(store);
    presence.came('cleo');
    there.add('bob');
    await settle();
    told.length = 0;
    state.left = ['ann', 'bob', 'cleo'];
    await presence.beat();
    await settle();
    expect(told).toEqual([WENT]);
  });

  it('is that of this replica while Redis is away, and told of later where it is not certain', async () => {
    const { store, state } = otherReplica();
    const { presence, told } = presenceWith(store);
    presence.came('ann');
    await settle();
    state.away = true;
    expect(await presence.online(['ann', 'bob'])).toEqual(new Set(['ann']));
    presence.left('ann');
    await jest.advanceTimersByTimeAsync(GRACE);
    await expect(presence.beat()).rejects.toThrow('away');
    expect(told).toEqual([CAME]);
    state.away = false;
    await presence.beat();
    await settle();
    expect(told).toEqual([CAME, WENT]);
  });

  it('ends as it should for somebody who comes to another one at the very moment', async () => {
    const { store, there } = otherReplica();
    const told: unknown[] = [];
    const presence = new Presence({
      findPeers: async () => {
        there.add('ann');
        return ['bob'];
      },
      tell: (_peerId, { online }) => told.push(online),
      store,
    });
    presence.came('ann');
    await settle();
    there.clear();
    presence.left('ann');
    await jest.advanceTimersByTimeAsync(GRACE);
    expect(told.at(-1)).toBe(true);
  });
});
