import { storeLayout } from '@solvent/federation/manifest';
import type { ChannelDocument, Revision } from '@solvent/federation/manifest';
import { DeliveryError, openChannel } from '@solvent/releases';
import type { ReleaseStore } from '@solvent/releases';

/** Number of revisions per channel whose releases are kept. A rollback to one of them needs no build. */
export const KEPT_REVISIONS = 20;

/** The kept revisions of a channel. */
export interface KeptChannel {
  name: string;
  /** Pages of revisions before this one are not kept. */
  firstRevision: number;
  /** Releases in the kept revisions. */
  releases: { name: string; version: string }[];
}

/** Reads the pages and revisions that channels need. @param keys all keys below `channels` */
export const readKeptChannels = (store: ReleaseStore, keys: readonly string[]): Promise<KeptChannel[]> =>
  Promise.all([...new Set(keys.map((key) => key.split('/')[1] ?? ''))].map((name) => readKeptChannel(store, name)));

/** Returns the folders of the releases in the kept revisions. */
export const getNamedFolders = (kept: readonly KeptChannel[]): Set<string> =>
  new Set(kept.flatMap(({ releases }) => releases).map(({ name, version }) => storeLayout.release(name, version)));

async function readKeptChannel(store: ReleaseStore, name: string): Promise<KeptChannel> {
  const channel = openChannel(store, name);
  const last = await channel.lastNumber();
  const revisions = await channel.history(last, KEPT_REVISIONS);
  // If the last revisions are invalid, servers use an older one.
  const served = await channel.newest(last);
  if (last > 0 && !served)
    throw new DeliveryError(
      `No revision of the channel "${name}" can be read, so nobody knows which releases it needs: nothing is removed. ` +
        `Put its revisions back from a copy of the store, or remove channels/${name} where nobody uses it.`,
    );
  const kept: Revision[] = served && revisions.length === 0 ? [served] : revisions;
  return {
    name,
    firstRevision: Math.min(last - KEPT_REVISIONS + 1, ...kept.map(({ document }) => document.revision)),
    releases: kept.flatMap(({ document }) => listReleases(document)),
  };
}

const listReleases = ({ shell, remotes }: ChannelDocument) => [
  { name: 'shell', version: shell.version },
  ...(shell.previous === undefined ? [] : [{ name: 'shell', version: shell.previous }]),
  ...remotes.flatMap(({ name, version, previous, candidate }) =>
    [version, previous?.version, candidate?.version].flatMap((named) => (named === undefined ? [] : [{ name, version: named }])),
  ),
];
