import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { bids } from '../../../schema/index.ts';
import type { Db } from '../../../platform/db/connect.ts';
import { signedInUser } from '../../../testing/factories.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { publishLiveRelease } from '../../../testing/releases.ts';
import { buildApi, freePort, startProgram, temporaryFolder } from '../../../testing/server-process.ts';
import type { BuiltApi } from '../../../testing/server-process.ts';
import { openDataFolder } from '../../../testing/test-database.ts';
import { addProblem, goodBid } from '../../../testing/bids.ts';

const PROBLEMS = 8;
const SOLVERS = 6;
/** The database counts as stuck after this time without a response. */
const RESPONSE_TIMEOUT_MS = 2000;
const TEST_TIMEOUT_MS = 300_000;
const data = temporaryFolder();

let built: BuiltApi;
let poster: TestCaller;
let solvers: TestCaller[];
let problemIds: string[];

async function start() {
  const port = await freePort();
  const env = { SEED: 'none', RATE_LIMIT_FACTOR: '1000', DATA_DIR: data.path, PORT: String(port) };
  const { child, waitForOutput, ended } = startProgram(built, 'main', env);
  await waitForOutput('Server listening');
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  return { url: `http://127.0.0.1:${port}/api`, end };
}

/** Opens the data folder while no server runs. */
async function withDatabase<Result>(act: (db: Db) => Promise<Result>): Promise<Result> {
  const { db, close } = await openDataFolder(data.path);
  return act(db).finally(close);
}

async function addPeopleAndProblems(db: Db): Promise<void> {
  poster = await signedInUser(db, 'seeker');
  solvers = [];
  for (let count = 0; count < SOLVERS; count += 1) solvers.push(await signedInUser(db, 'solver'));
  problemIds = [];
  for (let count = 0; count < PROBLEMS; count += 1) problemIds.push((await addProblem({ db }, poster)).id);
}

beforeAll(async () => {
  built = await buildApi();
  await publishLiveRelease(join(data.path, 'releases'));
  const first = await start();
  await first.end('SIGTERM');
  await withDatabase(addPeopleAndProblems);
}, TEST_TIMEOUT_MS);
afterAll(() => {
  data.remove();
  built.remove();
});

interface Call {
  method: 'POST' | 'PUT';
  path: string;
  as: TestCaller;
  body?: object;
}

async function sendRequest(url: string, { method, path, as, body = {} }: Call): Promise<boolean> {
  const headers = { ...as.headers, 'x-app-key': 'solvent-web', 'content-type': 'application/json' };
  const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
  return response.ok;
}

/** Blocks the transaction that stores the next notification after `count` others. */
async function blockAfter(db: Db, count: number): Promise<void> {
  await db.execute(sql`DROP TRIGGER IF EXISTS blocked ON notifications`);
  await db.execute(
    sql.raw(`CREATE OR REPLACE FUNCTION block_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        WHILE (SELECT count(*) FROM notifications) = ${count} AND clock_timestamp() < now() + interval '30 s' LOOP END LOOP;
        RETURN NEW;
      END $$`),
  );
  await db.execute(sql`CREATE TRIGGER blocked BEFORE INSERT ON notifications FOR EACH ROW EXECUTE FUNCTION block_transaction()`);
}

/** Resolves after one failed readiness check once `isDone`, otherwise after four in a row. */
async function waitUntilStuck(url: string, isDone: () => boolean): Promise<void> {
  const isReady = () => fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) }).then(({ ok }) => ok);
  let failures = 0;
  while (failures < (isDone() ? 1 : 4)) failures = (await isReady().catch(() => false)) ? 0 : failures + 1;
}

/** Sends concurrent calls, and kills the server during a transaction. @returns the calls that succeeded before */
async function killDuring(calls: Call[], minDone: number): Promise<Call[]> {
  const server = await start();
  const succeeded: Call[] = [];
  const requests = calls.map(async (call) => {
    // Requests to the killed server fail.
    if (await sendRequest(server.url, call).catch(() => false)) succeeded.push(call);
  });
  await waitUntilStuck(server.url, () => succeeded.length >= minDone);
  await server.end('SIGKILL');
  await Promise.all(requests);
  // The next start repairs the folder.
  await (await start()).end('SIGTERM');
  return succeeded;
}

/** Counts rows that break an invariant. */
async function countInconsistencies(db: Db) {
  const countNotifications = (type: string, to: string, more = '') =>
    `(SELECT count(*) FROM notifications n WHERE n.type = '${type}' AND n.problem_id = b.problem_id AND n.user_id = ${to} ${more})`;
  const count = async (query: string) => Number((await db.execute<{ count: string }>(sql.raw(query))).rows[0]?.count);
  const countBids = (condition: string) =>
    count(`SELECT count(*) FROM bids b JOIN problems p ON p.id = b.problem_id WHERE ${condition}`);
  const countOfProblem = (state: string) => `(SELECT count(*) FROM bids o WHERE o.problem_id = p.id AND o.status ${state})`;
  return {
    'wrong bid count': await count(`SELECT count(*) FROM problems p WHERE p.bid_count <> ${countOfProblem("<> 'withdrawn'")}`),
    'in progress without one accepted bid': await count(
      `SELECT count(*) FROM problems p WHERE (p.status = 'in-progress') <> (${countOfProblem("= 'accepted'")} = 1)`,
    ),
    'pending beside an accepted one': await countBids(`b.status = 'pending' AND p.status = 'in-progress'`),
    'accepted without an event': await count(
      `SELECT count(*) FROM problems p WHERE ${countOfProblem("= 'accepted'")} <> (SELECT count(*) FROM problem_events e WHERE e.problem_id = p.id)`,
    ),
    'placed without a notification': await countBids(
      `${countNotifications('new_bid', 'p.user_id', 'AND n.actor_id = b.solver_id')} <> 1`,
    ),
    'accepted without a notification, or vice versa': await countBids(
      `${countNotifications('bid_accepted', 'b.solver_id')} <> (CASE b.status WHEN 'accepted' THEN 1 ELSE 0 END)`,
    ),
    'rejected without a notification, or vice versa': await countBids(
      `${countNotifications('bid_rejected', 'b.solver_id')} <> (CASE b.status WHEN 'rejected' THEN 1 ELSE 0 END)`,
    ),
    'notification without a bid': await count(
      `SELECT count(*) FROM notifications n WHERE n.type = 'new_bid' AND NOT EXISTS
       (SELECT 1 FROM bids b WHERE b.problem_id = n.problem_id AND b.solver_id = n.actor_id)`,
    ),
  };
}

const NO_INCONSISTENCIES = Object.fromEntries(
  [
    'wrong bid count',
    'in progress without one accepted bid',
    'pending beside an accepted one',
    'accepted without an event',
    'placed without a notification',
    'accepted without a notification, or vice versa',
    'rejected without a notification, or vice versa',
    'notification without a bid',
  ].map((what) => [what, 0]),
);

describe('a server that is killed', () => {
  it(
    'leaves no partial bids or accepts, and keeps all confirmed ones',
    async () => {
      await withDatabase((db) => blockAfter(db, 10));
      const placing = problemIds.flatMap((problemId) =>
        solvers.map((as): Call => ({ method: 'POST', path: '/bids', as, body: { ...goodBid, problemId } })),
      );
      const placed = await killDuring(placing, 10);
      const rows = await withDatabase(async (db) => {
        expect(await countInconsistencies(db)).toEqual(NO_INCONSISTENCIES);
        const found = await db.select().from(bids);
        // Every bid adds one more notification when it is decided; block after some of them.
        await blockAfter(db, Math.floor(found.length * 1.7));
        return found;
      });
      const stored = rows.map(({ problemId, solverId }) => `${problemId} ${solverId}`);
      expect(stored).toEqual(
        expect.arrayContaining(
          placed.map(({ as, body }) => `${new Map(Object.entries(body ?? {})).get('problemId')} ${as.user.id}`),
        ),
      );

      const accepting = rows.map(({ id }): Call => ({ method: 'PUT', path: `/bids/${id}/accept`, as: poster }));
      const accepted = await killDuring(accepting, 1);
      await withDatabase(async (db) => {
        expect(await countInconsistencies(db)).toEqual(NO_INCONSISTENCIES);
        const winners = (await db.select().from(bids)).filter(({ status }) => status === 'accepted');
        expect(winners.map(({ id }) => `/bids/${id}/accept`)).toEqual(expect.arrayContaining(accepted.map(({ path }) => path)));
      });
    },
    TEST_TIMEOUT_MS,
  );
});
