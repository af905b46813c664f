import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { API_FOLDER } from '../config/api-folder.ts';

/** As the tool that writes migrations lists them. */
interface Journal {
  entries: { tag: string; when: number }[];
}

/** The names of the migrations that a database lacks, in the order in which they come. Changes nothing. */
export async function findPendingMigrations(client: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  // The tool wrote it.
  const { entries } = JSON.parse(readFileSync(join(API_FOLDER, 'migrations/meta/_journal.json'), 'utf8')) as Journal;
  const { rows: begun } = await client.query<{ begun: boolean }>(
    "SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS begun",
  );
  if (begun[0]?.begun !== true) return entries.map(({ tag }) => tag);
  const { rows } = await client.query<{ at: string }>('SELECT created_at AS at FROM drizzle.__drizzle_migrations');
  const applied = new Set(rows.map(({ at }) => Number(at)));
  return entries.filter(({ when }) => !applied.has(when)).map(({ tag }) => tag);
}
