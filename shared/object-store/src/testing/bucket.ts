import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import S3rver from 's3rver';
import type { BucketAddress } from '../bucket-address.ts';

/** A bucket on this machine. */
export interface TestBucket {
  /** As `FILES_URL` and `RELEASES_URL` take it. */
  url: string;
  /** As `openBucket` takes it. */
  address: BucketAddress;
  /** The store is gone until it is brought back; what it holds stays. */
  takeAway(): Promise<void>;
  bringBack(): Promise<void>;
  /** Makes an object as old as then. */
  age(key: string, then: Date): Promise<void>;
  close(): Promise<void>;
}

interface TestBucketOptions {
  name?: string;
  knowsConditions?: boolean;
  port?: number;
  directory?: string | undefined;
}

/**
 * An empty bucket of an S3-compatible store. The store knows one key, which it calls S3RVER.
 *
 * @param options `knowsConditions`: `If-None-Match: *` on writes as S3 has it, where the first writer of a key wins and the others
 *   are told 412, or 409 while it writes; else the store takes no notice of it; `port`, else any; `directory` where its objects
 *   lie and stay, else one that goes with it
 */
export async function openTestBucket({
  name = 'solvent-files',
  knowsConditions = false,
  port: wanted = 0,
  directory: kept,
}: TestBucketOptions = {}): Promise<TestBucket> {
  const directory = kept ?? (await mkdtemp(join(tmpdir(), 'solvent-test-bucket-')));
  const store = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name }] });
  awaitWrites(store, directory);
  keepFolders(store, directory);
  touchCopies(store, directory);
  listWhole(store);
  const { port: storePort } = await store.run();
  const refusesWrite = knowsConditions ? conditions(directory) : () => undefined;
  const inTurn = turns();
  const handle = async (asked: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const refusal = refusesWrite(asked, answer);
    if (refusal) return refuse(asked, answer, refusal);
    await inTurn(asked, answer);
    if (await answersUploads(asked, answer, join(directory, name))) return;
    forward(asked, answer, storePort);
  };
  // The store cannot be opened a second time: what is taken away is what stands before it.
  const open = async (port: number): Promise<Server> => {
    const front = createServer((asked, answer) => {
      handle(asked, answer).catch(() => answer.destroy());
    });
    front.listen(port, '127.0.0.1');
    await once(front, 'listening');
    return front;
  };
  let front = await open(wanted);
  const address = front.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const takeAway = async () => {
    if (!front.listening) return;
    front.closeAllConnections();
    front.close();
    await once(front, 'close');
  };
  const [key, region] = ['S3RVER', 'eu-central-1'];
  return {
    url: `s3+http://${key}:${key}@127.0.0.1:${port}/${name}?region=${region}`,
    address: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: name,
      region,
      credentials: { accessKeyId: key, secretAccessKey: key },
    },
    takeAway,
    bringBack: async () => {
      front = await open(port);
    },
    age: (object, then) => utimes(fileOf(directory, name, object), then, then),
    close: async () => {
      await takeAway();
      await store.close();
      if (kept === undefined) await rm(directory, { recursive: true });
    },
  };
}

/** Answers once the object's file is complete, as a bucket does. The library answers earlier: a late write then changes the file's time. */
function awaitWrites({ store }: S3rver, directory: string): void {
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const file = fileOf(directory, bucket, key);
    await mkdir(dirname(file), { recursive: true });
    const hash = createHash('md5');
    let size = 0;
    async function* measured(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    }
    await pipeline(content, measured, createWriteStream(file));
    const md5 = hash.digest('hex');
    await store.putMetadata(bucket, key, metadata, md5);
    return { size, md5 };
  };
}

/**
 * A bucket has no folders, but this one's objects lie in some: it removes each with its last object, even while another
 * one is being put there. A file that is no object keeps it.
 */
function keepFolders({ store }: S3rver, directory: string): void {
  const remove = store.deleteObject.bind(store);
  store.deleteObject = async (bucket, key) => {
    // Where there is no such folder, there is nothing to remove.
    await writeFile(join(directory, bucket, dirname(key), 'kept'), '').catch(() => undefined);
    await remove(bucket, key);
  };
}

const fileOf = (directory: string, bucket: string, key: string) => join(directory, bucket, `${key}._S3rver_object`);

/** As any other store does, this one must give what is copied onto itself the time of the copy. */
function touchCopies({ store }: S3rver, directory: string): void {
  const copy = store.copyObject.bind(store);
  store.copyObject = async (bucket, key, toBucket, toKey, metadata) => {
    const now = new Date();
    await utimes(fileOf(directory, bucket, key), now, now);
    return copy(bucket, key, toBucket, toKey, metadata);
  };
}

/** Who is at an object. */
interface AtObject {
  writer?: Promise<void>;
  readers: Set<Promise<void>>;
}

/**
 * Objects are whole in a bucket, but this one's are files that are written where they are read: who reads waits for who writes, and the
 * other way round.
 */
function turns(): (asked: IncomingMessage, answer: ServerResponse) => Promise<void> {
  const objects = new Map<string, AtObject>();
  return async ({ method, url = '' }, answer) => {
    const [path = ''] = url.split('?', 1);
    const isRead = method === 'GET' || method === 'HEAD';
    if (path.split('/').length < 3 || !(isRead || method === 'PUT')) return;
    const at = objects.get(path) ?? { readers: new Set() };
    objects.set(path, at);
    const before = () => at.writer ?? (isRead || at.readers.size === 0 ? undefined : Promise.all(at.readers));
    for (let others = before(); others !== undefined; others = before()) await others;
    // Who has gone meanwhile has no turn: it would never end.
    if (answer.destroyed) throw new Error('Nobody waits for this any more.');
    const ended = new Promise<void>((resolve) => {
      answer.once('close', resolve);
    });
    if (isRead) at.readers.add(ended);
    else at.writer = ended;
    void ended.then(() => {
      at.readers.delete(ended);
      if (at.writer === ended) delete at.writer;
    });
  };
}

/** Its mark of where a list goes on is made by a cipher that Node has no longer: a list comes whole, however long. */
function listWhole({ store }: S3rver): void {
  const list = store.listObjects.bind(store);
  store.listObjects = (bucket, options) => list(bucket, { ...options, maxKeys: Infinity });
}

type Refusal = [status: number, code: string];

/** The refusal of a write whose condition is not met. */
function conditions(directory: string): (asked: IncomingMessage, answer: ServerResponse) => Refusal | undefined {
  const beingWritten = new Map<string, number>();
  return ({ method, url = '', headers }, answer) => {
    if (method !== 'PUT') return undefined;
    const path = url.split('?', 1)[0] ?? '';
    const writers = beingWritten.get(path) ?? 0;
    if (headers['if-none-match'] === '*') {
      if (writers > 0) return [409, 'ConditionalRequestConflict'];
      const [, bucket = '', ...key] = decodeURIComponent(path).split('/');
      if (existsSync(fileOf(directory, bucket, key.join('/')))) return [412, 'PreconditionFailed'];
    }
    beingWritten.set(path, writers + 1);
    answer.once('close', () => beingWritten.set(path, (beingWritten.get(path) ?? 1) - 1));
    return undefined;
  };
}

function refuse(asked: IncomingMessage, answer: ServerResponse, [status, code]: Refusal): void {
  asked.resume();
  answer.writeHead(status, { 'content-type': 'application/xml' });
  answer.end(`<Error><Code>${code}</Code><Message>It is there.</Message></Error>`);
}

/** What the store lacks: the list of uploads that are not whole, and an end to one. False where something else was asked. */
async function answersUploads({ method, url = '' }: IncomingMessage, answer: ServerResponse, folder: string): Promise<boolean> {
  const { searchParams } = new URL(url, 'http://localhost');
  const uploads = join(folder, '._S3rver_uploads');
  const id = searchParams.get('uploadId');
  if (method === 'DELETE' && id !== null) {
    await rm(join(uploads, id), { recursive: true, force: true });
    answer.writeHead(204).end();
    return true;
  }
  if (method !== 'GET' || !searchParams.has('uploads')) return false;
  const found = await readdir(uploads).catch(() => []);
  // The store makes the folder of an upload before it writes the key into it.
  const described = await Promise.all(
    found.map((upload) => describeUpload(join(uploads, upload), upload).catch(() => undefined)),
  );
  const wanted = described.filter((upload) => upload?.key.startsWith(searchParams.get('prefix') ?? ''));
  answer.end(`<ListMultipartUploadsResult>${wanted.map((upload) => upload?.xml).join('')}</ListMultipartUploadsResult>`);
  return true;
}

async function describeUpload(folder: string, id: string): Promise<{ key: string; xml: string }> {
  const [key, { birthtime }] = await Promise.all([readFile(join(folder, 'key'), 'utf8'), stat(folder)]);
  const begun = birthtime.toISOString();
  return { key, xml: `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begun}</Initiated></Upload>` };
}

function forward(asked: IncomingMessage, answer: ServerResponse, port: number): void {
  const { method, url, headers } = asked;
  const passedOn = request({ host: '127.0.0.1', port, method, path: url, headers }, (told) => {
    answer.writeHead(told.statusCode ?? 500, told.headers);
    told.pipe(answer);
  });
  passedOn.on('error', () => answer.destroy());
  asked.pipe(passedOn);
}
