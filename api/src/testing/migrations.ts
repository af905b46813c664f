import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { API_FOLDER } from '../platform/config/api-folder.ts';

/** The first statement of the migrations that has these words: one that is not made by the schema. */
export function migrationStatement(words: string): string {
  const found = readdirSync(join(API_FOLDER, 'migrations'))
    .filter((name) => name.endsWith('.sql'))
    .flatMap((name) => readFileSync(join(API_FOLDER, 'migrations', name), 'utf8').split('--> statement-breakpoint'))
    .find((text) => text.includes(words));
  if (found === undefined) throw new Error(`No migration has ${words}`);
  return found;
}
