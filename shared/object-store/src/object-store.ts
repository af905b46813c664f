import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

/** Bytes from `first` to `last`, both with, counted from 0. */
export interface ByteRange {
  first: number;
  last: number;
}

/** What a list says of an object. */
export interface ListedObject {
  key: string;
  /** When it was put, or last touched, by the store's own clock; in a bucket to the second. */
  writtenAt: Date;
}

/**
 * Keeps bytes under keys: relative paths with `/`, such as `avatars/a.webp`. A folder and a bucket behave the same. Everything
 * throws {@link ObjectStoreError} where the store does not answer or refuses; that nothing is under a key is no error.
 */
export interface ObjectStore {
  /** The folder, or the bucket without its key: for people. */
  readonly place: string;
  /**
   * Stores an object, whole or not at all, in place of what is under the key: a reader sees the old or the new one. A stream of
   * any length is read as fast as it is stored; one that breaks leaves nothing and throws its own error.
   */
  put(key: string, content: string | Uint8Array | Readable): Promise<void>;
  /**
   * Stores an object that must not be there yet. Of many who do so at once one succeeds.
   *
   * @returns false, with nothing stored, where it is there
   */
  create(key: string, content: string): Promise<boolean>;
  /** The object, or a range of its bytes, as a stream; undefined where nothing is under the key. Read it to its end, or destroy it. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /** The same, all of it in memory. */
  readAll(key: string, range?: ByteRange): Promise<Buffer | undefined>;
  exists(key: string): Promise<boolean>;
  /** All keys below a folder, however deep (`''`: all there are), in no order; none where there is no such folder. */
  list(folder: string): Promise<string[]>;
  /** Names of the folders at the top, in no order: without what is in them. */
  folders(): Promise<string[]>;
  /** The same as {@link list}, with their times. */
  listObjects(folder: string): Promise<ListedObject[]>;
  /**
   * Makes an object as young as if it were put now; its bytes do not travel.
   *
   * @returns false where there is none
   */
  touch(key: string): Promise<boolean>;
  /** Removes an object; fine where there is none. */
  delete(key: string): Promise<void>;
  /** Removes all objects below a folder, one after the other, and the folder itself; does nothing if there is none. */
  removeFolder(folder: string): Promise<void>;
  /** Removes what writers began below a folder before then, and never ended because they were killed: it is no object, and takes up room. */
  removeUnfinished(folder: string, before: Date): Promise<void>;
}

/** What a bucket says of an object to whoever reads it there: browsers, where others may. */
export interface ObjectHeaders {
  contentType?: string | undefined;
  contentEncoding?: string | undefined;
  cacheControl?: string | undefined;
}

/** What it says of the object under a key. */
export type Describe = (key: string) => ObjectHeaders;

/** A store that does not answer, or refuses. Its message says which store, what it could not do, and why; `cause` is what was thrown below. */
export class ObjectStoreError extends Error {
  override readonly name = 'ObjectStoreError';
}

/** Whether it is a path below the store's root, such as what somebody else wrote down as one. */
export const isKey = (key: string): boolean => !key.split('/').some((part) => /^\.{0,2}$|[\\\0]/.test(part));

/** A key that is none is a mistake of the program: nothing is asked of the store. */
function requireKey(key: string): void {
  if (!isKey(key)) throw new TypeError(`"${key}" is no key of an object`);
}

/** The library says which object it was about, which is known here: the reason lies below. Some errors of a network have only a name. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return reasonOf(error.cause);
  const code = 'code' in error ? String(error.code) : error.name;
  return error.message || code;
}

/** A stream that remembers what it broke with, if it did, and not whoever reads it. */
function watched(content: Readable): { source: Readable; broke: () => { error: unknown } | undefined } {
  let broken: { error: unknown } | undefined;
  async function* read(): AsyncGenerator {
    const chunks: AsyncIterator<unknown> = content[Symbol.asyncIterator]();
    const next = () =>
      chunks.next().catch((error: unknown) => {
        broken = { error };
        throw error;
      });
    try {
      for (let chunk = await next(); !chunk.done; chunk = await next()) yield chunk.value;
    } finally {
      content.destroy();
    }
  }
  return { source: Readable.from(read(), { objectMode: false }), broke: () => broken };
}

/** What a caller is thrown in place of an {@link ObjectStoreError}. */
export type Told = (error: ObjectStoreError) => Error;

/** A store whose errors say what could not be done and why. @param raw throws whatever is thrown below it */
export function sayingWhatFailed(raw: Omit<ObjectStore, 'readAll'>, tell: Told = (error) => error): ObjectStore {
  const failure = (what: string, error: unknown) =>
    tell(new ObjectStoreError(`${raw.place} could not ${what}: ${reasonOf(error)}`, { cause: error }));
  const told = async <Value>(what: string, ask: () => Promise<Value>): Promise<Value> => {
    try {
      return await ask();
    } catch (error) {
      throw failure(what, error);
    }
  };
  const about = async <Value>(verb: string, key: string, ask: () => Promise<Value>): Promise<Value> => {
    requireKey(key);
    return told(`${verb} ${key}`, ask);
  };
  const inside = <Value>(verb: string, folder: string, ask: () => Promise<Value>): Promise<Value> =>
    folder === '' ? told(`${verb} it`, ask) : about(verb, folder, ask);
  const putStream = async (key: string, content: Readable) => {
    const { source, broke } = watched(content);
    try {
      await raw.put(key, source);
    } catch (error) {
      throw broke()?.error ?? failure(`keep ${key}`, error);
    }
  };
  return {
    place: raw.place,
    async put(key, content) {
      if (!(content instanceof Readable)) return about('keep', key, () => raw.put(key, content));
      requireKey(key);
      return putStream(key, content);
    },
    create: (key, content) => about('make', key, () => raw.create(key, content)),
    read: (key, range) => about('read', key, () => raw.read(key, range)),
    readAll: (key, range) =>
      about('read', key, async () => {
        const content = await raw.read(key, range);
        return content && buffer(content);
      }),
    exists: (key) => about('look for', key, () => raw.exists(key)),
    list: (folder) => inside('list', folder, () => raw.list(folder)),
    folders: () => told('list it', () => raw.folders()),
    listObjects: (folder) => inside('list', folder, () => raw.listObjects(folder)),
    touch: (key) => about('touch', key, () => raw.touch(key)),
    delete: (key) => about('remove', key, () => raw.delete(key)),
    removeFolder: (folder) => about('remove', folder, () => raw.removeFolder(folder)),
    removeUnfinished: (folder, before) => inside('clear', folder, () => raw.removeUnfinished(folder, before)),
  };
}
