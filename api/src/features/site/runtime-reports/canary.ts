import { CANARY_STOP } from '@solvent/contracts';
import { changeChannel, openChannel } from '@solvent/releases';
import type { ReleaseStore } from '@solvent/releases';
import type { ChannelDocument, Revision } from '@solvent/federation/manifest';
import { and, eq, gte, inArray, not, sql } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { PAGE_TTL_MS } from '../page-tokens.ts';
import type { PageIdentity } from '../page-tokens.ts';
import { listCanaries } from '../served-metrics.ts';
import { canaryVotes } from '../../../schema/index.ts';
import type { Db } from '../../../platform/db/connect.ts';
import { HOUR_MS } from '../../../platform/durations.ts';

export interface VersionStats {
  visitors: number;
  failing: number;
  /** Sum of the failed share of each visitor's votes, so that all visitors have the same weight. */
  failures: number;
}

type CanaryStats = Record<'candidate' | 'live', VersionStats>;

/** The bound of `getWilsonLowerBound` has 97.5 % confidence. */
const Z = 1.96;

/** Returns the lower bound of the failure rate by Wilson's score interval (Wilson 1927): 0.44 for 3 of 3 visitors, 0.03 for 3 of 30. */
export function getWilsonLowerBound({ visitors, failures }: VersionStats): number {
  if (visitors === 0) return 0;
  const share = failures / visitors;
  const spread = Z * Math.sqrt((share * (1 - share)) / visitors + (Z / (2 * visitors)) ** 2);
  return (share + Z ** 2 / (2 * visitors) - spread) / (1 + Z ** 2 / visitors);
}

export const shouldStop = ({ candidate, live }: CanaryStats, minVisitors: number): boolean =>
  candidate.failing >= minVisitors && getWilsonLowerBound(candidate) > getWilsonLowerBound(live) + CANARY_STOP.shareIncreaseMin;

/** Reports of pages of older revisions are ignored. */
const MAX_REVISIONS = 20;

export type RunningCandidate = ReturnType<typeof findCandidates>[number];

export function createVersionReader(store: ReleaseStore, channel: string) {
  const { current, history, lastNumber } = openChannel(store, channel);
  let known: { revision: number; versions: ReturnType<typeof indexRevisions> } | undefined;
  return async () => {
    const revision = await current();
    if (known?.revision !== revision) {
      // For an invalid pointer, pages run the last revision.
      const newest = revision === 0 ? await lastNumber() : revision;
      known = { revision, versions: indexRevisions(await history(newest, MAX_REVISIONS)) };
    }
    return known.versions;
  };
}

/** @param revisions newest first */
function indexRevisions(revisions: readonly Revision[]) {
  const versions = new Map(revisions.map(({ document }) => [document.revision, new Set(listVersions(document))]));
  return {
    includes: (revision: number, name: string, version: string) => versions.get(revision)?.has(`${name}@${version}`) ?? false,
    candidates: findCandidates(revisions),
  };
}

function listVersions(document: ChannelDocument): string[] {
  const { shell, remotes } = document;
  const previous = remotes.flatMap((remote) => remote.previous ?? []);
  const builds = [{ name: 'shell', version: shell.version }, ...remotes, ...previous, ...listCanaries(document)];
  return builds.map(({ name, version }) => `${name}@${version}`);
}

function findCandidates(revisions: readonly Revision[]) {
  const [newest] = revisions;
  return (newest ? listCanaries(newest.document) : []).flatMap(({ name, version, percent, live }) => {
    const isRunBy = ({ document }: Revision) =>
      listCanaries(document).some((canary) => canary.name === name && canary.version === version);
    const before = revisions.findIndex((revision) => !isRunBy(revision));
    const first = revisions.at(before === -1 ? -1 : before - 1);
    return first ? [{ name, version, percent, live, startedAt: new Date(first.at), firstRevision: first.document.revision }] : [];
  });
}

type Vote = Pick<typeof canaryVotes.$inferInsert, 'channel' | 'name' | 'version' | 'failed'>;

/**
 * Records a vote. Only the first page of a network per hour can vote; it can change its vote to a failure.
 * @returns whether the failure is new
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

const isVoteFor = (channel: string, name: string, versions: string[]) =>
  and(eq(canaryVotes.channel, channel), eq(canaryVotes.name, name), inArray(canaryVotes.version, versions));

export const toHour = (time: Date) => new Date(Math.floor(time.getTime() / HOUR_MS) * HOUR_MS);

/**
 * Stops a canary that fails. If several servers do so at the same time, one creates the revision.
 * @returns the reason if this call stopped the canary
 */
export async function stopFailingCanary(
  { db, releases, config }: Pick<Deps, 'db' | 'releases' | 'config'>,
  candidate: RunningCandidate,
): Promise<string | undefined> {
  const stats = await readStats(db, config.channel, candidate);
  const minVisitors = config.env === 'production' ? CANARY_STOP.visitorsMin : CANARY_STOP.visitorsMinInDevelopment;
  if (!shouldStop(stats, minVisitors)) return undefined;
  const { name, version } = candidate;
  const why = describeStop(candidate, stats);
  const { change } = await changeChannel(releases, config.channel, [{ name, version, percent: 0 }], { who: 'the server', why });
  // A later canary of the same version starts without votes.
  await db.delete(canaryVotes).where(isVoteFor(config.channel, name, [version]));
  return change === '' ? undefined : why;
}

async function readStats(db: Db, channel: string, { name, version, live, startedAt }: RunningCandidate): Promise<CanaryStats> {
  const from = new Date(Math.max(startedAt.getTime(), Date.now() - PAGE_TTL_MS));
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
  const getStats = (one: string): VersionStats =>
    rows.find((row) => row.version === one) ?? { visitors: 0, failing: 0, failures: 0 };
  return { candidate: getStats(version), live: getStats(live) };
}

function describeStop({ version, percent, live: liveVersion }: RunningCandidate, { candidate, live }: CanaryStats): string {
  const describe = ({ visitors, failing, failures }: VersionStats) =>
    `failed for ${failing} of ${visitors} visitors (${Math.round((failures / Math.max(visitors, 1)) * 100)} %)`;
  return `Stopped at ${percent} %: ${version} ${describe(candidate)}, the live ${liveVersion} ${describe(live)}.`;
}
