import { createLogger } from '../platform/log.ts';
import type { Logger } from 'pino';

/** Creates a logger that collects its lines, which are JSON objects. */
export function recordedLog(logLevel: 'info' | 'warn' = 'warn'): { lines: string[]; logger: Logger } {
  const lines: string[] = [];
  return { lines, logger: createLogger({ logLevel }, { write: (line: string) => void lines.push(line) }) };
}

export const getLogMessage = (line: string): string => (JSON.parse(line) as { msg: string }).msg;
