import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { gt, rcompare } from 'semver';
import { API_FOLDER, readProduct } from '../config/product.ts';

export const MIGRATIONS_FOLDER = join(API_FOLDER, 'migrations');

export function readNames(folder: string): ReadonlyMap<number, string> {
  // drizzle-kit writes this file.
  const { entries } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string; when: number }[];
  };
  return new Map(entries.map(({ when, tag }) => [when, tag]));
}

export interface NewerMigration {
  name: string;
  release: string;
  /** Oldest release that runs on this schema: the one before `release`. */
  previousRelease: string;
}

export interface SchemaState {
  pending: string[];
  newer: NewerMigration[];
}

interface Row {
  at: string;
  name: string | null;
  release: string | null;
  previous: string | null;
}

export async function hasTable(client: Pick<pg.ClientBase, 'query'>, name: string): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS exists', [name]);
  return rows[0]?.exists === true;
}

export async function readSchemaState(client: Pick<pg.ClientBase, 'query'>, folder = MIGRATIONS_FOLDER): Promise<SchemaState> {
  const names = readNames(folder);
  if (!(await hasTable(client, 'drizzle.__drizzle_migrations'))) return { pending: [...names.values()], newer: [] };
  // Databases of releases before 1.1 lack these columns.
  const { rows } = await client.query<Row>(`
    SELECT created_at AS at, record ->> 'name' AS name, record ->> 'release' AS release, record ->> 'previous_release' AS previous
    FROM drizzle.__drizzle_migrations AS applied, to_jsonb(applied) AS record ORDER BY id`);
  const applied = new Set(rows.map(({ at }) => Number(at)));
  return {
    pending: [...names].flatMap(([when, name]) => (applied.has(when) ? [] : [name])),
    newer: rows
      .filter(({ at }) => !names.has(Number(at)))
      .map(({ at, name, release, previous }) => ({
        name: name ?? at,
        release: release ?? 'unknown',
        previousRelease: previous ?? '0.0.0',
      })),
  };
}

export function checkNewerSchema(newer: readonly NewerMigration[], own = readProduct().version) {
  const [last] = newer.toSorted((one, other) => rcompare(one.previousRelease, other.previousRelease));
  if (last === undefined) return undefined;
  const schema = `The database has the schema of release ${last.release} (${newer.map(({ name }) => name).join(', ')})`;
  /** Two or more releases newer: columns that this release uses may be missing. */
  const isIncompatible = gt(last.previousRelease, own);
  const message = isIncompatible
    ? `${schema}, two releases or more after this one (${own}): start release ${last.previousRelease} or ${last.release}, or restore a backup from before the upgrade.`
    : `${schema}, which is newer than this one (${own}). This release runs on it; the one before does not.`;
  return { message, isIncompatible };
}
