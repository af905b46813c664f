import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const PREFIX = '/solvent';
const FILE = /^\/(?:shell|remotes\/[\w-]+)\/files\/[\w.-]+$/;
const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript; charset=utf-8', css: 'text/css', woff2: 'font/woff2' };

/** Serves files of a release store from another origin, like a CDN. */
export interface AssetsServer {
  url: string;
  serve: (releases: string) => void;
  listRequests: () => string[];
  /** Clears the list of requests. @param fault decides which files fail */
  reset: (fault?: (path: string) => Fault | undefined) => void;
  close: () => Promise<void>;
}

type Fault = 'tampered' | 'hangs' | 'gone';

export async function startAssetsServer(): Promise<AssetsServer> {
  let releases = '';
  let listRequests: string[] = [];
  let getFault: (path: string) => Fault | undefined = () => undefined;

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname.slice(PREFIX.length);
    listRequests.push(path);
    const fault = getFault(path);
    if (fault === 'hangs') return;
    if (fault === 'gone' || !FILE.test(path)) return void response.destroy();
    const coding = fault === undefined && /\bbr\b/.test(String(request.headers['accept-encoding'])) ? '.br' : '';
    const compressed = coding === '' ? undefined : await readFile(join(releases, path + coding)).catch(() => undefined);
    const bytes = compressed ?? (await readFile(join(releases, path)));
    response.writeHead(200, {
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': TYPES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
      vary: 'accept-encoding',
      ...(compressed ? { 'content-encoding': 'br' } : {}),
    });
    response.end(fault === 'tampered' ? Buffer.concat([bytes, Buffer.from('\n//')]) : bytes);
  }

  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  return {
    url: `http://127.0.0.1:${port}${PREFIX}`,
    serve: (folder) => void (releases = folder),
    listRequests: () => listRequests,
    reset(fault) {
      listRequests = [];
      getFault = fault ?? (() => undefined);
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
