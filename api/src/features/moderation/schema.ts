import { CONTENT_KINDS, MODULE_STATUSES } from '@solvent/contracts';
import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../../platform/db/columns.ts';

/** What is taken down (product 6.10): a row until it is restored. The content itself stays in its table, hidden there. */
export const takeDowns = pgTable('take_downs', {
  /** The id of the problem, comment, module or review. */
  subjectId: uuid().primaryKey(),
  kind: text({ enum: CONTENT_KINDS }).notNull(),
  /** What its author reads. */
  reason: text().notNull(),
  /** The operator, as in `operator_acts`. */
  by: text().notNull(),
  at: moment().notNull(),
  /** Of a module: its buyers can't download it either. */
  isMalware: boolean().notNull().default(false),
  /** Of a module: the status that a restore gives back. */
  statusBefore: text({ enum: MODULE_STATUSES }),
});

export type TakeDownRow = typeof takeDowns.$inferSelect;
