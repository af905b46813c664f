import { desc, eq, lt } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Db, Executor } from '../db/connect.ts';
import { DAY_MS } from '../durations.ts';
import { boss, runOn } from './job-store.ts';
import { failedJobs } from '../schema.ts';

const RETENTION_MS = 14 * DAY_MS;

export type FailedJobFilter = { id: string } | { queue: string } | 'all';

function buildCondition(filter: FailedJobFilter): SQL | undefined {
  if (filter === 'all') return undefined;
  return 'id' in filter ? eq(failedJobs.id, filter.id) : eq(failedJobs.queue, filter.queue);
}

/** Lists failed jobs, latest failures first. */
export async function listFailedJobs(db: Db, max: number) {
  const rows = await db.select().from(failedJobs).orderBy(desc(failedJobs.failedAt), failedJobs.id).limit(max);
  return rows.map(({ job, error, ...row }) => ({ ...row, payload: job.data ?? {}, error: error.message }));
}

export const deleteFailedJobs = (on: Executor, filter: FailedJobFilter) =>
  on.delete(failedJobs).where(buildCondition(filter)).returning();

export const deleteOldFailedJobs = (db: Db) =>
  db.delete(failedJobs).where(lt(failedJobs.failedAt, new Date(Date.now() - RETENTION_MS)));

/** Returns failed jobs to their queues, with all retries. */
export async function retryFailedJobs(on: Executor, filter: FailedJobFilter) {
  const failed = await deleteFailedJobs(on, filter);
  await boss.insert(
    failed.map(({ job }) => job),
    runOn(on),
  );
  return failed;
}

/** @returns whether a job failed, and the error of its last attempt, empty if there was none; undefined once the job is finished */
export async function findUnfinishedJob(
  db: Db,
  queue: string,
  id: string,
): Promise<{ isFailed: boolean; error: string } | undefined> {
  // First, since a job moves to the failed ones.
  const job = await boss.getJobById<object>(queue, id, { ...runOn(db), includeArchive: false });
  if (job !== null) {
    const output: { message?: string; value?: { message?: string } } = job.output ?? {};
    return { isFailed: false, error: output.message ?? output.value?.message ?? '' };
  }
  const [failed] = await db.select().from(failedJobs).where(eq(failedJobs.id, id));
  return failed && { isFailed: true, error: failed.error.message };
}
