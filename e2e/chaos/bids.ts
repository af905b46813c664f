import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import type { ClientEvents, ProblemBidsResponse, ServerEvents } from '@solvent/contracts';
import { SOCKET } from '@solvent/contracts';
import { startCommitProxy } from './commit-proxy.ts';
import { openDatabase } from './database.ts';
import type { Database } from './database.ts';
import { OptionError, runProgram } from './options.ts';
import { addPeople } from './people.ts';
import type { Person } from './people.ts';
import { createServer } from './server.ts';
import type { Server } from './server.ts';
import { POLL_MS, waitUntil } from './wait.ts';

/** Servers look for overdue events every 2 s. */
const SETTLE_TIMEOUT_MS = 60_000;
const DEFAULTS = { problems: 10, solvers: 20, kills: 8 };

interface Options {
  problems: number;
  solvers: number;
  /** How often the first server is killed between a commit and its notifications. */
  kills: number;
}

function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args, options: { problems: text, solvers: text, kills: text } });
  const readNumber = (name: keyof Options) => {
    const number = Number(values[name] ?? DEFAULTS[name]);
    if (!Number.isInteger(number) || number < 1) throw new OptionError(`--${name} must be a whole number from 1.`);
    return number;
  };
  return { problems: readNumber('problems'), solvers: readNumber('solvers'), kills: readNumber('kills') };
}

const getUrl = ({ port }: Server) => `http://127.0.0.1:${port}`;

async function request<Body>(url: string, { token }: Person, method: string, path: string, body?: object, key?: string) {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      'x-app-key': 'solvent-web',
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  });
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`);
  return (await response.json()) as Body;
}

async function openSocket(server: Server, person: Person): Promise<Socket<ServerEvents, ClientEvents>> {
  const options = { path: SOCKET.path, transports: ['websocket'], forceNew: true, auth: { token: person.token } };
  const socket: Socket<ServerEvents, ClientEvents> = io(getUrl(server), options);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
}

/** Records the notifications, bids and counts that the poster's page and another user's page receive through events. */
async function watchPages(server: Server, poster: Person, reader: Person, problems: string[]) {
  const notifications = new Map<string, number>();
  const bids = new Set<string>();
  const counts = new Map<string, number>();
  const pending = new Set<Promise<void>>();
  const posterSocket = await openSocket(server, poster);
  posterSocket.on(
    'notification',
    ({ _id, type }) => type === 'new_bid' && notifications.set(_id, (notifications.get(_id) ?? 0) + 1),
  );
  posterSocket.on('bid', ({ problemId }) => {
    const refetch = request<ProblemBidsResponse>(getUrl(server), poster, 'GET', `/bids?problemId=${problemId}`)
      .then((response) => response.bids.forEach(({ _id }) => bids.add(_id)))
      .finally(() => pending.delete(refetch));
    pending.add(refetch);
  });
  const other = await openSocket(server, reader);
  other.on('problem', ({ _id, bidCount }) => counts.set(_id, bidCount));
  for (const problem of problems) other.emit('watch_problem', problem);
  return { notifications, bids, counts, pending, close: () => [posterSocket, other].forEach((socket) => socket.disconnect()) };
}

async function addProblems(url: string, poster: Person, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const body = {
      title: `Our importer loses rows, part ${ids.length}`,
      body: 'It stops in the middle of a file without an error.',
      category: 'backend',
      tags: ['Go'],
      budget: 100,
    };
    ids.push((await request<{ problem: { _id: string } }>(url, poster, 'POST', '/problems', body)).problem._id);
  }
  return ids;
}

/** Places a bid like a page: retries with one idempotency key until there is a response. */
async function placeBid(server: Server, solver: Person, problemId: string): Promise<void> {
  const [key, body] = [
    randomUUID(),
    { problemId, amount: 50, message: 'I have done this before, in three projects of this size.', estimatedDays: 3 },
  ];
  for (;;) {
    try {
      await request(getUrl(server), solver, 'POST', '/bids', body, key);
      return;
    } catch (error) {
      if (error instanceof Error && / returned 4/.test(error.message)) throw error;
      await wait(POLL_MS);
    }
  }
}

const countRows = async (database: Database, query: string) =>
  Number((await database.query<{ count: string }>(query))[0]?.count ?? Number.NaN);

/** Kills the first of two servers while pages are connected to the second. */
async function run(options: Options, databaseUrl: string, redisUrl: string, dataDir: string): Promise<boolean> {
  const proxy = await startCommitProxy(databaseUrl);
  const env = { DATA_DIR: dataDir, SEED: 'none', LOG_LEVEL: 'error', RATE_LIMIT_FACTOR: '100000', REDIS_URL: redisUrl };
  const second = await createServer({ ...env, DATABASE_URL: databaseUrl });
  const first = await createServer({ ...env, DATABASE_URL: proxy.url });
  await second.start();
  await first.start();
  const database = await openDatabase(databaseUrl);
  const [poster, reader] = await addPeople(database, 2, 'seeker');
  const solvers = await addPeople(database, options.solvers, 'solver');
  if (poster === undefined || reader === undefined) throw new Error('No account was created');
  const problems = await addProblems(getUrl(second), poster, options.problems);
  const page = await watchPages(second, poster, reader, problems);

  const startedAt = performance.now();
  const placed = Promise.all(
    solvers.map(async (solver) => {
      for (const problem of problems) await placeBid(first, solver, problem);
    }),
  );
  let kills = 0;
  while (kills < options.kills) {
    const isDropped = await Promise.race([proxy.dropNextCommit().then(() => true), placed.then(() => false)]);
    if (!isDropped) break;
    kills += 1;
    await first.kill();
    await first.start();
  }
  await placed;

  const expected = problems.length * solvers.length;
  const countUndelivered = () => countRows(database, 'SELECT count(*) FROM outbox');
  const isUpToDate = () => page.notifications.size >= expected && page.bids.size >= expected && page.pending.size === 0;
  const isSettled = await waitUntil(async () => isUpToDate() && (await countUndelivered()) === 0, SETTLE_TIMEOUT_MS);
  const faults: Record<string, number> = {
    'bids lost': expected - (await countRows(database, 'SELECT count(*) FROM bids')),
    'bids duplicated': await countRows(
      database,
      'SELECT count(*) FROM (SELECT 1 FROM bids GROUP BY problem_id, solver_id HAVING count(*) > 1) AS more',
    ),
    'wrong bid counts of problems': await countRows(
      database,
      'SELECT count(*) FROM problems AS p WHERE bid_count <> (SELECT count(*) FROM bids AS b WHERE b.problem_id = p.id)',
    ),
    'bids without one notification': await countRows(
      database,
      `SELECT count(*) FROM bids AS b JOIN problems AS p ON p.id = b.problem_id WHERE 1 <> (SELECT count(*) FROM notifications AS n
       WHERE n.type = 'new_bid' AND n.user_id = p.user_id AND n.problem_id = p.id AND n.actor_id = b.solver_id)`,
    ),
    'notifications missing on pages': expected - page.notifications.size,
    'bids missing on pages': expected - page.bids.size,
    'wrong bid counts on pages': problems.filter((id) => page.counts.get(id) !== solvers.length).length,
    'undelivered events': await countUndelivered(),
  };
  const seconds = (performance.now() - startedAt) / 1000;
  const repeated = [...page.notifications.values()].filter((times) => times > 1).length;
  page.close();
  await first.stop();
  await second.stop();
  await database.close();
  proxy.close();
  const rows = Object.entries(faults).map(([name, count]) => `  ${name.padEnd(34)}${String(count).padStart(6)}`);
  process.stdout.write(
    `\n${rows.join('\n')}\n\n  ${expected} bids in ${seconds.toFixed(1)} s, ${kills} kills between commit and delivery; ${repeated} notifications were repeated\n\n`,
  );
  return isSettled && kills > 0 && Object.values(faults).every((count) => count === 0);
}

runProgram(async () => {
  const { DATABASE_URL: databaseUrl = '', REDIS_URL: redisUrl = '' } = process.env;
  if (databaseUrl === '' || redisUrl === '') throw new OptionError('DATABASE_URL and REDIS_URL must name servers.');
  const dataDir = mkdtempSync(join(tmpdir(), 'solvent-chaos-'));
  try {
    const isFaultless = await run(readOptions(process.argv.slice(2)), databaseUrl, redisUrl, dataDir);
    process.exitCode = isFaultless ? 0 : 1;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
