import fc from 'fast-check';
import { AppError } from '../errors/app-error.ts';
import { FairSemaphore } from './fair-semaphore.ts';
import type { SemaphoreBounds } from './fair-semaphore.ts';

const BOUNDS: SemaphoreBounds = {
  concurrency: 2,
  concurrencyPerKey: 1,
  maxWaiting: 6,
  maxWaitingPerKey: 4,
  rejectionMessage: 'Too much waits just now.',
  retryAfterSeconds: 7,
};

/** Work that ends when the test says so; what began, and what became of it, in order. */
function bench(bounds: Partial<SemaphoreBounds> = {}) {
  const turns = new FairSemaphore({ ...BOUNDS, ...bounds });
  const begun: { whose: string; end: () => void }[] = [];
  const refused: { whose: string; error: unknown }[] = [];
  const ask = (whose: string, signal?: AbortSignal) => {
    const work = () =>
      new Promise<void>((end) => {
        begun.push({ whose, end });
      });
    return turns.run(whose, work, signal).catch((error: unknown) => {
      refused.push({ whose, error });
    });
  };
  /** Ends what began as the nth, and lets follow what follows. */
  const end = async (place: number) => {
    begun[place]?.end();
    await settled();
  };
  return { turns, ask, end, refused, order: () => begun.map(({ whose }) => whose).join(' ') };
}

/** All that promises do by themselves is done. */
const settled = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });

describe('turns', () => {
  it('go round, however much somebody asks for', async () => {
    const { ask, end, order } = bench({ concurrency: 1 });
    for (const whose of ['ann', 'ann', 'ann', 'ann', 'bob', 'cyd', 'bob']) void ask(whose);
    await settled();
    for (let place = 0; place < 7; place += 1) await end(place);
    expect(order()).toBe('ann ann bob cyd ann bob ann');
  });

  it('give one person no more than their part while nobody else wants any', async () => {
    const { ask, end, order, turns } = bench();
    for (const whose of ['ann', 'ann', 'ann']) void ask(whose);
    await settled();
    expect([order(), turns.counts]).toEqual(['ann', { waiting: 2, running: 1, refused: 0 }]);
    void ask('bob');
    await settled();
    expect(order()).toBe('ann bob');
    await end(0);
    expect(order()).toBe('ann bob ann');
  });

  it('refuse who has too much waiting, with a sentence and when to come back', async () => {
    const { ask, refused, turns } = bench();
    for (let count = 0; count < 6; count += 1) void ask('ann');
    await settled();
    expect(refused).toEqual([{ whose: 'ann', error: expect.any(AppError) }]);
    expect(refused[0]?.error).toMatchObject({ statusCode: 503, message: 'Too much waits just now.', retryAfter: 7 });
    expect(turns.counts).toEqual({ waiting: 4, running: 1, refused: 1 });
  });

  it('let in who waits for little where all places are taken by those who wait for much', async () => {
    const { ask, end, refused, order } = bench({ concurrency: 1 });
    for (const whose of ['ann', 'ann', 'ann', 'ann', 'ann', 'bob', 'bob', 'cyd']) void ask(whose);
    await settled();
    expect(refused.map(({ whose }) => whose)).toEqual(['ann']);
    for (let place = 0; place < 7; place += 1) await end(place);
    expect(order()).toBe('ann ann bob cyd ann bob ann');
  });

  it('pass over who has gone', async () => {
    const { ask, end, order, refused, turns } = bench({ concurrency: 1 });
    const gone = new AbortController();
    void ask('ann');
    void ask('bob', gone.signal);
    void ask('cyd');
    gone.abort();
    await settled();
    expect([refused.map(({ whose }) => whose), turns.counts.waiting]).toEqual([['bob'], 1]);
    await end(0);
    expect(order()).toBe('ann cyd');
    await ask('dan', gone.signal);
    expect(order()).toBe('ann cyd');
  });

  it('go on after what fails, which is told', async () => {
    const turns = new FairSemaphore({ ...BOUNDS, concurrency: 1 });
    const failing = turns.run('ann', () => Promise.reject(new Error('broken')));
    const next = turns.run('bob', async () => 'made');
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('made');
    expect(turns.counts).toEqual({ waiting: 0, running: 0, refused: 0 });
  });

  it('hold their bounds, and leave nobody waiting, whatever is asked for in whatever order', async () => {
    const people = fc.constantFrom('ann', 'bob', 'cyd', 'dan');
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ does: fc.constant('ask' as const), whose: people }) },
      { weight: 2, arbitrary: fc.record({ does: fc.constant('end' as const), which: fc.nat(20) }) },
      { weight: 1, arbitrary: fc.record({ does: fc.constant('leave' as const), which: fc.nat(60) }) },
    );
    const bounds = fc.record({
      atOnce: fc.integer({ min: 1, max: 4 }),
      atOnceEach: fc.integer({ min: 1, max: 2 }),
      waitingMax: fc.integer({ min: 1, max: 20 }),
      waitingMaxEach: fc.integer({ min: 1, max: 8 }),
    });
    await fc.assert(
      fc.asyncProperty(bounds, fc.array(step, { minLength: 20, maxLength: 80 }), async (given, steps) => {
        const turns = new FairSemaphore({ ...BOUNDS, ...given });
        const running: { whose: string; end: () => void }[] = [];
        const leaving: AbortController[] = [];
        let [asked, answered, served] = [0, 0, 0];
        /** Others' turns since somebody began to wait without a turn of their own. */
        const passedOver = new Map<string, Map<string, number>>();
        const waits = new Map<string, number>();

        const ask = (whose: string) => {
          asked += 1;
          const leave = new AbortController();
          leaving.push(leave);
          waits.set(whose, (waits.get(whose) ?? 0) + 1);
          let isWaiting = true;
          const stopWaiting = () => {
            if (!isWaiting) return;
            isWaiting = false;
            const left = (waits.get(whose) ?? 0) - 1;
            waits.set(whose, left);
            // Who has left and asks again begins to wait again.
            if (left === 0) passedOver.delete(whose);
          };
          const work = () =>
            new Promise<void>((end) => {
              stopWaiting();
              passedOver.delete(whose);
              for (const [other, count] of waits) {
                if (count === 0 || other === whose) continue;
                const seen = passedOver.get(other) ?? new Map<string, number>();
                passedOver.set(other, seen.set(whose, (seen.get(whose) ?? 0) + 1));
              }
              running.push({ whose, end });
            });
          turns
            .run(whose, work, leave.signal)
            .then(
              () => (served += 1),
              () => stopWaiting(),
            )
            .finally(() => (answered += 1));
        };
        const check = () => {
          const each = new Map<string, number>();
          for (const { whose } of running) each.set(whose, (each.get(whose) ?? 0) + 1);
          expect(running.length).toBe(turns.counts.running);
          expect(running.length).toBeLessThanOrEqual(given.atOnce);
          expect(Math.max(0, ...each.values())).toBeLessThanOrEqual(given.atOnceEach);
          expect(turns.counts.waiting).toBeLessThanOrEqual(given.waitingMax);
          expect(Math.max(0, ...waits.values())).toBeLessThanOrEqual(given.waitingMaxEach);
          // Nobody starves: each other person has two turns at most, one of them asked for before, until who waits has theirs.
          const mayHaveTurns = [...passedOver].filter(
            ([whose]) => (waits.get(whose) ?? 0) > 0 && !each.has(whose) && given.atOnceEach === 1,
          );
          expect(Math.max(0, ...mayHaveTurns.flatMap(([, seen]) => [...seen.values()]))).toBeLessThanOrEqual(2);
          // Nor is a place empty while somebody may have it.
          const mayBegin = [...waits].some(([whose, count]) => count > 0 && (each.get(whose) ?? 0) < given.atOnceEach);
          expect(running.length).toBeGreaterThanOrEqual(mayBegin ? given.atOnce : 0);
        };
        for (const one of steps) {
          if (one.does === 'ask') ask(one.whose);
          else if (one.does === 'leave') leaving[one.which]?.abort();
          else running.splice(one.which % Math.max(1, running.length), 1)[0]?.end();
          await settled();
          check();
        }
        while (running.length > 0) {
          running.shift()?.end();
          await settled();
        }
        expect([answered, turns.counts.waiting, turns.counts.running]).toEqual([asked, 0, 0]);
        expect(served).toBeLessThanOrEqual(asked);
      }),
      { seed: 1, numRuns: 100 },
    );
  });
});
