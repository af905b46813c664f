import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, rename, rm, rmdir, stat, utimes } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join, posix, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { withErrorMessages } from './object-store.ts';
import type { ListedObject, ObjectStore, ErrorMapper } from './object-store.ts';

/** Extension of incomplete files. */
const DRAFT_EXTENSION = '.draft';

/** A concurrent delete may remove the folder before the file is opened. */
const OPEN_TRIES_MAX = 20;

export function openFolder(folder: string, mapError?: ErrorMapper): ObjectStore {
  const getPath = (key: string) => join(folder, key);
  const write = async (key: string, content: string | Uint8Array | Readable): Promise<string> => {
    const draft = `${getPath(key)}.${randomUUID()}${DRAFT_EXTENSION}`;
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
    put: async (key, content) => rename(await write(key, content), getPath(key)),
    async create(key, content) {
      const draft = await write(key, content);
      try {
        await link(draft, getPath(key));
        return true;
      } catch (error) {
        if (getCode(error) === 'EEXIST') return false;
        throw error;
      } finally {
        await rm(draft, { force: true });
      }
    },
    async read(key, range) {
      const handle = await fallbackIfMissing(open(getPath(key)), undefined);
      return handle?.createReadStream(range && { start: range.first, end: range.last });
    },
    exists: async (key) => (await fallbackIfMissing(stat(getPath(key)), undefined))?.isFile() ?? false,
    list: (subfolder) => listObjectKeys(folder, subfolder),
    async folders() {
      const entries = await fallbackIfMissing(readdir(folder, { withFileTypes: true }), []);
      return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
    },
    async listObjects(subfolder) {
      const keys = await listObjectKeys(folder, subfolder);
      const listed = await Promise.all(keys.map((key) => describe(folder, key)));
      return listed.filter((object) => object !== undefined);
    },
    async touch(key) {
      const now = new Date();
      return fallbackIfMissing(
        utimes(getPath(key), now, now).then(() => true),
        false,
      );
    },
    async delete(key) {
      await rm(getPath(key), { force: true });
      await removeEmpty(folder, key);
    },
    removeFolder: (subfolder) => rm(join(folder, subfolder), { recursive: true, force: true }),
    async removeUnfinished(subfolder, before) {
      for (const key of await listFiles(folder, subfolder)) {
        if (!key.endsWith(DRAFT_EXTENSION)) continue;
        const changedAt = (await fallbackIfMissing(stat(getPath(key)), undefined))?.mtime;
        if (changedAt === undefined || changedAt >= before) continue;
        await rm(getPath(key), { force: true });
        await removeEmpty(folder, key);
      }
    },
  };
  return withErrorMessages(store, mapError);
}

async function openDraft(draft: string): Promise<FileHandle> {
  for (let tries = 1; ; tries += 1) {
    try {
      await mkdir(dirname(draft), { recursive: true });
      return await open(draft, 'wx');
    } catch (error) {
      // A concurrent delete removed the empty folder.
      if (getCode(error) !== 'ENOENT' || tries === OPEN_TRIES_MAX) throw error;
    }
  }
}

/** Removes empty parent folders except at the top level. */
async function removeEmpty(folder: string, key: string): Promise<void> {
  for (let parent = posix.dirname(key); parent.includes('/'); parent = posix.dirname(parent)) {
    try {
      await rmdir(join(folder, parent));
    } catch (error) {
      if (['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(String(getCode(error)))) return;
      throw error;
    }
  }
}

async function listFiles(folder: string, subfolder: string): Promise<string[]> {
  const entries = await fallbackIfMissing(readdir(join(folder, subfolder), { recursive: true, withFileTypes: true }), []);
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'));
}

const listObjectKeys = async (folder: string, subfolder: string): Promise<string[]> =>
  (await listFiles(folder, subfolder)).filter((key) => !key.endsWith(DRAFT_EXTENSION));

async function describe(folder: string, key: string): Promise<ListedObject | undefined> {
  const about = await fallbackIfMissing(stat(join(folder, key)), undefined);
  return about && { key, writtenAt: about.mtime };
}

async function fallbackIfMissing<Value, Missing>(reading: Promise<Value>, missing: Missing): Promise<Value | Missing> {
  try {
    return await reading;
  } catch (error) {
    if (MISSING_CODES.has(getCode(error))) return missing;
    throw error;
  }
}

/** No file can have a name that is too long. */
const MISSING_CODES: ReadonlySet<unknown> = new Set(['ENOENT', 'ENAMETOOLONG']);

/** Works for errors of another realm, as in Jest. */
const getCode = (error: unknown) => (typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined);
