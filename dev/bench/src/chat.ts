import { createServer } from 'node:http';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Server } from 'socket.io';
import { SOCKET } from '@solvent/contracts';
import { bench } from './bench-app.ts';
import { startLoad } from './chat-steps.ts';
import type { Measured } from './chat-steps.ts';
import { addConversations } from './chat-world.ts';
import { rowOf, within } from './report.ts';
import type { Goal, Report } from './report.ts';

const CONVERSATIONS = 500;
const [ACKNOWLEDGED, RECEIVED, REQUESTED] = ['send → acknowledged', 'send → other socket', 'as a request → acknowledged'];
const [BUSY_ACKNOWLEDGED, BUSY_RECEIVED] = ['1,000 a second: acknowledged', '1,000 a second: other socket'];

/** The goals of messages on PostgreSQL. */
const goals = (busy: Measured): Goal[] => [
  { says: 'message: acknowledged p50 at most 2 ms', holds: (report) => within(report[ACKNOWLEDGED]?.p50, 2) },
  { says: 'message: acknowledged p99 at most 15 ms', holds: (report) => within(report[ACKNOWLEDGED]?.p99, 15) },
  { says: 'message: at the other socket p99 at most 50 ms', holds: (report) => within(report[RECEIVED]?.p99, 50) },
  {
    says: '1,000 sockets, a message a second each: p99 at most 100 ms',
    holds: (report) => within(report[BUSY_RECEIVED]?.p99, 100),
  },
  { says: '1,000 sockets: none lost', holds: () => busy.missing === 0 && busy.failed === 0 },
];

async function portOf(server: NetServer): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A TCP server's address is an object.
  return (server.address() as AddressInfo).port;
}

/** A server that acknowledges what sockets say, and does nothing else. */
async function startBare(): Promise<{ url: string; close: () => void }> {
  const http = createServer();
  const io = new Server(http, { path: SOCKET.path, transports: ['websocket'], serveClient: false });
  io.on('connection', (socket) => {
    socket.on('say', (text: string, answer: (text: string) => void) => answer(text));
  });
  return { url: `http://127.0.0.1:${await portOf(http)}`, close: () => void io.close() };
}

setFlagsFromString('--expose-gc');
// What the flag gives is a function.
const collectGarbage = runInNewContext('gc') as () => void;

function memory(): { rss: number; heap: number } {
  collectGarbage();
  const { rss, heapUsed } = process.memoryUsage();
  return { rss, heap: heapUsed };
}

const perSocket = (before: number, after: number) => `${((after - before) / (CONVERSATIONS * 2) / 1024).toFixed(1)} KiB`;

const reportOf = (alone: Measured, busy: Measured, { bare = [] }: Measured): Report => ({
  [ACKNOWLEDGED]: rowOf(alone.acknowledged ?? [], bare),
  [RECEIVED]: rowOf(alone.received ?? [], bare),
  [REQUESTED]: rowOf(alone.requested ?? [], bare),
  [BUSY_ACKNOWLEDGED]: rowOf(busy.acknowledged ?? [], bare),
  [BUSY_RECEIVED]: rowOf(busy.received ?? [], bare),
});

/** The program: how long messages take over real HTTP and sockets, beside a bare acknowledgement of Socket.IO. */
await bench('messages', async (app, { db, config }) => {
  const conversations = await addConversations(db, CONVERSATIONS);
  const bareServer = await startBare();
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const pace = { every: 1000, lasts: 6000 };
  const world = { url: address, bareUrl: bareServer.url, appKey: config.appKey, conversations, pace };
  const load = startLoad();
  try {
    const bare = await load.run('bare', world);
    const alone = await load.run('oneByOne', world);
    const before = memory();
    await load.run('connectAll', world);
    const after = memory();
    const busy = await load.run('everybody', world);
    const rate = ((busy.sent ?? 0) / (busy.seconds ?? 1)).toFixed(0);
    const heap = perSocket(before.heap, after.heap);
    const notes = [
      `1,000 sockets: ${busy.sent} sent, ${rate} a second, ${busy.failed} refused, ${busy.missing} lost`,
      `memory of a socket: ${heap} of the heap, ${perSocket(before.rss, after.rss)} in all`,
    ];
    return { says: 'Messages', report: reportOf(alone, busy, bare), goals: goals(busy), notes };
  } finally {
    load.end();
    bareServer.close();
  }
});
