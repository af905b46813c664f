import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Db, Executor } from '../db/connect.ts';

/** A job that was given up. */
export interface FailedJob {
  id: string;
  queue: string;
  payload: object;
  tries: number;
  /** Why it failed the last time. */
  error: string;
  addedAt: Date;
  failedAt: Date;
}

/** Which failed jobs: one by its id, those of a queue, or all. */
export type FailedJobFilter = { id: string } | { queue: string } | 'all';

function conditionOf(which: FailedJobFilter): SQL {
  if (which === 'all') return sql`state = 'failed'`;
  return 'id' in which ? sql`state = 'failed' AND id = ${which.id}` : sql`state = 'failed' AND name = ${which.queue}`;
}

interface Row {
  id: string;
  name: string;
  data: object;
  tries: number;
  error: string | null;
  created_on: Date;
  completed_on: Date;
  [column: string]: unknown;
}

/** Those that failed last come first. */
export async function listFailedJobs(db: Db, max: number): Promise<FailedJob[]> {
  const { rows } = await db.execute<Row>(sql`
    SELECT id, name, data, retry_count + 1 AS tries, coalesce(output ->> 'message', output -> 'value' ->> 'message') AS error, created_on, completed_on
    FROM pgboss.job WHERE state = 'failed' ORDER BY completed_on DESC, id LIMIT ${max}`);
  return rows.map(({ id, name, data, tries, error, created_on: added, completed_on: failed }) => ({
    id,
    queue: name,
    payload: data,
    tries,
    error: error ?? '',
    addedAt: new Date(added),
    failedAt: new Date(failed),
  }));
}

/** Lets failed jobs be tried again, as often as new ones. @returns how many */
export async function retryFailedJobs(on: Executor, which: FailedJobFilter): Promise<number> {
  const { rows } = await on.execute(sql`
    UPDATE pgboss.job SET state = 'retry', retry_count = 0, started_on = NULL, completed_on = NULL, output = NULL, start_after = now(),
      keep_until = now() + interval '14 days'
    WHERE ${conditionOf(which)} RETURNING id`);
  return rows.length;
}

/** Drops failed jobs: what they were to do is not done. @returns how many */
export async function deleteFailedJobs(on: Executor, which: FailedJobFilter): Promise<number> {
  const { rows } = await on.execute(sql`DELETE FROM pgboss.job WHERE ${conditionOf(which)} RETURNING id`);
  return rows.length;
}

/** An unfinished job: waiting, being retried, or abandoned. */
interface UndoneJob {
  state: 'created' | 'retry' | 'active' | 'failed';
  /** The error of the last attempt; empty if there was none. */
  error: string;
}

/** The latest job of a queue with this property in its payload; undefined if there is none, because finished jobs are removed. */
export async function findUnfinishedJob(
  db: Executor,
  queue: string,
  property: string,
  value: string,
): Promise<UndoneJob | undefined> {
  const { rows } = await db.execute<UndoneJob & Record<string, unknown>>(sql`
    SELECT state, coalesce(output ->> 'message', output -> 'value' ->> 'message', '') AS error
    FROM pgboss.job WHERE name = ${queue} AND data ->> ${property} = ${value} AND state IN ('created', 'retry', 'active', 'failed')
    ORDER BY created_on DESC LIMIT 1`);
  return rows[0];
}
