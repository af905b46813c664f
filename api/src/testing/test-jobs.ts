import { sql } from 'drizzle-orm';
import { Histogram } from 'prom-client';
import type { Db } from '../platform/db/connect.ts';
import { watchDatabase } from '../platform/db/database-watch.ts';
import { Jobs } from '../platform/jobs/jobs.ts';
import type { JobsDeps } from '../platform/jobs/jobs.ts';
import { createLogger } from '../platform/log.ts';
import { openTestDatabase } from './test-database.ts';
import { testOutbox } from './test-outbox.ts';

/** What one process of several does of jobs, beside the application; `needs` say what differs from a server that does them. */
export function testJobs(db: Db, needs: Partial<JobsDeps> = {}): Jobs {
  const log = createLogger({ logLevel: 'silent' });
  return new Jobs({
    db,
    transact: testOutbox(db).transact,
    log,
    watch: watchDatabase(log),
    durations: new Histogram({ name: 'durations', help: 'of this test', labelNames: ['queue', 'outcome'], registers: [] }),
    pollIntervalMs: 60_000,
    publishWake: () => undefined,
    ...needs,
  });
}

/** A queue that no migration makes. */
export async function createQueue(db: Db, name: string, policy: 'standard' | 'short' = 'standard'): Promise<void> {
  await db.execute(sql`SELECT pgboss.create_queue(${name}, ${JSON.stringify({ policy })}::json)`);
}

/** Lets so many seconds pass for all jobs. */
export async function advanceTime(db: Db, seconds: number): Promise<void> {
  const time = sql`${seconds} * interval '1 second'`;
  await db.execute(sql`UPDATE pgboss.job SET start_after = start_after - ${time}, started_on = started_on - ${time},
    singleton_on = singleton_on - ${time}`);
}

/** A moment that a test waits for, or decides on. */
export interface Deferred {
  promise: Promise<void>;
  settle(): void;
}

/** Jobs on a database of their own, with a table `counted` that they may write numbers to. */
export interface JobsFixture {
  db: Db;
  /** A process; it ends with the test. */
  addProcess(needs?: Partial<JobsDeps>): Jobs;
  /** What is left of jobs, but those of each hour. */
  rows(): Promise<{ state: string; output: { message: string } | null }[]>;
  counted(): Promise<number[]>;
  /** It is settled at the end of a test at the latest: nothing hangs. */
  deferred(): Deferred;
  /** After each test. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** @param queues that no migration makes */
export async function openJobsFixture(queues: [name: string, policy?: 'standard' | 'short'][]): Promise<JobsFixture> {
  const { db, close } = await openTestDatabase();
  const [open, moments]: [Jobs[], Deferred[]] = [[], []];
  for (const queue of queues) await createQueue(db, ...queue);
  await db.execute(sql`CREATE TABLE counted (by integer)`);
  return {
    db,
    addProcess(needs) {
      const jobs = testJobs(db, needs);
      open.push(jobs);
      return jobs;
    },
    async rows() {
      const { rows } = await db.execute<{ state: string; output: { message: string } | null }>(
        sql`SELECT state, output FROM pgboss.job WHERE name <> 'hourly'`,
      );
      return rows;
    },
    counted: async () => (await db.execute<{ by: number }>(sql`SELECT by FROM counted`)).rows.map(({ by }) => by),
    deferred() {
      let settle = () => {};
      const promise = new Promise<void>((resolve) => (settle = resolve));
      const moment = { promise, settle };
      moments.push(moment);
      return moment;
    },
    async clear() {
      for (const { settle } of moments.splice(0)) settle();
      await Promise.all(open.splice(0).map((jobs) => jobs.close()));
      await db.execute(sql`DELETE FROM pgboss.job`);
      await db.execute(sql`DELETE FROM counted`);
    },
    close,
  };
}
