import { sql } from 'drizzle-orm';
import { Histogram } from 'prom-client';
import type { Db } from '../platform/db/connect.ts';
import { Jobs } from '../platform/jobs/jobs.ts';
import type { JobsNeeds } from '../platform/jobs/jobs.ts';
import { createLogger } from '../platform/log.ts';
import { testOutbox } from './test-outbox.ts';

/** What one process of several does of jobs, beside the application; `needs` say what differs from a server that does them. */
export function testJobs(db: Db, needs: Partial<JobsNeeds> = {}): Jobs {
  return new Jobs({
    db,
    transact: testOutbox(db).transact,
    log: createLogger({ logLevel: 'silent' }),
    durations: new Histogram({ name: 'durations', help: 'of this test', labelNames: ['queue', 'outcome'], registers: [] }),
    lookEvery: 60_000,
    tellOthers: () => undefined,
    ...needs,
  });
}

/** A queue that no migration makes. */
export async function makeQueue(db: Db, name: string, policy: 'standard' | 'short' = 'standard'): Promise<void> {
  await db.execute(sql`SELECT pgboss.create_queue(${name}, ${JSON.stringify({ policy })}::json)`);
}

/** Lets so many seconds pass for all jobs. */
export async function passTime(db: Db, seconds: number): Promise<void> {
  const time = sql`${seconds} * interval '1 second'`;
  await db.execute(sql`UPDATE pgboss.job SET start_after = start_after - ${time}, started_on = started_on - ${time},
    singleton_on = singleton_on - ${time}`);
}
