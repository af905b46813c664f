import { and, eq, gte, inArray, sum } from 'drizzle-orm';
import { CANARY_STOP } from '@solvent/contracts';
import { changeChannel } from '@solvent/delivery/releases';
import type { ReleaseStore } from '@solvent/delivery/releases';
import type { Db } from '../../platform/db/connect.ts';
import { runtimeLoads } from '../../platform/db/schema/runtime.ts';
import type { RunningCandidate } from './live-versions.ts';

/** In how many page loads a version failed. */
interface Figures {
  loads: number;
  failures: number;
}

/** Figures of a canary and of the live version beside it, since the canary began. */
interface Compared {
  candidate: Figures;
  live: Figures;
}

export interface Stopping {
  db: Db;
  store: ReleaseStore;
  channel: string;
}

/**
 * Stops a candidate that fails more often than the live version (`CANARY_STOP`): its share of browsers becomes 0, and the
 * channel's history says why. Of several servers that do so at once, one makes the revision.
 *
 * @returns why it was stopped; undefined where it goes on, or was stopped before
 */
export async function stopWhereItFails(
  { db, store, channel }: Stopping,
  candidate: RunningCandidate,
): Promise<string | undefined> {
  const figures = await compare(db, channel, candidate);
  if (!mustStop(figures)) return undefined;
  const { name, version } = candidate;
  const why = reasonOf(candidate, figures);
  const { change } = await changeChannel(store, channel, [{ name, version, percent: 0 }], { who: 'the server', why });
  await startAnew(db, channel, candidate);
  return change === '' ? undefined : why;
}

async function compare(db: Db, channel: string, { name, version, live, since }: RunningCandidate): Promise<Compared> {
  const rows = await db
    .select({ version: runtimeLoads.version, loads: sum(runtimeLoads.loads), failures: sum(runtimeLoads.failures) })
    .from(runtimeLoads)
    .where(and(ofRemote(channel, name, [version, live]), gte(runtimeLoads.hour, hourOf(since))))
    .groupBy(runtimeLoads.version);
  const figuresOf = (one: string): Figures => {
    const row = rows.find((found) => found.version === one);
    return { loads: Number(row?.loads ?? 0), failures: Number(row?.failures ?? 0) };
  };
  return { candidate: figuresOf(version), live: figuresOf(live) };
}

const ofRemote = (channel: string, name: string, versions: string[]) =>
  and(eq(runtimeLoads.channel, channel), eq(runtimeLoads.name, name), inArray(runtimeLoads.version, versions));

/** Loads are counted by the hour. */
const hourOf = (time: Date) => new Date(Math.floor(time.getTime() / 3_600_000) * 3_600_000);

const shareOf = ({ loads, failures }: Figures) => (loads === 0 ? 0 : failures / loads);

const mustStop = ({ candidate, live }: Compared): boolean =>
  candidate.failures >= CANARY_STOP.failuresMin && shareOf(candidate) > shareOf(live) + CANARY_STOP.shareMore;

function reasonOf({ version, percent, live: liveVersion }: RunningCandidate, { candidate, live }: Compared): string {
  const said = (of: Figures) => `failed in ${of.failures} of ${of.loads} page loads (${Math.round(shareOf(of) * 100)} %)`;
  return `Stopped at ${percent} %: ${version} ${said(candidate)}, the live ${liveVersion} ${said(live)}.`;
}

/** The history has the figures now. Who lets the same version run once more wants to see it judged by what it does then. */
async function startAnew(db: Db, channel: string, { name, version }: RunningCandidate): Promise<void> {
  await db.delete(runtimeLoads).where(ofRemote(channel, name, [version]));
}
