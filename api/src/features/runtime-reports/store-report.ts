import { and, count, eq, gte, sql } from 'drizzle-orm';
import type { RuntimeReportBody } from '@solvent/contracts';
import type { Db, Tx } from '../../platform/db/connect.ts';
import { runtimeErrors, runtimeLoads } from '../../platform/db/schema/runtime.ts';
import type { PartCount } from './read-report.ts';

/**
 * Counts what a report says, and keeps its errors for the teams that own them: some of each hour, however many are made up.
 *
 * @param counts of its parts, in the order of `countParts`
 */
export async function storeReport(db: Db, report: RuntimeReportBody, counts: readonly PartCount[]): Promise<void> {
  if (counts.length + report.errors.length === 0) return;
  await db.transaction(async (tx) => {
    await addCounts(tx, report.channel, counts);
    await addErrors(tx, report);
  });
}

/** A failure of a page whose load was counted in an earlier hour, or got lost, is counted with a load in this one. */
async function addCounts(tx: Tx, channel: string, counts: readonly PartCount[]): Promise<void> {
  for (const { name, version, isLoad, failed } of counts) {
    const failures = failed ? 1 : 0;
    const hour = sql`date_trunc('hour', now(), 'UTC')`;
    await tx
      .insert(runtimeLoads)
      .values({ channel, name, version, hour, loads: 1, failures })
      .onConflictDoUpdate({
        target: [runtimeLoads.channel, runtimeLoads.name, runtimeLoads.version, runtimeLoads.hour],
        set: {
          loads: sql`${runtimeLoads.loads} + ${isLoad ? 1 : 0}`,
          failures: sql`LEAST(${runtimeLoads.failures} + ${failures}, ${runtimeLoads.loads} + ${isLoad ? 1 : 0})`,
        },
      });
  }
}

/** Of a version's errors so many are kept in an hour: enough to see what fails. All are counted (`GET /metrics`). */
const KEPT_AN_HOUR = 50;

async function addErrors(tx: Tx, { channel, path, errors }: RuntimeReportBody): Promise<void> {
  if (errors.length === 0) return;
  const kept = await keptLately(tx, channel);
  const rows = errors.flatMap(({ name, version, kind, message, stack }) => {
    const before = kept.get(`${name}@${version}`) ?? 0;
    kept.set(`${name}@${version}`, before + 1);
    return before < KEPT_AN_HOUR ? [{ channel, name, version, kind, path, message, stack }] : [];
  });
  if (rows.length > 0) await tx.insert(runtimeErrors).values(rows);
}

/** How many errors of each version were kept within the last hour. */
async function keptLately(tx: Tx, channel: string): Promise<Map<string, number>> {
  const rows = await tx
    .select({ name: runtimeErrors.name, version: runtimeErrors.version, kept: count() })
    .from(runtimeErrors)
    .where(and(eq(runtimeErrors.channel, channel), gte(runtimeErrors.at, sql`now() - interval '1 hour'`)))
    .groupBy(runtimeErrors.name, runtimeErrors.version);
  return new Map(rows.map(({ name, version, kept }) => [`${name}@${version}`, kept]));
}
