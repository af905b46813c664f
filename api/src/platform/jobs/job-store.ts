import { DrizzleQueryError, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import PgBoss from 'pg-boss';
import type { Db, Executor } from '../db/connect.ts';
import { errorCode } from '../errors/error-code.ts';
import { currentTraceparent } from '../tracing/tracing.ts';
import { newId } from '../db/new-id.ts';
import { NonRetryableError } from './job.ts';
import type { Job } from './job.ts';

const FAILED_RETENTION_SECONDS = 14 * 24 * 3600;
/** Completed hourly jobs stay, so that they do not run again. */
const COMPLETED_RETENTION_SECONDS = 24 * 3600;
const MAX_MESSAGE_LENGTH = 500;

export interface JobOptions {
  /** In a queue with the policy "short", one waiting job is kept per key. */
  singletonKey?: string;
  startAfterSeconds?: number;
  /** Runs once per key in each interval of this length, counted from the Unix epoch, on any server. */
  singletonSeconds?: number;
}

export interface ClaimedJob {
  id: string;
  payload: object;
  retryCount: number;
}

interface QueueState {
  name: string;
  /** Until the next job is due; null if none waits. */
  waitMs: number | null;
  hasExpired: boolean;
  [column: string]: unknown;
}

function toSql(text: string, values: readonly unknown[]): SQL {
  const chunks = text.split(/\$(\d+)/);
  return sql.join(chunks.map((chunk, index) => (index % 2 === 0 ? sql.raw(chunk) : sql.param(values[Number(chunk) - 1]))));
}

/** Runs pg-boss' statements on an executor that each call passes. */
const detachedBoss = new PgBoss({
  db: { executeSql: () => Promise.reject(new Error('Pass an executor')) },
  migrate: false,
  schedule: false,
  supervise: false,
});

const runOn = (executor: Executor): PgBoss.Db => ({
  executeSql: async (text, values) => executor.execute(toSql(text, values)),
});

/** Matches the job unless another process has claimed it since, which raises its `retry_count`. */
const isStillOurs = (name: string, { id, retryCount }: ClaimedJob): SQL =>
  sql`name = ${name} AND id = ${id} AND state = 'active' AND retry_count = ${retryCount}`;

export async function storeJobs<Payload extends object>(
  executor: Executor,
  job: Job<Payload>,
  jobs: { payload: Payload; options: JobOptions }[],
): Promise<void> {
  const { name, retryLimit, retryDelaySeconds: retryDelay, expireInSeconds } = job;
  const traceparent = currentTraceparent();
  const rows = jobs.map(({ payload, options: { singletonKey, startAfterSeconds, singletonSeconds } }) => ({
    name,
    retryLimit,
    retryDelay,
    retryBackoff: true,
    expireInSeconds,
    id: newId(),
    data: traceparent === undefined ? payload : { ...payload, traceparent },
    ...(singletonKey === undefined ? {} : { singletonKey }),
    ...(startAfterSeconds === undefined ? {} : { startAfter: String(startAfterSeconds) }),
    ...(singletonSeconds === undefined ? {} : { singletonSeconds }),
  }));
  await detachedBoss.insert(rows, { db: runOn(executor) });
}

/** Runs a script with its own transaction. If it fails, the connection may still be in it, and is closed. */
async function runScript({ $client }: Db, text: string): Promise<{ rows: unknown[] }> {
  const client = await $client.connect();
  try {
    const result = await client.query(text);
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** For operators: without a stack, and without parameters of statements, which may be personal data. */
function describeError(error: unknown): { message: string; code?: string } {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  const code = errorCode(cause);
  const message = (cause instanceof Error ? cause.message : String(cause)).slice(0, MAX_MESSAGE_LENGTH);
  return { message, ...(code === undefined ? {} : { code }) };
}

/** Uses the tables and statements of pg-boss, not its loops, which poll each queue separately (docs/decisions/0067). */
export class JobStore {
  readonly #db: Db;
  readonly #boss: PgBoss;

  constructor(db: Db) {
    this.#db = db;
    this.#boss = new PgBoss({
      db: {
        executeSql: (text, values?: unknown[]) => (values === undefined ? runScript(db, text) : db.$client.query(text, values)),
      },
      migrate: false,
      schedule: false,
      supervise: false,
      archiveCompletedAfterSeconds: COMPLETED_RETENTION_SECONDS,
      archiveFailedAfterSeconds: FAILED_RETENTION_SECONDS,
      deleteAfterDays: 1,
    });
  }

  async findMissingQueues(names: string[]): Promise<string[]> {
    const { rows } = await this.#db.execute<{ name: string }>(sql`SELECT name FROM pgboss.queue`);
    const known = new Set(rows.map(({ name }) => name));
    return names.filter((name) => !known.has(name));
  }

  async readQueues(names: string[]): Promise<QueueState[]> {
    const { rows } = await this.#db.execute<QueueState>(sql`
      SELECT name,
        (extract(epoch FROM min(start_after) FILTER (WHERE state < 'active') - clock_timestamp()) * 1000)::float8 AS "waitMs",
        coalesce(bool_or(state = 'active' AND started_on + expire_in < clock_timestamp()), false) AS "hasExpired"
      FROM pgboss.job WHERE name = ANY(${sql.param(names)}::text[]) AND state < 'completed' GROUP BY name`);
    return rows;
  }

  async claim(name: string, batchSize: number): Promise<ClaimedJob[]> {
    const found = await this.#boss.fetch<object>(name, { batchSize, includeMetadata: true });
    return found.map(({ id, data, retryCount }) => ({ id, payload: data, retryCount }));
  }

  async expire(): Promise<void> {
    await this.#boss.expire();
  }

  /** Schedules a retry, or marks the job as failed after the last one. @returns false if another process has claimed it */
  async fail(name: string, job: ClaimedJob, error: unknown): Promise<boolean> {
    if (error instanceof NonRetryableError) return this.#failFinally(name, job, error);
    return this.#db.transaction(async (tx) => {
      const { rows } = await tx.execute(sql`SELECT id FROM pgboss.job WHERE ${isStillOurs(name, job)} FOR UPDATE`);
      if (rows.length > 0) await this.#boss.fail(name, job.id, describeError(error), { db: runOn(tx) });
      return rows.length > 0;
    });
  }

  /** Keeps the retry limit, since an operator may retry the job. */
  async #failFinally(name: string, job: ClaimedJob, error: unknown): Promise<boolean> {
    const { rows } = await this.#db.execute(sql`
      UPDATE pgboss.job SET state = 'failed', completed_on = now(), output = ${JSON.stringify(describeError(error))}::jsonb
      WHERE ${isStillOurs(name, job)} RETURNING id`);
    return rows.length > 0;
  }

  /** Deletes the job, or marks an hourly one as completed. @returns false if another process has claimed it */
  async complete(executor: Executor, name: string, job: ClaimedJob): Promise<boolean> {
    const { rows } = await executor.execute(sql`
      WITH gone AS (DELETE FROM pgboss.job WHERE ${isStillOurs(name, job)} AND singleton_on IS NULL RETURNING id),
      done AS (UPDATE pgboss.job SET state = 'completed', completed_on = now(), output = NULL
        WHERE ${isStillOurs(name, job)} AND singleton_on IS NOT NULL RETURNING id)
      SELECT id FROM gone UNION ALL SELECT id FROM done`);
    return rows.length > 0;
  }

  /** Returns an unfinished job to its queue, without counting an attempt. */
  async release(name: string, job: ClaimedJob): Promise<void> {
    await this.#db.execute(sql`
      UPDATE pgboss.job SET state = 'retry', started_on = NULL, start_after = now() WHERE ${isStillOurs(name, job)}`);
  }

  async maintain(): Promise<void> {
    await this.#boss.maintain();
  }
}
