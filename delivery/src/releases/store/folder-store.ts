import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { RawStore } from './raw-store.ts';

/** What is being written has this ending until it is whole. */
const DRAFT = '.draft';

/**
 * The store in a folder. The library does nothing all or nothing, and takes a folder that cannot be read for an empty one:
 * that is done here, by hard link, by rename and by Node.
 */
export function openFolderStore(folder: string): RawStore {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'public' }));
  return {
    place: folder,
    ...atomicWrites(folder),
    read: (key) => unlessMissing(readFile(join(folder, key)), undefined),
    exists: (key) => disk.exists(key),
    list: (below) => unlessMissing(keysOf(folder, below), []),
    remove: (key) => disk.delete(key),
  };
}

function atomicWrites(folder: string): Pick<RawStore, 'put' | 'create' | 'replace'> {
  const write = async (key: string, text: string | Uint8Array) => {
    const target = join(folder, key);
    const draft = `${target}.${randomUUID()}${DRAFT}`;
    await mkdir(dirname(target), { recursive: true });
    await writeFile(draft, text).catch(async (error: unknown) => {
      await rm(draft, { force: true });
      throw error;
    });
    return { target, draft };
  };
  const overwrite = async (key: string, text: string | Uint8Array) => {
    const { target, draft } = await write(key, text);
    await rename(draft, target);
  };
  return {
    async create(key, text) {
      const { target, draft } = await write(key, text);
      try {
        await link(draft, target);
        return true;
      } catch (error) {
        if (codeOf(error) === 'EEXIST') return false;
        throw error;
      } finally {
        await rm(draft, { force: true });
      }
    },
    // Two may write the same file at the same moment, and who reads it meanwhile must not see a part of it.
    put: overwrite,
    replace: overwrite,
  };
}

async function keysOf(folder: string, below: string): Promise<string[]> {
  const entries = await readdir(join(folder, below), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith(DRAFT));
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'));
}

async function unlessMissing<Value, Missing>(reading: Promise<Value>, missing: Missing): Promise<Value | Missing> {
  try {
    return await reading;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return missing;
    throw error;
  }
}

/** Of errors of another realm, too, as tests have them. */
const codeOf = (error: unknown) => (typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined);
