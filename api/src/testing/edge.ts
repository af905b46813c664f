import { chmodSync, mkdtempSync } from 'node:fs';
import { connect, constants } from 'node:http2';
import type { ClientHttp2Session, IncomingHttpHeaders } from 'node:http2';
import { join } from 'node:path';
import { bucketAddress } from '@solvent/object-store';
import { makeNginx } from '../../../scripts/cluster/nginx.mjs';
import { Part } from '../../../scripts/cluster/part.mjs';
import type { PartOptions } from '../../../scripts/cluster/part.mjs';
import { portsFrom } from '../../../scripts/cluster/ports.mjs';

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

/** What is asked over HTTP/2, as browsers do. */
export function requestHttp2(session: ClientHttp2Session, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ':path': path, ...headers });
    const chunks: Buffer[] = [];
    let told: IncomingHttpHeaders = {};
    stream.on('response', (given) => (told = given));
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () =>
      resolve({ status: Number(told[constants.HTTP2_HEADER_STATUS]), headers: told, bytes: Buffer.concat(chunks) }),
    );
    stream.on('error', reject);
    stream.end();
  });
}

interface EdgeOptions {
  /** That others may read: nginx's workers are another user. */
  folder: string;
  /** The server's. */
  port: number;
  /** The bucket of releases, as `RELEASES_URL` takes it. */
  bucket: string;
  /** In place of the ones for tests. */
  values?: Record<`SOLVENT_${string}`, string>;
}

/** nginx as deploy/nginx configures it, before the server, with the files of releases on a port of their own. */
export async function openNginx({ folder, port, bucket: where, values = {} }: EdgeOptions) {
  const freePort = portsFrom();
  const found = { plain: await freePort(), https: await freePort(), http: await freePort(), assets: await freePort() };
  const own = mkdtempSync(join(folder, 'nginx-'));
  // Its workers are another user.
  chmodSync(own, 0o755);
  const { endpoint, bucket } = bucketAddress(where) ?? { endpoint: '', bucket: '' };
  const { host } = new URL(endpoint);
  const made = await makeNginx({
    folder: join(own, 'run'),
    // It is given the rest.
    makePart: (given) => new Part({ ...(given as PartOptions), log: join(own, 'log'), watch: () => undefined }),
    servers: [port],
    ports: found,
    values: {
      SOLVENT_ASSETS: `127.0.0.1:${found.assets}`,
      SOLVENT_ASSETS_NAMES: '_',
      SOLVENT_BUCKET: host,
      SOLVENT_BUCKET_HOST: host,
      SOLVENT_BUCKET_PATH: `/${bucket}`,
      ...values,
    },
  });
  await made.start();
  return { made, found };
}

/** A connection as browsers have it, to a port of this machine. */
export const connectHttp2 = (port: number) => connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });
