import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A proxy between clients and servers that can break connections. */
export interface Network {
  url: string;
  /** Breaks one live socket. @param choose returns the index of one of `count` sockets @returns false if there is none */
  dropSocket(choose: (count: number) => number): boolean;
  /** Breaks the connection within the request of the next message: the server receives only a part of it. */
  cutRequest(): void;
  /** Drops the response to the next message: the server has stored it. */
  cutResponse(): void;
  cuts: { requests: number; responses: number };
  close(): void;
}

interface Connection {
  end(): void;
  isSocket: boolean;
  isPosting: boolean;
}

const MESSAGE_REQUEST = 'POST /api/chat/messages ';
/** Frames of a page besides messages, with its token, are shorter. */
const MAX_OTHER_FRAME_BYTES = 130;
const UPGRADE = /^GET \/socket\.io\/.*\r\nupgrade: websocket\r\n/is;

function connectThrough(client: Socket, port: number, filter: { client(chunk: Buffer): boolean; server(): boolean }): () => void {
  const server = connect(port, '127.0.0.1');
  const end = () => {
    client.destroy();
    server.destroy();
  };
  client.on('data', (chunk: Buffer) => {
    if (filter.client(chunk)) return server.write(chunk);
    client.destroy();
    server.end(chunk.subarray(0, chunk.length / 2));
  });
  server.on('data', (chunk: Buffer) => {
    if (filter.server()) client.write(chunk);
    else end();
  });
  for (const side of [client, server]) {
    side.setNoDelay(true);
    // Data that was sent is flushed first.
    side.on('end', end);
    side.on('error', end);
    side.on('close', end);
  }
  return end;
}

/** Connects each client to the port of `route`, like a load balancer. @param route undefined refuses the connection */
export async function openNetwork(route: () => number | undefined): Promise<Network> {
  const connections = new Set<Connection>();
  const pending = { requests: 0, responses: 0 };
  const cuts = { requests: 0, responses: 0 };
  const cutConnection = (kind: keyof typeof cuts) => {
    pending[kind] -= 1;
    cuts[kind] += 1;
    return false;
  };
  const listener = createServer((client) => {
    const port = route();
    if (port === undefined) return client.destroy();
    const filter = {
      client(chunk: Buffer): boolean {
        const text = chunk.toString('latin1', 0, 2000);
        connection.isSocket ||= UPGRADE.test(text);
        // A request's body arrives in a chunk after its headers. Frames are masked, so messages are recognized by their length.
        if (/^[A-Z]+ \/\S* HTTP/.test(text)) connection.isPosting = text.startsWith(MESSAGE_REQUEST);
        else if (connection.isSocket) connection.isPosting = chunk.length > MAX_OTHER_FRAME_BYTES;
        return connection.isPosting && pending.requests > 0 ? cutConnection('requests') : true;
      },
      server: () => (connection.isPosting && pending.responses > 0 ? cutConnection('responses') : true),
    };
    const connection: Connection = { isSocket: false, isPosting: false, end: connectThrough(client, port, filter) };
    connections.add(connection);
    client.once('close', () => connections.delete(connection));
  });
  await new Promise<void>((resolve) => {
    listener.listen(0, '127.0.0.1', resolve);
  });
  // A TCP server's address is an object.
  const { port } = listener.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    cuts,
    dropSocket(choose) {
      const sockets = [...connections].filter(({ isSocket }) => isSocket);
      const chosen = sockets[choose(sockets.length)];
      chosen?.end();
      return chosen !== undefined;
    },
    cutRequest: () => void (pending.requests += 1),
    cutResponse: () => void (pending.responses += 1),
    close() {
      listener.close();
      for (const { end } of connections) end();
    },
  };
}
