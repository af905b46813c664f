import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { contentType } from 'mime-types';

export interface BuildServer {
  /** `http://localhost:<port>` */
  origin: string;
  close: () => Promise<void>;
}

/** Serves the folder of a build on a free local port to pages of any origin, for use as an override. */
export async function serveBuild(folder: string): Promise<BuildServer> {
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*').setHeader('cross-origin-resource-policy', 'cross-origin');
    sendFile(response, folder, request.url ?? '/').catch(() => response.writeHead(404).end());
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  return {
    origin: `http://localhost:${port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function sendFile(response: ServerResponse, folder: string, url: string): Promise<void> {
  // The normalized path is absolute, so that no number of ".." leads out of the folder.
  const path = normalize(decodeURIComponent(new URL(url, 'http://localhost').pathname));
  const bytes = await readFile(join(folder, path));
  response.setHeader('content-type', contentType(extname(path)) || 'application/octet-stream').end(bytes);
}
