import { createServer } from 'node:http';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Server } from 'socket.io';
import { SOCKET } from '@solvent/contracts';
import { runBenchmark } from './bench-app.ts';
import { startLoad } from './chat-steps.ts';
import type { Measured } from './chat-steps.ts';
import { addConversations } from './chat-conversations.ts';
import { createRow, isWithin } from './report.ts';
import type { Goal, Report } from './report.ts';

const CONVERSATIONS = 500;
const [ACKNOWLEDGED, RECEIVED, REQUESTED] = ['send → acknowledged', 'send → other socket', 'as a request → acknowledged'];
const [BUSY_ACKNOWLEDGED, BUSY_RECEIVED] = ['1,000 a second: acknowledged', '1,000 a second: other socket'];

const createGoals = (busy: Measured): Goal[] => [
  { label: 'message: acknowledged p50 at most 2 ms', holds: (report) => isWithin(report[ACKNOWLEDGED]?.p50, 2) },
  { label: 'message: acknowledged p99 at most 15 ms', holds: (report) => isWithin(report[ACKNOWLEDGED]?.p99, 15) },
  { label: 'message: at the other socket p99 at most 50 ms', holds: (report) => isWithin(report[RECEIVED]?.p99, 50) },
  {
    label: '1,000 sockets, a message a second each: p99 at most 100 ms',
    holds: (report) => isWithin(report[BUSY_RECEIVED]?.p99, 100),
  },
  { label: '1,000 sockets: none lost', holds: () => busy.missing === 0 && busy.failed === 0 },
];

async function readPort(server: NetServer): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // The address of a TCP server is an object.
  return (server.address() as AddressInfo).port;
}

/** Starts a server that acknowledges messages and does nothing else. */
async function startBareServer(): Promise<{ url: string; close: () => void }> {
  const http = createServer();
  const io = new Server(http, { path: SOCKET.path, transports: ['websocket'], serveClient: false });
  io.on('connection', (socket) => {
    socket.on('say', (text: string, answer: (text: string) => void) => answer(text));
  });
  return { url: `http://127.0.0.1:${await readPort(http)}`, close: () => void io.close() };
}

setFlagsFromString('--expose-gc');
// With this flag, `gc` is a global function of new contexts.
const collectGarbage = runInNewContext('gc') as () => void;

function measureMemory(): { rss: number; heap: number } {
  collectGarbage();
  const { rss, heapUsed } = process.memoryUsage();
  return { rss, heap: heapUsed };
}

const formatPerSocket = (before: number, after: number) => `${((after - before) / (CONVERSATIONS * 2) / 1024).toFixed(1)} KiB`;

const buildReport = (alone: Measured, busy: Measured, { bare = [] }: Measured): Report => ({
  [ACKNOWLEDGED]: createRow(alone.acknowledged ?? [], bare),
  [RECEIVED]: createRow(alone.received ?? [], bare),
  [REQUESTED]: createRow(alone.requested ?? [], bare),
  [BUSY_ACKNOWLEDGED]: createRow(busy.acknowledged ?? [], bare),
  [BUSY_RECEIVED]: createRow(busy.received ?? [], bare),
});

/** Measures the latency of messages over real HTTP and sockets, and compares it with a bare acknowledgement of Socket.IO. */
await runBenchmark('messages', async (app, { db, config }) => {
  const conversations = await addConversations(db, CONVERSATIONS);
  const bareServer = await startBareServer();
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const pace = { intervalMs: 1000, durationMs: 6000 };
  const setup = { url: address, bareUrl: bareServer.url, appKey: config.appKey, conversations, pace };
  const load = startLoad();
  try {
    const bare = await load.run('bare', setup);
    const alone = await load.run('oneByOne', setup);
    const before = measureMemory();
    await load.run('connectAll', setup);
    const after = measureMemory();
    const busy = await load.run('sendForAll', setup);
    const rate = ((busy.sent ?? 0) / (busy.seconds ?? 1)).toFixed(0);
    const heap = formatPerSocket(before.heap, after.heap);
    const notes = [
      `1,000 sockets: ${busy.sent} sent, ${rate} a second, ${busy.failed} refused, ${busy.missing} lost`,
      `memory of a socket: ${heap} of the heap, ${formatPerSocket(before.rss, after.rss)} in all`,
    ];
    return { label: 'Messages', report: buildReport(alone, busy, bare), goals: createGoals(busy), notes };
  } finally {
    load.end();
    bareServer.close();
  }
});
