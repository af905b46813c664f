import { DrizzleQueryError, lt, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import PgBoss from 'pg-boss';
import type { Db, Executor, Tx } from '../db/connect.ts';
import { newId } from '../db/new-id.ts';
import { DAY_MS, HOUR_MS } from '../durations.ts';
import { errorCode } from '../errors/error-code.ts';
import { currentTraceparent } from '../tracing/tracing.ts';
import type { Job } from './job.ts';
import { failedJobs } from './schema.ts';
import type { JobError } from './schema.ts';

const FAILED_RETENTION_MS = 14 * DAY_MS;
/** Completed hourly jobs stay, so that they do not run again. */
const COMPLETED_RETENTION_SECONDS = 24 * 3600;
const MAX_MESSAGE_LENGTH = 500;
/** Never reached: `Jobs` counts the retries, since pg-boss cannot fail a job before its last one. */
const RETRY_LIMIT = 1000;

export interface JobOptions {
  /** By default random. */
  id?: string;
  /** In a queue with the policy "short", one waiting job is kept per key. */
  singletonKey?: string;
  startAfterSeconds?: number;
  /** Runs once per key in each hour, counted from the Unix epoch, on any server. */
  isHourly?: boolean;
}

/** Times and numerics are texts, unlike the type says. */
export type ClaimedJob = PgBoss.JobWithMetadata;

const OPTIONS = {
  migrate: false,
  schedule: false,
  supervise: false,
  archiveCompletedAfterSeconds: COMPLETED_RETENTION_SECONDS,
  deleteAfterDays: 1,
} as const;

/** For functions that run on an executor, which each call passes. */
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

/** The types omit a function: its result is also that of the event "monitor-states". */
type Boss = PgBoss & { countStates(): Promise<PgBoss.MonitorStates> };

/** For functions without a `db` option. */
export const openBoss = (db: Db): Boss =>
  new PgBoss({
    ...OPTIONS,
    db: {
      executeSql: (text, values?: unknown[]) => (values === undefined ? runScript(db, text) : db.$client.query(text, values)),
    },
  }) as Boss;

/** The types omit the result. */
const hasChanged = async (change: Promise<void>): Promise<boolean> =>
  ((await change) as unknown as { affected: number }).affected > 0;

const HOURLY_SLOT = { singletonSeconds: HOUR_MS / 1000 };

export async function storeJobs<Payload extends object>(
  executor: Executor,
  job: Job<Payload>,
  jobs: { payload: Payload; options: JobOptions }[],
): Promise<void> {
  const { name, retryDelaySeconds: retryDelay, expireInSeconds } = job;
  const traceparent = currentTraceparent();
  const rows = jobs.map(({ payload, options: { id = newId(), singletonKey, startAfterSeconds, isHourly } }) => ({
    name,
    retryLimit: RETRY_LIMIT,
    retryDelay,
    retryBackoff: true,
    expireInSeconds,
    id,
    data: traceparent === undefined ? payload : { ...payload, traceparent },
    ...(singletonKey === undefined ? {} : { singletonKey }),
    ...(startAfterSeconds === undefined ? {} : { startAfter: String(startAfterSeconds) }),
    ...(isHourly ? HOURLY_SLOT : {}),
  }));
  await boss.insert(rows, runOn(executor));
}

/** To insert the job again, without its attempts. */
const toInsert = ({ id, name, data, singletonKey, singletonOn, retryDelay, expireInSeconds }: ClaimedJob): PgBoss.JobInsert => ({
  name,
  data,
  retryLimit: RETRY_LIMIT,
  retryDelay,
  retryBackoff: true,
  expireInSeconds: Math.round(expireInSeconds),
  ...(singletonKey === null ? {} : { singletonKey }),
  // An hourly job stays stored under its id.
  ...(singletonOn === null ? { id } : {}),
});

/** For operators: without a stack, and without parameters of statements, which may be personal data. */
function describeError(error: unknown): JobError {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  const code = errorCode(cause);
  const message = (cause instanceof Error ? cause.message : String(cause)).slice(0, MAX_MESSAGE_LENGTH);
  return { message, ...(code === undefined ? {} : { code }) };
}

/** Uses the functions of pg-boss, not its `work`, which ends the process if the database is away (docs/decisions/0090). */
export class JobStore {
  readonly #db: Db;
  readonly #boss: PgBoss;

  constructor(db: Db) {
    this.#db = db;
    this.#boss = openBoss(db);
  }

  async findMissingQueues(names: string[]): Promise<string[]> {
    const known = new Set((await this.#boss.getQueues()).map(({ name }) => name));
    return names.filter((name) => !known.has(name));
  }

  async claim(name: string, batchSize: number): Promise<ClaimedJob[]> {
    let failure: unknown;
    const { db } = runOn(this.#db);
    // `fetch` ignores errors.
    const executeSql: PgBoss.Db['executeSql'] = (text, values) =>
      db.executeSql(text, values).catch((error: unknown) => {
        failure = error;
        throw error;
      });
    const jobs = await boss.fetch<object>(name, { batchSize, includeMetadata: true, db: { executeSql } });
    if (failure !== undefined) throw failure;
    return jobs;
  }

  /** Deletes the job, or marks an hourly one as completed. @returns false if another process has done so */
  complete(on: Executor, { name, id, singletonOn }: ClaimedJob): Promise<boolean> {
    return hasChanged(singletonOn === null ? boss.deleteJob(name, id, runOn(on)) : boss.complete(name, id, {}, runOn(on)));
  }

  /** Schedules a retry. @returns false if another process has claimed the job */
  retry(job: ClaimedJob, error: unknown): Promise<boolean> {
    return this.#change(job, (tx) => boss.fail(job.name, job.id, describeError(error), runOn(tx)));
  }

  /** Moves the job to the failed ones. @returns false if another process has claimed it */
  giveUp(job: ClaimedJob, error: unknown): Promise<boolean> {
    return this.#change(job, async (tx) => {
      await this.complete(tx, job);
      const { id, name: queue, retryCount, createdOn } = job;
      const times = { addedAt: new Date(createdOn), failedAt: new Date() };
      const outcome = { tries: retryCount + 1, error: describeError(error), ...times };
      await tx.insert(failedJobs).values({ id, queue, job: toInsert(job), ...outcome });
    });
  }

  /** Returns an unfinished job to its queue, without counting an attempt. */
  async release(job: ClaimedJob): Promise<void> {
    await this.#change(job, async (tx) => {
      await boss.deleteJob(job.name, job.id, runOn(tx));
      await boss.insert([{ ...toInsert(job), ...(job.singletonOn === null ? {} : HOURLY_SLOT) }], runOn(tx));
    });
  }

  /** Does nothing if another process has claimed the job since, which raises its `retryCount`. */
  #change({ name, id, retryCount }: ClaimedJob, change: (tx: Tx) => Promise<void>): Promise<boolean> {
    return this.#db.transaction(async (tx) => {
      const job = await boss.getJobById(name, id, { ...runOn(tx), includeArchive: false });
      const isOurs = job?.state === 'active' && job.retryCount === retryCount;
      if (isOurs) await change(tx);
      return isOurs;
    });
  }

  /** Returns jobs of processes that ended to their queues. */
  async expire(): Promise<void> {
    await this.#boss.expire();
  }

  async maintain(): Promise<void> {
    await this.#boss.maintain();
    await this.#db.delete(failedJobs).where(lt(failedJobs.failedAt, new Date(Date.now() - FAILED_RETENTION_MS)));
  }
}
