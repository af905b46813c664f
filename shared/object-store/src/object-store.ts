import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

/** Inclusive byte range, from 0. */
export interface ByteRange {
  first: number;
  last: number;
}

export interface ListedObject {
  key: string;
  /** Time of the last write or touch by the store's clock; buckets round to seconds. */
  writtenAt: Date;
}

/** Stores bytes by relative path, such as `avatars/a.webp`. A missing key is no error; failures are {@link ObjectStoreError}s. */
export interface ObjectStore {
  /** Folder, or bucket URL without credentials, for messages. */
  readonly place: string;
  /** Replaces an object atomically. If a stream fails, nothing is stored and its own error is thrown. */
  put(key: string, content: string | Uint8Array | Readable): Promise<void>;
  /** Stores an object unless the key exists. Of concurrent writers, one succeeds. @returns false if the key exists */
  create(key: string, content: string): Promise<boolean>;
  /** Returns an object, or a range of it, as a stream; undefined if it is missing. Read it to its end, or destroy it. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>;
  readAll(key: string, range?: ByteRange): Promise<Buffer | undefined>;
  exists(key: string): Promise<boolean>;
  /** Unordered, at any depth; `''` for all. */
  list(folder: string): Promise<string[]>;
  folders(): Promise<string[]>;
  listObjects(folder: string): Promise<ListedObject[]>;
  /** Renews an object's time without sending it. @returns false if it is missing */
  touch(key: string): Promise<boolean>;
  delete(key: string): Promise<void>;
  removeFolder(folder: string): Promise<void>;
  /** Removes incomplete writes below a folder that started before then. */
  removeUnfinished(folder: string, before: Date): Promise<void>;
}

/** Headers for clients that read a bucket directly. */
export interface ObjectHeaders {
  contentType?: string | undefined;
  contentEncoding?: string | undefined;
  cacheControl?: string | undefined;
}

export type Describe = (key: string) => ObjectHeaders;

/** Failure of a store. The message names the store, the action and the reason; `cause` is the original error. */
export class ObjectStoreError extends Error {
  override readonly name = 'ObjectStoreError';
}

/** Returns whether an untrusted key is a path inside the store. */
export const isKey = (key: string): boolean => !key.split('/').some((part) => /^\.{0,2}$|[\\\0]/.test(part));

function requireKey(key: string): void {
  if (!isKey(key)) throw new TypeError(`"${key}" is not a valid object key`);
}

/** Returns the root cause, as outer errors repeat the key. Some network errors have only a name. */
function getReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return getReason(error.cause);
  const code = 'code' in error ? String(error.code) : error.name;
  return error.message || code;
}

/** Wraps a stream to distinguish its own errors from those of its reader. */
function trackError(content: Readable): { source: Readable; getSourceError: () => { error: unknown } | undefined } {
  let sourceError: { error: unknown } | undefined;
  async function* read(): AsyncGenerator {
    const chunks: AsyncIterator<unknown> = content[Symbol.asyncIterator]();
    const next = () =>
      chunks.next().catch((error: unknown) => {
        sourceError = { error };
        throw error;
      });
    try {
      for (let chunk = await next(); !chunk.done; chunk = await next()) yield chunk.value;
    } finally {
      content.destroy();
    }
  }
  return { source: Readable.from(read(), { objectMode: false }), getSourceError: () => sourceError };
}

export type ErrorMapper = (error: ObjectStoreError) => Error;

export function withErrorMessages(raw: Omit<ObjectStore, 'readAll'>, mapError: ErrorMapper = (error) => error): ObjectStore {
  const failure = (action: string, error: unknown) =>
    mapError(new ObjectStoreError(`${raw.place} could not ${action}: ${getReason(error)}`, { cause: error }));
  const run = async <Value>(action: string, operation: () => Promise<Value>): Promise<Value> => {
    try {
      return await operation();
    } catch (error) {
      throw failure(action, error);
    }
  };
  const runForKey = async <Value>(verb: string, key: string, operation: () => Promise<Value>): Promise<Value> => {
    requireKey(key);
    return run(`${verb} ${key}`, operation);
  };
  const runForFolder = <Value>(verb: string, folder: string, operation: () => Promise<Value>): Promise<Value> =>
    folder === '' ? run(`${verb} it`, operation) : runForKey(verb, folder, operation);
  const putStream = async (key: string, content: Readable) => {
    const { source, getSourceError: getError } = trackError(content);
    try {
      await raw.put(key, source);
    } catch (error) {
      throw getError()?.error ?? failure(`write ${key}`, error);
    }
  };
  return {
    place: raw.place,
    async put(key, content) {
      if (!(content instanceof Readable)) return runForKey('write', key, () => raw.put(key, content));
      requireKey(key);
      return putStream(key, content);
    },
    create: (key, content) => runForKey('create', key, () => raw.create(key, content)),
    read: (key, range) => runForKey('read', key, () => raw.read(key, range)),
    readAll: (key, range) =>
      runForKey('read', key, async () => {
        const content = await raw.read(key, range);
        return content && buffer(content);
      }),
    exists: (key) => runForKey('find', key, () => raw.exists(key)),
    list: (folder) => runForFolder('list', folder, () => raw.list(folder)),
    folders: () => run('list it', () => raw.folders()),
    listObjects: (folder) => runForFolder('list', folder, () => raw.listObjects(folder)),
    touch: (key) => runForKey('touch', key, () => raw.touch(key)),
    delete: (key) => runForKey('remove', key, () => raw.delete(key)),
    removeFolder: (folder) => runForKey('remove', folder, () => raw.removeFolder(folder)),
    removeUnfinished: (folder, before) => runForFolder('clean up', folder, () => raw.removeUnfinished(folder, before)),
  };
}
