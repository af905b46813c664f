import type { Redis } from 'ioredis';
import { createPresenceStore } from './presence-store.ts';

/** A Redis that keeps the scripts that it is given, with how many keys each declares. */
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
  // As much of it as the store needs.
  return { redis: redis as unknown as Redis, scripts };
}

it('scripts name no key that they do not declare, and one each: so a cluster runs them', async () => {
  const { redis, scripts } = scriptRecorder();
  const store = createPresenceStore(redis);
  await store.online(['ann']);
  await store.beat(() => ['ann']);
  await store.leave(1);
  expect(scripts.length).toBeGreaterThanOrEqual(3);
  for (const { script, keys } of scripts) {
    const named = [...script.matchAll(/redis\.call\('(\w+)'(?:, ([^,)]+))?/g)].filter(([, command]) => command !== 'TIME');
    expect([keys, named.map(([, , key]) => key)]).toEqual([1, named.map(() => 'KEYS[1]')]);
  }
});
