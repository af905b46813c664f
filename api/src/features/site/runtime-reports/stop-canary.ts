import { and, eq, gte, inArray, sql } from 'drizzle-orm';
import { CANARY_STOP } from '@solvent/contracts';
import { changeChannel } from '@solvent/delivery/releases';
import type { Config } from '../../../platform/config/config.ts';
import type { Db } from '../../../platform/db/connect.ts';
import { canaryVotes } from '../schema/runtime.ts';
import type { Deps } from '../../../deps.ts';
import { PAGE_LIFE } from '../page-tokens.ts';
import { hourOf } from './cast-vote.ts';
import type { RunningCandidate } from './live-versions.ts';
import { mustStop } from './verdict.ts';
import type { Compared, Figures } from './verdict.ts';

/**
 * Stops a candidate that fails more often than the live version (`CANARY_STOP`): its share of browsers becomes 0, and the
 * channel's history says why. Of several servers that do so at once, one makes the revision.
 *
 * @returns why it was stopped; undefined where it goes on, or was stopped before
 */
export async function stopWhereItFails(
  { db, releases, config }: Pick<Deps, 'db' | 'releases' | 'config'>,
  candidate: RunningCandidate,
): Promise<string | undefined> {
  const figures = await compare(db, config.channel, candidate);
  if (!mustStop(figures, visitorsMin(config))) return undefined;
  const { name, version } = candidate;
  const why = reasonOf(candidate, figures);
  const { change } = await changeChannel(releases, config.channel, [{ name, version, percent: 0 }], { who: 'the server', why });
  await startAnew(db, config.channel, candidate);
  return change === '' ? undefined : why;
}

const visitorsMin = ({ env }: Config) => (env === 'production' ? CANARY_STOP.visitorsMin : CANARY_STOP.visitorsMinInDevelopment);

async function compare(db: Db, channel: string, { name, version, live, since }: RunningCandidate): Promise<Compared> {
  const from = new Date(Math.max(since.getTime(), Date.now() - PAGE_LIFE));
  const visitors = db
    .select({
      version: canaryVotes.version,
      failures: sql<number>`avg(${canaryVotes.failed}::int)::float8`.as('visitor_failures'),
    })
    .from(canaryVotes)
    .where(and(ofRemote(channel, name, [version, live]), gte(canaryVotes.hour, hourOf(from))))
    .groupBy(canaryVotes.version, canaryVotes.network)
    .as('visitors');
  const rows = await db
    .select({
      version: visitors.version,
      visitors: sql<number>`count(*)::int`,
      failing: sql<number>`(count(*) FILTER (WHERE ${visitors.failures} > 0))::int`,
      failures: sql<number>`sum(${visitors.failures})`,
    })
    .from(visitors)
    .groupBy(visitors.version);
  const figuresOf = (one: string): Figures => rows.find((row) => row.version === one) ?? { visitors: 0, failing: 0, failures: 0 };
  return { candidate: figuresOf(version), live: figuresOf(live) };
}

const ofRemote = (channel: string, name: string, versions: string[]) =>
  and(eq(canaryVotes.channel, channel), eq(canaryVotes.name, name), inArray(canaryVotes.version, versions));

function reasonOf({ version, percent, live: liveVersion }: RunningCandidate, { candidate, live }: Compared): string {
  const said = ({ visitors, failing, failures }: Figures) =>
    `failed for ${failing} of ${visitors} visitors (${Math.round((failures / Math.max(visitors, 1)) * 100)} %)`;
  return `Stopped at ${percent} %: ${version} ${said(candidate)}, the live ${liveVersion} ${said(live)}.`;
}

/** The history has the figures now. Who lets the same version run once more wants to see it judged by what it does then. */
async function startAnew(db: Db, channel: string, { name, version }: RunningCandidate): Promise<void> {
  await db.delete(canaryVotes).where(ofRemote(channel, name, [version]));
}
