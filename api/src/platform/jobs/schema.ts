import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type PgBoss from 'pg-boss';
import { timestamptz } from '../db/columns.ts';

export interface JobError {
  message: string;
  code?: string;
}

/** Jobs that ran out of retries, for operators. pg-boss can neither list nor search a dead letter queue (docs/decisions/0090). */
export const failedJobs = pgTable('failed_jobs', {
  /** Of the job. */
  id: uuid().primaryKey(),
  queue: text().notNull(),
  /** Is inserted again by a manual retry. */
  job: jsonb().$type<PgBoss.JobInsert>().notNull(),
  tries: integer().notNull(),
  error: jsonb().$type<JobError>().notNull(),
  addedAt: timestamptz().notNull(),
  failedAt: timestamptz().notNull(),
});
