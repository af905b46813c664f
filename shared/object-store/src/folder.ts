import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, rename, rm, rmdir, stat, utimes } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join, posix, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sayingWhatFailed } from './object-store.ts';
import type { ListedObject, ObjectStore, Told } from './object-store.ts';

/** What is being written has this ending until it is whole. */
const DRAFT = '.draft';

/** So often a folder may be removed by others while a file is begun in it. */
const TRIES = 20;

/**
 * Objects as files below a folder, which is made when the first one comes. Whole by rename, made once by hard link.
 *
 * @param folder absolute path @param tell what callers are thrown; default: {@link ObjectStoreError}
 */
export function openFolder(folder: string, tell?: Told): ObjectStore {
  const pathOf = (key: string) => join(folder, key);
  const write = async (key: string, content: string | Uint8Array | Readable): Promise<string> => {
    const draft = `${pathOf(key)}.${randomUUID()}${DRAFT}`;
    const handle = await openDraft(draft);
    try {
      await (content instanceof Readable ? pipeline(content, handle.createWriteStream()) : handle.writeFile(content));
      return draft;
    } catch (error) {
      await rm(draft, { force: true });
      await removeEmpty(folder, key);
      throw error;
    } finally {
      await handle.close();
    }
  };
  const store: Omit<ObjectStore, 'readAll'> = {
    place: folder,
    put: async (key, content) => rename(await write(key, content), pathOf(key)),
    async create(key, content) {
      const draft = await write(key, content);
      try {
        await link(draft, pathOf(key));
        return true;
      } catch (error) {
        if (codeOf(error) === 'EEXIST') return false;
        throw error;
      } finally {
        await rm(draft, { force: true });
      }
    },
    async read(key, range) {
      const handle = await unlessMissing(open(pathOf(key)), undefined);
      return handle?.createReadStream(range && { start: range.first, end: range.last });
    },
    exists: async (key) => (await unlessMissing(stat(pathOf(key)), undefined))?.isFile() ?? false,
    list: (below) => objectsBelow(folder, below),
    async folders() {
      const entries = await unlessMissing(readdir(folder, { withFileTypes: true }), []);
      return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
    },
    async listObjects(below) {
      const keys = await objectsBelow(folder, below);
      const listed = await Promise.all(keys.map((key) => describe(folder, key)));
      return listed.filter((object) => object !== undefined);
    },
    async touch(key) {
      const now = new Date();
      return unlessMissing(
        utimes(pathOf(key), now, now).then(() => true),
        false,
      );
    },
    async delete(key) {
      await rm(pathOf(key), { force: true });
      await removeEmpty(folder, key);
    },
    removeFolder: (below) => rm(join(folder, below), { recursive: true, force: true }),
    async removeUnfinished(below, before) {
      for (const key of await filesBelow(folder, below)) {
        if (!key.endsWith(DRAFT)) continue;
        const changedAt = (await unlessMissing(stat(pathOf(key)), undefined))?.mtime;
        if (changedAt === undefined || changedAt >= before) continue;
        await rm(pathOf(key), { force: true });
        await removeEmpty(folder, key);
      }
    },
  };
  return sayingWhatFailed(store, tell);
}

async function openDraft(draft: string): Promise<FileHandle> {
  for (let tries = 1; ; tries += 1) {
    try {
      await mkdir(dirname(draft), { recursive: true });
      return await open(draft, 'wx');
    } catch (error) {
      // Somebody removed the folder, which was empty.
      if (codeOf(error) !== 'ENOENT' || tries === TRIES) throw error;
    }
  }
}

/** Folders go with the last file in them; those at the top, of a kind of things, stay. */
async function removeEmpty(folder: string, key: string): Promise<void> {
  for (let parent = posix.dirname(key); parent.includes('/'); parent = posix.dirname(parent)) {
    try {
      await rmdir(join(folder, parent));
    } catch (error) {
      if (['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(String(codeOf(error)))) return;
      throw error;
    }
  }
}

async function filesBelow(folder: string, below: string): Promise<string[]> {
  const entries = await unlessMissing(readdir(join(folder, below), { recursive: true, withFileTypes: true }), []);
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'));
}

const objectsBelow = async (folder: string, below: string): Promise<string[]> =>
  (await filesBelow(folder, below)).filter((key) => !key.endsWith(DRAFT));

/** Undefined where it was removed meanwhile. */
async function describe(folder: string, key: string): Promise<ListedObject | undefined> {
  const about = await unlessMissing(stat(join(folder, key)), undefined);
  return about && { key, writtenAt: about.mtime };
}

async function unlessMissing<Value, Missing>(reading: Promise<Value>, missing: Missing): Promise<Value | Missing> {
  try {
    return await reading;
  } catch (error) {
    if (MISSING.has(codeOf(error))) return missing;
    throw error;
  }
}

/** Of a name that is too long there is no file either. */
const MISSING: ReadonlySet<unknown> = new Set(['ENOENT', 'ENAMETOOLONG']);

/** Of errors of another realm, too, as tests have them. */
const codeOf = (error: unknown) => (typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined);
