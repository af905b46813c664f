import { once } from 'node:events';
import { createServer, request as sendRequest } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { RuntimeReportBody } from '@solvent/contracts';

/** A proxy in front of the product. Each test has its own: another origin, so another storage, and failures that no other test sees. */
export interface Network {
  url: string;
  /** Paths of all requests. */
  requests: string[];
  /** Reports of pages about their remotes. */
  reports: RuntimeReportBody[];
  /** Leaves requests without a response until {@link Network.restore}. */
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
  waiting: (() => void)[];
}

const REPORTS_PATH = '/api/runtime-reports';

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** @param target URL of the product */
export async function openNetwork(target: string): Promise<Network> {
  const { hostname, port: targetPort } = new URL(target);
  const requests: string[] = [];
  const reports: RuntimeReportBody[] = [];
  const sockets = new Set<Socket>();
  const faults: Faults = { waiting: [] };

  function forward(incoming: IncomingMessage, response: ServerResponse): void {
    const { method, url, rawHeaders } = incoming;
    const upstream = sendRequest({ hostname, port: targetPort, method, path: url, headers: rawHeaders }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    });
    upstream.on('error', () => response.destroy());
    response.on('close', () => upstream.destroy());
    incoming.pipe(upstream);
  }

  function handle(incoming: IncomingMessage, response: ServerResponse): void {
    const path = incoming.url ?? '/';
    requests.push(path);
    if (faults.failing?.test(path)) incoming.socket.destroy();
    else if (faults.held?.test(path)) faults.waiting.push(() => forward(incoming, response));
    else if (path === REPORTS_PATH)
      void readText(incoming).then((text) => {
        reports.push(JSON.parse(text) as RuntimeReportBody);
        response.writeHead(204).end();
      });
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

  const server: Server = createServer(handle);
  server.on('upgrade', handleUpgrade);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe

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
    hold: (path) => void (faults.held = path),
    fail: (path) => void (faults.failing = path),
    cut,
    async restore() {
      faults.held = faults.failing = undefined;
      for (const send of faults.waiting.splice(0)) send();
      if (!server.listening) await listen(port);
    },
    close: cut,
  };
}
