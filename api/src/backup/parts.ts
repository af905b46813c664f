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

/** So many objects are on their way at once. */
export const AT_ONCE = 8;

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
export async function putMeasured(store: ObjectStore, key: string, content: Readable): Promise<Omit<Entry, 'key'>> {
  // Who reads the measure hears of what goes wrong.
  const measure = pipeline(content, new Measure(), () => undefined);
  await store.put(key, measure);
  return measure.result();
}

/** What an object's bytes come to; undefined where nothing is under the key. */
export async function measureObject(store: ObjectStore, key: string): Promise<Omit<Entry, 'key'> | undefined> {
  const content = await store.read(key);
  if (content === undefined) return undefined;
  const measure = pipeline(content, new Measure(), () => undefined);
  for await (const _ of measure);
  return measure.result();
}

/** Does the same with each, some at once; what came of them, in their order. */
export async function* inTurns<Item, Result>(
  items: AsyncIterable<Item> | Iterable<Item>,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < AT_ONCE) continue;
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
  const { sha256 } = await putMeasured(store, listKey(name, part), Readable.from(lines(), { objectMode: false }));
  return { objects, bytes, list: sha256 };
}

/**
 * Reads a part's list.
 * @throws StartupError with a sentence where it is not as it was written: nobody is given the last of it then
 */
export async function* readList(store: ObjectStore, name: string, part: PartName, { list }: Part): AsyncGenerator<Entry> {
  const content = await store.read(listKey(name, part));
  if (content === undefined) throw new StartupError(`The backup ${name} is damaged: its list of the ${part} is not there.`);
  const measure = pipeline(content, new Measure(), () => undefined);
  const damaged = new StartupError(`The backup ${name} is damaged: its list of the ${part} is not as it was written.`);
  for await (const line of linesOf(measure)) {
    const entry = entryOf(line);
    if (entry === undefined) throw damaged;
    yield entry;
  }
  if (measure.result().sha256 !== list) throw damaged;
}

/** Lines as they come; fails as the content does. */
async function* linesOf(content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of content) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

function entryOf(line: string): Entry | undefined {
  try {
    const { key, size, sha256 } = JSON.parse(line) as Partial<Entry>; // looked at below
    if (typeof key !== 'string' || typeof size !== 'number' || typeof sha256 !== 'string') return undefined;
    // Whoever wrote the list may have been somebody else.
    return isKey(key) ? { key, size, sha256 } : undefined;
  } catch {
    return undefined;
  }
}
