import { createLogger } from '../platform/log.ts';
import type { Logger } from 'pino';

/** A log from a level on (default: warnings and worse), and its lines: JSON of one object each. */
export function recordedLog(logLevel: 'info' | 'warn' = 'warn'): { lines: string[]; logger: Logger } {
  const lines: string[] = [];
  return { lines, logger: createLogger({ logLevel }, { write: (line: string) => void lines.push(line) }) };
}

/** What a line says. */
export const messageOf = (line: string): string => (JSON.parse(line) as { msg: string }).msg;
