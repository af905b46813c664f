import type { Revision } from '@solvent/federation/manifest';
import { DeliveryError } from './delivery-error.ts';
import { findConflicts } from './conflicts.ts';
import type { ReleaseStore } from './release-store.ts';
import { applyChanges } from './change.ts';
import type { Change } from './change.ts';
import { openChannel } from './channel.ts';
import type { ChannelStore } from './channel.ts';
import { documentOf, pagesOf } from './channel-document.ts';
import { plannedReleases, runningReleases, unfitPrevious, withoutPrevious } from './planned-releases.ts';
import type { PlannedReleases } from './planned-releases.ts';
import { describeChange, planOf } from './plan.ts';
import type { PartPlan, Plan } from './plan.ts';
import { hashOf, readPages } from './read-pages.ts';

export interface Reason {
  who: string;
  why: string;
}

export interface Changed {
  /** The revision that is served now. */
  revision: number;
  /** What was changed; empty where all was so before. */
  change: string;
}

/**
 * Makes the changes on a channel, as one revision, and lets it be served. Of two who do so at the same moment both succeed:
 * the second one's revision is made from the first one's.
 *
 * @throws DeliveryError where a release is missing, cannot be live with the others, or a change makes no sense
 */
export async function changeChannel(
  store: ReleaseStore,
  name: string,
  changes: readonly Change[],
  reason: Reason,
): Promise<Changed> {
  const channel = openChannel(store, name);
  for (;;) {
    const next = await prepare(store, channel, changes);
    const isMine = next.change === '' || (await channel.add({ ...next.revision, ...reason }));
    if (!isMine) continue;
    const { revision: number } = next.revision.document;
    if (!(await channel.hasPages(number))) await channel.writePages(number, next.pages);
    return { revision: await channel.settle(), change: next.change };
  }
}

interface Next {
  revision: Revision;
  pages: Map<string, string>;
  /** Empty where `revision` is the one from before. */
  change: string;
}

/** The revision to come, or the one from before where nothing changes. */
async function prepare(store: ReleaseStore, channel: ChannelStore, changes: readonly Change[]): Promise<Next> {
  const last = await channel.lastNumber();
  const before = await channel.newest(last);
  const old = planOf(channel.name, before?.document);
  const plan = applyChanges(old, changes, await historyFor(channel, last, changes));
  const releases = await plannedReleases(store, plan);
  const pinned = describeChange(old, plan);
  const isNewest = before?.document.revision === last;
  if (before && isNewest && pinned === '') {
    const pages = pagesOf(before.document, releases);
    if (hashOf(pages) === before.pages && !(await isDamaged(store, channel, before)))
      return { revision: before, pages, change: '' };
  }
  refuseConflicts(old, plan, releases);
  const unfit = unfitPrevious(releases);
  const document = documentOf(plan, withoutPrevious(releases, unfit), last + 1);
  const pages = pagesOf(document, releases);
  const lost = unfit.map(({ name, version }) => `${name} falls back to nothing, since ${version} cannot run in this shell`);
  const pinnedOrAnew = pinned || (isNewest ? 'pages made anew' : `revision ${last} could not be read: as before it`);
  const change = [pinnedOrAnew, ...lost].join(', ');
  const revision = { document, change, at: new Date().toISOString(), who: '', why: '', pages: hashOf(pages) };
  return { revision, pages, change };
}

/** Somebody edited a page by hand, and the server passes over the revision. Where its pages are still to come it is as it should be. */
const isDamaged = async (store: ReleaseStore, channel: ChannelStore, revision: Revision): Promise<boolean> =>
  (await channel.hasPages(revision.document.revision)) && (await readPages(store, revision)) === undefined;

/** Only who goes back asks what was. */
async function historyFor(channel: ChannelStore, last: number, changes: readonly Change[]) {
  if (!changes.some((change) => 'takeBack' in change)) return [];
  const revisions = await channel.history(last);
  return revisions.map(({ document }) => document).toReversed();
}

/** Only what is brought in is held against the rest: a conflict that is live already must not stop a way out of it. */
function refuseConflicts(before: Plan, after: Plan, releases: PlannedReleases): void {
  const { live: shell } = releases.shell;
  const running = runningReleases(releases).filter((release) => release !== shell);
  const changed = new Set([...after.parts].filter(([name, part]) => isNew(before, name, part)).map(([name]) => name));
  const conflicts = findConflicts(shell, running).filter(({ between }) => between.some((name) => changed.has(name)));
  if (conflicts.length > 0) throw new DeliveryError(conflicts.map(({ rule, message }) => `${rule}: ${message}`).join('\n'));
}

function isNew(before: Plan, name: string, { version, candidate }: PartPlan): boolean {
  const old = before.parts.get(name);
  const isTried = candidate !== undefined && candidate.percent > 0;
  const wasTried = candidate?.version === old?.candidate?.version && old?.candidate?.percent !== 0;
  return old?.version !== version || (isTried && !wasTried);
}
