import type { Revision } from '@solvent/federation/manifest';
import { DeliveryError } from './delivery-error.ts';
import { findConflicts } from './conflicts.ts';
import type { ReleaseStore } from './release-store.ts';
import { applyChanges } from './change.ts';
import type { Change } from './change.ts';
import { openChannel } from './channel.ts';
import type { ChannelStore } from './channel.ts';
import { createDocument, createPages } from './channel-document.ts';
import { readPlannedReleases, runningReleases, findUnfitPrevious, withoutPrevious } from './planned-releases.ts';
import type { PlannedReleases } from './planned-releases.ts';
import { describeChange, createPlan } from './plan.ts';
import type { PinnedVersions, Plan } from './plan.ts';
import { hashPages, readPages } from './read-pages.ts';

export interface Reason {
  who: string;
  why: string;
}

export interface Changed {
  /** The served revision. */
  revision: number;
  /** Description of the change; empty if there was none. */
  change: string;
}

/** Applies changes as one served revision; concurrent calls succeed. @throws DeliveryError for a conflict */
export async function changeChannel(
  store: ReleaseStore,
  name: string,
  changes: readonly Change[],
  reason: Reason,
): Promise<Changed> {
  const channel = openChannel(store, name);
  for (;;) {
    const next = await prepare(store, channel, changes);
    const isAdded = next.change === '' || (await channel.add({ ...next.revision, ...reason }));
    if (!isAdded) continue;
    const { revision: number } = next.revision.document;
    if (!(await channel.hasPages(number))) await channel.writePages(number, next.pages);
    return { revision: await channel.settle(), change: next.change };
  }
}

interface Next {
  revision: Revision;
  pages: Map<string, string>;
  change: string;
}

/** Returns the next revision, or the current one if nothing changes. */
async function prepare(store: ReleaseStore, channel: ChannelStore, changes: readonly Change[]): Promise<Next> {
  const last = await channel.lastNumber();
  const before = await channel.newest(last);
  const old = createPlan(channel.name, before?.document);
  const plan = applyChanges(old, changes, await readHistory(channel, last, changes));
  const releases = await readPlannedReleases(store, plan);
  const pinned = describeChange(old, plan);
  const isNewest = before?.document.revision === last;
  if (before && isNewest && pinned === '') {
    const pages = createPages(before.document, releases);
    if (hashPages(pages) === before.pages && !(await isDamaged(store, channel, before)))
      return { revision: before, pages, change: '' };
  }
  rejectConflicts(old, plan, releases);
  const unfit = findUnfitPrevious(releases);
  const document = createDocument(plan, withoutPrevious(releases, unfit), last + 1);
  const pages = createPages(document, releases);
  const removedFallbacks = unfit.map(({ name, version }) => `${name} has no fallback, since ${version} cannot run in this shell`);
  const mainChange = pinned || (isNewest ? 'pages rendered again' : `revision ${last} could not be read: as before it`);
  const change = [mainChange, ...removedFallbacks].join(', ');
  const revision = { document, change, at: new Date().toISOString(), who: '', why: '', pages: hashPages(pages) };
  return { revision, pages, change };
}

/** Pages were edited by hand, so the server skips the revision. Missing pages are still being written. */
const isDamaged = async (store: ReleaseStore, channel: ChannelStore, revision: Revision): Promise<boolean> =>
  (await channel.hasPages(revision.document.revision)) && (await readPages(store, revision)) === undefined;

async function readHistory(channel: ChannelStore, last: number, changes: readonly Change[]) {
  if (!changes.some((change) => 'takeBack' in change)) return [];
  const revisions = await channel.history(last);
  return revisions.map(({ document }) => document).toReversed();
}

/** Checks only changed releases: a live conflict must not block its own fix. */
function rejectConflicts(before: Plan, after: Plan, releases: PlannedReleases): void {
  const { live: shell } = releases.shell;
  const running = runningReleases(releases).filter((release) => release !== shell);
  const changed = new Set([...after.parts].filter(([name, part]) => isNew(before, name, part)).map(([name]) => name));
  const conflicts = findConflicts(shell, running).filter(({ between }) => between.some((name) => changed.has(name)));
  if (conflicts.length > 0) throw new DeliveryError(conflicts.map(({ rule, message }) => `${rule}: ${message}`).join('\n'));
}

function isNew(before: Plan, name: string, { version, candidate }: PinnedVersions): boolean {
  const old = before.parts.get(name);
  const isTried = candidate !== undefined && candidate.percent > 0;
  const wasTried = candidate?.version === old?.candidate?.version && old?.candidate?.percent !== 0;
  return old?.version !== version || (isTried && !wasTried);
}
