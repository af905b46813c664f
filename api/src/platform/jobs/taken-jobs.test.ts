import { sql } from 'drizzle-orm';
import { Histogram } from 'prom-client';
import { openJobsFixture, advanceTime } from '../../testing/test-jobs.ts';
import type { JobsFixture } from '../../testing/test-jobs.ts';
import { defineJob, NonRetryableError, JobClaimedError } from './job.ts';

const count = defineJob<{ by: number }>('test-count', { retryLimit: 2, retryDelaySeconds: 10, concurrency: 4 });

let place: JobsFixture;
beforeAll(async () => {
  place = await openJobsFixture([[count.name]]);
});
afterEach(() => place.clear());
afterAll(() => place.close());

describe('a job that somebody else has taken since', () => {
  it.each([
    ['fails', new Error('The provider is away')],
    ['gives it up', new NonRetryableError('No such address')],
  ])("is the other one's, even where that server only was slow and %s then", async (_what, failure) => {
    const durations = new Histogram({ name: 'stale', help: 'of this test', labelNames: ['queue', 'outcome'], registers: [] });
    const [slow, jobs] = [place.addProcess({ durations }), place.addProcess()];
    const [taken, takenAgain, fails, goesOn] = [place.deferred(), place.deferred(), place.deferred(), place.deferred()];
    slow.handle(count, async () => {
      taken.settle();
      await fails.promise;
      throw failure;
    });
    jobs.handle(count, async () => {
      takenAgain.settle();
      await goesOn.promise;
    });
    await slow.add(place.db, count, { by: 1 });
    const failing = slow.runAll();
    await taken.promise;
    await advanceTime(place.db, 61);
    // It is found to be overdue, and done after a pause.
    await jobs.runAll();
    await advanceTime(place.db, 30);
    const doing = jobs.runAll();
    await takenAgain.promise;
    fails.settle();
    await failing;
    expect((await place.rows()).map(({ state }) => state)).toEqual(['active']);
    const { values } = await durations.get();
    const outcomes = values.filter(({ metricName, labels }) => metricName === 'stale_count' && labels.queue === count.name);
    expect(outcomes.map(({ labels }) => labels.outcome)).toEqual(['late']);
    goesOn.settle();
    await doing;
    expect(await place.rows()).toEqual([]);
  });
});

describe('a job that was given back at the end of a process', () => {
  it('what can be stopped is told to, and given back as soon as it has', async () => {
    const jobs = place.addProcess();
    const begun = place.deferred();
    let stopped = false;
    jobs.handle(count, async (_payload, { signal }) => {
      begun.settle();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      stopped = true;
      signal.throwIfAborted();
    });
    await jobs.add(place.db, count, { by: 1 });
    await jobs.start();
    await begun.promise;
    await jobs.close(0);
    const given = await place.db.execute(sql`SELECT state, retry_count FROM pgboss.job WHERE name = ${count.name}`);
    expect([stopped, given.rows]).toEqual([true, [{ state: 'retry', retry_count: 0 }]]);
  });

  it.each([
    ['does', undefined],
    ['fails', new Error('The pool has ended')],
  ])("what was given back is another's, whatever it still %s", async (_what, failure) => {
    const slow = place.addProcess();
    const [begun, goesOn, ended, takenAgain, finishes] = [
      place.deferred(),
      place.deferred(),
      place.deferred(),
      place.deferred(),
      place.deferred(),
    ];
    const errors: unknown[] = [];
    slow.handle(count, async (_payload, { transactAndComplete }) => {
      begun.settle();
      await goesOn.promise;
      const doing =
        failure === undefined
          ? transactAndComplete((tx) => tx.execute(sql`INSERT INTO counted VALUES (1)`))
          : Promise.reject(failure);
      await doing.catch((error: unknown) => errors.push(error)).finally(ended.settle);
      if (failure !== undefined) throw failure;
    });
    await slow.add(place.db, count, { by: 1 });
    await slow.start();
    await begun.promise;
    await slow.close(0);
    const jobs = place.addProcess();
    jobs.handle(count, async (_payload, { transactAndComplete }) => {
      takenAgain.settle();
      await finishes.promise;
      await transactAndComplete((tx) => tx.execute(sql`INSERT INTO counted VALUES (2)`));
    });
    const doing = jobs.runAll();
    await takenAgain.promise;
    goesOn.settle();
    await ended.promise;
    expect(errors).toEqual([failure ?? new JobClaimedError('Somebody else has taken the job: it took too long')]);
    // What became of it there is done by now.
    await slow.close();
    expect((await place.rows()).map(({ state }) => state)).toEqual(['active']);
    finishes.settle();
    await doing;
    expect([await place.counted(), await place.rows()]).toEqual([[2], []]);
  });
});
