import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Db } from './connect.ts';
import { defineJob } from '../jobs/job.ts';
import type { Doing } from '../jobs/job.ts';
import type { AddJob } from '../jobs/jobs.ts';

/** Rows that are looked at in one statement: their writers wait no longer than it takes. */
const BATCH = 100;
/** Rows of one job; the next one goes on behind them. */
const ROWS = 2000;

/** How the database derives the vector of each table, and what is written so that it does. */
const TABLES = {
  problems: { vector: sql`search_words(title, tags, body)`, rewritten: sql`title = title` },
  modules: { vector: sql`search_words(title, tags, description)`, rewritten: sql`title = title` },
  messages: { vector: sql`search_terms(content)`, rewritten: sql`content = content` },
} satisfies Record<string, { vector: SQL; rewritten: SQL }>;

/** @property before the rows from here on are done; the newest are done first */
interface Progress {
  table: keyof typeof TABLES;
  before?: string;
}

/** Gives rows that were written before the terms of migration 0021 their terms. The migration adds the first jobs. */
export const indexTerms = defineJob<Progress>('search-terms', { retries: 20, pause: 30, expiry: 300, atOnce: 1 });

/** Indexes a batch. @returns the oldest id in it; undefined if there was none */
async function indexBatch(db: Db, { table, before }: Progress): Promise<string | undefined> {
  const { vector, rewritten } = TABLES[table];
  const name = sql.identifier(table);
  const { rows } = await db.execute<{ oldest: string | null }>(sql`
    WITH batch AS MATERIALIZED (
      SELECT id FROM ${name} WHERE ${before === undefined ? sql`true` : sql`id < ${before}::uuid`} ORDER BY id DESC LIMIT ${BATCH}
    ), changed AS (
      UPDATE ${name} SET ${rewritten} WHERE id IN (SELECT id FROM batch) AND search IS DISTINCT FROM ${vector}
    )
    SELECT id AS oldest FROM batch ORDER BY id LIMIT 1`);
  return rows[0]?.oldest ?? undefined;
}

/** Indexes some thousand rows, and adds the job that goes on, if there are more. */
export async function indexSome(
  { db, add }: { db: Db; add: AddJob },
  progress: Progress,
  { once, signal }: Pick<Doing, 'once' | 'signal'>,
) {
  let before = progress.before;
  for (let done = 0; done < ROWS && !signal.aborted; done += BATCH) {
    const oldest = await indexBatch(db, { table: progress.table, ...(before === undefined ? {} : { before }) });
    if (oldest === undefined) return;
    before = oldest;
  }
  const { table } = progress;
  await once((tx) => add(tx, indexTerms, before === undefined ? { table } : { table, before }));
}
