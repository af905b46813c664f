import { sql } from 'drizzle-orm';
import { Histogram } from 'prom-client';
import type { Db } from '../platform/db/connect.ts';
import { watchDatabase } from '../platform/db/database-watch.ts';
import { Jobs } from '../platform/jobs/jobs.ts';
import type { JobsDeps } from '../platform/jobs/jobs.ts';
import { failedJobs } from '../platform/schema.ts';
import { createLogger } from '../platform/log.ts';
import { openTestDatabase } from './test-database.ts';
import { testOutbox } from './test-outbox.ts';

/** Creates the jobs of an additional process. */
export function testJobs(db: Db, deps: Partial<JobsDeps> = {}): Jobs {
  const log = createLogger({ logLevel: 'silent' });
  return new Jobs({
    db,
    transact: testOutbox(db).transact,
    log,
    watch: watchDatabase(log),
    durations: new Histogram({ name: 'durations', help: 'of this test', labelNames: ['queue', 'outcome'], registers: [] }),
    pollIntervalMs: 60_000,
    publishWake: () => undefined,
    ...deps,
  });
}

export async function createQueue(db: Db, name: string, policy: 'standard' | 'short' = 'standard'): Promise<void> {
  await db.execute(sql`SELECT pgboss.create_queue(${name}, ${JSON.stringify({ policy })}::json)`);
}

export async function advanceTime(db: Db, seconds: number): Promise<void> {
  const time = sql`${seconds} * interval '1 second'`;
  await db.execute(sql`UPDATE pgboss.job SET start_after = start_after - ${time}, started_on = started_on - ${time},
    singleton_on = singleton_on - ${time}`);
}

interface Deferred {
  promise: Promise<void>;
  settle(): void;
}

/** Jobs with their own database, and a table `counted` for numbers that they write. */
export interface JobsFixture {
  db: Db;
  addProcess(deps?: Partial<JobsDeps>): Jobs;
  /** Remaining jobs, except hourly ones. */
  rows(): Promise<{ state: string; output: { message: string } | null }[]>;
  counted(): Promise<number[]>;
  /** `clear` settles it, so that no test hangs. */
  deferred(): Deferred;
  clear(): Promise<void>;
  close(): Promise<void>;
}

export async function openJobsFixture(queues: [name: string, policy?: 'standard' | 'short'][]): Promise<JobsFixture> {
  const { db, close } = await openTestDatabase();
  const [open, pending]: [Jobs[], Deferred[]] = [[], []];
  for (const queue of queues) await createQueue(db, ...queue);
  await db.execute(sql`CREATE TABLE counted (by integer)`);
  return {
    db,
    addProcess(deps) {
      const jobs = testJobs(db, deps);
      open.push(jobs);
      return jobs;
    },
    async rows() {
      const { rows } = await db.execute<{ state: string; output: { message: string } | null }>(
        sql`SELECT state::text, output FROM pgboss.job WHERE name <> 'hourly' UNION ALL SELECT 'failed', error FROM failed_jobs`,
      );
      return rows;
    },
    counted: async () => (await db.execute<{ by: number }>(sql`SELECT by FROM counted`)).rows.map(({ by }) => by),
    deferred() {
      let settle = () => {};
      const promise = new Promise<void>((resolve) => (settle = resolve));
      const deferred = { promise, settle };
      pending.push(deferred);
      return deferred;
    },
    async clear() {
      for (const { settle } of pending.splice(0)) settle();
      await Promise.all(open.splice(0).map((jobs) => jobs.close()));
      await db.execute(sql`DELETE FROM pgboss.job`);
      await db.delete(failedJobs);
      await db.execute(sql`DELETE FROM counted`);
    },
    close,
  };
}
