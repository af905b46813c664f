import { storeLayout } from '@solvent/federation/manifest';
import type { ReleaseStore } from '@solvent/releases';
import { readKeptChannels, getNamedFolders } from './kept-channels.ts';
import { readPart, readParts } from './stored-parts.ts';
import type { StoredPart, StoredVersion } from './stored-parts.ts';

/** An unneeded item: a release, files that no release lists, an unfinished upload, old pages of a channel. */
export interface Leftover {
  /** Title for people, such as `toolbox@1.0.0-1f2e3d4c`. */
  title: string;
  /** Keys of its files. `release.json`, if any, is first, so that a partly deleted folder is never a release. */
  keys: string[];
  /** Returns the keys that are unneeded now. */
  unneeded: () => Promise<string[]>;
}

export interface Leftovers {
  /** Items that may be removed. */
  old: Leftover[];
  /** Recent uploads without a release: a publish may be in progress. */
  unfinished: Leftover[];
}

/**
 * Finds what no channel needs: releases that no kept revision lists, files that no remaining release lists, unfinished uploads, and
 * pages of older revisions.
 * @param before newer releases are kept even if they are not live, because they may be promoted soon
 */
export async function findLeftovers(store: ReleaseStore, before: Date): Promise<Leftovers> {
  const [keys, parts] = await Promise.all([store.list('channels'), readParts(store)]);
  const kept = await readKeptChannels(store, keys);
  const named = getNamedFolders(kept);
  const found = parts.map((part) => findPartLeftovers(store, part, named, before));
  const pages = kept.flatMap(({ name, firstRevision }) => findOldPages(name, firstRevision, keys));
  return { old: [...found.flatMap(({ old }) => old), ...pages], unfinished: found.flatMap(({ unfinished }) => unfinished) };
}

/**
 * Removes the item if it is still unneeded.
 * @returns the number of removed files: 0 if a channel or a release has referred to the item since it was found
 */
export async function removeLeftover(store: ReleaseStore, { unneeded }: Leftover): Promise<number> {
  const [first, ...others] = await unneeded();
  if (first === undefined) return 0;
  await store.delete(first);
  await Promise.all(others.map((key) => store.delete(key)));
  return 1 + others.length;
}

/** Lists releases before files, because files of a release that is kept after all are needed. */
function findPartLeftovers(store: ReleaseStore, part: StoredPart, named: ReadonlySet<string>, before: Date): Leftovers {
  const unnamed = part.versions.filter(({ folder }) => !named.has(folder));
  const expired = unnamed.filter(({ release }) => release && new Date(release.publishedAt) < before);
  const uploads = unnamed.filter(({ release }) => !release);
  const remaining = { ...part, versions: part.versions.filter((version) => !expired.includes(version)) };
  // If a referenced release has lost its list, its files are unknown.
  const isKnown = part.versions.every(({ folder, release }) => release || !named.has(folder));
  const files = (isAffected: IsAffected) => (isKnown ? findFileLeftovers(store, remaining, isAffected) : []);
  const isOld = ({ writtenAt }: { writtenAt: Date }) => writtenAt < before;
  return {
    old: [
      ...expired.map((version) => createReleaseLeftover(store, version)),
      ...uploads.filter(isOld).map((upload) => createUploadLeftover(store, part.name, upload, isOld)),
      ...files(isOld),
    ],
    unfinished: [
      ...uploads.filter((upload) => !isOld(upload)).map((upload) => createUploadLeftover(store, part.name, upload, () => true)),
      ...files((file) => !isOld(file)),
    ],
  };
}

type IsAffected = (written: { writtenAt: Date }) => boolean;

function createReleaseLeftover(store: ReleaseStore, { title, keys, folder }: StoredVersion): Leftover {
  const isNamed = async () => getNamedFolders(await readKeptChannels(store, await store.list('channels'))).has(folder);
  return { title, keys, unneeded: async () => ((await isNamed()) ? [] : keys) };
}

function createUploadLeftover(
  store: ReleaseStore,
  name: string,
  { title, folder, keys }: StoredVersion,
  isAffected: IsAffected,
): Leftover {
  const unneeded = async () => {
    const now = (await readPart(store, name)).versions.find((version) => version.folder === folder);
    return now && !now.release && isAffected(now) ? now.keys : [];
  };
  return { title: `the unfinished upload of ${title}`, keys, unneeded };
}

function findFileLeftovers(store: ReleaseStore, part: StoredPart, isAffected: IsAffected): Leftover[] {
  const keys = findUnlisted(part, isAffected);
  if (keys.length === 0) return [];
  const unneeded = async () => {
    const now = new Set(findUnlisted(await readPart(store, part.name), isAffected));
    return keys.filter((key) => now.has(key));
  };
  return [{ title: `what no release of ${part.name} lists`, keys, unneeded }];
}

/** Returns the keys of files named by content that no release lists. */
function findUnlisted({ name, versions, files }: StoredPart, isAffected: IsAffected): string[] {
  const listed = new Set(
    versions.flatMap(({ release }) => release?.files.map(({ path }) => storeLayout.file(name, release.version, path)) ?? []),
  );
  return files.filter((file) => !listed.has(file.key) && isAffected(file)).flatMap(({ keys }) => keys);
}

function findOldPages(channel: string, firstRevision: number, keys: readonly string[]): Leftover[] {
  const folder = storeLayout.page(channel, 0, '').replace(/0\/$/, '');
  const old = keys.filter((key) => key.startsWith(folder) && Number.parseInt(key.slice(folder.length), 10) < firstRevision);
  return old.length > 0
    ? [{ title: `pages of ${channel} before revision ${firstRevision}`, keys: old, unneeded: async () => old }]
    : [];
}
