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

export interface TestBucket {
  /** Value of `FILES_URL` and `RELEASES_URL`. */
  url: string;
  address: BucketAddress;
  /** Stops the store until `bringBack`; its objects stay. */
  takeAway(): Promise<void>;
  bringBack(): Promise<void>;
  age(key: string, then: Date): Promise<void>;
  close(): Promise<void>;
}

interface TestBucketOptions {
  name?: string;
  knowsConditions?: boolean;
  port?: number;
  directory?: string | undefined;
}

/** Opens an empty bucket. @param options `knowsConditions`: supports `If-None-Match: *`; `directory` keeps the objects */
export async function openTestBucket({
  name = 'solvent-files',
  knowsConditions = false,
  port: wanted = 0,
  directory: givenDirectory,
}: TestBucketOptions = {}): Promise<TestBucket> {
  const directory = givenDirectory ?? (await mkdtemp(join(tmpdir(), 'solvent-test-bucket-')));
  const store = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name }] });
  awaitWrites(store, directory);
  keepFolders(store, directory);
  updateCopyTimes(store, directory);
  disablePagination(store);
  const { port: storePort } = await store.run();
  const checkCondition = knowsConditions ? createConditionCheck(directory) : () => undefined;
  const waitForLock = createLocks();
  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refusal = checkCondition(incoming, response);
    if (refusal) return refuse(incoming, response, refusal);
    await waitForLock(incoming, response);
    if (await handleUploads(incoming, response, join(directory, name))) return;
    forward(incoming, response, storePort);
  };
  // The store cannot be reopened, so stopping applies to this proxy.
  const open = async (port: number): Promise<Server> => {
    const front = createServer((incoming, response) => {
      handle(incoming, response).catch(() => response.destroy());
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
    age: (object, then) => utimes(getFile(directory, name, object), then, then),
    close: async () => {
      await takeAway();
      await store.close();
      if (givenDirectory === undefined) await rm(directory, { recursive: true });
    },
  };
}

/** Responds once the object's file is complete. s3rver responds earlier, and the late write changes the file's time. */
function awaitWrites({ store }: S3rver, directory: string): void {
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const file = getFile(directory, bucket, key);
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

/** Keeps folders with a marker file. s3rver removes a folder with its last object, even during a concurrent write. */
function keepFolders({ store }: S3rver, directory: string): void {
  const remove = store.deleteObject.bind(store);
  store.deleteObject = async (bucket, key) => {
    // Ignores a missing folder.
    await writeFile(join(directory, bucket, dirname(key), 'kept'), '').catch(() => undefined);
    await remove(bucket, key);
  };
}

const getFile = (directory: string, bucket: string, key: string) => join(directory, bucket, `${key}._S3rver_object`);

/** Renews the time of an object copied onto itself, like S3. */
function updateCopyTimes({ store }: S3rver, directory: string): void {
  const copy = store.copyObject.bind(store);
  store.copyObject = async (bucket, key, toBucket, toKey, metadata) => {
    const now = new Date();
    await utimes(getFile(directory, bucket, key), now, now);
    return copy(bucket, key, toBucket, toKey, metadata);
  };
}

interface ObjectLock {
  writer?: Promise<void>;
  readers: Set<Promise<void>>;
}

/** Serializes reads and writes of an object: s3rver writes files in place. */
function createLocks(): (incoming: IncomingMessage, response: ServerResponse) => Promise<void> {
  const objects = new Map<string, ObjectLock>();
  return async ({ method, url = '' }, response) => {
    const [path = ''] = url.split('?', 1);
    const isRead = method === 'GET' || method === 'HEAD';
    if (path.split('/').length < 3 || !(isRead || method === 'PUT')) return;
    const lock = objects.get(path) ?? { readers: new Set() };
    objects.set(path, lock);
    const before = () => lock.writer ?? (isRead || lock.readers.size === 0 ? undefined : Promise.all(lock.readers));
    for (let others = before(); others !== undefined; others = before()) await others;
    // A closed response emits no further "close", so its lock would never be released.
    if (response.destroyed) throw new Error('The client has disconnected.');
    const ended = new Promise<void>((resolve) => {
      response.once('close', resolve);
    });
    if (isRead) lock.readers.add(ended);
    else lock.writer = ended;
    void ended.then(() => {
      lock.readers.delete(ended);
      if (lock.writer === ended) delete lock.writer;
    });
  };
}

/** s3rver's continuation token uses a cipher that Node removed. */
function disablePagination({ store }: S3rver): void {
  const list = store.listObjects.bind(store);
  store.listObjects = (bucket, options) => list(bucket, { ...options, maxKeys: Infinity });
}

type Refusal = [status: number, code: string];

function createConditionCheck(directory: string): (incoming: IncomingMessage, response: ServerResponse) => Refusal | undefined {
  const writerCounts = new Map<string, number>();
  return ({ method, url = '', headers }, response) => {
    if (method !== 'PUT') return undefined;
    const path = url.split('?', 1)[0] ?? '';
    const writers = writerCounts.get(path) ?? 0;
    if (headers['if-none-match'] === '*') {
      if (writers > 0) return [409, 'ConditionalRequestConflict'];
      const [, bucket = '', ...key] = decodeURIComponent(path).split('/');
      if (existsSync(getFile(directory, bucket, key.join('/')))) return [412, 'PreconditionFailed'];
    }
    writerCounts.set(path, writers + 1);
    response.once('close', () => writerCounts.set(path, (writerCounts.get(path) ?? 1) - 1));
    return undefined;
  };
}

function refuse(incoming: IncomingMessage, response: ServerResponse, [status, code]: Refusal): void {
  incoming.resume();
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<Error><Code>${code}</Code><Message>It is there.</Message></Error>`);
}

/** Implements listing and aborting multipart uploads, which s3rver lacks. @returns false for other requests */
async function handleUploads({ method, url = '' }: IncomingMessage, response: ServerResponse, folder: string): Promise<boolean> {
  const { searchParams } = new URL(url, 'http://localhost');
  const uploads = join(folder, '._S3rver_uploads');
  const id = searchParams.get('uploadId');
  if (method === 'DELETE' && id !== null) {
    await rm(join(uploads, id), { recursive: true, force: true });
    response.writeHead(204).end();
    return true;
  }
  if (method !== 'GET' || !searchParams.has('uploads')) return false;
  const found = await readdir(uploads).catch(() => []);
  // s3rver creates the folder of an upload before its key file.
  const described = await Promise.all(
    found.map((upload) => describeUpload(join(uploads, upload), upload).catch(() => undefined)),
  );
  const wanted = described.filter((upload) => upload?.key.startsWith(searchParams.get('prefix') ?? ''));
  response.end(`<ListMultipartUploadsResult>${wanted.map((upload) => upload?.xml).join('')}</ListMultipartUploadsResult>`);
  return true;
}

async function describeUpload(folder: string, id: string): Promise<{ key: string; xml: string }> {
  const [key, { birthtime }] = await Promise.all([readFile(join(folder, 'key'), 'utf8'), stat(folder)]);
  const begun = birthtime.toISOString();
  return { key, xml: `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begun}</Initiated></Upload>` };
}

function forward(incoming: IncomingMessage, response: ServerResponse, port: number): void {
  const { method, url, headers } = incoming;
  const forwarded = request({ host: '127.0.0.1', port, method, path: url, headers }, (upstream) => {
    response.writeHead(upstream.statusCode ?? 500, upstream.headers);
    upstream.pipe(response);
  });
  forwarded.on('error', () => response.destroy());
  incoming.pipe(forwarded);
}
