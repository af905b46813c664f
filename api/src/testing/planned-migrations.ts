import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { MIGRATIONS_FOLDER } from '../platform/db/schema-state.ts';
import { temporaryFolder } from './server-process.ts';

interface Journal {
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[];
}

/** Creates a folder with the product's migrations and additional ones, each a list of statements. */
export function plannedMigrations(...further: string[][]): { path: string; remove(): void } {
  const folder = temporaryFolder();
  cpSync(MIGRATIONS_FOLDER, folder.path, { recursive: true });
  const journalFile = join(folder.path, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(journalFile, 'utf8')) as Journal;
  for (const statements of further) {
    const last = journal.entries.at(-1);
    const idx = (last?.idx ?? -1) + 1;
    const tag = `${String(idx).padStart(4, '0')}_planned`;
    journal.entries.push({ idx, version: '7', when: (last?.when ?? 0) + 1, tag, breakpoints: true });
    writeFileSync(join(folder.path, `${tag}.sql`), statements.join('--> statement-breakpoint\n'));
  }
  writeFileSync(journalFile, JSON.stringify(journal));
  return folder;
}

export async function recordNewerMigration(
  client: Pick<pg.Pool, 'query'>,
  { release, previousRelease }: { release: string; previousRelease: string },
): Promise<void> {
  await client.query(
    `INSERT INTO drizzle.__drizzle_migrations (hash, created_at, name, release, previous_release)
     VALUES ('x', 9999999999999, '0099_newer', $1, $2)`,
    [release, previousRelease],
  );
}
