import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, request as sendRequest } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const brotli = promisify(brotliCompress);

/** The quality that the product uses for pages (api/src/features/site/pages.ts). */
const PAGE_QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' };

/** Tags with files of the federated build. */
const FEDERATED_FILES = /<link rel="(?:preload|stylesheet)"[^>]*>|<script [^>]*src="[^"]*"[^>]*><\/script>/g;

const PER_FILE_HEADERS = new Set([
  'content-type',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'date',
  'connection',
]);

/** Serves the product's pages with a bundle instead of the shell. */
export interface BundleServer {
  url: string;
  deploy: (folder: string) => void;
  close: () => Promise<void>;
}

function formatHint(file: string): string {
  const address = `href="/bundle/${file}"`;
  if (file.endsWith('.css')) return `<link rel="stylesheet" ${address}>`;
  // A hint with `crossorigin` would not match the bundler's request.
  return `<link rel="preload" ${file.endsWith('.js') ? 'as="script"' : 'as="font" type="font/woff2" crossorigin'} ${address}>`;
}

const formatScript = (file: string) => `<script defer src="/bundle/${file}"></script>`;

async function createPage(product: string, folder: string, path: string): Promise<string> {
  const page = await (await fetch(`${product}${path}`, { headers: { accept: 'text/html' } })).text();
  // PageFilesPlugin writes it.
  const { entry, hinted } = JSON.parse(await readFile(join(folder, 'page-files.json'), 'utf8')) as {
    entry: string[];
    hinted: Record<string, string[]>;
  };
  const tags = [
    ...[...entry, ...(hinted[path] ?? [])].map(formatHint),
    ...entry.filter((file) => file.endsWith('.js')).map(formatScript),
  ];
  return page.replace(FEDERATED_FILES, '').replace('</head>', `${tags.join('\n')}</head>`);
}

async function fileHeaders(product: string): Promise<Record<string, string>> {
  const page = await (await fetch(`${product}/home`, { headers: { accept: 'text/html' } })).text();
  const [, script] = /<script [^>]*src="([^"]*)"/.exec(page) ?? [];
  if (script === undefined) throw new Error(`${product}/home names no script.`);
  const { headers } = await fetch(product + script);
  return Object.fromEntries([...headers].filter(([name]) => !PER_FILE_HEADERS.has(name)));
}

function proxyRequest(product: URL, incoming: IncomingMessage, response: ServerResponse): void {
  const { url: path, method, headers } = incoming;
  const upstream = sendRequest({ hostname: product.hostname, port: product.port, path, method, headers }, (handle) => {
    response.writeHead(handle.statusCode ?? 502, handle.headers);
    handle.pipe(response);
  });
  upstream.once('error', () => response.destroy());
  incoming.pipe(upstream);
}

function proxySocket(product: URL, { method, url: path, rawHeaders }: IncomingMessage, socket: Duplex): void {
  const upstream = connect(Number(product.port), product.hostname);
  const headers = rawHeaders.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
  upstream.write(`${method} ${path} HTTP/1.1\r\n${headers}\r\n`);
  upstream.pipe(socket).pipe(upstream);
  for (const [one, other] of [
    [upstream, socket],
    [socket, upstream],
  ] as const) {
    one.on('error', () => other.destroy());
    one.on('close', () => other.destroy());
  }
}

/** @param product URL of the product behind pages, API and socket */
export async function startBundleServer(product: string): Promise<BundleServer> {
  let folder = '';
  const common = await fileHeaders(product);
  const compressed = new Map<string, Promise<Buffer>>();
  const compress = async (file: string) => brotli(await readFile(file));

  /** Sends a compressed file with the caching headers of the product's own files. */
  async function sendFile(response: ServerResponse, file: string): Promise<void> {
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    const headers = { ...common, 'content-type': type };
    if (type === 'font/woff2') return void response.writeHead(200, headers).end(await readFile(file));
    const bytes = compressed.get(file) ?? compress(file);
    compressed.set(file, bytes);
    response.writeHead(200, { ...headers, 'content-encoding': 'br' }).end(await bytes);
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url: path = '/', headers } = request;
    if (path.startsWith('/bundle/')) return sendFile(response, join(folder, path.slice('/bundle/'.length)));
    if (!headers.accept?.includes('text/html')) return proxyRequest(new URL(product), request, response);
    const page = await createPage(product, folder, path);
    const pageHeaders = { 'content-type': 'text/html', 'content-encoding': 'br', 'cache-control': 'no-cache' };
    response.writeHead(200, pageHeaders).end(await brotli(page, PAGE_QUALITY));
  }

  const sockets = new Set<Duplex>();
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  })
    .on('upgrade', (request, socket) => {
      sockets.add(socket);
      proxySocket(new URL(product), request, socket);
    })
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server's address is an object.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    deploy: (next) => void (folder = next),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
