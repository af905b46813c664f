import fc from 'fast-check';
import { AppError } from '../errors/app-error.ts';
import { FairSemaphore } from './fair-semaphore.ts';
import type { SemaphoreBounds } from './fair-semaphore.ts';

const BOUNDS: SemaphoreBounds = {
  running: [2, 1],
  waiting: [6, 4],
  rejectionMessage: 'Too much waits just now.',
  retryAfterSeconds: 7,
};

/** Work that the test ends, with the keys of started and rejected work in order. */
function createFixture(bounds: Partial<SemaphoreBounds> = {}) {
  const semaphore = new FairSemaphore({ ...BOUNDS, ...bounds });
  const started: { key: string; end: () => void }[] = [];
  const rejected: { key: string; error: unknown }[] = [];
  const request = (key: string, signal?: AbortSignal) => {
    const work = () =>
      new Promise<void>((end) => {
        started.push({ key, end });
      });
    return semaphore.run(key, work, signal).catch((error: unknown) => {
      rejected.push({ key, error });
    });
  };
  const end = async (index: number) => {
    started[index]?.end();
    await flushPromises();
  };
  return { semaphore, request, end, rejected, order: () => started.map(({ key }) => key).join(' ') };
}

const flushPromises = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });

describe('FairSemaphore', () => {
  it('serves keys round-robin, however much one of them requests', async () => {
    const { request, end, order } = createFixture({ running: [1, 1] });
    for (const key of ['ann', 'ann', 'ann', 'ann', 'bob', 'cyd', 'bob']) void request(key);
    await flushPromises();
    for (let index = 0; index < 7; index += 1) await end(index);
    expect(order()).toBe('ann ann bob cyd ann bob ann');
  });

  it('limits the concurrency of a key even if no other key waits', async () => {
    const { request, end, order, semaphore } = createFixture();
    for (const key of ['ann', 'ann', 'ann']) void request(key);
    await flushPromises();
    expect([order(), semaphore.counts]).toEqual(['ann', { waiting: 2, running: 1, rejected: 0 }]);
    void request('bob');
    await flushPromises();
    expect(order()).toBe('ann bob');
    await end(0);
    expect(order()).toBe('ann bob ann');
  });

  it('rejects a key with too much waiting work', async () => {
    const { request, rejected, semaphore } = createFixture();
    for (let count = 0; count < 6; count += 1) void request('ann');
    await flushPromises();
    expect(rejected).toEqual([{ key: 'ann', error: expect.any(AppError) }]);
    expect(rejected[0]?.error).toMatchObject({ statusCode: 503, message: 'Too much waits just now.', retryAfter: 7 });
    expect(semaphore.counts).toEqual({ waiting: 4, running: 1, rejected: 1 });
  });

  it('drops waiting work of the key with the most when the queue is full', async () => {
    const { request, end, rejected, order } = createFixture({ running: [1, 1] });
    for (const key of ['ann', 'ann', 'ann', 'ann', 'ann', 'bob', 'bob', 'cyd']) void request(key);
    await flushPromises();
    expect(rejected.map(({ key }) => key)).toEqual(['ann']);
    for (let index = 0; index < 7; index += 1) await end(index);
    expect(order()).toBe('ann ann bob cyd ann bob ann');
  });

  it('skips cancelled work', async () => {
    const { request, end, order, rejected, semaphore } = createFixture({ running: [1, 1] });
    const cancelled = new AbortController();
    void request('ann');
    void request('bob', cancelled.signal);
    void request('cyd');
    cancelled.abort();
    await flushPromises();
    expect([rejected.map(({ key }) => key), semaphore.counts.waiting]).toEqual([['bob'], 1]);
    await end(0);
    expect(order()).toBe('ann cyd');
    await request('dan', cancelled.signal);
    expect(order()).toBe('ann cyd');
  });

  it('continues after work that fails', async () => {
    const semaphore = new FairSemaphore({ ...BOUNDS, running: [1, 1] });
    const failing = semaphore.run('ann', () => Promise.reject(new Error('broken')));
    const next = semaphore.run('bob', async () => 'made');
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('made');
    expect(semaphore.counts).toEqual({ waiting: 0, running: 0, rejected: 0 });
  });

  it('keeps its bounds, and starves no key, for any order of requests', async () => {
    const keys = fc.constantFrom('ann', 'bob', 'cyd', 'dan');
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ action: fc.constant('request' as const), key: keys }) },
      { weight: 2, arbitrary: fc.record({ action: fc.constant('end' as const), index: fc.nat(20) }) },
      { weight: 1, arbitrary: fc.record({ action: fc.constant('cancel' as const), index: fc.nat(60) }) },
    );
    const bounds = fc.record({
      running: fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 2 })),
      waiting: fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 8 })),
    });
    await fc.assert(
      fc.asyncProperty(bounds, fc.array(step, { minLength: 20, maxLength: 80 }), async (given, steps) => {
        const semaphore = new FairSemaphore({ ...BOUNDS, ...given });
        const {
          running: [concurrency, concurrencyPerKey],
          waiting: [maxWaiting, maxWaitingPerKey],
        } = given;
        const running: { key: string; end: () => void }[] = [];
        const controllers: AbortController[] = [];
        let [requested, ended, completed] = [0, 0, 0];
        /** Starts of other keys, for each key that waits without a slot. */
        const startsBefore = new Map<string, Map<string, number>>();
        const waits = new Map<string, number>();

        const request = (key: string) => {
          requested += 1;
          const controller = new AbortController();
          controllers.push(controller);
          waits.set(key, (waits.get(key) ?? 0) + 1);
          let isWaiting = true;
          const stopWaiting = () => {
            if (!isWaiting) return;
            isWaiting = false;
            const remaining = (waits.get(key) ?? 0) - 1;
            waits.set(key, remaining);
            if (remaining === 0) startsBefore.delete(key);
          };
          const work = () =>
            new Promise<void>((end) => {
              stopWaiting();
              startsBefore.delete(key);
              for (const [other, count] of waits) {
                if (count === 0 || other === key) continue;
                const starts = startsBefore.get(other) ?? new Map<string, number>();
                startsBefore.set(other, starts.set(key, (starts.get(key) ?? 0) + 1));
              }
              running.push({ key, end });
            });
          semaphore
            .run(key, work, controller.signal)
            .then(
              () => (completed += 1),
              () => stopWaiting(),
            )
            .finally(() => (ended += 1));
        };
        const check = () => {
          const each = new Map<string, number>();
          for (const { key } of running) each.set(key, (each.get(key) ?? 0) + 1);
          expect(running.length).toBe(semaphore.counts.running);
          expect(running.length).toBeLessThanOrEqual(concurrency);
          expect(Math.max(0, ...each.values())).toBeLessThanOrEqual(concurrencyPerKey);
          expect(semaphore.counts.waiting).toBeLessThanOrEqual(maxWaiting);
          expect(Math.max(0, ...waits.values())).toBeLessThanOrEqual(maxWaitingPerKey);
          // No key starves: each other key starts at most twice, once from an earlier request, before a waiting key starts.
          const starving = [...startsBefore].filter(
            ([key]) => (waits.get(key) ?? 0) > 0 && !each.has(key) && concurrencyPerKey === 1,
          );
          expect(Math.max(0, ...starving.flatMap(([, starts]) => [...starts.values()]))).toBeLessThanOrEqual(2);
          // No slot is free while a key may start.
          const canStart = [...waits].some(([key, count]) => count > 0 && (each.get(key) ?? 0) < concurrencyPerKey);
          expect(running.length).toBeGreaterThanOrEqual(canStart ? concurrency : 0);
        };
        for (const one of steps) {
          if (one.action === 'request') request(one.key);
          else if (one.action === 'cancel') controllers[one.index]?.abort();
          else running.splice(one.index % Math.max(1, running.length), 1)[0]?.end();
          await flushPromises();
          check();
        }
        while (running.length > 0) {
          running.shift()?.end();
          await flushPromises();
        }
        expect([ended, semaphore.counts.waiting, semaphore.counts.running]).toEqual([requested, 0, 0]);
        expect(completed).toBeLessThanOrEqual(requested);
      }),
      { seed: 1, numRuns: 100 },
    );
  });
});
