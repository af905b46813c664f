import { CONTENT_KINDS, MODULE_STATUSES } from '@solvent/contracts';
import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../platform/db/columns.ts';

/** One row per taken-down content until it is restored (product 6.10). The content is hidden in its own table. */
export const takeDowns = pgTable('take_downs', {
  /** The id of the problem, comment, module or review. */
  subjectId: uuid().primaryKey(),
  kind: text({ enum: CONTENT_KINDS }).notNull(),
  reason: text().notNull(),
  /** The operator, as in `operator_acts`. */
  by: text().notNull(),
  at: timestamptz().notNull(),
  /** For modules: buyers can't download it either. */
  isMalware: boolean().notNull().default(false),
  /** For modules: the status that a restore sets. */
  statusBefore: text({ enum: MODULE_STATUSES }),
});

export type TakeDownRow = typeof takeDowns.$inferSelect;
