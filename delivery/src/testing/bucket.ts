import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import S3rver from 's3rver';

/** A bucket on this machine. */
export interface TestBucket {
  /** As `RELEASES_URL` takes it. */
  url: string;
  /** Answers no more from now on. */
  takeAway(): Promise<void>;
  close(): Promise<void>;
}

const addressOf = (port: number) => `s3+http://S3RVER:S3RVER@127.0.0.1:${port}/releases?region=eu-central-1`;

/** An empty bucket of a store that takes no notice of conditions on writes. It knows one key, which it calls S3RVER. */
export async function openPlainBucket(): Promise<TestBucket> {
  const directory = await mkdtemp(join(tmpdir(), 'solvent-test-releases-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'releases' }],
  });
  keepFolders(server, directory);
  const { port } = await server.run();
  let isThere = true;
  const takeAway = async () => {
    if (isThere) await server.close();
    isThere = false;
  };
  return {
    url: addressOf(port),
    takeAway,
    close: async () => {
      await takeAway();
      await rm(directory, { recursive: true });
    },
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

/** The same with `If-None-Match: *` on writes, as S3 has it: the first writer of a key wins, the others are told 412, or 409 while it writes. */
export async function openConditionalBucket(): Promise<TestBucket> {
  const plain = await openPlainBucket();
  const port = Number(new URL(plain.url.replace('s3+http', 'http')).port);
  const written = new Map<string, 'soon' | 'done'>();
  const server = createServer((asked, answer) => {
    const { method, url = '', headers } = asked;
    const key = url.split('?', 1)[0] ?? '';
    const before = written.get(key);
    if (method === 'PUT' && headers['if-none-match'] === '*' && before) return refuse(asked, answer, before);
    if (method === 'PUT') {
      written.set(key, 'soon');
      answer.on('finish', () => written.set(key, 'done'));
    }
    return forward(asked, answer, port);
  });
  const own = await listen(server);
  return {
    url: addressOf(own),
    takeAway: async () => {
      server.closeAllConnections();
      server.close();
      await plain.takeAway();
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await plain.close();
    },
  };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

function refuse(asked: IncomingMessage, answer: ServerResponse, written: 'soon' | 'done'): void {
  const [status, code] =
    written === 'done' ? ([412, 'PreconditionFailed'] as const) : ([409, 'ConditionalRequestConflict'] as const);
  asked.resume();
  answer.writeHead(status, { 'content-type': 'application/xml' });
  answer.end(`<Error><Code>${code}</Code><Message>It is there.</Message></Error>`);
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
