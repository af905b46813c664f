import { isDeepStrictEqual } from 'node:util';
import type { BuiltFile } from '@solvent/federation/checksums';
import { storeLayout } from '@solvent/federation/manifest';
import type { Release, ReleaseFile } from '@solvent/federation/manifest';
import { DeliveryError, findRelease, getRelease, sealRelease } from '@solvent/releases';
import type { ReleaseStore } from '@solvent/releases';
import { storageKeys } from './check/globals.ts';
import { compress } from './compress.ts';
import type { Build } from './read-build.ts';

export interface Published {
  release: Release;
  /** False where this very release was there before. */
  isNew: boolean;
}

/**
 * Puts a build into the store, `release.json` last. Publishing it again changes nothing.
 *
 * @throws DeliveryError where the version is published with other bytes
 */
export async function publish(store: ReleaseStore, build: Build): Promise<Published> {
  const before = await findRelease(store, build.name, build.version);
  if (before) return { release: sameOrRefused(before, build), isNew: false };
  const release = await describeBuild(build);
  await Promise.all(build.files.map((file) => putFile(store, build, file)));
  if (await sealRelease(store, release)) return { release, isNew: true };
  // Somebody published this version while we wrote.
  return { release: sameOrRefused(await getRelease(store, build.name, build.version), build), isNew: false };
}

/** What `release.json` of a build says. Compresses it. */
export async function describeBuild(build: Build): Promise<Release> {
  const { name, version, remote, shell } = build;
  const files = await Promise.all(build.files.map(describeFile));
  const storage = storageKeys(build);
  return { name, version, publishedAt: new Date().toISOString(), remote, shell, build: build.build, files, storage };
}

async function describeFile({ path, bytes, integrity }: BuiltFile): Promise<ReleaseFile> {
  const { brotli } = await compress(path, bytes);
  return { path, bytes: bytes.length, brotliBytes: brotli?.length ?? bytes.length, integrity };
}

async function putFile(store: ReleaseStore, build: Build, { path, bytes }: BuiltFile): Promise<void> {
  const key = `${storeLayout.release(build.name, build.version)}/${path}`;
  const { brotli, gzip } = await compress(path, bytes);
  await store.put(key, bytes);
  if (brotli) await store.put(`${key}.br`, brotli);
  if (gzip) await store.put(`${key}.gz`, gzip);
}

function sameOrRefused(published: Release, build: Build): Release {
  const hashes = (files: { path: string; integrity: string }[]) =>
    Object.fromEntries(files.map((file) => [file.path, file.integrity]));
  if (isDeepStrictEqual(hashes(published.files), hashes(build.files))) return published;
  throw new DeliveryError(
    `${build.name}@${build.version} is published with other bytes (${published.publishedAt}), and a release never changes: ` +
      'publish your build under another version.',
  );
}
