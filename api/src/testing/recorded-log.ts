import { createLogger } from '../platform/log.ts';
import type { Logger } from 'pino';

/** A log of warnings and worse, and its lines: JSON of one object each. */
export function recordedLog(): { lines: string[]; logger: Logger } {
  const lines: string[] = [];
  return { lines, logger: createLogger({ logLevel: 'warn' }, { write: (line: string) => void lines.push(line) }) };
}
