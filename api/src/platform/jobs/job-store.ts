import { DrizzleQueryError, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import PgBoss from 'pg-boss';
import type { Db, Executor, Tx } from '../db/connect.ts';
import { newId } from '../db/new-id.ts';
import { HOUR_MS } from '../durations.ts';
import { errorCode } from '../errors/error-code.ts';
import { currentTraceparent } from '../tracing/tracing.ts';
import type { Job } from './job.ts';
import { failedJobs } from '../schema.ts';
import type { JobError } from '../schema.ts';

const OPTIONS = {
  migrate: false,
  schedule: false,
  supervise: false,
  /** Keeps completed jobs in the job table: `singletonSeconds` deduplicates hourly jobs only against rows there. */
  archiveCompletedAfterSeconds: 24 * 3600,
  /** Applies to failed jobs of the previous release, which lists them from the table of pg-boss. */
  archiveFailedAfterSeconds: 14 * 24 * 3600,
  deleteAfterDays: 1,
} as const;
const MAX_MESSAGE_LENGTH = 500;

const HOURLY_SLOT = { singletonSeconds: HOUR_MS / 1000 } as const;

/** A client without a database: pass its functions a `db` option, see {@link runOn}. */
export const boss = new PgBoss({ ...OPTIONS, db: { executeSql: () => Promise.reject(new Error('Pass an executor')) } });

function toSql(text: string, values: readonly unknown[]): SQL {
  const chunks = text.split(/\$(\d+)/);
  return sql.join(chunks.map((chunk, index) => (index % 2 === 0 ? sql.raw(chunk) : sql.param(values[Number(chunk) - 1]))));
}

export const runOn = (executor: Executor): { db: PgBoss.Db } => ({
  db: { executeSql: async (text, values) => executor.execute(toSql(text, values)) },
});

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

/** The types lack a function, whose result is that of the event "monitor-states". */
export type Boss = PgBoss & { countStates(): Promise<PgBoss.MonitorStates> };

/** Creates a client for functions that have no `db` option. */
export const openBoss = (db: Db): Boss =>
  new PgBoss({
    ...OPTIONS,
    db: { executeSql: (text, values?: unknown[]) => (values ? db.$client.query(text, values) : runScript(db, text)) },
  }) as Boss;

/** Times and numerics are texts, unlike the type states. */
export type ClaimedJob = PgBoss.JobWithMetadata;

export interface JobOptions {
  /** A new UUIDv7 by default. */
  id?: string;
  /** A queue with the policy "short" keeps one waiting job per key. */
  singletonKey?: string;
  startAfterSeconds?: number;
  /** Runs once per key in each hour, counted from the Unix epoch, on any server. */
  isHourly?: boolean;
}

const toNewRow = <Payload extends object>(
  { name, retryLimit, retryDelaySeconds: retryDelay, expireInSeconds }: Job<Payload>,
  payload: Payload,
  { id = newId(), singletonKey = '', startAfterSeconds = 0, isHourly = false }: JobOptions,
): PgBoss.JobInsert => ({
  // `Jobs` counts the retries, since pg-boss cannot fail a job before its last one: it does not reach this limit.
  retryLimit: retryLimit + 1,
  retryBackoff: true,
  ...(isHourly && HOURLY_SLOT),
  id,
  name,
  data: { ...payload, traceparent: currentTraceparent() },
  singletonKey,
  retryDelay,
  expireInSeconds,
  startAfter: String(startAfterSeconds),
});

export async function storeJobs<Payload extends object>(
  executor: Executor,
  job: Job<Payload>,
  jobs: { payload: Payload; options: JobOptions }[],
): Promise<void> {
  const rows = jobs.map(({ payload, options }) => toNewRow(job, payload, options));
  await boss.insert(rows, runOn(executor));
}

/** Inserts the job again, without its attempts. An hourly one stays stored under its id. */
const toRow = ({
  id,
  name,
  data,
  singletonKey,
  singletonOn,
  retryLimit,
  retryDelay,
  expireInSeconds,
}: ClaimedJob): PgBoss.JobInsert => ({
  retryLimit,
  retryBackoff: true,
  id: singletonOn === null ? id : newId(),
  name,
  data,
  singletonKey: singletonKey ?? '',
  retryDelay,
  expireInSeconds: Math.round(expireInSeconds),
});

/** @throws the error of the statement, which `fetch` ignores */
export async function claimJobs(db: Db, queue: string, batchSize: number): Promise<ClaimedJob[]> {
  let failure: unknown;
  const run = runOn(db).db.executeSql;
  const executeSql: typeof run = (text, values) =>
    run(text, values).catch((error: unknown) => {
      failure = error;
      throw error;
    });
  const jobs = await boss.fetch<object>(queue, { batchSize, includeMetadata: true, db: { executeSql } });
  if (failure !== undefined) throw failure;
  return jobs;
}

/** Returns whether a change affected a job. The types of pg-boss lack the result. */
const hasChanged = async (change: Promise<unknown>): Promise<boolean> => ((await change) as { affected: number }).affected > 0;

/** Deletes the job, or marks an hourly one as completed. @returns false if another process has done so */
export const completeJob = (on: Executor, { name, id, singletonOn }: ClaimedJob): Promise<boolean> =>
  hasChanged(singletonOn === null ? boss.deleteJob(name, id, runOn(on)) : boss.complete(name, id, {}, runOn(on)));

/**
 * Runs `change` in a transaction, unless another process has claimed the job since. Each claim raises `retryCount`.
 * @param change returns false if the job was completed meanwhile
 * @returns whether the job was changed
 */
const changeJob = ({ name, id, retryCount }: ClaimedJob, db: Db, change: (tx: Tx) => Promise<boolean>): Promise<boolean> =>
  db.transaction(async (tx) => {
    const job = await boss.getJobById(name, id, { ...runOn(tx), includeArchive: false });
    const isOurs = job?.state === 'active' && job.retryCount === retryCount;
    return isOurs && change(tx);
  });

/** Describes an error for operators, without its stack and statement parameters, which may be personal data. */
function describeError(error: unknown): JobError {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  const code = errorCode(cause);
  const message = (cause instanceof Error ? cause.message : String(cause)).slice(0, MAX_MESSAGE_LENGTH);
  return { message, ...(code === undefined ? {} : { code }) };
}

/** Schedules a retry. @returns false if another process has claimed the job */
export const retryJob = (db: Db, job: ClaimedJob, error: unknown): Promise<boolean> =>
  changeJob(job, db, (tx) => hasChanged(boss.fail(job.name, job.id, describeError(error), runOn(tx))));

/** Moves the job to the failed ones. @returns false if another process has claimed it */
export const giveUpJob = (db: Db, job: ClaimedJob, error: unknown): Promise<boolean> =>
  changeJob(job, db, async (tx) => {
    if (!(await completeJob(tx, job))) return false;
    const { id, name: queue, retryCount, createdOn } = job;
    const times = { addedAt: new Date(createdOn), failedAt: new Date() };
    const row = { id, queue, job: toRow(job), tries: retryCount + 1, error: describeError(error), ...times };
    await tx.insert(failedJobs).values(row).onConflictDoUpdate({ target: failedJobs.id, set: row });
    return true;
  });

/** Returns an unfinished job to its queue, without counting an attempt. */
export const releaseJob = (db: Db, job: ClaimedJob): Promise<boolean> =>
  changeJob(job, db, async (tx) => {
    if (!(await hasChanged(boss.deleteJob(job.name, job.id, runOn(tx))))) return false;
    await boss.insert([{ ...toRow(job), ...(job.singletonOn !== null && HOURLY_SLOT) }], runOn(tx));
    return true;
  });
