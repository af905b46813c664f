import { jest } from '@jest/globals';
import type { Redis } from 'ioredis';
import { createPresenceStore } from './presence.ts';

/** A Redis that records scripts with their number of declared keys. */
function scriptRecorder() {
  const scripts: { script: string; keys: number }[] = [];
  const multi = { del: () => multi, sadd: () => multi, expire: () => multi, exec: async () => [] };
  const redis = {
    eval: async (script: string, keys: number) => {
      scripts.push({ script, keys });
      return ['dead'];
    },
    multi: () => multi,
    smismember: async () => [1],
    smembers: async () => [],
    del: async () => 1,
  };
  // Only the commands that the store uses.
  return { redis: redis as unknown as Redis, scripts };
}

it('declares the one key of each script, for Redis Cluster', async () => {
  const { redis, scripts } = scriptRecorder();
  const store = createPresenceStore(redis);
  await store.findOnline(['ann']);
  await store.heartbeat(['ann']);
  const later = Date.now() + 15_000;
  const clock = jest.spyOn(Date, 'now').mockReturnValue(later);
  await store.heartbeat(['ann']);
  clock.mockRestore();
  await store.leave(1);
  expect(new Set(scripts.map(({ script }) => script)).size).toBe(3);
  for (const { script, keys } of scripts) {
    const calls = [...script.matchAll(/redis\.call\('(\w+)'(?:, ([^,)]+))?/g)].filter(([, command]) => command !== 'TIME');
    expect([keys, calls.map(([, , key]) => key)]).toEqual([1, calls.map(() => 'KEYS[1]')]);
  }
});
