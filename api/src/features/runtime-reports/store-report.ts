import { sql } from 'drizzle-orm';
import type { RuntimeReportBody } from '@solvent/contracts';
import type { Db, Tx } from '../../platform/db/connect.ts';
import { runtimeErrors, runtimeLoads } from '../../platform/db/schema/runtime.ts';
import type { PartCount } from './read-report.ts';

/**
 * Counts what a report says, and keeps its errors for the teams that own them.
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

async function addErrors(tx: Tx, { channel, path, errors }: RuntimeReportBody): Promise<void> {
  if (errors.length === 0) return;
  const rows = errors.map(({ name, version, kind, message, stack }) => ({ channel, name, version, kind, path, message, stack }));
  await tx.insert(runtimeErrors).values(rows);
}
