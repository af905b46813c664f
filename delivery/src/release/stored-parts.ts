import { storeLayout } from '@solvent/federation/manifest';
import type { Release } from '@solvent/federation/manifest';
import { findRelease } from '@solvent/releases';
import type { ReleaseStore } from '@solvent/releases';

/** The folder of a version. */
export interface StoredVersion {
  title: string;
  folder: string;
  /** `release.json`, which completes a release, is first. */
  keys: string[];
  /** Time of the last write to the folder. */
  writtenAt: Date;
  /** Undefined if the upload was not completed. */
  release: Release | undefined;
}

/** A file named by its content, with its compressed variants. */
export interface StoredFile {
  key: string;
  keys: string[];
  /** Time of the last write, or of a later publish that found the file. */
  writtenAt: Date;
}

/** Versions and files of the shell or of a remote. */
export interface StoredPart {
  name: string;
  versions: StoredVersion[];
  files: StoredFile[];
}

type Listed = Awaited<ReturnType<ReleaseStore['listObjects']>>[number];

/** Lists everything that was published. @throws DeliveryError if a release was edited and is invalid, because its files are unknown then */
export async function readParts(store: ReleaseStore): Promise<StoredPart[]> {
  const [shell, remotes] = await Promise.all([store.listObjects('shell'), store.listObjects('remotes')]);
  const byName = grouped(remotes, ({ key }) => key.split('/')[1] ?? '');
  return Promise.all([...new Map([['shell', shell], ...byName])].map(([name, objects]) => readStoredPart(store, name, objects)));
}

export const readPart = async (store: ReleaseStore, name: string): Promise<StoredPart> =>
  readStoredPart(store, name, await store.listObjects(storeLayout.folder(name)));

async function readStoredPart(store: ReleaseStore, name: string, objects: readonly Listed[]): Promise<StoredPart> {
  const start = `${storeLayout.folder(name)}/`;
  const folders = grouped(objects, ({ key }) => key.slice(start.length).split('/')[0] ?? '');
  const filesFolder = storeLayout.files(name).slice(start.length);
  const files = folders.get(filesFolder) ?? [];
  const versions = [...folders].filter(([folder]) => folder !== filesFolder);
  return {
    name,
    versions: await Promise.all(versions.map(([version, found]) => readStoredVersion(store, { name, version }, found))),
    files: [...grouped(files, ({ key }) => key.replace(/\.(br|gz)$/, ''))].map(([key, kept]) => ({
      key,
      keys: kept.map((object) => object.key),
      writtenAt: latest(kept),
    })),
  };
}

async function readStoredVersion(
  store: ReleaseStore,
  { name, version }: { name: string; version: string },
  objects: readonly Listed[],
): Promise<StoredVersion> {
  const folder = storeLayout.release(name, version);
  const keys = objects.map(({ key }) => key);
  const seal = `${folder}/release.json`;
  return {
    title: `${name}@${version}`,
    folder,
    keys: [...keys.filter((key) => key === seal), ...keys.filter((key) => key !== seal)],
    writtenAt: latest(objects),
    release: keys.includes(seal) ? await findRelease(store, name, version) : undefined,
  };
}

function grouped<Item>(items: readonly Item[], getKey: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(getKey(item));
    if (group) group.push(item);
    else groups.set(getKey(item), [item]);
  }
  return groups;
}

const latest = (objects: readonly Listed[]): Date => new Date(Math.max(...objects.map(({ writtenAt }) => writtenAt.getTime())));
