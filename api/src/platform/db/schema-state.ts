import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { gt, rcompare } from 'semver';
import { API_FOLDER } from '../config/api-folder.ts';
import { readProduct } from '../config/product.ts';

/** Where this product's migrations lie. */
export const MIGRATIONS_FOLDER = join(API_FOLDER, 'migrations');

/** As the tool that writes migrations lists them. */
interface Journal {
  entries: { tag: string; when: number }[];
}

/** The names of a release's migrations by their times, in the order in which they come. */
export function readNames(folder: string): ReadonlyMap<number, string> {
  // The tool wrote it.
  const { entries } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as Journal;
  return new Map(entries.map(({ when, tag }) => [when, tag]));
}

/** A migration that a newer release made: this one does not know it. */
export interface NewerMigration {
  name: string;
  /** The release that made it. */
  release: string;
  /** The release before that one, which runs on it, too. */
  previousRelease: string;
}

/** How the schema of a database differs from the migrations of this release. */
export interface SchemaState {
  /** Names of the migrations that it lacks, in their order. */
  pending: string[];
  newer: NewerMigration[];
}

interface Row {
  at: string;
  name: string | null;
  release: string | null;
  previous: string | null;
}

/** Compares a database with the migrations of this release. Changes nothing. */
export async function readSchemaState(
  client: Pick<pg.ClientBase, 'query'>,
  folder = MIGRATIONS_FOLDER,
): Promise<SchemaState> {
  const names = readNames(folder);
  const { rows: begun } = await client.query<{ begun: boolean }>(
    "SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS begun",
  );
  if (begun[0]?.begun !== true) return { pending: [...names.values()], newer: [] };
  // Releases before 1.1 noted nothing but the time: a column may be missing.
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

/** What follows from a schema that is newer than this release. */
export interface NewerSchema {
  /** What it is, and what to do. */
  sentence: string;
  /** It is two releases newer or more: it may lack what this release uses. */
  isRefused: boolean;
}

/** Judges the migrations that a newer release made; undefined where there are none. @param own the version of this release */
export function judgeNewer(newer: readonly NewerMigration[], own = readProduct().version): NewerSchema | undefined {
  const [last] = newer.toSorted((one, other) => rcompare(one.previousRelease, other.previousRelease));
  if (last === undefined) return undefined;
  const schema = `The database has the schema of release ${last.release} (${newer.map(({ name }) => name).join(', ')})`;
  const isRefused = gt(last.previousRelease, own);
  const sentence = isRefused
    ? `${schema}, two releases or more after this one (${own}): start release ${last.previousRelease} or ${last.release}, or restore a backup from before the upgrade.`
    : `${schema}, which is newer than this one (${own}). This release runs on it; the one before does not.`;
  return { sentence, isRefused };
}
