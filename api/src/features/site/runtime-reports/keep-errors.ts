import { and, count, eq, gte, sql } from 'drizzle-orm';
import type { RuntimeReportBody } from '@solvent/contracts';
import type { Db } from '../../../platform/db/connect.ts';
import { runtimeErrors } from '../schema/runtime.ts';
import { hourOf } from './cast-vote.ts';

/** Of a version's errors so many are kept in an hour: enough to see what fails. All are counted (`GET /metrics`). */
const KEPT_AN_HOUR = 50;

/** Of those, so many from one network: what one person makes up hides nothing from a team. A process knows what it kept itself. */
const OF_ONE_NETWORK = 10;

/** Makes what keeps a report's errors for the teams that own them: some of each hour, however many are made up. */
export function errorKeeper(db: Db): (network: number, report: RuntimeReportBody) => Promise<void> {
  let [hour, keptOf] = [0, new Map<string, number>()];
  return async (network, { errors, ...report }) => {
    const now = hourOf(new Date()).getTime();
    if (now !== hour) [hour, keptOf] = [now, new Map()];
    const some = errors.filter(({ name, version }) => {
      const key = `${network} ${name}@${version}`;
      const before = keptOf.get(key) ?? 0;
      if (before < OF_ONE_NETWORK) keptOf.set(key, before + 1);
      return before < OF_ONE_NETWORK;
    });
    await keepSome(db, { ...report, errors: some });
  };
}

async function keepSome(db: Db, { channel, path, errors }: RuntimeReportBody): Promise<void> {
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
