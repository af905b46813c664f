import { sql } from 'drizzle-orm';
import { Histogram } from 'prom-client';
import { openJobsFixture, advanceTime } from '../../testing/test-jobs.ts';
import type { JobsFixture } from '../../testing/test-jobs.ts';
import { retryFailedJobs } from './failed-jobs.ts';
import { defineJob, JobClaimedError, NonRetryableError } from './job.ts';
import type { Jobs } from './jobs.ts';

const count = defineJob<{ by: number }>('test-count', { retryLimit: 2, retryDelaySeconds: 10, concurrency: 4 });
const other = defineJob<{ by: number }>('test-other');

let fixture: JobsFixture;
beforeAll(async () => {
  fixture = await openJobsFixture([[count.name], [other.name, 'short']]);
});
afterEach(() => fixture.clear());
afterAll(() => fixture.close());

/** A process that handles `count`. */
function createCounter(): { jobs: Jobs; done: number[] } {
  const done: number[] = [];
  const jobs = fixture.addProcess();
  jobs.handle(count, async ({ by }) => done.push(by));
  return { jobs, done };
}

describe('a job (product 7.21)', () => {
  it('runs immediately after the commit, in the process that adds it, and is deleted', async () => {
    const jobs = fixture.addProcess();
    const handled = fixture.deferred();
    const done: number[] = [];
    jobs.handle(count, async ({ by }) => {
      done.push(by);
      handled.settle();
    });
    await jobs.start();
    await fixture.db.transaction(async (tx) => {
      await jobs.add(tx, count, { by: 1 });
      expect(done).toEqual([]);
    });
    await handled.promise;
    await jobs.close();
    expect([done, await fixture.rows()]).toEqual([[1], []]);
  });

  it('is not stored if the transaction fails', async () => {
    const { jobs, done } = createCounter();
    const attempt = fixture.db.transaction(async (tx) => {
      await jobs.add(tx, count, { by: 1 });
      throw new Error('second thoughts');
    });
    await expect(attempt).rejects.toThrow('second thoughts');
    await jobs.runAll();
    expect(done).toEqual([]);
  });

  it('of a process that runs no jobs wakes another process', async () => {
    const { jobs, done } = createCounter();
    const web = fixture.addProcess({ pollIntervalMs: undefined, publishWake: () => void jobs.runAll() });
    await web.start();
    await web.add(fixture.db, count, { by: 1 });
    await jobs.runAll();
    expect(done).toEqual([1]);
  });

  it('does not start after the end of the process, with concurrent polls', async () => {
    const { jobs } = createCounter();
    void jobs.runAll();
    await jobs.runAll();
    await jobs.close();
    const { rows } = await fixture.db.execute(sql`SELECT state FROM pgboss.job`);
    expect(rows).toEqual([{ state: 'completed' }]);
  });

  it('waits until its start time', async () => {
    const { jobs, done } = createCounter();
    await jobs.add(fixture.db, count, { by: 1 }, { startAfterSeconds: 3.5 });
    await jobs.runAll();
    expect(done).toEqual([]);
    await advanceTime(fixture.db, 60);
    await jobs.runAll();
    expect(done).toEqual([1]);
  });

  it('is stored once per key in a queue with the policy short', async () => {
    const done: number[] = [];
    const jobs = fixture.addProcess();
    jobs.handle(other, async ({ by }) => done.push(by));
    for (const by of [1, 2]) await jobs.add(fixture.db, other, { by }, { singletonKey: 'a' });
    await jobs.add(fixture.db, other, { by: 3 }, { singletonKey: 'b' });
    await jobs.runAll();
    expect(new Set(done)).toEqual(new Set([1, 3]));
  });
});

describe('a job that fails', () => {
  it('is retried with increasing delays, then stored with the error but without parameters of the statement', async () => {
    const durations = new Histogram({ name: 'tries', help: 'of this test', labelNames: ['queue', 'outcome'], registers: [] });
    const jobs = fixture.addProcess({ durations });
    let attempts = 0;
    jobs.handle(count, async ({ by }) => {
      attempts += 1;
      await fixture.db.execute(sql`INSERT INTO counted VALUES (${`no number ${by}`})`);
    });
    await jobs.add(fixture.db, count, { by: 7 });
    for (const [seconds, expected] of [
      [0, 1],
      [9, 1],
      [12, 2],
      [19, 2],
      [25, 3],
      [1000, 3],
    ] as const) {
      await advanceTime(fixture.db, seconds);
      await jobs.runAll();
      expect(attempts).toBe(expected);
    }
    expect(await fixture.rows()).toEqual([
      { state: 'failed', output: { message: expect.stringContaining('invalid input syntax'), code: '22P02' } },
    ]);
    const { values } = await durations.get();
    const outcomes = values.filter(({ metricName, labels }) => metricName === 'tries_count' && labels.queue === 'test-count');
    expect(outcomes.map(({ labels, value }) => [labels.outcome, value])).toEqual([
      ['failed', 2],
      ['given up', 1],
    ]);
  });

  it('repeatedly does not block others', async () => {
    const { jobs, done } = createCounter();
    jobs.handle(other, () => Promise.reject(new Error('no')));
    for (let by = 0; by < 20; by += 1) {
      await jobs.add(fixture.db, other, { by }, { singletonKey: `${by}` });
      await jobs.add(fixture.db, count, { by });
    }
    await jobs.runAll();
    expect(done.toSorted((one, another) => one - another)).toEqual(Array.from({ length: 20 }, (_, by) => by));
    expect((await fixture.rows()).map(({ state }) => state)).toEqual(Array.from({ length: 20 }, () => 'retry'));
  });
});

describe('a job of a dead process', () => {
  /** Claims a job, and is killed, or just slow. */
  async function claimByDeadProcess(): Promise<{ resume: () => void; ended: Promise<unknown> }> {
    const dead = fixture.addProcess();
    const [claimed, resume, ended] = [fixture.deferred(), fixture.deferred(), fixture.deferred()];
    dead.handle(count, async ({ by }, { transactAndComplete }) => {
      claimed.settle();
      await resume.promise;
      await transactAndComplete((tx) => tx.execute(sql`INSERT INTO counted VALUES (${by})`)).finally(ended.settle);
    });
    await dead.add(fixture.db, count, { by: 1 });
    void dead.runAll();
    await claimed.promise;
    return { resume: resume.settle, ended: ended.promise };
  }
  function createOther(): Jobs {
    const jobs = fixture.addProcess();
    jobs.handle(count, ({ by }, { transactAndComplete }) =>
      transactAndComplete((tx) => tx.execute(sql`INSERT INTO counted VALUES (${by})`)),
    );
    return jobs;
  }

  it('runs once in another process after it expires, even if the first process was only slow', async () => {
    const { resume, ended } = await claimByDeadProcess();
    const jobs = createOther();
    await advanceTime(fixture.db, 59);
    await jobs.runAll();
    expect(await fixture.counted()).toEqual([]);
    await advanceTime(fixture.db, 2);
    await jobs.runAll();
    await advanceTime(fixture.db, 30);
    await jobs.runAll();
    resume();
    await ended;
    expect([await fixture.counted(), await fixture.rows()]).toEqual([[1], []]);
  });

  it('fails for the last time without another attempt if its last one was killed', async () => {
    const { jobs, done } = createCounter();
    await jobs.add(fixture.db, count, { by: 1 });
    await fixture.db.execute(
      sql`UPDATE pgboss.job SET state = 'active', started_on = now(), retry_count = 2 WHERE name = ${count.name}`,
    );
    await advanceTime(fixture.db, 61);
    await jobs.runAll();
    await advanceTime(fixture.db, 1000);
    await jobs.runAll();
    expect([done, await fixture.rows()]).toEqual([
      [],
      [{ state: 'failed', output: { message: 'Its last attempt was killed, or took too long' } }],
    ]);
    expect(await retryFailedJobs(fixture.db, 'all')).toHaveLength(1);
    await jobs.runAll();
    expect([done, await fixture.rows()]).toEqual([[1], []]);
  });

  it('completes in the transaction of its effect', async () => {
    const jobs = fixture.addProcess();
    const errors: unknown[] = [];
    jobs.handle(count, async ({ by }, { transactAndComplete }) => {
      await transactAndComplete((tx) => tx.execute(sql`INSERT INTO counted VALUES (${by})`));
      // The second attempt is too late.
      await transactAndComplete((tx) => tx.execute(sql`INSERT INTO counted VALUES (${by})`)).catch((error: unknown) =>
        errors.push(error),
      );
    });
    await jobs.add(fixture.db, count, { by: 1 });
    await jobs.runAll();
    expect([await fixture.counted(), errors]).toEqual([[1], [expect.any(JobClaimedError)]]);
  });
});

it.each([
  ['polls', (jobs: Jobs) => jobs.start()],
  ['runs all jobs', (jobs: Jobs) => jobs.runAll()],
])('a process that %s finishes running jobs when it stops, and starts no more', async (_case, work) => {
  const jobs = fixture.addProcess();
  const [started, resume] = [fixture.deferred(), fixture.deferred()];
  const done: number[] = [];
  jobs.handle({ ...count, concurrency: 1 }, async ({ by }) => {
    started.settle();
    await resume.promise;
    done.push(by);
  });
  for (const by of [1, 2]) await jobs.add(fixture.db, count, { by });
  const working = work(jobs);
  await started.promise;
  const closing = jobs.close();
  resume.settle();
  await Promise.all([closing, working]);
  expect([done, (await fixture.rows()).map(({ state }) => state)]).toEqual([[1], ['created']]);
});

describe('an hourly task', () => {
  it('runs once in one of two processes, and again in the next hour', async () => {
    const done: string[] = [];
    const two = ['one', 'other'].map((name) => {
      const jobs = fixture.addProcess();
      jobs.hourly('test', async () => done.push(name));
      return jobs;
    });
    await Promise.all(two.map((jobs) => jobs.runAll()));
    expect(done).toHaveLength(1);
    await advanceTime(fixture.db, 3600);
    const third = fixture.addProcess();
    third.hourly('test', async () => done.push('third'));
    await third.runAll();
    expect(done).toHaveLength(2);
  });

  it('that failed for the last time runs again in the next hour, or manually', async () => {
    const jobs = fixture.addProcess();
    let attempts = 0;
    jobs.hourly('test', async () => {
      attempts += 1;
      if (attempts === 1) throw new NonRetryableError('The bucket is away');
    });
    await jobs.runAll();
    const next = fixture.addProcess();
    next.hourly('test', async () => (attempts += 1));
    await next.runAll();
    expect([attempts, await fixture.rows()]).toEqual([1, [{ state: 'failed', output: { message: 'The bucket is away' } }]]);
    await retryFailedJobs(fixture.db, { queue: 'hourly' });
    await next.runAll();
    expect([attempts, await fixture.rows()]).toEqual([2, []]);
  });

  it('is retried if it fails', async () => {
    const jobs = fixture.addProcess();
    let attempts = 0;
    jobs.hourly('test', async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('The bucket is away');
    });
    await jobs.runAll();
    await advanceTime(fixture.db, 121);
    await jobs.runAll();
    expect(attempts).toBe(2);
  });
});

it('a process does not start if no migration has created its queue', async () => {
  const jobs = fixture.addProcess();
  jobs.handle(defineJob('not-there'), async () => undefined);
  await expect(jobs.start()).rejects.toThrow('No migration has made the queues of the jobs not-there');
});
