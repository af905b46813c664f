import type { FastifyBaseLogger } from 'fastify';
import type { Histogram } from 'prom-client';
import type { Db, Executor, Tx } from '../db/connect.ts';
import type { DatabaseWatch } from '../db/database-watch.ts';
import { afterCommit } from '../db/transactions.ts';
import { throttledError } from '../failure-log.ts';
import type { Transact } from '../outbox/outbox.ts';
import { readTraceparent, withoutTrace, withSpan } from '../tracing/tracing.ts';
import { TimeoutError, withTimeout } from '../with-timeout.ts';
import { HOURLY, JobClaimedError, NonRetryableError } from './job.ts';
import type { Job, JobHandler } from './job.ts';
import { deleteOldFailedJobs } from './failed-jobs.ts';
import { claimJobs, completeJob, giveUpJob, openBoss, releaseJob, retryJob, storeJobs } from './job-store.ts';
import type { Boss, ClaimedJob, JobOptions } from './job-store.ts';

/** Time for running jobs to finish when the process stops. */
const STOP_TIMEOUT_MS = 5000;
/** Time to react to the abort signal; then they are released. */
const ABORT_TIMEOUT_MS = 500;
/** Interval at which each process adds the hourly tasks. The queue keeps one job per task and hour. */
const SCHEDULE_INTERVAL_MS = 60_000;

export type AddJob = <Payload extends object>(
  on: Executor,
  job: Job<Payload>,
  payload: Payload,
  options?: JobOptions,
) => Promise<void>;

/** Adds a job without waking a process: the next poll finds it. */
export const addJobWithoutWake: AddJob = (on, job, payload, options = {}) => storeJobs(on, job, [{ payload, options }]);

interface Registration {
  job: Job<object>;
  handler: JobHandler<never>;
  running: number;
}

interface RunningJob {
  claimed: ClaimedJob;
  abort: AbortController;
  /** The job was released: this process no longer stores its result. */
  isReleased: boolean;
}

export interface JobsDeps {
  db: Db;
  transact: Transact;
  log: FastifyBaseLogger;
  /** Shared with the other polling loops of the process. */
  watch: DatabaseWatch;
  durations: Histogram<'queue' | 'outcome'>;
  /** If undefined, this process runs no jobs. */
  pollIntervalMs: number | undefined;
  publishWake: (queue: string) => void;
}

/** Background work, stored in the database and run at least once by any process. */
export class Jobs {
  readonly #deps: JobsDeps;
  readonly #boss: Boss;
  readonly #registrations = new Map<string, Registration>();
  readonly #hourly = new Map<string, () => Promise<unknown>>();
  readonly #running = new Map<Promise<void>, RunningJob>();
  /** Queues that may have due jobs. */
  readonly #woken = new Set<string>();
  #isUpkeepDue = false;
  #scheduledAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<unknown> = Promise.resolve();
  #state: 'idle' | 'started' | 'closed' = 'idle';

  constructor(deps: JobsDeps) {
    this.#deps = deps;
    this.#boss = openBoss(deps.db);
    this.handle(HOURLY, async ({ task }) => {
      const work = this.#hourly.get(task);
      if (work === undefined) throw new Error(`This release has no hourly task "${task}"`);
      await work();
    });
    this.hourly('what is left of jobs', async () => {
      await this.#boss.maintain();
      await deleteOldFailedJobs(deps.db);
    });
  }

  handle<Payload extends object>(job: Job<Payload>, handler: JobHandler<Payload>): void {
    this.#registrations.set(job.name, { job, handler, running: 0 });
  }

  /** Runs a task at startup and once an hour, on any one process. @param task its stored name */
  hourly(task: string, work: () => Promise<unknown>): void {
    this.#hourly.set(task, work);
  }

  readonly add: AddJob = async (on, job, payload, options = {}) => {
    const { db, pollIntervalMs, publishWake } = this.#deps;
    await addJobWithoutWake(on, job, payload, options);
    const wake = () => {
      if (options.startAfterSeconds !== undefined)
        setTimeout(() => this.wake([job.name]), options.startAfterSeconds * 1000).unref();
      else if (pollIntervalMs === undefined) publishWake(job.name);
      else this.wake([job.name]);
    };
    if (on === db) wake();
    // All other executors are transactions.
    else afterCommit(on as Tx, wake);
  };

  async start(): Promise<void> {
    const known = new Set((await this.#boss.getQueues()).map(({ name }) => name));
    const missing = [...this.#registrations.keys()].filter((name) => !known.has(name));
    if (missing.length > 0) throw new Error(`No migration has made the queues of the jobs ${missing.join(', ')}`);
    if (this.#deps.pollIntervalMs === undefined) return;
    this.#state = 'started';
    const poll = () => {
      this.#isUpkeepDue = true;
      this.wake();
    };
    this.#timer = setInterval(poll, this.#deps.pollIntervalMs).unref();
    poll();
  }

  wake(queues: Iterable<string> = this.#registrations.keys()): void {
    if (this.#state !== 'started') return;
    for (const queue of queues) this.#woken.add(queue);
    withoutTrace(() => this.#poll()).catch((error: unknown) => {
      if (!this.#deps.watch.reportOutage(error))
        this.#deps.log.warn(throttledError(error), 'Jobs could not be claimed; this will be retried');
    });
  }

  /** Runs all jobs that are due, and those that they add. For tests, which start no polling. */
  async runAll(): Promise<void> {
    for (let hasStarted = true; hasStarted && this.#state !== 'closed';) {
      this.#isUpkeepDue = true;
      for (const queue of this.#registrations.keys()) this.#woken.add(queue);
      hasStarted = await this.#poll();
      await Promise.all(this.#running.keys());
    }
  }

  /** Starts no more jobs; lets running ones finish, then aborts and releases them. */
  async close(timeoutMs = STOP_TIMEOUT_MS): Promise<void> {
    this.#state = 'closed';
    clearInterval(this.#timer);
    await this.#polling;
    const finished = () => Promise.all(this.#running.keys());
    await withTimeout(timeoutMs, 'Finishing jobs', finished()).catch(() => undefined);
    for (const { abort } of this.#running.values()) abort.abort();
    await withTimeout(ABORT_TIMEOUT_MS, 'Stopping jobs', finished()).catch(() => undefined);
    for (const running of this.#running.values()) await this.#release(running);
  }

  async #release(running: RunningJob): Promise<void> {
    if (running.isReleased) return;
    running.isReleased = true;
    await releaseJob(this.#deps.db, running.claimed).catch((error: unknown) => this.#logStoreFailure(running.claimed, error));
  }

  /** Polls one after another: a later one may find nothing left to do. @returns whether it has started jobs */
  #poll(): Promise<boolean> {
    const polling = this.#polling.then(async () => {
      let started = 0;
      try {
        if (this.#isUpkeepDue && this.#state !== 'closed') await this.#upkeep();
      } finally {
        for (const queue of this.#woken) {
          this.#woken.delete(queue);
          if (this.#state !== 'closed') started += await this.#startJobs(queue);
        }
      }
      return started > 0;
    });
    this.#polling = polling.catch(() => undefined);
    return polling;
  }

  async #upkeep(): Promise<void> {
    this.#isUpkeepDue = false;
    await this.#boss.expire();
    if (Date.now() - this.#scheduledAt < SCHEDULE_INTERVAL_MS) return;
    this.#scheduledAt = Date.now();
    const tasks = [...this.#hourly.keys()].map((task) => ({
      payload: { task },
      options: { singletonKey: task, isHourly: true },
    }));
    await storeJobs(this.#deps.db, HOURLY, tasks);
  }

  async #startJobs(queue: string): Promise<number> {
    const registration = this.#registrations.get(queue);
    if (registration === undefined || registration.running === registration.job.concurrency) return 0;
    const jobs = await claimJobs(this.#deps.db, queue, registration.job.concurrency - registration.running);
    this.#deps.watch.reportSuccess();
    for (const claimed of jobs) {
      registration.running += 1;
      const running: RunningJob = { claimed, abort: new AbortController(), isReleased: false };
      const finished = this.#run(registration, running).then(() => {
        registration.running -= 1;
        this.#running.delete(finished);
        this.wake([queue]);
      });
      this.#running.set(finished, running);
    }
    return jobs.length;
  }

  /** Runs a job and stores its result. Never rejects. */
  async #run({ job, handler }: Registration, running: RunningJob): Promise<void> {
    const { claimed, abort } = running;
    const { db, log, transact, durations } = this.#deps;
    const { name } = job;
    const startedAt = performance.now();
    let isCompleted = false;
    const complete = async (on: Executor) => {
      if (running.isReleased || !(await completeJob(on, claimed)))
        throw new JobClaimedError('Another process has claimed the job, which took too long');
    };
    const transactAndComplete: Transact = async (work) => {
      const result = await transact(async (tx, events) => {
        const worked = await work(tx, events);
        await complete(tx);
        return worked;
      });
      isCompleted = true;
      return result;
    };
    const runHandler = async () => {
      if (claimed.retryCount > job.retryLimit) throw new NonRetryableError('Its last attempt was killed, or took too long');
      // Payloads belong to the queue of their handler.
      const work = async () => handler(claimed.data as never, { log, transactAndComplete, signal: abort.signal });
      await withSpan({ name: `job ${name}`, kind: 'consumer' }, readTraceparent(claimed.data), work);
      if (!isCompleted) await complete(db);
    };
    const outcome = await withTimeout(job.expireInSeconds * 1000, `A job of "${name}"`, runHandler()).then(
      () => 'done',
      (error: unknown) => this.#handleFailure(job, running, error),
    );
    durations.observe({ queue: name, outcome }, (performance.now() - startedAt) / 1000);
  }

  /** @returns the outcome, as a label of the metric */
  async #handleFailure({ retryLimit }: Job<object>, running: RunningJob, error: unknown): Promise<string> {
    const { db, log } = this.#deps;
    const { claimed, abort } = running;
    const fields = { queue: claimed.name, job: claimed.id };
    const logLate = () => {
      log.warn(throttledError(error, fields), 'A job took too long and will run again');
      return 'late';
    };
    if (running.isReleased) return 'given back';
    if (error instanceof JobClaimedError || error instanceof TimeoutError) {
      // The next poll of any process finds it expired.
      abort.abort();
      return logLate();
    }
    if (abort.signal.aborted) {
      await this.#release(running);
      return 'given back';
    }
    const isLast = error instanceof NonRetryableError || claimed.retryCount >= retryLimit;
    const storing = (isLast ? giveUpJob : retryJob)(db, claimed, error);
    const isOurs = await storing.catch((failure: unknown) => {
      this.#logStoreFailure(claimed, failure);
      return true;
    });
    if (!isOurs) return logLate();
    if (isLast) {
      log.error({ ...fields, err: error }, 'A job failed for the last time; see pnpm solvent jobs');
      return 'given up';
    }
    log.warn(throttledError(error, fields), 'A job failed and will be retried');
    return 'failed';
  }

  #logStoreFailure({ name: queue }: ClaimedJob, error: unknown): void {
    this.#deps.log.warn(
      throttledError(error, { queue }),
      'The outcome of a job could not be stored; the job will run again after it expires',
    );
  }
}
