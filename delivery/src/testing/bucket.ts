import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** The same with `If-None-Match: *` on writes, as S3 has it: the first writer of a key wins, the others are told 412. */
export async function openConditionalBucket(): Promise<TestBucket> {
  const plain = await openPlainBucket();
  const written = new Set<string>();
  const server = createServer((asked, answer) => {
    const { method, url = '', headers } = asked;
    const isRefused = method === 'PUT' && headers['if-none-match'] === '*' && written.has(url.split('?', 1)[0] ?? '');
    if (isRefused) return refuse(asked, answer);
    if (method === 'PUT') written.add(url.split('?', 1)[0] ?? '');
    return forward(asked, answer, Number(new URL(plain.url.replace('s3+http', 'http')).port));
  });
  const port = await listen(server);
  return {
    url: addressOf(port),
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

function refuse(asked: IncomingMessage, answer: ServerResponse): void {
  asked.resume();
  answer.writeHead(412, { 'content-type': 'application/xml' });
  answer.end('<Error><Code>PreconditionFailed</Code><Message>It is there.</Message></Error>');
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
