import { sql } from 'drizzle-orm';
import { Histogram } from 'prom-client';
import { openJobsFixture, advanceTime } from '../../testing/test-jobs.ts';
import type { JobsFixture } from '../../testing/test-jobs.ts';
import { defineJob, JobClaimedError } from './job.ts';
import type { Jobs } from './jobs.ts';

const count = defineJob<{ by: number }>('test-count', { retryLimit: 2, retryDelaySeconds: 10, concurrency: 4 });
const other = defineJob<{ by: number }>('test-other');

let place: JobsFixture;
beforeAll(async () => {
  place = await openJobsFixture([[count.name], [other.name, 'short']]);
});
afterEach(() => place.clear());
afterAll(() => place.close());

/** A process that counts. */
function counting(needs: Parameters<JobsFixture['addProcess']>[0] = {}): { jobs: Jobs; done: number[] } {
  const done: number[] = [];
  const jobs = place.addProcess(needs);
  jobs.handle(count, async ({ by }) => done.push(by));
  return { jobs, done };
}
describe('a job (product 7.21)', () => {
  it('is done after the commit of its cause, by the process that adds it, at once; nothing is left of it', async () => {
    const jobs = place.addProcess();
    const heard = place.deferred();
    const done: number[] = [];
    jobs.handle(count, async ({ by }) => {
      done.push(by);
      heard.settle();
    });
    await jobs.start();
    await place.db.transaction(async (tx) => {
      await jobs.add(tx, count, { by: 1 });
      expect(done).toEqual([]);
    });
    await heard.promise;
    await jobs.close();
    expect([done, await place.rows()]).toEqual([[1], []]);
  });

  it('is nothing where the transaction fails', async () => {
    const { jobs, done } = counting();
    const attempt = place.db.transaction(async (tx) => {
      await jobs.add(tx, count, { by: 1 });
      throw new Error('second thoughts');
    });
    await expect(attempt).rejects.toThrow('second thoughts');
    await jobs.runAll();
    expect(done).toEqual([]);
  });

  it('that a process adds which does none is done by another, which is told of it', async () => {
    const { jobs, done } = counting();
    const web = place.addProcess({ pollIntervalMs: undefined, publishWake: () => void jobs.runAll() });
    await web.start();
    await web.add(place.db, count, { by: 1 });
    await jobs.runAll();
    expect(done).toEqual([1]);
  });

  it('is not begun after the end, however many look for one', async () => {
    const { jobs } = counting();
    void jobs.runAll();
    await jobs.runAll();
    await jobs.close();
    const { rows } = await place.db.execute(sql`SELECT state FROM pgboss.job`);
    expect(rows).toEqual([{ state: 'completed' }]);
  });

  it('waits until its time', async () => {
    const { jobs, done } = counting();
    await jobs.add(place.db, count, { by: 1 }, { startAfterSeconds: 3.5 });
    await jobs.runAll();
    expect(done).toEqual([]);
    await advanceTime(place.db, 60);
    await jobs.runAll();
    expect(done).toEqual([1]);
  });

  it('of several that wait with one key is kept once, where its queue is so', async () => {
    const done: number[] = [];
    const jobs = place.addProcess();
    jobs.handle(other, async ({ by }) => done.push(by));
    for (const by of [1, 2]) await jobs.add(place.db, other, { by }, { singletonKey: 'a' });
    await jobs.add(place.db, other, { by: 3 }, { singletonKey: 'b' });
    await jobs.runAll();
    expect(new Set(done)).toEqual(new Set([1, 3]));
  });
});

describe('a job that fails', () => {
  it('is tried again later and later, then kept with why, without what a statement was given', async () => {
    const durations = new Histogram({ name: 'tries', help: 'of this test', labelNames: ['queue', 'outcome'], registers: [] });
    const jobs = place.addProcess({ durations });
    let tries = 0;
    jobs.handle(count, async ({ by }) => {
      tries += 1;
      await place.db.execute(sql`INSERT INTO counted VALUES (${`no number ${by}`})`);
    });
    await jobs.add(place.db, count, { by: 7 });
    for (const [seconds, tried] of [
      [0, 1],
      [9, 1],
      [12, 2],
      [19, 2],
      [25, 3],
      [1000, 3],
    ] as const) {
      await advanceTime(place.db, seconds);
      await jobs.runAll();
      expect(tries).toBe(tried);
    }
    expect(await place.rows()).toEqual([
      { state: 'failed', output: { message: expect.stringContaining('invalid input syntax'), code: '22P02' } },
    ]);
    const { values } = await durations.get();
    const outcomes = values.filter(({ metricName, labels }) => metricName === 'tries_count' && labels.queue === 'test-count');
    expect(outcomes.map(({ labels, value }) => [labels.outcome, value])).toEqual([
      ['failed', 2],
      ['given up', 1],
    ]);
  });

  it('always holds up no other', async () => {
    const { jobs, done } = counting();
    jobs.handle(other, () => Promise.reject(new Error('no')));
    for (let by = 0; by < 20; by += 1) {
      await jobs.add(place.db, other, { by }, { singletonKey: `${by}` });
      await jobs.add(place.db, count, { by });
    }
    await jobs.runAll();
    expect(done.toSorted((one, another) => one - another)).toEqual(Array.from({ length: 20 }, (_, by) => by));
    expect((await place.rows()).map(({ state }) => state)).toEqual(Array.from({ length: 20 }, () => 'retry'));
  });
});

describe('a job whose server is gone', () => {
  /** Somebody takes the job and is killed: nothing is heard of it again. */
  async function takenByDead(): Promise<{ goesOn: () => void; ended: Promise<unknown> }> {
    const dead = place.addProcess();
    const [taken, goesOn, ended] = [place.deferred(), place.deferred(), place.deferred()];
    dead.handle(count, async ({ by }, { transactAndComplete }) => {
      taken.settle();
      await goesOn.promise;
      await transactAndComplete((tx) => tx.execute(sql`INSERT INTO counted VALUES (${by})`)).finally(ended.settle);
    });
    await dead.add(place.db, count, { by: 1 });
    void dead.runAll();
    await taken.promise;
    return { goesOn: goesOn.settle, ended: ended.promise };
  }
  function another(): Jobs {
    const jobs = place.addProcess();
    jobs.handle(count, ({ by }, { transactAndComplete }) =>
      transactAndComplete((tx) => tx.execute(sql`INSERT INTO counted VALUES (${by})`)),
    );
    return jobs;
  }

  it('is left to it for as long as it may take, then done by another, once, even where that server only was slow', async () => {
    const { goesOn, ended } = await takenByDead();
    const jobs = another();
    await advanceTime(place.db, 59);
    await jobs.runAll();
    expect(await place.counted()).toEqual([]);
    await advanceTime(place.db, 2);
    await jobs.runAll();
    await advanceTime(place.db, 30);
    await jobs.runAll();
    goesOn();
    await ended;
    expect([await place.counted(), await place.rows()]).toEqual([[1], []]);
  });

  it('ends with the transaction of what it does, or not at all', async () => {
    const jobs = place.addProcess();
    const errors: unknown[] = [];
    jobs.handle(count, async ({ by }, { transactAndComplete }) => {
      await transactAndComplete((tx) => tx.execute(sql`INSERT INTO counted VALUES (${by})`));
      // Whoever is too late: it is done.
      await transactAndComplete((tx) => tx.execute(sql`INSERT INTO counted VALUES (${by})`)).catch((error: unknown) =>
        errors.push(error),
      );
    });
    await jobs.add(place.db, count, { by: 1 });
    await jobs.runAll();
    expect([await place.counted(), errors]).toEqual([[1], [expect.any(JobClaimedError)]]);
  });
});

it.each([
  ['looks for jobs by itself', (jobs: Jobs) => jobs.start()],
  ['does all that there are', (jobs: Jobs) => jobs.runAll()],
])('at the end of a process, what is under way is finished, and nothing more begun by who %s', async (_who, work) => {
  const jobs = place.addProcess();
  const [begun, goesOn] = [place.deferred(), place.deferred()];
  const done: number[] = [];
  jobs.handle({ ...count, concurrency: 1 }, async ({ by }) => {
    begun.settle();
    await goesOn.promise;
    done.push(by);
  });
  for (const by of [1, 2]) await jobs.add(place.db, count, { by });
  const working = work(jobs);
  await begun.promise;
  const closing = jobs.close();
  goesOn.settle();
  await Promise.all([closing, working]);
  expect([done, (await place.rows()).map(({ state }) => state)]).toEqual([[1], ['created']]);
});

describe('what is done by the hour', () => {
  it('is done once, whichever of two processes looks, and again in the next hour', async () => {
    const done: string[] = [];
    const two = ['one', 'other'].map((name) => {
      const jobs = place.addProcess();
      jobs.hourly('test', async () => done.push(name));
      return jobs;
    });
    await Promise.all(two.map((jobs) => jobs.runAll()));
    expect(done).toHaveLength(1);
    await advanceTime(place.db, 3600);
    const third = place.addProcess();
    third.hourly('test', async () => done.push('third'));
    await third.runAll();
    expect(done).toHaveLength(2);
  });

  it('is tried again where it fails', async () => {
    const jobs = place.addProcess();
    let tries = 0;
    jobs.hourly('test', async () => {
      tries += 1;
      if (tries === 1) throw new Error('The bucket is away');
    });
    await jobs.runAll();
    await advanceTime(place.db, 121);
    await jobs.runAll();
    expect(tries).toBe(2);
  });
});

it('a process does not start where no migration has made its queue', async () => {
  const jobs = place.addProcess();
  jobs.handle(defineJob('not-there'), async () => undefined);
  await expect(jobs.start()).rejects.toThrow('No migration has made the queues of the jobs not-there');
});
