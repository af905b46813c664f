import { createHash } from 'node:crypto';
import { pipeline, Readable, Transform } from 'node:stream';
import type { TransformCallback } from 'node:stream';
import { isKey } from '@solvent/object-store';
import type { ObjectStore } from '@solvent/object-store';
import { StartupError } from '../platform/config/startup-error.ts';
import type { Part, PartName } from './manifest.ts';

/** An object: its key in its own store, and what its bytes come to. */
export interface Entry {
  key: string;
  size: number;
  sha256: string;
}

export const CONCURRENCY = 8;

/** Lets bytes through, counts and hashes them. */
class Measure extends Transform {
  size = 0;
  readonly #hash = createHash('sha256');

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.size += chunk.length;
    this.#hash.update(chunk);
    done(null, chunk);
  }

  /** Once all is through. */
  result(): Omit<Entry, 'key'> {
    return { size: this.size, sha256: this.#hash.digest('hex') };
  }
}

/** Puts a stream under a key. @returns what its bytes came to */
export async function putHashed(store: ObjectStore, key: string, content: Readable): Promise<Omit<Entry, 'key'>> {
  // the reader of the measure gets the error
  const measure = pipeline(content, new Measure(), () => undefined);
  await store.put(key, measure);
  return measure.result();
}

/** Size and hash of an object; undefined if the key does not exist. */
export async function measureObject(store: ObjectStore, key: string): Promise<Omit<Entry, 'key'> | undefined> {
  const content = await store.read(key);
  if (content === undefined) return undefined;
  const measure = pipeline(content, new Measure(), () => undefined);
  for await (const _ of measure);
  return measure.result();
}

/** Does the same with each, some at once; what came of them, in their order. */
export async function* forEachConcurrently<Item, Result>(
  items: AsyncIterable<Item> | Iterable<Item>,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < CONCURRENCY) continue;
    yield* await Promise.all(batch.map(work));
    batch = [];
  }
  yield* await Promise.all(batch.map(work));
}

const listKey = (name: string, part: PartName) => `${name}/${part}.jsonl`;

/** Where an object of a backup lies. */
export const objectKey = (name: string, part: PartName, key: string): string => `${name}/${part}/${key}`;

/** Writes a part's list, a line for each object that comes, as it comes. */
export async function writeList(store: ObjectStore, name: string, part: PartName, entries: AsyncIterable<Entry>): Promise<Part> {
  let [objects, bytes] = [0, 0];
  async function* lines() {
    for await (const { key, size, sha256 } of entries) {
      objects += 1;
      bytes += size;
      yield `${JSON.stringify({ key, size, sha256 })}\n`;
    }
  }
  const { sha256 } = await putHashed(store, listKey(name, part), Readable.from(lines(), { objectMode: false }));
  return { objects, bytes, list: sha256 };
}

/**
 * Reads a part's list, and verifies it at the end.
 * @throws StartupError if it is not as it was written, before the last entry is returned
 */
export async function* readList(store: ObjectStore, name: string, part: PartName, { list }: Part): AsyncGenerator<Entry> {
  const content = await store.read(listKey(name, part));
  if (content === undefined) throw new StartupError(`The backup ${name} is damaged: its list of the ${part} is not there.`);
  const measure = pipeline(content, new Measure(), () => undefined);
  const damaged = new StartupError(`The backup ${name} is damaged: its list of the ${part} is not as it was written.`);
  for await (const line of toLines(measure)) {
    const entry = parseEntry(line);
    if (entry === undefined) throw damaged;
    yield entry;
  }
  if (measure.result().sha256 !== list) throw damaged;
}

/** Lines as they come; fails as the content does. */
async function* toLines(content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of content) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

function parseEntry(line: string): Entry | undefined {
  try {
    const { key, size, sha256 } = JSON.parse(line) as Partial<Entry>; // looked at below
    if (typeof key !== 'string' || typeof size !== 'number' || typeof sha256 !== 'string') return undefined;
    // The list may have been written by other software.
    return isKey(key) ? { key, size, sha256 } : undefined;
  } catch {
    return undefined;
  }
}
