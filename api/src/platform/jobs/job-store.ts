import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import PgBoss from 'pg-boss';
import type { Db, Executor } from '../db/connect.ts';
import { currentTraceparent } from '../tracing/tracing.ts';
import { newId } from '../db/new-id.ts';
import type { Job } from './job.ts';

/** What failed is kept so long (s) among the failed ones; what is done by the hour so long, so that it is not done again. */
const FAILED_KEPT = 14 * 24 * 3600;
const DONE_KEPT = 24 * 3600;

/** When a job is done. */
export interface JobOptions {
  /** Of several that wait with the same key, one is kept: where the queue's policy is "short". */
  singletonKey?: string;
  /** Not before so many seconds. */
  startAfterSeconds?: number;
  /** Once within each so many seconds, counted from 1970, by whichever server: with its key. */
  singletonSeconds?: number;
}

/** A job as it was taken. */
export interface TakenJob {
  id: string;
  payload: object;
  /** How often it was tried before. */
  tries: number;
}

/** What there is to do in a queue. */
export interface Waiting {
  name: string;
  /** Until the next one may be done (ms); null: none waits. */
  wait: number | null;
  /** One is under way for longer than it may. */
  overdue: boolean;
  [column: string]: unknown;
}

/** A statement of pg-boss, whose parameters are `$1`, `$2`, …, on whichever it is to run. */
function statementOf(text: string, values: readonly unknown[]): SQL {
  const parts = text.split(/\$(\d+)/);
  return sql.join(parts.map((part, place) => (place % 2 === 0 ? sql.raw(part) : sql.param(values[Number(part) - 1]))));
}

/** pg-boss as what writes its statements: each says on what it is to run. */
const statements = new PgBoss({
  db: { executeSql: () => Promise.reject(new Error('Say on what the statement is to run')) },
  migrate: false,
  schedule: false,
  supervise: false,
});

/** What a statement of pg-boss runs on: a transaction, if it is one. */
const on = (executor: Executor): PgBoss.Db => ({
  executeSql: async (text, values) => executor.execute(statementOf(text, values)),
});

/** A job while nobody else has taken it: a further time it is taken is a further try. */
const ours = (name: string, { id, tries }: TakenJob): SQL =>
  sql`name = ${name} AND id = ${id} AND state = 'active' AND retry_count = ${tries}`;

/** Stores jobs of a kind: with the transaction, if it is one. */
export async function storeJobs<Payload extends object>(
  executor: Executor,
  job: Job<Payload>,
  jobs: { payload: Payload; when: JobOptions }[],
): Promise<void> {
  const { name, retryLimit, retryDelaySeconds, expireInSeconds } = job;
  const terms = {
    name,
    retryLimit: retryLimit,
    retryDelay: retryDelaySeconds,
    retryBackoff: true,
    expireInSeconds: expireInSeconds,
  };
  const traceparent = currentTraceparent();
  const rows = jobs.map(({ payload, when: { singletonKey, startAfterSeconds, singletonSeconds } }) => ({
    ...terms,
    id: newId(),
    // Whoever does it goes on with the trace of what led to it.
    data: traceparent === undefined ? payload : { ...payload, traceparent },
    ...(singletonKey === undefined ? {} : { singletonKey: singletonKey }),
    ...(startAfterSeconds === undefined ? {} : { startAfter: String(startAfterSeconds) }),
    ...(singletonSeconds === undefined ? {} : { singletonSeconds: singletonSeconds }),
  }));
  await statements.insert(rows, { db: on(executor) });
}

/** Several statements with a transaction of their own. A connection on which they fail is not used again: it may still be in it. */
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

/** The database, for pg-boss. */
const onPool = (db: Db): PgBoss.Db => ({
  executeSql: (text, values?: unknown[]) => (values === undefined ? runScript(db, text) : db.$client.query(text, values)),
});

/**
 * Jobs in the tables of pg-boss: its own statements, which take, fail, expire and archive. Its loops and clocks are not used: they
 * ask for each queue by itself every two seconds, and what fails while a job ends would end the process (docs/decisions/0067).
 */
export class JobStore {
  readonly #db: Db;
  readonly #boss: PgBoss;

  constructor(db: Db) {
    this.#db = db;
    this.#boss = new PgBoss({
      db: onPool(db),
      migrate: false,
      schedule: false,
      supervise: false,
      archiveCompletedAfterSeconds: DONE_KEPT,
      archiveFailedAfterSeconds: FAILED_KEPT,
      deleteAfterDays: 1,
    });
  }

  /** Which of these queues no migration has made. */
  async missing(names: string[]): Promise<string[]> {
    const { rows } = await this.#db.execute<{ name: string }>(sql`SELECT name FROM pgboss.queue`);
    const known = new Set(rows.map(({ name }) => name));
    return names.filter((name) => !known.has(name));
  }

  /** What there is to do, by the clock of the database. */
  async look(names: string[]): Promise<Waiting[]> {
    const { rows } = await this.#db.execute<Waiting>(sql`
      SELECT name,
        (extract(epoch FROM min(start_after) FILTER (WHERE state < 'active') - clock_timestamp()) * 1000)::float8 AS wait,
        coalesce(bool_or(state = 'active' AND started_on + expire_in < clock_timestamp()), false) AS overdue
      FROM pgboss.job WHERE name = ANY(${sql.param(names)}::text[]) AND state < 'completed' GROUP BY name`);
    return rows;
  }

  /** Takes at most so many whose time has come, whoever else does. */
  async take(name: string, atMost: number): Promise<TakenJob[]> {
    const found = await this.#boss.fetch<object>(name, { batchSize: atMost, includeMetadata: true });
    return found.map(({ id, data, retryCount }) => ({ id, payload: data, tries: retryCount }));
  }

  /** Lets others do what is under way for longer than it may be. */
  async expire(): Promise<void> {
    await this.#boss.expire();
  }

  /**
   * A job failed: it is tried again later, or kept among the failed ones.
   * @param why for who looks at those @returns whether it was still ours: else nothing is changed
   */
  async fail(name: string, taken: TakenJob, why: object): Promise<boolean> {
    return this.#db.transaction(async (tx) => {
      const { rows } = await tx.execute(sql`SELECT id FROM pgboss.job WHERE ${ours(name, taken)} FOR UPDATE`);
      if (rows.length > 0) await this.#boss.fail(name, taken.id, why, { db: on(tx) });
      return rows.length > 0;
    });
  }

  /**
   * No further try would do: it is kept among the failed ones now. How often it may be tried stays, should somebody want it to be.
   * @returns whether it was still ours
   */
  async giveUp(name: string, taken: TakenJob, why: object): Promise<boolean> {
    const { rows } = await this.#db.execute(sql`
      UPDATE pgboss.job SET state = 'failed', completed_on = now(), output = ${JSON.stringify(why)}::jsonb
      WHERE ${ours(name, taken)} RETURNING id`);
    return rows.length > 0;
  }

  /** Ends a job: nothing is left of it, but of what is done once an hour, so that it is not done again. @returns whether it was still ours */
  async end(executor: Executor, name: string, taken: TakenJob): Promise<boolean> {
    const { rows } = await executor.execute(sql`
      WITH gone AS (DELETE FROM pgboss.job WHERE ${ours(name, taken)} AND singleton_on IS NULL RETURNING id),
      done AS (UPDATE pgboss.job SET state = 'completed', completed_on = now(), output = NULL
        WHERE ${ours(name, taken)} AND singleton_on IS NOT NULL RETURNING id)
      SELECT id FROM gone UNION ALL SELECT id FROM done`);
    return rows.length > 0;
  }

  /** Gives a job back that was begun: another one does it at once, and it does not count as tried. */
  async giveBack(name: string, taken: TakenJob): Promise<void> {
    await this.#db.execute(sql`
      UPDATE pgboss.job SET state = 'retry', started_on = NULL, start_after = now() WHERE ${ours(name, taken)}`);
  }

  /** Removes what is kept no longer. */
  async tidy(): Promise<void> {
    await this.#boss.maintain();
  }
}
