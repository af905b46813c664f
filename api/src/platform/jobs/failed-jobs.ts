import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Db, Executor } from '../db/connect.ts';

export interface FailedJob {
  id: string;
  queue: string;
  payload: object;
  tries: number;
  error: string;
  addedAt: Date;
  failedAt: Date;
}

export type FailedJobFilter = { id: string } | { queue: string } | 'all';

function buildCondition(filter: FailedJobFilter): SQL {
  if (filter === 'all') return sql`state = 'failed'`;
  return 'id' in filter ? sql`state = 'failed' AND id = ${filter.id}` : sql`state = 'failed' AND name = ${filter.queue}`;
}

/** Latest failures first. */
export async function listFailedJobs(db: Db, max: number): Promise<FailedJob[]> {
  const { rows } = await db.execute<FailedJob & Record<string, unknown>>(sql`
    SELECT id, name AS queue, data AS payload, retry_count + 1 AS tries,
      coalesce(output ->> 'message', output -> 'value' ->> 'message', '') AS error,
      created_on AS "addedAt", completed_on AS "failedAt"
    FROM pgboss.job WHERE state = 'failed' ORDER BY completed_on DESC, id LIMIT ${max}`);
  return rows.map((row) => ({ ...row, addedAt: new Date(row.addedAt), failedAt: new Date(row.failedAt) }));
}

/** Returns failed jobs to their queues, with all retries. @returns how many */
export async function retryFailedJobs(on: Executor, filter: FailedJobFilter): Promise<number> {
  const { rows } = await on.execute(sql`
    UPDATE pgboss.job SET state = 'retry', retry_count = 0, started_on = NULL, completed_on = NULL, output = NULL, start_after = now(),
      keep_until = now() + interval '14 days'
    WHERE ${buildCondition(filter)} RETURNING id`);
  return rows.length;
}

export async function deleteFailedJobs(on: Executor, filter: FailedJobFilter): Promise<number> {
  const { rows } = await on.execute(sql`DELETE FROM pgboss.job WHERE ${buildCondition(filter)} RETURNING id`);
  return rows.length;
}

interface UnfinishedJob {
  state: 'created' | 'retry' | 'active' | 'failed';
  /** Of the last attempt; empty if there was none. */
  error: string;
}

/** The latest job of a queue with this property in its payload; undefined once it is finished and deleted. */
export async function findUnfinishedJob(
  db: Executor,
  queue: string,
  property: string,
  value: string,
): Promise<UnfinishedJob | undefined> {
  const { rows } = await db.execute<UnfinishedJob & Record<string, unknown>>(sql`
    SELECT state, coalesce(output ->> 'message', output -> 'value' ->> 'message', '') AS error
    FROM pgboss.job WHERE name = ${queue} AND data ->> ${property} = ${value} AND state IN ('created', 'retry', 'active', 'failed')
    ORDER BY created_on DESC LIMIT 1`);
  return rows[0];
}
