import type { Logger } from 'pino';

export type StartReport = (step: string, detail?: string) => void;

/** Reports the steps of a start to the log and to the parent process (scripts/setup/product.mjs). */
export function createStartReport(logger: Pick<Logger, 'info'>): StartReport {
  return (step, detail) => {
    if (detail !== undefined) logger.info(`${step}: ${detail}`);
    // The parent process may have exited meanwhile.
    if (process.connected) process.send?.({ starting: { step, detail } }, undefined, undefined, () => undefined);
  };
}
