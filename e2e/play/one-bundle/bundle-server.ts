import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const brotli = promisify(brotliCompress);

const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' };

/** What names the federated build's files in a page: hints, styles, and the shell's script. */
const ITS_FILES = /<link rel="(?:preload|stylesheet)"[^>]*>|<script [^>]*src="[^"]*"[^>]*><\/script>/g;

/** A product whose pages are made of a bundle. */
export interface BundleServer {
  url: string;
  /** Deploys another bundle. @param folder of the build */
  deploy: (folder: string) => void;
  close: () => Promise<void>;
}

/** The product's own page, with the bundle in the place of the shell. */
async function pageOf(product: string, folder: string, path: string): Promise<string> {
  const page = await (await fetch(`${product}${path}`, { headers: { accept: 'text/html' } })).text();
  const files = JSON.parse(await readFile(join(folder, 'entry-files.json'), 'utf8')) as string[];
  const tags = files.map((file) =>
    file.endsWith('.css') ? `<link rel="stylesheet" href="/bundle/${file}">` : `<script defer src="/bundle/${file}"></script>`,
  );
  return page.replace(ITS_FILES, '').replace('</head>', `${tags.join('\n')}</head>`);
}

/** Compressed as the product's own files are, and kept for a year. */
async function answerFile(response: ServerResponse, file: string): Promise<void> {
  const type = TYPES[extname(file)] ?? 'application/octet-stream';
  const headers = { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' };
  const bytes = await readFile(file);
  if (type === 'font/woff2') response.writeHead(200, headers).end(bytes);
  else response.writeHead(200, { ...headers, 'content-encoding': 'br' }).end(await brotli(bytes));
}

/** The product's API answers; of a report it matters here only that it was sent. */
async function answerFromProduct(response: ServerResponse, address: string, method: string): Promise<void> {
  if (method !== 'GET') {
    response.writeHead(204).end();
    return;
  }
  const answer = await fetch(address);
  const type = answer.headers.get('content-type') ?? 'text/plain';
  response.writeHead(answer.status, { 'content-type': type }).end(Buffer.from(await answer.arrayBuffer()));
}

/** @param product address of a product whose pages and API it uses */
export async function startBundleServer(product: string): Promise<BundleServer> {
  let folder = '';
  async function answer({ url: path = '/', method = 'GET', headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    if (path.startsWith('/bundle/')) return answerFile(response, join(folder, path.slice('/bundle/'.length)));
    if (!headers.accept?.includes('text/html')) return answerFromProduct(response, `${product}${path}`, method);
    const page = await pageOf(product, folder, path);
    response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'no-cache' }).end(page);
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server's address is an object.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    deploy: (next) => void (folder = next),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
