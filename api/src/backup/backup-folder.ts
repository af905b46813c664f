import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { isKey } from '@solvent/object-store';
import type { ObjectStore } from '@solvent/object-store';
import { StartupError } from '../platform/config/startup-error.ts';
import type { BackupSection, SectionName } from './manifest.ts';

export interface Measure {
  size: number;
  sha256: string;
}

/** An object by its key in its own store. */
export interface Entry extends Measure {
  key: string;
}

export const CONCURRENCY = 8;

function measure(content: AsyncIterable<Buffer>) {
  let size = 0;
  const hash = createHash('sha256');
  async function* readMeasured() {
    for await (const chunk of content) {
      size += chunk.length;
      hash.update(chunk);
      yield chunk;
    }
  }
  const getResult = (): Measure => ({ size, sha256: hash.digest('hex') });
  return { stream: Readable.from(readMeasured(), { objectMode: false }), getResult };
}

export async function measureObject(store: ObjectStore, key: string): Promise<Measure | undefined> {
  const content = await store.read(key);
  if (content === undefined) return undefined;
  const { stream, getResult } = measure(content);
  for await (const _ of stream);
  return getResult();
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

/** One backup. Each section has a list `<section>.jsonl`, and its objects at `<section>/<key>`. */
export class BackupFolder {
  constructor(
    readonly store: ObjectStore,
    readonly name: string,
  ) {}

  async put(path: string, content: Readable): Promise<Measure> {
    const { stream, getResult } = measure(content);
    await this.store.put(`${this.name}/${path}`, stream);
    return getResult();
  }

  async read(path: string): Promise<Readable> {
    const content = await this.store.read(`${this.name}/${path}`);
    if (content === undefined) throw this.createDamagedError(`${path} is missing`);
    return content;
  }

  createDamagedError(problem: string): StartupError {
    return new StartupError(`The backup ${this.name} is damaged: ${problem}.`);
  }

  async writeList(section: SectionName, entries: AsyncIterable<Entry> | Iterable<Entry>): Promise<BackupSection> {
    let [objects, bytes] = [0, 0];
    async function* lines() {
      for await (const { key, size, sha256 } of entries) {
        objects += 1;
        bytes += size;
        yield `${JSON.stringify({ key, size, sha256 })}\n`;
      }
    }
    const { sha256 } = await this.put(`${section}.jsonl`, Readable.from(lines(), { objectMode: false }));
    return { objects, bytes, list: sha256 };
  }

  /** @throws StartupError at the end if the list was changed */
  async *readList(section: SectionName, { list }: BackupSection): AsyncGenerator<Entry> {
    const path = `${section}.jsonl`;
    const { stream, getResult } = measure(await this.read(path));
    const changed = this.createDamagedError(`${path} has changed since it was written`);
    for await (const line of splitLines(stream)) {
      const entry = parseEntry(line);
      if (entry === undefined) throw changed;
      yield entry;
    }
    if (getResult().sha256 !== list) throw changed;
  }
}

/** Splits a stream into lines. Throws the errors of the stream, unlike `node:readline`. */
async function* splitLines(content: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of content.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
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
