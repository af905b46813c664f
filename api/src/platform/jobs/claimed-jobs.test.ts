import { sql } from 'drizzle-orm';
import { Histogram } from 'prom-client';
import { openJobsFixture, advanceTime } from '../../testing/test-jobs.ts';
import type { JobsFixture } from '../../testing/test-jobs.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { defineJob, NonRetryableError, JobClaimedError } from './job.ts';
import { claimJobs, completeJob, giveUpJob, releaseJob, retryJob } from './job-store.ts';
import type { ClaimedJob } from './job-store.ts';

const count = defineJob<{ by: number }>('test-count', { retryLimit: 2, retryDelaySeconds: 10, concurrency: 4 });

let fixture: JobsFixture;
beforeAll(async () => {
  fixture = await openJobsFixture([[count.name]]);
});
afterEach(() => fixture.clear());
afterAll(() => fixture.close());

describe('a job that another process has claimed', () => {
  it.each([
    ['fails', new Error('The provider is away')],
    ['fails finally', new NonRetryableError('No such address')],
  ])('belongs to the other process even if the slow one %s later', async (_case, failure) => {
    const durations = new Histogram({ name: 'stale', help: 'of this test', labelNames: ['queue', 'outcome'], registers: [] });
    const [slow, jobs] = [fixture.addProcess({ durations }), fixture.addProcess()];
    const [claimed, claimedAgain, fail, resume] = [
      fixture.deferred(),
      fixture.deferred(),
      fixture.deferred(),
      fixture.deferred(),
    ];
    slow.handle(count, async () => {
      claimed.settle();
      await fail.promise;
      throw failure;
    });
    jobs.handle(count, async () => {
      claimedAgain.settle();
      await resume.promise;
    });
    await slow.add(fixture.db, count, { by: 1 });
    const failing = slow.runAll();
    await claimed.promise;
    await advanceTime(fixture.db, 61);
    // It has expired, and is retried after a delay.
    await jobs.runAll();
    await advanceTime(fixture.db, 30);
    const running = jobs.runAll();
    await claimedAgain.promise;
    fail.settle();
    await failing;
    expect((await fixture.rows()).map(({ state }) => state)).toEqual(['active']);
    const { values } = await durations.get();
    const outcomes = values.filter(({ metricName, labels }) => metricName === 'stale_count' && labels.queue === count.name);
    expect(outcomes.map(({ labels }) => labels.outcome)).toEqual(['late']);
    resume.settle();
    await running;
    expect(await fixture.rows()).toEqual([]);
  });
});

describe('a job that is completed by a transaction', () => {
  it.each([
    ['released', (claimed: ClaimedJob) => releaseJob(fixture.db, claimed)],
    ['retried', (claimed: ClaimedJob) => retryJob(fixture.db, claimed, new Error('No answer'))],
    ['given up', (claimed: ClaimedJob) => giveUpJob(fixture.db, claimed, new Error('No answer'))],
  ])('is not %s before its commit', async (_case, change) => {
    await fixture.addProcess().add(fixture.db, count, { by: 1 });
    const [claimed] = await claimJobs(fixture.db, count.name, 1);
    if (claimed === undefined) throw new Error('No job is due');
    const changing = await fixture.db.transaction(async (tx) => {
      await completeJob(tx, claimed);
      const pending = change(claimed);
      await waitUntil(async () => {
        const { rows } = await fixture.db.execute(sql`
          SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
        return rows.length > 0;
      });
      return { pending };
    });
    expect([await changing.pending, await fixture.rows()]).toEqual([false, []]);
  });
});

describe('a job that was released when its process stopped', () => {
  it('is aborted, and released once its handler has ended', async () => {
    const jobs = fixture.addProcess();
    const started = fixture.deferred();
    let stopped = false;
    jobs.handle(count, async (_payload, { signal }) => {
      started.settle();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      stopped = true;
      signal.throwIfAborted();
    });
    await jobs.add(fixture.db, count, { by: 1 });
    await jobs.start();
    await started.promise;
    await jobs.close(0);
    const stored = await fixture.db.execute(sql`SELECT state, retry_count FROM pgboss.job WHERE name = ${count.name}`);
    expect([stopped, stored.rows]).toEqual([true, [{ state: 'created', retry_count: 0 }]]);
  });

  it.each([
    ['completes', undefined],
    ['fails', new Error('The pool has ended')],
  ])('belongs to another process even if the handler %s later', async (_case, failure) => {
    const slow = fixture.addProcess();
    const [started, resume, ended, claimedAgain, finish] = [
      fixture.deferred(),
      fixture.deferred(),
      fixture.deferred(),
      fixture.deferred(),
      fixture.deferred(),
    ];
    const errors: unknown[] = [];
    slow.handle(count, async (_payload, { transactAndComplete }) => {
      started.settle();
      await resume.promise;
      const doing =
        failure === undefined
          ? transactAndComplete((tx) => tx.execute(sql`INSERT INTO counted VALUES (1)`))
          : Promise.reject(failure);
      await doing.catch((error: unknown) => errors.push(error)).finally(ended.settle);
      if (failure !== undefined) throw failure;
    });
    await slow.add(fixture.db, count, { by: 1 });
    await slow.start();
    await started.promise;
    await slow.close(0);
    const jobs = fixture.addProcess();
    jobs.handle(count, async (_payload, { transactAndComplete }) => {
      claimedAgain.settle();
      await finish.promise;
      await transactAndComplete((tx) => tx.execute(sql`INSERT INTO counted VALUES (2)`));
    });
    const running = jobs.runAll();
    await claimedAgain.promise;
    resume.settle();
    await ended.promise;
    expect(errors).toEqual([failure ?? new JobClaimedError('Another process has claimed the job, which took too long')]);
    // The slow process has handled its outcome by now.
    await slow.close();
    expect((await fixture.rows()).map(({ state }) => state)).toEqual(['active']);
    finish.settle();
    await running;
    expect([await fixture.counted(), await fixture.rows()]).toEqual([[2], []]);
  });
});
