import type { Logger } from 'pino';

/** Receives what a server does before it listens: a step, and how far it is. */
export type StartReport = (step: string, detail?: string) => void;

/**
 * Reports the steps of a start to the log and to the process that started this one (scripts/setup/product.mjs), so that a slow start
 * is not silent.
 */
export function createStartReport(logger: Pick<Logger, 'info'>): StartReport {
  return (step, detail) => {
    if (detail !== undefined) logger.info(`${step}: ${detail}`);
    // It may have ended meanwhile.
    if (process.connected) process.send?.({ starting: { step, detail } }, undefined, undefined, () => undefined);
  };
}
