import { once } from 'node:events';
import { createServer, request as sendRequest } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import type { RuntimeReportBody } from '@solvent/contracts';
import { freePort } from '../../scripts/setup/settings.mjs';
import { PROBLEMS_PATH, recordProblems } from './record-problems.ts';

/** A proxy in front of the product. Each test has its own: another origin, so another storage, and failures that no other test sees. */
export interface Network {
  url: string;
  /** Paths of all requests. */
  requests: string[];
  /** Reports of pages about their remotes. */
  reports: RuntimeReportBody[];
  /** Errors and warnings of the console, if they are recorded. */
  problems: string[];
  /** Never responds to the next request of the path. */
  hold: (path: RegExp) => void;
  /** Closes connections of requests without a response. */
  fail: (path: RegExp) => void;
  /** Closes all connections and refuses new ones. */
  cut: () => Promise<void>;
  /** Ends all failures. */
  restore: () => Promise<void>;
  close: () => Promise<void>;
}

interface Faults {
  held?: RegExp;
  failing?: RegExp;
}

const REPORTS_PATH = '/api/runtime-reports';

/** @param target URL of the product */
export async function openNetwork(target: string, { recordsProblems }: { recordsProblems: boolean }): Promise<Network> {
  const { hostname, port: targetPort } = new URL(target);
  const requests: string[] = [];
  const reports: RuntimeReportBody[] = [];
  const problems: string[] = [];
  const sockets = new Set<Socket>();
  const faults: Faults = {};

  async function sendRecording(page: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = recordProblems(await readText(page));
    response.writeHead(page.statusCode ?? 502, { ...page.headers, 'content-length': Buffer.byteLength(body) }).end(body);
  }

  function forward(incoming: IncomingMessage, response: ServerResponse): void {
    const { method, url, headers } = incoming;
    // Pages that are changed must not be compressed.
    const sent = recordsProblems ? { ...headers, 'accept-encoding': 'identity' } : headers;
    const upstream = sendRequest({ hostname, port: targetPort, method, path: url, headers: sent }, (answer) => {
      if (recordsProblems && answer.headers['content-type']?.startsWith('text/html'))
        return void sendRecording(answer, response).catch(() => response.destroy());
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    });
    upstream.on('error', () => response.destroy());
    response.on('close', () => upstream.destroy());
    incoming.pipe(upstream);
  }

  async function store(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readText(incoming);
    if (incoming.url === REPORTS_PATH) reports.push(JSON.parse(text) as RuntimeReportBody);
    else problems.push(text);
    response.writeHead(204).end();
  }

  function handle(incoming: IncomingMessage, response: ServerResponse): void {
    const path = incoming.url ?? '/';
    requests.push(path);
    if (faults.failing?.test(path)) incoming.socket.destroy();
    else if (faults.held?.test(path)) faults.held = undefined;
    else if (path === REPORTS_PATH || path === PROBLEMS_PATH) void store(incoming, response).catch(() => response.destroy());
    else forward(incoming, response);
  }

  /** Forwards a WebSocket. */
  function handleUpgrade({ method, url, rawHeaders }: IncomingMessage, client: Socket, head: Buffer): void {
    const lines = rawHeaders.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`));
    const upstream = connect(Number(targetPort), hostname, () => {
      upstream.write(`${method} ${url} HTTP/1.1\r\n${lines.join('')}\r\n`);
      upstream.write(head);
      upstream.pipe(client).pipe(upstream);
    });
    for (const [one, other] of [
      [upstream, client],
      [client, upstream],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  }

  const server = createServer(handle);
  server.on('upgrade', handleUpgrade);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const port = await freePort();
  const listen = async () => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen();

  async function cut(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  return {
    url: `http://localhost:${port}`,
    requests,
    reports,
    problems,
    hold: (path) => void (faults.held = path),
    fail: (path) => void (faults.failing = path),
    cut,
    async restore() {
      faults.failing = undefined;
      if (!server.listening) await listen();
    },
    close: cut,
  };
}
