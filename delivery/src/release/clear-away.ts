import { storeLayout } from '@solvent/federation/manifest';
import type { ChannelDocument, Revision } from '@solvent/federation/manifest';
import { DeliveryError, findRelease, openChannel } from '@solvent/releases';
import type { ReleaseStore } from '@solvent/releases';

/** Something that nobody needs any more: a release, or a channel's old pages. */
export interface Leftover {
  /** For people: `toolbox@1.0.0-1f2e3d4c`. */
  title: string;
  /** Its files; what makes a release whole is the first, so that half of one is never taken for a release. */
  keys: string[];
  /** Folder of a release. */
  release?: string;
}

export interface Spared {
  /** May be removed. */
  leftovers: Leftover[];
  /** Uploads that never became whole: somebody may be publishing them now. */
  unfinished: Leftover[];
}

/**
 * What the store holds and no channel needs: releases that none of its last revisions names, and pages of older revisions.
 *
 * @param publishedBefore newer releases are kept, live or not: somebody is about to promote them
 */
export async function findLeftovers(store: ReleaseStore, publishedBefore: Date): Promise<Spared> {
  const [shells, remotes, channels] = await Promise.all(['shell', 'remotes', 'channels'].map((folder) => store.list(folder)));
  const kept = await keptOf(store, channels ?? []);
  const live = namedBy(kept);
  const others = [...byFolder([...(shells ?? []), ...(remotes ?? [])])].filter(([folder]) => !live.has(folder));
  const found = await Promise.all(others.map(([folder, keys]) => describe(store, folder, keys)));
  const old = found.filter(({ publishedAt }) => publishedAt !== undefined && publishedAt < publishedBefore);
  const pages = kept.flatMap(({ name, firstRevision }) => oldPages(name, firstRevision, channels ?? []));
  return { leftovers: [...old, ...pages], unfinished: found.filter(({ publishedAt }) => publishedAt === undefined) };
}

/**
 * Removes it.
 *
 * @returns false, with nothing removed, where a channel has come to name it since it was found
 */
export async function clearAway(store: ReleaseStore, { keys, release }: Leftover): Promise<boolean> {
  if (release !== undefined && namedBy(await keptOf(store, await store.list('channels'))).has(release)) return false;
  const [first, ...others] = keys;
  if (first !== undefined) await store.delete(first);
  await Promise.all(others.map((key) => store.delete(key)));
  return true;
}

const keptOf = (store: ReleaseStore, keys: readonly string[]): Promise<KeptChannel[]> =>
  keptChannels(store, [...new Set(keys.map((key) => key.split('/')[1] ?? ''))]);

/** Folders of the releases that channels name. */
const namedBy = (kept: readonly KeptChannel[]): Set<string> =>
  new Set(kept.flatMap(({ releases }) => releases).map(({ name, version }) => storeLayout.release(name, version)));

function byFolder(keys: readonly string[]): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const key of keys) {
    const folder = /^(shell\/[^/]+|remotes\/[^/]+\/[^/]+)\//.exec(key)?.[1];
    if (folder !== undefined) folders.set(folder, [...(folders.get(folder) ?? []), key]);
  }
  return folders;
}

async function describe(store: ReleaseStore, folder: string, keys: string[]) {
  const parts = folder.split('/');
  const version = parts.at(-1) ?? '';
  const name = parts.at(-2) ?? '';
  const release = await findRelease(store, name, version);
  const seal = `${folder}/release.json`;
  const ordered = [...keys.filter((key) => key === seal), ...keys.filter((key) => key !== seal)];
  return { title: `${name}@${version}`, release: folder, keys: ordered, publishedAt: release && new Date(release.publishedAt) };
}

function oldPages(channel: string, firstRevision: number, keys: readonly string[]): Leftover[] {
  const folder = storeLayout.page(channel, 0, '').replace(/0\/$/, '');
  const old = keys.filter((key) => key.startsWith(folder) && Number.parseInt(key.slice(folder.length), 10) < firstRevision);
  return old.length > 0 ? [{ title: `pages of ${channel} before revision ${firstRevision}`, keys: old }] : [];
}

/** How many revisions of each channel keep what they name: so far back one can go without building anything. */
export const KEPT_REVISIONS = 20;

/** One channel, as far as it is kept. */
interface KeptChannel {
  name: string;
  /** Pages of revisions before this one are not kept. */
  firstRevision: number;
  /** Releases that it names. */
  releases: { name: string; version: string }[];
}

/** What every channel keeps. @param names of the channels */
const keptChannels = (store: ReleaseStore, names: readonly string[]): Promise<KeptChannel[]> =>
  Promise.all(names.map((name) => keptChannel(store, name)));

async function keptChannel(store: ReleaseStore, name: string): Promise<KeptChannel> {
  const channel = openChannel(store, name);
  const last = await channel.lastNumber();
  const revisions = await channel.history(last, KEPT_REVISIONS);
  // Where the last ones are nonsense, what is served is further back.
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
    releases: kept.flatMap(({ document }) => namedIn(document)),
  };
}

const namedIn = ({ shell, remotes }: ChannelDocument) => [
  { name: 'shell', version: shell.version },
  ...(shell.previous === undefined ? [] : [{ name: 'shell', version: shell.previous }]),
  ...remotes.flatMap(({ name, version, previous, candidate }) =>
    [version, previous?.version, candidate?.version].flatMap((named) => (named === undefined ? [] : [{ name, version: named }])),
  ),
];
