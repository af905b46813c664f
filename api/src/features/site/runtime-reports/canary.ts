import { CANARY_STOP } from '@solvent/contracts';
import { changeChannel, openChannel } from '@solvent/releases';
import type { ReleaseStore } from '@solvent/releases';
import type { ChannelDocument, Revision } from '@solvent/federation/manifest';
import { and, eq, gte, inArray, not, sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { PAGE_TTL_MS } from '../page-tokens.ts';
import type { PageIdentity } from '../page-tokens.ts';
import { canaryVotes } from '../schema.ts';
import type { Config } from '../../../platform/config/config.ts';
import type { Db } from '../../../platform/db/connect.ts';

/** What visitors say of a version. */
export interface VersionStats {
  visitors: number;
  /** For how many of them it failed at least once. */
  failing: number;
  /** In what share of a visitor's votes it failed, added up for all of them: each has one voice, whoever comes every hour, too. */
  failures: number;
}

/** Figures of a canary and of the live version beside it. */
interface CanaryStats {
  candidate: VersionStats;
  live: VersionStats;
}

/** How sure a share is: of 100 times it is in truth larger than what `certainShare` gives 97.5 times. */
const Z = 1.96;

/**
 * How large a share of failures is at least, as far as so few visitors can tell: the lower bound of Wilson's score interval
 * (Wilson 1927). 3 of 3 are 0.44, 3 of 30 are 0.03, and one visitor's word is little for either version.
 */
export function getWilsonLowerBound({ visitors, failures }: VersionStats): number {
  if (visitors === 0) return 0;
  const share = failures / visitors;
  const spread = Z * Math.sqrt((share * (1 - share)) / visitors + (Z / (2 * visitors)) ** 2);
  return (share + Z ** 2 / (2 * visitors) - spread) / (1 + Z ** 2 / visitors);
}

/** @param visitorsMin for how many visitors it must have failed */
export const shouldStop = ({ candidate, live }: CanaryStats, visitorsMin: number): boolean =>
  candidate.failing >= visitorsMin && getWilsonLowerBound(candidate) > getWilsonLowerBound(live) + CANARY_STOP.shareIncreaseMin;

/** Pages that are open may be as old as this many changes: what they tell is believed, too. */
const MAX_REVISIONS = 20;

/** A candidate that some browsers run. */
export interface RunningCandidate {
  name: string;
  version: string;
  percent: number;
  /** What the other browsers run. */
  live: string;
  /** When it began to run. */
  since: Date;
  /** The revision that began it. */
  from: number;
}

/** What a channel has pages run. */
interface LiveVersions {
  /** Whether a page that was made of a revision may run a version. */
  includes: (revision: number, name: string, version: string) => boolean;
  candidates: RunningCandidate[];
}

/** Reads what the channel says now, and remembers it until the channel says something else. @param channel its name */
export function createVersionReader(store: ReleaseStore, channel: string): () => Promise<LiveVersions> {
  const { current, history, lastNumber } = openChannel(store, channel);
  /** A pointer that was edited by hand names nothing, and pages run what was live before. */
  const newest = async (revision: number) => (revision === 0 ? lastNumber() : revision);
  let known: { revision: number; versions: LiveVersions } | undefined;
  return async () => {
    const revision = await current();
    if (known?.revision !== revision)
      known = { revision, versions: indexRevisions(await history(await newest(revision), MAX_REVISIONS)) };
    return known.versions;
  };
}

/** @param revisions newest first */
function indexRevisions(revisions: readonly Revision[]): LiveVersions {
  const titles = new Map(revisions.map(({ document }) => [document.revision, new Set(listVersions(document))]));
  return {
    includes: (revision, name, version) => titles.get(revision)?.has(`${name}@${version}`) ?? false,
    candidates: findCandidates(revisions),
  };
}

const listVersions = ({ shell, remotes }: ChannelDocument): string[] => [
  `shell@${shell.version}`,
  ...remotes.flatMap(({ name, version, previous, candidate }) =>
    [version, previous?.version, candidate?.percent === 0 ? undefined : candidate?.version]
      .filter((one) => one !== undefined)
      .map((one) => `${name}@${one}`),
  ),
];

function findCandidates(revisions: readonly Revision[]): RunningCandidate[] {
  const [newest] = revisions;
  return (newest?.document.remotes ?? []).flatMap(({ name, version: live, candidate }) => {
    if (!candidate || candidate.percent === 0) return [];
    const { version, percent } = candidate;
    const ran = revisions.findIndex(({ document }) => !runsCandidate(document, name, version));
    const first = revisions.at(ran === -1 ? -1 : ran - 1);
    return first ? [{ name, version, percent, live, since: new Date(first.at), from: first.document.revision }] : [];
  });
}

const runsCandidate = ({ remotes }: ChannelDocument, name: string, version: string): boolean =>
  remotes.some((remote) => remote.name === name && remote.candidate?.version === version && remote.candidate.percent > 0);

/** What a page says of a version. */
interface Vote {
  channel: string;
  name: string;
  version: string;
  failed: boolean;
}

/**
 * Counts a page's word on a version, if no other page speaks already for its network in the hour in which it was made: the first
 * one does, and nobody chooses a worse or a better one afterwards. It can say later that the version failed after all.
 *
 * @returns whether it is heard for the first time that the version failed
 */
export async function recordVote(db: Db, page: PageIdentity, vote: Vote): Promise<boolean> {
  const counted = await db
    .insert(canaryVotes)
    .values({ ...vote, hour: toHour(page.createdAt), network: page.network, page: page.id })
    .onConflictDoUpdate({
      target: [canaryVotes.channel, canaryVotes.name, canaryVotes.version, canaryVotes.hour, canaryVotes.network],
      set: { failed: true },
      setWhere: and(sql`excluded.failed`, sql`excluded.page = ${canaryVotes.page}`, not(canaryVotes.failed)),
    })
    .returning({ failed: canaryVotes.failed });
  return counted.some(({ failed }) => failed);
}

/** The full hour, UTC. */
export const toHour = (time: Date) => new Date(Math.floor(time.getTime() / 3_600_000) * 3_600_000);

/**
 * Stops a candidate that fails more often than the live version (`CANARY_STOP`): its share of browsers becomes 0, and the
 * channel's history says why. Of several servers that do so at once, one makes the revision.
 *
 * @returns why it was stopped; undefined where it goes on, or was stopped before
 */
export async function stopFailingCanary(
  { db, releases, config }: Pick<Deps, 'db' | 'releases' | 'config'>,
  candidate: RunningCandidate,
): Promise<string | undefined> {
  const figures = await readStats(db, config.channel, candidate);
  if (!shouldStop(figures, getMinVisitors(config))) return undefined;
  const { name, version } = candidate;
  const why = describeStop(candidate, figures);
  const { change } = await changeChannel(releases, config.channel, [{ name, version, percent: 0 }], { who: 'the server', why });
  await deleteVotes(db, config.channel, candidate);
  return change === '' ? undefined : why;
}

const getMinVisitors = ({ env }: Config) => (env === 'production' ? CANARY_STOP.visitorsMin : CANARY_STOP.visitorsMinInDevelopment);

async function readStats(db: Db, channel: string, { name, version, live, since }: RunningCandidate): Promise<CanaryStats> {
  const from = new Date(Math.max(since.getTime(), Date.now() - PAGE_TTL_MS));
  const visitors = db
    .select({
      version: canaryVotes.version,
      failures: sql<number>`avg(${canaryVotes.failed}::int)::float8`.as('visitor_failures'),
    })
    .from(canaryVotes)
    .where(and(isVoteFor(channel, name, [version, live]), gte(canaryVotes.hour, toHour(from))))
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
  const figuresOf = (one: string): VersionStats => rows.find((row) => row.version === one) ?? { visitors: 0, failing: 0, failures: 0 };
  return { candidate: figuresOf(version), live: figuresOf(live) };
}

const isVoteFor = (channel: string, name: string, versions: string[]) =>
  and(eq(canaryVotes.channel, channel), eq(canaryVotes.name, name), inArray(canaryVotes.version, versions));

function describeStop({ version, percent, live: liveVersion }: RunningCandidate, { candidate, live }: CanaryStats): string {
  const said = ({ visitors, failing, failures }: VersionStats) =>
    `failed for ${failing} of ${visitors} visitors (${Math.round((failures / Math.max(visitors, 1)) * 100)} %)`;
  return `Stopped at ${percent} %: ${version} ${said(candidate)}, the live ${liveVersion} ${said(live)}.`;
}

/** The history has the figures now. Who lets the same version run once more wants to see it judged by what it does then. */
async function deleteVotes(db: Db, channel: string, { name, version }: RunningCandidate): Promise<void> {
  await db.delete(canaryVotes).where(isVoteFor(channel, name, [version]));
}
