import { chmodSync, mkdtempSync } from 'node:fs';
import { connect, constants } from 'node:http2';
import type { ClientHttp2Session, IncomingHttpHeaders } from 'node:http2';
import { join } from 'node:path';
import { bucketAddress } from '@solvent/object-store';
import { makeNginx } from '../../../scripts/cluster/nginx.mjs';
import { Part } from '../../../scripts/cluster/part.mjs';
import type { PartOptions } from '../../../scripts/cluster/part.mjs';
import { portsFrom } from '../../../scripts/cluster/ports.mjs';

interface Http2Response {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

export function requestHttp2(
  session: ClientHttp2Session,
  path: string,
  headers: Record<string, string> = {},
): Promise<Http2Response> {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ':path': path, ...headers });
    const chunks: Buffer[] = [];
    let received: IncomingHttpHeaders = {};
    stream.on('response', (given) => (received = given));
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () =>
      resolve({ status: Number(received[constants.HTTP2_HEADER_STATUS]), headers: received, bytes: Buffer.concat(chunks) }),
    );
    stream.on('error', reject);
    stream.end();
  });
}

interface EdgeOptions {
  /** Readable by nginx's workers, which run as another user. */
  folder: string;
  port: number;
  /** Format of `RELEASES_URL`. */
  bucket: string;
  values?: Record<`SOLVENT_${string}`, string>;
}

/** Starts nginx with the configuration of deploy/nginx, and the files of releases on a separate port. */
export async function openNginx({ folder, port, bucket: location, values = {} }: EdgeOptions) {
  const freePort = portsFrom();
  const ports = { plain: await freePort(), https: await freePort(), http: await freePort(), assets: await freePort() };
  const runFolder = mkdtempSync(join(folder, 'nginx-'));
  chmodSync(runFolder, 0o755);
  const { endpoint, bucket } = bucketAddress(location) ?? { endpoint: '', bucket: '' };
  const { host } = new URL(endpoint);
  const nginx = await makeNginx({
    folder: join(runFolder, 'run'),
    // `makeNginx` passes the other options.
    makePart: (given) => new Part({ ...(given as PartOptions), log: join(runFolder, 'log'), watch: () => undefined }),
    servers: [port],
    ports,
    values: {
      SOLVENT_ASSETS: `127.0.0.1:${ports.assets}`,
      SOLVENT_ASSETS_NAMES: '_',
      SOLVENT_BUCKET: host,
      SOLVENT_BUCKET_HOST: host,
      SOLVENT_BUCKET_PATH: `/${bucket}`,
      ...values,
    },
  });
  await nginx.start();
  return { nginx, ports };
}

export const connectHttp2 = (port: number) => connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });
