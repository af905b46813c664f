import { createHash } from 'node:crypto';
import type { ChannelDocument, Revision } from '@solvent/federation/manifest';
import { DeliveryError } from '../delivery-error.ts';
import { publishedPart } from '../page/page-part.ts';
import { renderPages } from '../page/render-pages.ts';
import { findConflicts } from '../conflicts.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import { describeChange, nextDocument, releasesWith } from './channel-document.ts';
import type { Pin, Releases } from './channel-document.ts';
import { openChannel } from './channel-store.ts';

export interface Reason {
  who: string;
  why: string;
}

export interface Changed {
  /** The revision that is served now. */
  revision: number;
  /** What was changed; empty where all was live before. */
  change: string;
}

/**
 * Puts the pins into a channel, as one revision, and makes it live. Of two who do so at the same moment both succeed:
 * the second one's revision is made from the first one's.
 *
 * @throws DeliveryError where a release is missing, or cannot be live with the others
 */
export async function changeChannel(store: ReleaseStore, name: string, pins: readonly Pin[], reason: Reason): Promise<Changed> {
  const channel = openChannel(store, name);
  for (;;) {
    const before = await channel.newest();
    const releases = await releasesWith(store, before?.document, pins);
    const next = prepare(name, releases, before);
    if (next.change !== '') refuseConflicts(releases, pins);
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
function prepare(name: string, releases: Releases, before: Revision | undefined): Next {
  const document = nextDocument(name, releases, before?.document);
  const pinned = describeChange(before?.document, document);
  if (before && pinned === '') {
    const pages = pagesOf(before.document, releases);
    if (hashOf(pages) === before.pages) return { revision: before, pages, change: '' };
  }
  const pages = pagesOf(document, releases);
  const change = pinned || 'pages made anew';
  return { revision: { document, change, at: new Date().toISOString(), who: '', why: '', pages: hashOf(pages) }, pages, change };
}

const pagesOf = (document: ChannelDocument, { shell, remotes }: Releases) =>
  renderPages(document, publishedPart(shell), remotes.map(publishedPart));

const hashOf = (pages: Map<string, string>) =>
  createHash('sha256')
    .update(JSON.stringify([...pages]))
    .digest('hex');

/** Only what the pins bring in is held against them: a conflict that is live already must not stop a way out of it. */
function refuseConflicts({ shell, remotes }: Releases, pins: readonly Pin[]): void {
  const changed = new Set(pins.map(({ name }) => name));
  const conflicts = findConflicts(shell, remotes).filter(({ between }) => between.some((name) => changed.has(name)));
  if (conflicts.length > 0) throw new DeliveryError(conflicts.map(({ rule, message }) => `${rule}: ${message}`).join('\n'));
}
