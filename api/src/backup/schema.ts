import { pgTable, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../platform/db/columns.ts';

/** One row, made by a migration: it stays the same when the database is moved or restored. */
export const deployment = pgTable('deployment', {
  /** Tells the backups of one deployment from those of another. */
  id: uuid().primaryKey().defaultRandom(),
  /** When the last good backup was taken; null: none yet, or none that this database remembers. */
  lastBackupAt: moment(),
});
