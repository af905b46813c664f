import type { FastifyBaseLogger } from 'fastify';
import type { Transact } from '../outbox/outbox.ts';

/**
 * A kind of jobs.
 * @typeParam Payload what is stored of one: ids by which what it is about is read again, never what people wrote, nor secrets
 */
export interface Job<Payload extends object> {
  /** Of its queue, which a migration has made: it is stored, and stays. */
  readonly name: string;
  /** How often it is tried again after it failed; then it is kept among the failed ones. */
  readonly retryLimit: number;
  /** So long (s) until it is tried again, and about twice as long each further time. */
  readonly retryDelaySeconds: number;
  /** It may take so long (s). Then whoever does it is taken for dead, and another one does it. */
  readonly expireInSeconds: number;
  /** So many does one process at once. */
  readonly concurrency: number;
  /** For the types alone. */
  readonly types?: { payload: Payload };
}

type Terms = Omit<Job<object>, 'name' | 'types'>;

/** Five tries within some two minutes. */
const TERMS: Terms = { retryLimit: 5, retryDelaySeconds: 4, expireInSeconds: 60, concurrency: 2 };

/** Makes a kind of jobs; a migration makes the queue of this name (docs/decisions/0067). */
export const defineJob = <Payload extends object = object>(name: string, terms: Partial<Terms> = {}): Job<Payload> => ({
  ...TERMS,
  ...terms,
  name,
});

/** What is done once an hour, by name: one queue has all of it, so that what is new needs no migration. */
export const HOURLY = defineJob<{ task: string }>('hourly', { retryLimit: 3, retryDelaySeconds: 60, expireInSeconds: 600 });

/** What a job is done with. */
export interface JobContext {
  log: FastifyBaseLogger;
  /**
   * As `transact`, once and for all: the job is done with the transaction, or neither is, whoever else does it at the same moment
   * and wherever the server is killed. Not twice in a job.
   * @throws JobTakenError where somebody else has taken it, because it took too long
   */
  transactAndComplete: Transact;
  /** Aborted when the process ends, or the job took longer than it may: another one does it then. What others would notice twice is not begun any more. */
  signal: AbortSignal;
}

/** Does a job. It may be done again where it failed or its server was killed: what it does outside `once` must bear that. */
export type JobHandler<Payload extends object> = (payload: Payload, doing: JobContext) => Promise<unknown>;

/** What a job fails with that no further try would do: it is given up at once. */
export class NonRetryableError extends Error {
  override readonly name = 'HopelessJobError';
}

/** Somebody else does the job by now: it took longer than it may. */
export class JobClaimedError extends Error {
  override readonly name = 'JobTakenError';
}
