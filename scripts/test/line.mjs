import { connect, createServer } from 'node:net';

/**
 * A proxy in front of a server that simulates network failures.
 *
 * @typedef {object} Line
 * @property {number} port of the proxy, on 127.0.0.1
 * @property {() => Promise<void>} cut closes all connections and refuses new ones
 * @property {() => void} hang forwards nothing, on existing and new connections
 * @property {() => void} muffle forwards requests but no responses
 * @property {() => void} strand forwards nothing on existing connections; new ones work, as after a failover
 * @property {(bytes: number) => void} holdAfter stops reading a client's connection after about this many bytes
 * @property {(time: number) => void} slow delays responses (ms)
 * @property {(target: number) => void} lead forwards new connections to this port
 * @property {() => Promise<void>} restore ends all failures; connections that forward nothing stay silent
 * @property {() => number} count number of open connections
 * @property {() => void} drop closes all connections
 * @property {() => Promise<void>} close
 */

/**
 * A connection, and whether its requests and its responses are forwarded.
 *
 * @typedef {object} Connection
 * @property {[client: import('node:net').Socket, server: import('node:net').Socket]} sockets
 * @property {boolean} sendsRequests
 * @property {boolean} sendsResponses
 */

/**
 * Forwards data and the end of a connection while `isOpen` returns true.
 *
 * @param {import('node:net').Socket} from @param {import('node:net').Socket} to @param {() => boolean} isOpen
 * @param {() => number} getDelay in ms
 */
function forward(from, to, isOpen, getDelay = () => 0) {
  // Delayed writes, in their order.
  const waiting = [];
  const pump = () => {
    while (waiting.length > 0 && waiting[0].due <= performance.now()) waiting.shift().run();
    if (waiting.length > 0) setTimeout(pump, waiting[0].due - performance.now() + 1);
  };
  const runLater = (run) => {
    if (waiting.length === 0 && getDelay() === 0) return run();
    waiting.push({ run, due: performance.now() + getDelay() });
    if (waiting.length === 1) pump();
  };
  from.on('data', (data) => runLater(() => isOpen() && to.write(data)));
  from.on('end', () => runLater(() => isOpen() && to.end()));
  from.on('error', () => isOpen() && to.destroy());
  from.on('close', () => runLater(() => isOpen() && to.destroy()));
}

/**
 * Opens a line to a port of this machine.
 *
 * @param {number} target port @returns {Promise<Line>}
 */
export async function openLine(target) {
  /** @type {Set<Connection>} */
  const connections = new Set();
  const newConnections = { sendsRequests: true, sendsResponses: true };
  const line = { target, delay: 0, maxBytes: Infinity };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const onward = connect({ port: line.target, host: '127.0.0.1', allowHalfOpen: true });
    const connection = { sockets: /** @type {Connection['sockets']} */ ([client, onward]), ...newConnections };
    for (const socket of connection.sockets) socket.setNoDelay(true);
    connections.add(connection);
    client.once('close', () => connections.delete(connection));
    forward(client, onward, () => connection.sendsRequests);
    client.on('data', () => {
      if (client.bytesRead > line.maxBytes) client.pause();
    });
    forward(
      onward,
      client,
      () => connection.sendsResponses,
      () => line.delay,
    );
  });
  /** @param {number} port @returns {Promise<void>} */
  const listen = (port) =>
    new Promise((resolve) => {
      server.listen(port, '127.0.0.1', () => resolve());
    });
  await listen(0);
  const { port } = server.address();
  const drop = () => {
    for (const { sockets } of connections) for (const socket of sockets) socket.destroy();
    connections.clear();
  };
  /** @param {boolean} sendsRequests */
  const silence = (sendsRequests) => {
    for (const connection of connections)
      Object.assign(connection, { sendsRequests: sendsRequests && connection.sendsRequests, sendsResponses: false });
  };
  const cut = async () => {
    if (!server.listening) return drop();
    const closed = new Promise((resolve) => {
      server.close(resolve);
    });
    drop();
    await closed;
  };
  return {
    port,
    cut,
    hang: () => {
      Object.assign(newConnections, { sendsRequests: false, sendsResponses: false });
      silence(false);
    },
    muffle: () => {
      Object.assign(newConnections, { sendsRequests: true, sendsResponses: false });
      silence(true);
    },
    strand: () => silence(false),
    slow: (time) => {
      line.delay = time;
    },
    holdAfter: (bytes) => {
      line.maxBytes = bytes;
    },
    lead: (to) => {
      line.target = to;
    },
    restore: async () => {
      Object.assign(newConnections, { sendsRequests: true, sendsResponses: true });
      Object.assign(line, { delay: 0, maxBytes: Infinity });
      if (!server.listening) await listen(port);
    },
    count: () => [...connections].filter(({ sockets: [client] }) => !client.destroyed).length,
    drop,
    close: cut,
  };
}
