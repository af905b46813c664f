import { createHash } from 'node:crypto';
import { pipeline, Readable, Transform } from 'node:stream';
import type { TransformCallback } from 'node:stream';
import { isKey } from '@solvent/object-store';
import type { ObjectStore } from '@solvent/object-store';
import { StartupError } from '../platform/config/startup-error.ts';
import type { Part, PartName } from './manifest.ts';

export interface Measure {
  size: number;
  sha256: string;
}

/** An object by its key in its own store. */
export interface Entry extends Measure {
  key: string;
}

export const CONCURRENCY = 8;

class MeasuringTransform extends Transform {
  #size = 0;
  readonly #hash = createHash('sha256');

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#size += chunk.length;
    this.#hash.update(chunk);
    done(null, chunk);
  }

  /** Call it at the end of the stream. */
  result(): Measure {
    return { size: this.#size, sha256: this.#hash.digest('hex') };
  }
}

/** Errors are thrown to the reader of the result. */
const measuring = (content: Readable) => pipeline(content, new MeasuringTransform(), () => undefined);

/** Measures an object; undefined if the key does not exist. */
export async function measureObject(store: ObjectStore, key: string): Promise<Measure | undefined> {
  const content = await store.read(key);
  if (content === undefined) return undefined;
  const measured = measuring(content);
  for await (const _ of measured);
  return measured.result();
}

/** Processes items in batches, and yields the results in order. */
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

/** One backup: each part has a list `<part>.jsonl`, and its objects in a folder `<part>`. */
export class BackupFolder {
  readonly store: ObjectStore;
  readonly name: string;

  constructor(store: ObjectStore, name: string) {
    this.store = store;
    this.name = name;
  }

  key(part: PartName, key: string): string {
    return `${this.name}/${part}/${key}`;
  }

  async put(part: PartName, key: string, content: Readable): Promise<Entry> {
    return { key, ...(await this.#put(`${part}/${key}`, content)) };
  }

  async #put(path: string, content: Readable): Promise<Measure> {
    const measured = measuring(content);
    await this.store.put(`${this.name}/${path}`, measured);
    return measured.result();
  }

  /** @throws StartupError if the object is missing */
  read(part: PartName, key: string): Promise<Readable> {
    return this.#read(`${part}/${key}`);
  }

  async #read(path: string): Promise<Readable> {
    const content = await this.store.read(`${this.name}/${path}`);
    if (content === undefined) throw this.damaged(`${path} is missing`);
    return content;
  }

  damaged(problem: string): StartupError {
    return new StartupError(`The backup ${this.name} is damaged: ${problem}.`);
  }

  async writeList(part: PartName, entries: AsyncIterable<Entry> | Iterable<Entry>): Promise<Part> {
    let [objects, bytes] = [0, 0];
    async function* lines() {
      for await (const { key, size, sha256 } of entries) {
        objects += 1;
        bytes += size;
        yield `${JSON.stringify({ key, size, sha256 })}\n`;
      }
    }
    const { sha256 } = await this.#put(`${part}.jsonl`, Readable.from(lines(), { objectMode: false }));
    return { objects, bytes, list: sha256 };
  }

  /** @throws StartupError at the end if the list was changed */
  async *readList(part: PartName, { list }: Part): AsyncGenerator<Entry> {
    const path = `${part}.jsonl`;
    const measured = measuring(await this.#read(path));
    const changed = this.damaged(`${path} has changed since it was written`);
    for await (const line of splitLines(measured)) {
      const entry = parseEntry(line);
      if (entry === undefined) throw changed;
      yield entry;
    }
    if (measured.result().sha256 !== list) throw changed;
  }
}

/** Unlike `node:readline`, fails if the content does. */
async function* splitLines(content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of content) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** Returns undefined for an invalid line: other software may have written the list. */
function parseEntry(line: string): Entry | undefined {
  try {
    const { key, size, sha256 } = JSON.parse(line) as Partial<Entry>; // checked below
    if (typeof key !== 'string' || typeof size !== 'number' || typeof sha256 !== 'string') return undefined;
    return isKey(key) ? { key, size, sha256 } : undefined;
  } catch {
    return undefined;
  }
}
