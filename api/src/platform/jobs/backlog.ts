import { count, sql } from 'drizzle-orm';
import { Gauge } from 'prom-client';
import type { Db } from '../db/connect.ts';
import { openBoss } from './job-store.ts';
import { failedJobs } from '../schema.ts';

/** Returns the Unix time (ms) of a UUIDv7. */
const getTimestamp = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

const createGauge = <Label extends string>(
  name: string,
  help: string,
  labelNames: Label[],
  read: (self: Gauge<Label>) => Promise<void>,
) =>
  new Gauge({
    name,
    help,
    labelNames,
    registers: [],
    async collect() {
      this.reset();
      // Without the database these metrics are absent, and the others are still exported.
      await read(this).catch(() => (labelNames.length === 0 ? this.remove() : undefined));
    },
  });

/** The only statement on a table of pg-boss, whose functions return no ages (docs/decisions/0090). */
const FAILING_STATEMENT = sql`
  SELECT name AS queue, extract(epoch FROM clock_timestamp() - min(created_on))::float8 AS seconds FROM pgboss.job
  WHERE state = 'retry' OR state = 'active' AND retry_count > 0 GROUP BY name`;

/** Metrics of the whole deployment, which every server exports: use the maximum. */
export function backlogGauges(db: Db): Gauge[] {
  const boss = openBoss(db);
  return [
    createGauge(
      'solvent_jobs',
      'Jobs by state: waiting (created, retry), running (active), or out of retries (failed).',
      ['queue', 'state'],
      async (self) => {
        const { queues } = await boss.countStates();
        const failed = await db.select({ queue: failedJobs.queue, jobs: count() }).from(failedJobs).groupBy(failedJobs.queue);
        for (const { name: queue } of await boss.getQueues()) {
          for (const state of ['created', 'retry', 'active'] as const) self.set({ queue, state }, queues[queue]?.[state] ?? 0);
          self.set({ queue, state: 'failed' }, failed.find((group) => group.queue === queue)?.jobs ?? 0);
        }
      },
    ),
    createGauge(
      'solvent_jobs_failing_seconds',
      'Age of the oldest job that failed and is being retried, by queue; 0 if there is none.',
      ['queue'],
      async (self) => {
        const { rows } = await db.execute<{ queue: string; seconds: number }>(FAILING_STATEMENT);
        for (const { name: queue } of await boss.getQueues()) self.set({ queue }, 0);
        for (const { queue, seconds } of rows) self.set({ queue }, seconds);
      },
    ),
    createGauge('solvent_outbox_waiting', 'Events that are not delivered yet.', [], async (self) => {
      const { rows } = await db.execute<{ count: number }>(sql`SELECT count(*)::int AS count FROM outbox`);
      self.set(rows[0]?.count ?? 0);
    }),
    createGauge(
      'solvent_outbox_oldest_seconds',
      'Age of the oldest event that is not delivered yet; 0 if there is none.',
      [],
      async (self) => {
        const { rows } = await db.execute<{ id: string; now: number }>(sql`
        SELECT id, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now FROM outbox ORDER BY id LIMIT 1`);
        const [oldest] = rows;
        self.set(oldest === undefined ? 0 : Math.max(0, (oldest.now - getTimestamp(oldest.id)) / 1000));
      },
    ),
    createGauge(
      'solvent_last_backup_timestamp_seconds',
      'Time of the last successful backup ("pnpm backup") as Unix time; 0 if there was none.',
      [],
      async (self) => {
        const { rows } = await db.execute<{ at: number | null }>(
          sql`SELECT extract(epoch FROM last_backup_at)::float8 AS at FROM deployment`,
        );
        self.set(rows[0]?.at ?? 0);
      },
    ),
  ];
}
