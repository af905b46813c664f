import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { API_FOLDER } from '../platform/config/product.ts';

/** Finds a hand-written statement, which the schema does not contain. */
export function migrationStatement(text: string): string {
  const found = readdirSync(join(API_FOLDER, 'migrations'))
    .filter((name) => name.endsWith('.sql'))
    .flatMap((name) => readFileSync(join(API_FOLDER, 'migrations', name), 'utf8').split('--> statement-breakpoint'))
    .find((statement) => statement.includes(text));
  if (found === undefined) throw new Error(`No migration contains ${text}`);
  return found;
}
