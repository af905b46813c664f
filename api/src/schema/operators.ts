import { CONTENT_KINDS, MODULE_STATUSES } from '@solvent/contracts';
import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { primaryId, timestamptz } from '../platform/db/columns.ts';

/** Actions of operators on the command line. Users appear by id only. */
export const auditEntries = pgTable(
  'operator_acts',
  {
    id: primaryId(),
    at: timestamptz().notNull().defaultNow(),
    /** `--by`, else the user who called sudo, else the operating system's user. */
    by: text().notNull(),
    /** Such as `suspend account`. */
    action: text('act').notNull(),
    /** Id or reference of the target. */
    subject: text().notNull(),
    reason: text().notNull(),
  },
  (table) => [index('operator_acts_subject').on(table.subject, table.at)],
);

/** One row per taken-down content until it is restored (product 6.10). The content is hidden in its own table. */
export const takeDowns = pgTable('take_downs', {
  /** The id of the problem, comment, module or review. */
  subjectId: uuid().primaryKey(),
  kind: text({ enum: CONTENT_KINDS }).notNull(),
  reason: text().notNull(),
  /** The operator, as in `operator_acts`. */
  by: text().notNull(),
  at: timestamptz().notNull(),
  /** Whether a module is malware, which buyers cannot download either. */
  isMalware: boolean().notNull().default(false),
  /** The status of a module before the take-down, which a restore sets. */
  statusBefore: text({ enum: MODULE_STATUSES }),
});

export type TakeDownRow = typeof takeDowns.$inferSelect;

/** A single row, created by a migration. It does not change when the database is moved or restored. */
export const deployment = pgTable('deployment', {
  id: uuid().primaryKey().defaultRandom(),
  /** Time of the last successful backup, if known. */
  lastBackupAt: timestamptz(),
});
