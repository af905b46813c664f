import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Db } from './connect.ts';
import { defineJob } from '../jobs/job.ts';
import type { JobContext } from '../jobs/job.ts';
import type { AddJob } from '../jobs/jobs.ts';

const BATCH_SIZE = 100;
/** Characters per statement, except for its last row: far below the statement timeout. */
const MAX_BATCH_LENGTH = 30_000;
const BATCHES_PER_JOB = 20;

/** `text` determines the cost of `vector`, which `update` writes through a trigger or a generated column. */
const TABLES = {
  problems: { text: sql`body`, vector: sql`search_words(title, tags, body)`, update: sql`title = problems.title` },
  modules: { text: sql`description`, vector: sql`search_words(title, tags, description)`, update: sql`title = modules.title` },
  messages: { text: sql`content`, vector: sql`search_terms(content)`, update: sql`search = made` },
} satisfies Record<string, { text: SQL; vector: SQL; update: SQL }>;

/** Rows are indexed in descending order; `before` is the last id. */
interface Progress {
  table: keyof typeof TABLES;
  before?: string | undefined;
}

/** Indexes rows that were written before migration 0021, which adds the first jobs. */
export const indexTermsJob = defineJob<Progress>('search-terms', {
  retryLimit: 20,
  retryDelaySeconds: 30,
  expireInSeconds: 300,
  concurrency: 1,
});

/**
 * Indexes a batch, and returns its oldest id. Locks only rows that change, in ascending order (docs/architecture.md, order of locks), and
 * skips those that change meanwhile, since that update derives the vector, too.
 */
async function indexBatch(db: Db, { table, before }: Progress): Promise<string | undefined> {
  const { text, vector, update } = TABLES[table];
  const name = sql.identifier(table);
  const { rows } = await db.execute<{ oldest: string }>(sql`
    WITH newest AS (
      SELECT id, ${text} AS text FROM ${name} WHERE ${before === undefined ? sql`true` : sql`id < ${before}::uuid`}
      ORDER BY id DESC LIMIT ${BATCH_SIZE}
    ), counted AS (
      SELECT id, sum(length(text)) OVER (ORDER BY id DESC) - length(text) AS behind FROM newest
    ), batch AS MATERIALIZED (
      SELECT id, search AS known, ${vector} AS made FROM ${name} WHERE id IN (SELECT id FROM counted WHERE behind < ${MAX_BATCH_LENGTH})
    ), locked AS MATERIALIZED (
      SELECT id FROM ${name} WHERE id IN (SELECT id FROM batch WHERE known <> made) ORDER BY id FOR NO KEY UPDATE
    ), changed AS (
      UPDATE ${name} SET ${update} FROM batch
      WHERE ${name}.id = batch.id AND search = known AND ${name}.id IN (SELECT id FROM locked)
    )
    SELECT id AS oldest FROM batch ORDER BY id LIMIT 1`);
  return rows[0]?.oldest;
}

export async function indexTerms(
  { db, add }: { db: Db; add: AddJob },
  progress: Progress,
  { transactAndComplete, signal }: Pick<JobContext, 'transactAndComplete' | 'signal'>,
) {
  const { table } = progress;
  let { before } = progress;
  for (let batches = 0; batches < BATCHES_PER_JOB && !signal.aborted; batches += 1) {
    const oldest = await indexBatch(db, { table, before });
    if (oldest === undefined) return;
    before = oldest;
  }
  await transactAndComplete((tx) => add(tx, indexTermsJob, { table, before }));
}

const WORDS_BATCH_SIZE = 500;

/** Adds words of modules that were stored before migration 0024, which adds the job. */
export const moduleWordsJob = defineJob('module-words', {
  retryLimit: 20,
  retryDelaySeconds: 30,
  expireInSeconds: 300,
  concurrency: 1,
});

/** Idempotent: a repeated job starts again. Words are inserted in order, like those of the trigger. */
export async function addModuleWords(db: Db, signal: AbortSignal): Promise<void> {
  for (let after: string | undefined = '00000000-0000-0000-0000-000000000000'; after !== undefined && !signal.aborted;) {
    const { rows }: { rows: { last: string }[] } = await db.execute<{ last: string }>(sql`
      WITH batch AS MATERIALIZED (
        SELECT id, title, tags FROM modules WHERE id > ${after}::uuid ORDER BY id LIMIT ${WORDS_BATCH_SIZE}
      ), added AS (
        INSERT INTO module_words (word) SELECT DISTINCT word FROM batch, words_of_problem(title, tags) AS word ORDER BY word
        ON CONFLICT DO NOTHING
      )
      SELECT id AS last FROM batch ORDER BY id DESC LIMIT 1`);
    after = rows[0]?.last;
  }
  signal.throwIfAborted();
}
