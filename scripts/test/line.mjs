import { connect, createServer } from 'node:net';

/**
 * A way to a server that breaks as networks do.
 *
 * @typedef {object} Line
 * @property {number} port Where to connect instead of to the server, on 127.0.0.1.
 * @property {() => Promise<void>} cut Ends every connection, and refuses new ones.
 * @property {() => void} hang Says nothing any more, to old connections nor to new ones, which it still takes.
 * @property {() => void} muffle Like `hang`, but what is asked still reaches the server: the answers alone are lost.
 * @property {() => void} strand The connections of now are dead without a word, and new ones work: a failover.
 * @property {(bytes: number) => void} holdAfter No more than about so many bytes of each connection reach the server; what follows waits.
 * @property {(time: number) => void} slow From now on answers come so much later (ms).
 * @property {(target: number) => void} lead New connections lead to this port.
 * @property {() => Promise<void>} mend New connections work again, at once; those that were dead stay so.
 * @property {() => number} count How many connections are open.
 * @property {() => void} drop Ends every connection.
 * @property {() => Promise<void>} close
 */

/**
 * One connection: what of it still gets through.
 *
 * @typedef {{ sockets: [client: import('node:net').Socket, server: import('node:net').Socket], asks: boolean, answers: boolean }} Way
 */

/**
 * What the one side says the other hears, its end included, while `open` says so.
 *
 * @param {import('node:net').Socket} from @param {import('node:net').Socket} to @param {() => boolean} open
 * @param {() => number} late so much later (ms) it is heard
 */
function carry(from, to, open, late = () => 0) {
  // What is said goes out in its order.
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
  const now = { asks: true, answers: true };
  const way = { target, late: 0, hold: Infinity };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const onward = connect({ port: way.target, host: '127.0.0.1', allowHalfOpen: true });
    const opened = { sockets: /** @type {Way['sockets']} */ ([client, onward]), ...now };
    for (const socket of opened.sockets) socket.setNoDelay(true);
    ways.add(opened);
    client.once('close', () => ways.delete(opened));
    carry(client, onward, () => opened.asks);
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
  /** @param {boolean} asks */
  const deaden = (asks) => {
    for (const opened of ways) Object.assign(opened, { asks: asks && opened.asks, answers: false });
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
      Object.assign(now, { asks: false, answers: false });
      deaden(false);
    },
    muffle: () => {
      Object.assign(now, { asks: true, answers: false });
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
    mend: async () => {
      Object.assign(now, { asks: true, answers: true });
      Object.assign(way, { late: 0, hold: Infinity });
      if (!server.listening) await listen(port);
    },
    count: () => [...ways].filter(({ sockets: [client] }) => !client.destroyed).length,
    drop,
    close: cut,
  };
}
