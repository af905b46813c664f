import type { Logger } from 'pino';

/** Receives the steps of a server's start, with their progress. */
export type StartReport = (step: string, detail?: string) => void;

/**
 * Reports the steps of a start to the log and to the process that started this one (scripts/setup/product.mjs), so that a slow start
 * is not silent.
 */
export function createStartReport(logger: Pick<Logger, 'info'>): StartReport {
  return (step, detail) => {
    if (detail !== undefined) logger.info(`${step}: ${detail}`);
    // The parent process may have exited meanwhile.
    if (process.connected) process.send?.({ starting: { step, detail } }, undefined, undefined, () => undefined);
  };
}
