import { pgTable, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../platform/db/columns.ts';

/** One row, created by a migration. It stays the same when the database is moved or restored. */
export const deployment = pgTable('deployment', {
  id: uuid().primaryKey().defaultRandom(),
  /** Time of the last successful backup, if known. */
  lastBackupAt: timestamptz(),
});
