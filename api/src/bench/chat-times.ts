import { createServer } from 'node:http';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { loadavg } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Server } from 'socket.io';
import { SOCKET } from '@solvent/contracts';
import { withApp } from './bench-app.ts';
import { startLoad } from './chat-steps.ts';
import type { Measured } from './chat-steps.ts';
import { addTalks } from './chat-world.ts';
import { rowOf, tableOf, verdicts, within } from './report.ts';
import type { Goal, Report } from './report.ts';
import { standingReport, writeReport } from './standing.ts';

const TALKS = 500;
const [ACKNOWLEDGED, RECEIVED] = ['send → acknowledged', 'send → other socket'];
const [BUSY_ACKNOWLEDGED, BUSY_RECEIVED] = ['1,000 a second: acknowledged', '1,000 a second: other socket'];

/** The goals of messages on PostgreSQL (quality "Speed"). */
const goals = (busy: Measured): Goal[] => [
  { says: 'message: acknowledged p50 at most 3 ms', holds: (report) => within(report[ACKNOWLEDGED]?.p50, 3) },
  { says: 'message: acknowledged p99 at most 25 ms', holds: (report) => within(report[ACKNOWLEDGED]?.p99, 25) },
  { says: 'message: at the other socket p99 at most 150 ms', holds: (report) => within(report[RECEIVED]?.p99, 150) },
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

const perSocket = (before: number, after: number) => `${((after - before) / (TALKS * 2) / 1024).toFixed(1)} KiB`;

const reportOf = (alone: Measured, busy: Measured, { bare = [] }: Measured): Report => ({
  [ACKNOWLEDGED]: rowOf(alone.acknowledged ?? [], bare),
  [RECEIVED]: rowOf(alone.received ?? [], bare),
  [BUSY_ACKNOWLEDGED]: rowOf(busy.acknowledged ?? [], bare),
  [BUSY_RECEIVED]: rowOf(busy.received ?? [], bare),
});

/** The program: how long messages take over real HTTP and sockets, beside a bare acknowledgement of Socket.IO. */
async function main(): Promise<void> {
  const url = process.env['DATABASE_URL'] || undefined;
  const database = url === undefined ? 'embedded' : 'PostgreSQL';
  await withApp({ DATABASE_URL: url }, async (app, { db, config }) => {
    const talks = await addTalks(db, TALKS);
    const bareServer = await startBare();
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const world = { url: address, bareUrl: bareServer.url, appKey: config.appKey, talks };
    const load = startLoad();
    try {
      const bare = await load.run('bare', world);
      const alone = await load.run('oneByOne', world);
      const before = memory();
      await load.run('connectAll', world);
      const after = memory();
      const busy = await load.run('everybody', world);
      const report = reportOf(alone, busy, bare);
      const name = `messages, ${database}`;
      process.stdout.write(`Messages, database: ${database}, load of the machine ${loadavg()[0]?.toFixed(1)}\n`);
      process.stdout.write(`${tableOf(report, standingReport(name))}\n`);
      const rate = ((busy.sent ?? 0) / (busy.seconds ?? 1)).toFixed(0);
      process.stdout.write(`1,000 sockets: ${busy.sent} sent, ${rate} a second, ${busy.failed} refused, ${busy.missing} lost\n`);
      const heap = perSocket(before.heap, after.heap);
      process.stdout.write(`memory of a socket: ${heap} of the heap, ${perSocket(before.rss, after.rss)} in all\n`);
      if (database === 'PostgreSQL') process.stdout.write(`${verdicts(report, goals(busy)).join('\n')}\n`);
      writeReport(name, report);
    } finally {
      load.end();
      bareServer.close();
    }
  });
}

await main();
