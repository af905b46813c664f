import { connect, createServer } from 'node:net';

/**
 * A proxy in front of a server that fails as networks do.
 *
 * @typedef {object} Line
 * @property {number} port of the proxy, on 127.0.0.1
 * @property {() => Promise<void>} cut closes all connections and refuses new ones
 * @property {() => void} hang forwards nothing, on old and new connections
 * @property {() => void} muffle forwards requests but no responses
 * @property {() => void} strand leaves the existing connections silent, while new ones work: a failover
 * @property {(bytes: number) => void} holdAfter forwards about this many bytes of each connection, and then waits
 * @property {(time: number) => void} slow delays responses (ms)
 * @property {(target: number) => void} lead connects new connections to this port
 * @property {() => Promise<void>} restore accepts new connections again; silent ones stay silent
 * @property {() => number} count number of open connections
 * @property {() => void} drop closes all connections
 * @property {() => Promise<void>} close
 */

/**
 * One connection: what of it still gets through.
 *
 * @typedef {{ sockets: [client: import('node:net').Socket, server: import('node:net').Socket], forwards: boolean, answers: boolean }} Way
 */

/**
 * Forwards data and the end of a connection while `open` returns true.
 *
 * @param {import('node:net').Socket} from @param {import('node:net').Socket} to @param {() => boolean} open
 * @param {() => number} late delay (ms)
 */
function carry(from, to, open, late = () => 0) {
  // Writes keep their order.
  const waiting = [];
  const pump = () => {
    while (waiting.length > 0 && waiting[0].due <= performance.now()) waiting.shift().act();
    if (waiting.length > 0) setTimeout(pump, waiting[0].due - performance.now() + 1);
  };
  const later = (act) => {
    if (waiting.length === 0 && late() === 0) return act();
    waiting.push({ act, due: performance.now() + late() });
    if (waiting.length === 1) pump();
  };
  from.on('data', (data) => later(() => open() && to.write(data)));
  from.on('end', () => later(() => open() && to.end()));
  from.on('error', () => open() && to.destroy());
  from.on('close', () => later(() => open() && to.destroy()));
}

/**
 * Opens a line to a port of this machine.
 *
 * @param {number} target @returns {Promise<Line>}
 */
export async function openLine(target) {
  /** @type {Set<Way>} */
  const ways = new Set();
  const now = { forwards: true, answers: true };
  const way = { target, late: 0, hold: Infinity };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const onward = connect({ port: way.target, host: '127.0.0.1', allowHalfOpen: true });
    const opened = { sockets: /** @type {Way['sockets']} */ ([client, onward]), ...now };
    for (const socket of opened.sockets) socket.setNoDelay(true);
    ways.add(opened);
    client.once('close', () => ways.delete(opened));
    carry(client, onward, () => opened.forwards);
    client.on('data', () => {
      if (client.bytesRead > way.hold) client.pause();
    });
    carry(
      onward,
      client,
      () => opened.answers,
      () => way.late,
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
    for (const { sockets } of ways) for (const socket of sockets) socket.destroy();
    ways.clear();
  };
  /** @param {boolean} forwards */
  const deaden = (forwards) => {
    for (const opened of ways) Object.assign(opened, { forwards: forwards && opened.forwards, answers: false });
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
      Object.assign(now, { forwards: false, answers: false });
      deaden(false);
    },
    muffle: () => {
      Object.assign(now, { forwards: true, answers: false });
      deaden(true);
    },
    strand: () => deaden(false),
    slow: (time) => {
      way.late = time;
    },
    holdAfter: (bytes) => {
      way.hold = bytes;
    },
    lead: (to) => {
      way.target = to;
    },
    restore: async () => {
      Object.assign(now, { forwards: true, answers: true });
      Object.assign(way, { late: 0, hold: Infinity });
      if (!server.listening) await listen(port);
    },
    count: () => [...ways].filter(({ sockets: [client] }) => !client.destroyed).length,
    drop,
    close: cut,
  };
}
