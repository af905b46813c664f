import { and, count, eq, gte, sql } from 'drizzle-orm';
import type { RuntimeReportBody } from '@solvent/contracts';
import type { Db } from '../../platform/db/connect.ts';
import { runtimeErrors } from '../../platform/db/schema/runtime.ts';

/** Of a version's errors so many are kept in an hour: enough to see what fails. All are counted (`GET /metrics`). */
const KEPT_AN_HOUR = 50;

/** Keeps a report's errors for the teams that own them: some of each hour, however many are made up. */
export async function keepErrors(db: Db, { channel, path, errors }: RuntimeReportBody): Promise<void> {
  if (errors.length === 0) return;
  const kept = await keptLately(db, channel);
  const rows = errors.flatMap(({ name, version, kind, message, stack }) => {
    const before = kept.get(`${name}@${version}`) ?? 0;
    kept.set(`${name}@${version}`, before + 1);
    return before < KEPT_AN_HOUR ? [{ channel, name, version, kind, path, message, stack }] : [];
  });
  if (rows.length > 0) await db.insert(runtimeErrors).values(rows);
}

/** How many errors of each version were kept within the last hour. */
async function keptLately(db: Db, channel: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ name: runtimeErrors.name, version: runtimeErrors.version, kept: count() })
    .from(runtimeErrors)
    .where(and(eq(runtimeErrors.channel, channel), gte(runtimeErrors.at, sql`now() - interval '1 hour'`)))
    .groupBy(runtimeErrors.name, runtimeErrors.version);
  return new Map(rows.map(({ name, version, kept }) => [`${name}@${version}`, kept]));
}
