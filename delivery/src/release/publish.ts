import { isDeepStrictEqual } from 'node:util';
import type { BuiltFile } from '@solvent/federation/checksums';
import { isNamedByContent, storeLayout } from '@solvent/federation/manifest';
import type { Release, ReleaseFile } from '@solvent/federation/manifest';
import { DeliveryError, findRelease, getRelease, sealRelease } from '@solvent/releases';
import type { ReleaseStore } from '@solvent/releases';
import { findStorageKeys } from './check/globals.ts';
import { compress } from './compress.ts';
import type { Build } from './read-build.ts';

export interface Published {
  release: Release;
  /** False if the store already had this release. */
  isNew: boolean;
  /** Paths of files of the release that the store lacked. */
  added: string[];
}

/**
 * Uploads a build to the store, `release.json` last. Files named by content are uploaded once; finding them again protects them
 * from `gc` as if they were new. Publishing a version again restores its missing files and changes nothing else.
 * @throws DeliveryError if the version is published with other bytes, or a stored file does not match its name
 */
export async function publish(store: ReleaseStore, build: Build): Promise<Published> {
  const before = await findRelease(store, build.name, build.version);
  if (before) return { release: requireSame(before, build), isNew: false, added: await uploadMissing(store, build) };
  const release = await describeBuild(build);
  const added = await uploadAll(store, build);
  const isNew = await sealRelease(store, release);
  // If `isNew` is false, a concurrent publish stored this version.
  const sealed = isNew ? release : requireSame(await getRelease(store, build.name, build.version), build);
  // gc may have removed existing files before the release listed them.
  await uploadMissing(store, build);
  return { release: sealed, isNew, added };
}

/** Checks that a published version has the bytes of this build. @throws DeliveryError if it has other bytes */
export async function requireSameBytes(store: ReleaseStore, build: Build): Promise<void> {
  const published = await findRelease(store, build.name, build.version);
  if (published) requireSame(published, build);
}

/**
 * Describes for a person how much of a new release browsers must fetch if they have the previous one, or which files of an existing
 * release were restored.
 */
export function describePublished({ release, isNew, added }: Published): string {
  const title = `${release.name}@${release.version}`;
  if (!isNew && added.length === 0) return `${title} is published already.`;
  if (!isNew) return `${title} is published already. These of its files were missing and are there again: ${added.join(', ')}.`;
  const named = release.files.filter(({ path }) => isNamedByContent(path));
  const fresh = named.filter(({ path }) => added.includes(path));
  const kilobytes = (fresh.reduce((sum, file) => sum + file.brotliBytes, 0) / 1000).toFixed(1);
  return `Published ${title}: ${named.length} files named by content, ${fresh.length} of them new (${kilobytes} kB compressed).`;
}

/** Creates the content of `release.json`. Compresses the files. */
export async function describeBuild(build: Build): Promise<Release> {
  const { name, version, remote, shell } = build;
  const files = await Promise.all(build.files.map(describeFile));
  const storage = findStorageKeys(build);
  return { name, version, publishedAt: new Date().toISOString(), remote, shell, build: build.build, files, storage };
}

async function describeFile({ path, bytes, integrity }: BuiltFile): Promise<ReleaseFile> {
  const { brotli } = await compress(path, bytes);
  return { path, bytes: bytes.length, brotliBytes: brotli?.length ?? bytes.length, integrity };
}

/** A file and its objects in the store. */
interface FileObjects {
  path: string;
  /** Compressed variants, then the file itself: if the file exists, so do its variants. */
  objects: { key: string; bytes: Buffer }[];
  key: string;
  bytes: Buffer;
}

async function createFileObjects({ name, version }: Build, { path, bytes }: BuiltFile): Promise<FileObjects> {
  const key = storeLayout.file(name, version, path);
  const { brotli, gzip } = await compress(path, bytes);
  const variants = [
    ...(brotli ? [{ key: `${key}.br`, bytes: brotli }] : []),
    ...(gzip ? [{ key: `${key}.gz`, bytes: gzip }] : []),
  ];
  return { path, key, bytes, objects: [...variants, { key, bytes }] };
}

/** Uploads the files of a release that is not stored yet. @returns paths of the files that the store lacked */
async function uploadAll(store: ReleaseStore, build: Build): Promise<string[]> {
  const put = async (file: FileObjects) => {
    // Touches the file before reading it, so that gc does not remove it afterwards.
    const before = isNamedByContent(file.path) && (await store.touch(file.key)) ? await store.read(file.key) : undefined;
    if (before && !before.equals(file.bytes)) throw createOtherBytesError(build, file);
    for (const { key, bytes } of file.objects) {
      const isThere = before && (key === file.key || (await store.read(key))?.equals(bytes));
      if (!isThere) await store.put(key, bytes);
    }
    return before ? [] : [file.path];
  };
  return (await Promise.all(build.files.map(async (file) => put(await createFileObjects(build, file))))).flat();
}

const createOtherBytesError = ({ name, version }: Build, { key }: FileObjects): DeliveryError =>
  new DeliveryError(
    `${key} in the release store holds other bytes than its name says: somebody changed it by hand, or the store damaged it. ` +
      `${name}@${version} is not published. Remove ${key} from the store and publish again: that puts it there as it was built.`,
  );

/** Uploads missing files of a stored release. @returns paths of these files */
async function uploadMissing(store: ReleaseStore, build: Build): Promise<string[]> {
  const { name, version } = build;
  const listed = await Promise.all(
    [storeLayout.files(name), storeLayout.release(name, version)].map((folder) => store.list(folder)),
  );
  const there = new Set(listed.flat());
  const put = async (file: BuiltFile) => {
    const key = storeLayout.file(name, version, file.path);
    // Compression takes longer than everything else.
    if (['', '.br', '.gz'].every((ending) => there.has(key + ending))) return [];
    const { objects } = await createFileObjects(build, file);
    const missing = objects.filter((object) => !there.has(object.key));
    for (const object of missing) await store.put(object.key, object.bytes);
    return missing.length > 0 ? [file.path] : [];
  };
  return (await Promise.all(build.files.map(put))).flat();
}

function requireSame(published: Release, build: Build): Release {
  const hashes = (files: { path: string; integrity: string }[]) =>
    Object.fromEntries(files.map((file) => [file.path, file.integrity]));
  if (isDeepStrictEqual(hashes(published.files), hashes(build.files))) return published;
  throw new DeliveryError(
    `${build.name}@${build.version} is published with other bytes (${published.publishedAt}), and a release never changes: ` +
      'publish your build under another version.',
  );
}
