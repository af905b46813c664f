import type { FastifyBaseLogger } from 'fastify';
import type { Transact } from '../outbox/outbox.ts';

/** @typeParam Payload stored in plain text: ids only, no user content and no secrets */
export interface Job<Payload extends object> {
  /** Name of the queue, which a migration creates. It is stored, so it must not change. */
  readonly name: string;
  readonly retryLimit: number;
  readonly retryDelaySeconds: number;
  /** After this time the process is assumed dead, and another one runs the job. */
  readonly expireInSeconds: number;
  /** Per process. */
  readonly concurrency: number;
  /** Never set; carries the types. */
  readonly types?: { payload: Payload };
}

type Terms = Omit<Job<object>, 'name' | 'types'>;

/** Five retries within about two minutes. */
const DEFAULT_TERMS: Terms = { retryLimit: 5, retryDelaySeconds: 4, expireInSeconds: 60, concurrency: 2 };

/** A migration creates the queue (docs/decisions/0067). */
export const defineJob = <Payload extends object = object>(name: string, terms: Partial<Terms> = {}): Job<Payload> => ({
  ...DEFAULT_TERMS,
  ...terms,
  name,
});

/** All hourly tasks share this queue, so that a new one needs no migration. */
export const HOURLY = defineJob<{ task: string }>('hourly', { retryLimit: 3, retryDelaySeconds: 60, expireInSeconds: 600 });

export interface JobContext {
  log: FastifyBaseLogger;
  /**
   * Runs a transaction that also completes the job, so that its effect happens exactly once.
   * @throws JobClaimedError if the job took too long
   */
  transactAndComplete: Transact;
  /** Is aborted when the process stops or the job expires. Another process will run the job, so start nothing with side effects. */
  signal: AbortSignal;
}

/** Runs a job, possibly several times: what it does outside `transactAndComplete` must be idempotent. */
export type JobHandler<Payload extends object> = (payload: Payload, context: JobContext) => Promise<unknown>;

/** Makes a job fail without further retries. */
export class NonRetryableError extends Error {
  override readonly name = 'NonRetryableError';
}

/** Another process runs the job by now, because it took too long. */
export class JobClaimedError extends Error {
  override readonly name = 'JobClaimedError';
}
