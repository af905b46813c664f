import type { FastifyBaseLogger } from 'fastify';
import type { Histogram } from 'prom-client';
import type { Db, Executor, Tx } from '../db/connect.ts';
import type { DatabaseWatch } from '../db/database-watch.ts';
import { afterCommit } from '../db/transactions.ts';
import { throttledError } from '../failure-log.ts';
import type { Transact } from '../outbox/outbox.ts';
import { withSpan, withoutTrace, readTraceparent } from '../tracing/tracing.ts';
import { TimeoutError, withTimeout } from '../with-timeout.ts';
import { HOURLY, NonRetryableError, JobClaimedError } from './job.ts';
import type { JobHandler, Job } from './job.ts';
import { JobStore, storeJobs } from './job-store.ts';
import type { TakenJob, JobOptions } from './job-store.ts';
import { HOUR_MS } from '../durations.ts';
import { toldError } from './told-error.ts';

/** How long jobs that are under way at the end may take (ms): then they are given back. */
const STOP_TIMEOUT = 5000;
/** How long they may take to stop where they can, once they are told (ms). */
const STOPPED_WITHIN = 500;
/** How often each server says what is to be done by the hour (ms): the first one to do so within an hour is heard. */
const SCHEDULED_EVERY = 60_000;

/** Adds a job: with the transaction of its cause, or by itself. */
export type AddJob = <Payload extends object>(
  on: Executor,
  job: Job<Payload>,
  payload: Payload,
  when?: JobOptions,
) => Promise<void>;

/** Adds a job from beside the servers: one that does jobs finds it within seconds. */
export const addJobWithoutWake: AddJob = (on, job, payload, when = {}) => storeJobs(on, job, [{ payload, when }]);

/** Who does a kind of jobs. */
interface Doer {
  job: Job<object>;
  run: JobHandler<never>;
  underWay: number;
}

/** A job that is being done here. */
interface UnderWay {
  taken: TakenJob;
  stopping: AbortController;
  /** It is another one's: whatever becomes of it here is not stored. */
  isGivenBack: boolean;
}

/** What jobs stand on. */
export interface JobsDeps {
  db: Db;
  transact: Transact;
  log: FastifyBaseLogger;
  /** Shared with the other polling loops of the process. */
  watch: DatabaseWatch;
  /** How long jobs take (s). */
  durations: Histogram<'queue' | 'outcome'>;
  /** Looks for what others left or added so often (ms); undefined: this process does no jobs. */
  pollIntervalMs: number | undefined;
  /** Tells other servers that there is something to do, if there are any. */
  publishWake: () => void;
}

/** Work that nobody waits for, kept in the database until it is done: by this process or another one, at least once. */
export class Jobs {
  readonly #needs: JobsDeps;
  readonly #store: JobStore;
  readonly #doers = new Map<string, Doer>();
  readonly #hourly = new Map<string, () => Promise<unknown>>();
  readonly #underWay = new Map<Promise<void>, { name: string; one: UnderWay }>();
  #scheduled = 0;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<unknown> = Promise.resolve();
  #isLooking = false;
  #again = false;
  #isFailing = false;
  #state: 'waits' | 'works' | 'closed' = 'waits';

  constructor(needs: JobsDeps) {
    this.#needs = needs;
    this.#store = new JobStore(needs.db);
    this.handle(HOURLY, async ({ task }) => {
      const work = this.#hourly.get(task);
      if (work === undefined) throw new Error(`This release does not know what "${task}" is`);
      await work();
    });
    this.hourly('what is left of jobs', () => this.#store.tidy());
  }

  /** Says who does a kind of jobs. */
  handle<Payload extends object>(job: Job<Payload>, run: JobHandler<Payload>): void {
    // Each is only given payloads of its own kind.
    this.#doers.set(job.name, { job, run, underWay: 0 });
  }

  /** Does something now and once an hour, such as removing what is kept no longer: whichever process does jobs. @param task its name */
  hourly(task: string, work: () => Promise<unknown>): void {
    this.#hourly.set(task, work);
  }

  /** This process begins it at once, if it does jobs. */
  readonly add: AddJob = async (on, job, payload, when = {}) => {
    await addJobWithoutWake(on, job, payload, when);
    if (when.startAfterSeconds !== undefined) return;
    const tell = () => {
      this.wake();
      if (this.#needs.pollIntervalMs === undefined) this.#needs.publishWake();
    };
    if (on === this.#needs.db) tell();
    // Whatever else it can run on is a transaction.
    else afterCommit(on as Tx, tell);
  };

  /** Makes sure that every queue is there, and begins to do jobs if this process does any. @throws where a migration is missing */
  async start(): Promise<void> {
    const missing = await this.#store.missing([...this.#doers.keys()]);
    if (missing.length > 0) throw new Error(`No migration has made the queues of the jobs ${missing.join(', ')}`);
    if (this.#needs.pollIntervalMs === undefined) return;
    this.#state = 'works';
    this.wake();
  }

  /** Looks now whether there is something to do. */
  wake(): void {
    if (this.#state !== 'works') return;
    this.#again = true;
    if (!this.#isLooking) this.#looking = withoutTrace(() => this.#lookUntilQuiet());
  }

  /** Does all that can be done now, and what follows from it, unless the process ends: for who decides when, as tests do. */
  async runAll(): Promise<void> {
    while (this.#state !== 'closed') {
      // One after the other: `close` waits for the last, and so for all.
      const looking = this.#looking.then(() => this.#look());
      this.#looking = looking.catch(() => undefined);
      await looking;
      if (this.#underWay.size === 0) return;
      await Promise.all(this.#underWay.keys());
    }
  }

  /** Begins nothing more; what is under way is finished within some seconds, or told to stop, and given back. */
  async close(timeout = STOP_TIMEOUT): Promise<void> {
    this.#state = 'closed';
    clearTimeout(this.#timer);
    await this.#looking;
    const underWay = () => Promise.all(this.#underWay.keys());
    await withTimeout(timeout, 'Finishing jobs', underWay()).catch(() => undefined);
    for (const { one } of this.#underWay.values()) one.stopping.abort();
    await withTimeout(STOPPED_WITHIN, 'Stopping jobs', underWay()).catch(() => undefined);
    for (const { name, one } of this.#underWay.values()) await this.#giveBack(name, one);
  }

  async #giveBack(name: string, one: UnderWay): Promise<void> {
    one.isGivenBack = true;
    await this.#store.giveBack(name, one.taken).catch((error: unknown) => this.#complain(name, error));
  }

  async #lookUntilQuiet(): Promise<void> {
    const { pollIntervalMs = Infinity } = this.#needs;
    this.#isLooking = true;
    while (this.#again && this.#state === 'works') {
      this.#again = false;
      clearTimeout(this.#timer);
      const wait = await this.#lookOrComplain();
      this.#timer = setTimeout(() => this.wake(), Math.min(wait, pollIntervalMs)).unref();
    }
    this.#isLooking = false;
    if (this.#state === 'closed') clearTimeout(this.#timer);
  }

  /** Logs a failure once, not for each attempt. */
  async #lookOrComplain(): Promise<number> {
    const { log, watch } = this.#needs;
    try {
      const next = await this.#look();
      watch.reportSuccess();
      this.#isFailing = false;
      return next;
    } catch (error) {
      if (watch.reportOutage(error)) return Infinity;
      if (!this.#isFailing) log.warn({ err: error }, 'No job can be taken; it is tried again');
      this.#isFailing = true;
      return Infinity;
    }
  }

  /** Begins what there is to do. @returns until when nothing more is known to be to do (ms) */
  async #look(): Promise<number> {
    if (Date.now() - this.#scheduled >= SCHEDULED_EVERY) {
      this.#scheduled = Date.now();
      const tasks = [...this.#hourly.keys()].map((task) => ({
        payload: { task },
        when: { singletonKey: task, singletonSeconds: HOUR_MS / 1000 },
      }));
      await storeJobs(this.#needs.db, HOURLY, tasks);
    }
    const waiting = await this.#store.look([...this.#doers.keys()]);
    if (waiting.some(({ overdue }) => overdue)) {
      await this.#store.expire();
      this.#again = true;
    }
    let next = Infinity;
    for (const { name, wait } of waiting) {
      const doer = this.#doers.get(name);
      if (doer === undefined || wait === null) continue;
      const free = doer.job.concurrency - doer.underWay;
      if (wait > 0) next = Math.min(next, wait);
      else if (free > 0) await this.#begin(doer, free);
    }
    return next;
  }

  async #begin(doer: Doer, atMost: number): Promise<void> {
    const { name } = doer.job;
    const taken = await this.#store.take(name, atMost);
    // There may be more.
    if (taken.length === atMost) this.#again = true;
    for (const job of taken) {
      doer.underWay += 1;
      const one: UnderWay = { taken: job, stopping: new AbortController(), isGivenBack: false };
      const doing = this.#do(doer, one).then(() => {
        doer.underWay -= 1;
        this.#underWay.delete(doing);
        this.wake();
      });
      this.#underWay.set(doing, { name, one });
    }
  }

  /** Never fails. */
  async #do({ job, run }: Doer, one: UnderWay): Promise<void> {
    const { name } = job;
    const { taken } = one;
    const { signal } = one.stopping;
    const { db, log, transact, durations } = this.#needs;
    const begun = performance.now();
    let isEnded = false;
    const end = async (on: Executor) => {
      if (one.isGivenBack || !(await this.#store.end(on, name, taken)))
        throw new JobClaimedError('Somebody else has taken the job: it took too long');
    };
    const once: Transact = async (work) => {
      const result = await transact(async (tx, events) => {
        const worked = await work(tx, events);
        await end(tx);
        return worked;
      });
      isEnded = true;
      return result;
    };
    const work = async () => {
      // Whoever handles a kind of jobs has its payloads.
      const working = async () => run(taken.payload as never, { log, transactAndComplete: once, signal });
      await withSpan({ name: `job ${name}`, kind: 'consumer' }, readTraceparent(taken.payload), working);
      if (!isEnded) await end(db);
    };
    const outcome = await withTimeout(job.expireInSeconds * 1000, `A job of "${name}"`, work()).then(
      () => 'done',
      (error: unknown) => this.#failed(job, one, error),
    );
    durations.observe({ queue: name, outcome }, (performance.now() - begun) / 1000);
  }

  /** @returns what became of it, as it is counted */
  async #failed(job: Job<object>, one: UnderWay, error: unknown): Promise<string> {
    const { log } = this.#needs;
    const { taken, stopping } = one;
    const about = { queue: job.name, job: taken.id };
    const late = () => {
      log.warn(throttledError(error, about), 'A job took too long: it is done again');
      return 'late';
    };
    if (one.isGivenBack) return 'given back';
    if (error instanceof JobClaimedError || error instanceof TimeoutError) {
      // Others find that it is overdue.
      stopping.abort();
      return late();
    }
    if (stopping.signal.aborted) {
      await this.#giveBack(job.name, one);
      return 'given back';
    }
    const isHopeless = error instanceof NonRetryableError;
    const isLast = isHopeless || taken.tries >= job.retryLimit;
    if (!(await this.#storeFailure(job.name, taken, error))) return late();
    if (isLast) log.error({ ...about, err: error }, 'A job was given up: it is kept among the failed ones');
    else log.warn(throttledError(error, about), 'A job failed; it is tried again');
    return isLast ? 'given up' : 'failed';
  }

  /** @returns whether the job was still ours, as far as is known */
  async #storeFailure(name: string, taken: TakenJob, error: unknown): Promise<boolean> {
    const how = error instanceof NonRetryableError ? 'giveUp' : 'fail';
    return this.#store[how](name, taken, toldError(error)).catch((failure: unknown) => {
      this.#complain(name, failure);
      return true;
    });
  }

  #complain(queue: string, error: unknown): void {
    this.#needs.log.warn(
      throttledError(error, { queue }),
      'What became of a job could not be stored: it is done again once it is overdue',
    );
  }
}
