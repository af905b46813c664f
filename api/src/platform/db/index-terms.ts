import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Db } from './connect.ts';
import { defineJob } from '../jobs/job.ts';
import type { JobContext } from '../jobs/job.ts';
import type { AddJob } from '../jobs/jobs.ts';

/** Rows of one statement at most. */
const ROWS_MAX = 100;
/** Characters of one statement, apart from its last row: it takes far less than a statement may (`STATEMENT_MAX`). */
const TEXT_MAX = 30_000;
/** Statements of one job; the next job continues behind them. */
const BATCHES = 20;

/** The text of each table, how the database derives the vector from it, and the update that writes the vector. */
const TABLES = {
  problems: { text: sql`body`, vector: sql`search_words(title, tags, body)`, update: sql`title = problems.title` },
  modules: { text: sql`description`, vector: sql`search_words(title, tags, description)`, update: sql`title = modules.title` },
  messages: { text: sql`content`, vector: sql`search_terms(content)`, update: sql`search = made` },
} satisfies Record<string, { text: SQL; vector: SQL; update: SQL }>;

/** @property before the rows from here on are done; the newest are done first */
interface Progress {
  table: keyof typeof TABLES;
  before?: string;
}

/** Gives rows that were written before the terms of migration 0021 their terms. The migration adds the first jobs. */
export const indexTerms = defineJob<Progress>('search-terms', {
  retryLimit: 20,
  retryDelaySeconds: 30,
  expireInSeconds: 300,
  concurrency: 1,
});

/**
 * Indexes a batch. Locks only rows that change, in ascending order (docs/architecture.md, order of locks), and leaves out those that
 * someone else changes meanwhile: their writer derives the vector, too.
 * @returns the oldest id in it; undefined if there was none
 */
async function indexBatch(db: Db, { table, before }: Progress): Promise<string | undefined> {
  const { text, vector, update } = TABLES[table];
  const name = sql.identifier(table);
  const { rows } = await db.execute<{ oldest: string }>(sql`
    WITH newest AS (
      SELECT id, ${text} AS text FROM ${name} WHERE ${before === undefined ? sql`true` : sql`id < ${before}::uuid`}
      ORDER BY id DESC LIMIT ${ROWS_MAX}
    ), counted AS (
      SELECT id, sum(length(text)) OVER (ORDER BY id DESC) - length(text) AS behind FROM newest
    ), batch AS MATERIALIZED (
      SELECT id, search AS known, ${vector} AS made FROM ${name} WHERE id IN (SELECT id FROM counted WHERE behind < ${TEXT_MAX})
    ), locked AS MATERIALIZED (
      SELECT id FROM ${name} WHERE id IN (SELECT id FROM batch WHERE known <> made) ORDER BY id FOR NO KEY UPDATE
    ), changed AS (
      UPDATE ${name} SET ${update} FROM batch
      WHERE ${name}.id = batch.id AND search = known AND ${name}.id IN (SELECT id FROM locked)
    )
    SELECT id AS oldest FROM batch ORDER BY id LIMIT 1`);
  return rows[0]?.oldest;
}

/** Indexes some batches, and adds the job that continues, if there are more rows. */
export async function indexSome(
  { db, add }: { db: Db; add: AddJob },
  progress: Progress,
  { transactAndComplete, signal }: Pick<JobContext, 'transactAndComplete' | 'signal'>,
) {
  let before = progress.before;
  for (let batches = 0; batches < BATCHES && !signal.aborted; batches += 1) {
    const oldest = await indexBatch(db, { table: progress.table, ...(before === undefined ? {} : { before }) });
    if (oldest === undefined) return;
    before = oldest;
  }
  const { table } = progress;
  await transactAndComplete((tx) => add(tx, indexTerms, before === undefined ? { table } : { table, before }));
}
