import { storeLayout } from '@solvent/federation/manifest';
import type { Release } from '@solvent/federation/manifest';
import { findRelease } from '@solvent/releases';
import type { ReleaseStore } from '@solvent/releases';

/** The folder of a version. */
export interface StoredVersion {
  title: string;
  folder: string;
  /** What makes a release whole is the first. */
  keys: string[];
  /** When the last of it was written. */
  writtenAt: Date;
  /** Undefined where it never became whole. */
  release: Release | undefined;
}

/** A file that is named by its content, with its variants. */
export interface StoredFile {
  key: string;
  keys: string[];
  /** When the last of it was written, or the file was found to be there by somebody who published it, too. */
  writtenAt: Date;
}

/** What the store holds of the shell or of a remote. */
export interface StoredPart {
  name: string;
  versions: StoredVersion[];
  files: StoredFile[];
}

type Listed = Awaited<ReturnType<ReleaseStore['listObjects']>>[number];

/** Everything that was ever published. Throws DeliveryError where a release was edited into nonsense: nobody knows what it needs. */
export async function readParts(store: ReleaseStore): Promise<StoredPart[]> {
  const [shell, remotes] = await Promise.all([store.listObjects('shell'), store.listObjects('remotes')]);
  const byName = grouped(remotes, ({ key }) => key.split('/')[1] ?? '');
  return Promise.all([...new Map([['shell', shell], ...byName])].map(([name, objects]) => partOf(store, name, objects)));
}

/** What there is of one of them now. */
export const readPart = async (store: ReleaseStore, name: string): Promise<StoredPart> =>
  partOf(store, name, await store.listObjects(storeLayout.folder(name)));

async function partOf(store: ReleaseStore, name: string, objects: readonly Listed[]): Promise<StoredPart> {
  const start = `${storeLayout.folder(name)}/`;
  const folders = grouped(objects, ({ key }) => key.slice(start.length).split('/')[0] ?? '');
  const filesFolder = storeLayout.files(name).slice(start.length);
  const files = folders.get(filesFolder) ?? [];
  const versions = [...folders].filter(([folder]) => folder !== filesFolder);
  return {
    name,
    versions: await Promise.all(versions.map(([version, found]) => versionOf(store, { name, version }, found))),
    files: [...grouped(files, ({ key }) => key.replace(/\.(br|gz)$/, ''))].map(([key, kept]) => ({
      key,
      keys: kept.map((object) => object.key),
      writtenAt: latest(kept),
    })),
  };
}

async function versionOf(
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

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

const latest = (objects: readonly Listed[]): Date => new Date(Math.max(...objects.map(({ writtenAt }) => writtenAt.getTime())));
