import { pgTable, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../platform/db/columns.ts';

/** One row, created by a migration. It stays the same when the database is moved or restored. */
export const deployment = pgTable('deployment', {
  /** Distinguishes the backups of one deployment from those of another. */
  id: uuid().primaryKey().defaultRandom(),
  /** Time of the last successful backup; null if this database has no record of one. */
  lastBackupAt: timestamptz(),
});
