import type { FastifyBaseLogger } from 'fastify';
import { HOUR } from './durations.ts';

/**
 * Does something now and every hour, such as removing what is kept no longer. A failure is logged, and tried again an hour later.
 *
 * @param complaint - what the log says of a failure
 * @returns ends it, once what it does just now is done
 */
export function everyHour(work: () => Promise<unknown>, log: FastifyBaseLogger, complaint: string): () => Promise<void> {
  let working: Promise<unknown> = Promise.resolve();
  const start = () => {
    working = work().catch((error: unknown) => log.warn({ err: error }, complaint));
  };
  start();
  const timer = setInterval(start, HOUR).unref();
  return async () => {
    clearInterval(timer);
    await working;
  };
}
