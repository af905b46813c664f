import { releaseSchema, storeLayout } from '@solvent/federation/manifest';
import type { Release } from '@solvent/federation/manifest';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { DeliveryError } from '../delivery-error.ts';
import { folderWriter } from './atomic-writer.ts';
import type { AtomicWriter } from './atomic-writer.ts';

/** Where releases and channels are kept (`storeLayout`). */
export interface ReleaseStore extends AtomicWriter {
  /** Writes a file; the same key is written again with the same bytes only. */
  put(key: string, bytes: string | Uint8Array): Promise<void>;
  /** The JSON under a key, or undefined where there is none. */
  readJson(key: string): Promise<unknown>;
  exists(key: string): Promise<boolean>;
}

/** @param folder absolute path; made where it is missing */
export function openReleaseStore(folder: string): ReleaseStore {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'public' }));
  return {
    ...folderWriter(folder),
    put: (key, bytes) => disk.put(key, bytes),
    readJson: async (key) => ((await disk.exists(key)) ? (JSON.parse(await disk.get(key)) as unknown) : undefined),
    exists: (key) => disk.exists(key),
  };
}

const releaseKey = (name: string, version: string) => `${storeLayout.release(name, version)}/release.json`;

/** A published release, or undefined. */
export async function findRelease(store: ReleaseStore, name: string, version: string): Promise<Release | undefined> {
  const found = await store.readJson(releaseKey(name, version));
  return found === undefined ? undefined : releaseSchema.validateSync(found);
}

/** A published release. Throws {@link DeliveryError} where there is none. */
export async function getRelease(store: ReleaseStore, name: string, version: string): Promise<Release> {
  const release = await findRelease(store, name, version);
  if (release) return release;
  throw new DeliveryError(`${name}@${version} is not published: build it and run "pnpm delivery publish ${name}" first.`);
}

/** Makes a release whole: it is there from now on, and never changes. False where it was there before. */
export const sealRelease = (store: ReleaseStore, release: Release): Promise<boolean> =>
  store.create(releaseKey(release.name, release.version), JSON.stringify(release, null, 2));
