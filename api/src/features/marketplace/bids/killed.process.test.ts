import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { bids } from '../schema.ts';
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
/** How long the database may take for an answer, in ms, before it counts as stuck. */
const TIMEOUT = 2000;
const TIME = 300_000;
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

/** Looks into the data folder, or writes to it, while no server runs. */
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
}, TIME);
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

async function ask(url: string, { method, path, as, body = {} }: Call): Promise<boolean> {
  const headers = { ...as.headers, 'x-app-key': 'solvent-web', 'content-type': 'application/json' };
  const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
  return answer.ok;
}

/** Lets the database be stuck, in the middle of a transaction, when it stores the notification that follows so many others. */
async function beStuckAfter(db: Db, news: number): Promise<void> {
  await db.execute(sql`DROP TRIGGER IF EXISTS stuck ON notifications`);
  await db.execute(
    sql.raw(`CREATE OR REPLACE FUNCTION be_stuck() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        WHILE (SELECT count(*) FROM notifications) = ${news} AND clock_timestamp() < now() + interval '30 s' LOOP END LOOP;
        RETURN NEW;
      END $$`),
  );
  await db.execute(sql`CREATE TRIGGER stuck BEFORE INSERT ON notifications FOR EACH ROW EXECUTE FUNCTION be_stuck()`);
}

/** Settles when the database does not answer any more: at the first silence once all is done that can be, else at the fourth. */
async function whenStuck(url: string, isDone: () => boolean): Promise<void> {
  const isReady = () => fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(TIMEOUT) }).then(({ ok }) => ok);
  let silences = 0;
  while (silences < (isDone() ? 1 : 4)) silences = (await isReady().catch(() => false)) ? 0 : silences + 1;
}

/**
 * Asks for all of it at once and kills the server in the middle of one, when it has done so many; gives what it has promised
 * until then.
 */
async function killAmong(calls: Call[], done: number): Promise<Call[]> {
  const server = await start();
  const promised: Call[] = [];
  const asking = calls.map(async (call) => {
    // What is asked of a dead server fails, as it should.
    if (await ask(server.url, call).catch(() => false)) promised.push(call);
  });
  await whenStuck(server.url, () => promised.length >= done);
  await server.end('SIGKILL');
  await Promise.all(asking);
  // The next start is what mends the folder.
  await (await start()).end('SIGTERM');
  return promised;
}

/** Whatever was under way: counts are right, nobody was told of what is not so, nothing is without its news. */
async function halfMade(db: Db) {
  const told = (type: string, to: string, more = '') =>
    `(SELECT count(*) FROM notifications n WHERE n.type = '${type}' AND n.problem_id = b.problem_id AND n.user_id = ${to} ${more})`;
  const count = async (query: string) => Number((await db.execute<{ count: string }>(sql.raw(query))).rows[0]?.count);
  const where = (condition: string) =>
    count(`SELECT count(*) FROM bids b JOIN problems p ON p.id = b.problem_id WHERE ${condition}`);
  const its = (state: string) => `(SELECT count(*) FROM bids o WHERE o.problem_id = p.id AND o.status ${state})`;
  return {
    'counted wrong': await count(`SELECT count(*) FROM problems p WHERE p.bid_count <> ${its("<> 'withdrawn'")}`),
    'in progress without one accepted bid': await count(
      `SELECT count(*) FROM problems p WHERE (p.status = 'in-progress') <> (${its("= 'accepted'")} = 1)`,
    ),
    'undecided beside an accepted one': await where(`b.status = 'pending' AND p.status = 'in-progress'`),
    'accepted without an event': await count(
      `SELECT count(*) FROM problems p WHERE ${its("= 'accepted'")} <> (SELECT count(*) FROM problem_events e WHERE e.problem_id = p.id)`,
    ),
    'placed without news': await where(`${told('new_bid', 'p.user_id', 'AND n.actor_id = b.solver_id')} <> 1`),
    'accepted without news, or the other way': await where(
      `${told('bid_accepted', 'b.solver_id')} <> (CASE b.status WHEN 'accepted' THEN 1 ELSE 0 END)`,
    ),
    'rejected without news, or the other way': await where(
      `${told('bid_rejected', 'b.solver_id')} <> (CASE b.status WHEN 'rejected' THEN 1 ELSE 0 END)`,
    ),
    'news of no bid': await count(
      `SELECT count(*) FROM notifications n WHERE n.type = 'new_bid' AND NOT EXISTS
       (SELECT 1 FROM bids b WHERE b.problem_id = n.problem_id AND b.solver_id = n.actor_id)`,
    ),
  };
}

const NOTHING = Object.fromEntries(
  [
    'counted wrong',
    'in progress without one accepted bid',
    'undecided beside an accepted one',
    'accepted without an event',
    'placed without news',
    'accepted without news, or the other way',
    'rejected without news, or the other way',
    'news of no bid',
  ].map((what) => [what, 0]),
);

describe('a server that is killed', () => {
  it(
    'among bids and then among accepts has made nothing by halves, and kept all that it promised',
    async () => {
      await withDatabase((db) => beStuckAfter(db, 10));
      const placing = problemIds.flatMap((problemId) =>
        solvers.map((as): Call => ({ method: 'POST', path: '/bids', as, body: { ...goodBid, problemId } })),
      );
      const placed = await killAmong(placing, 10);
      const rows = await withDatabase(async (db) => {
        expect(await halfMade(db)).toEqual(NOTHING);
        const found = await db.select().from(bids);
        // Each of these bids will be decided, and its solver told; some of them are by then.
        await beStuckAfter(db, Math.floor(found.length * 1.7));
        return found;
      });
      const stored = rows.map(({ problemId, solverId }) => `${problemId} ${solverId}`);
      expect(stored).toEqual(
        expect.arrayContaining(
          placed.map(({ as, body }) => `${new Map(Object.entries(body ?? {})).get('problemId')} ${as.user.id}`),
        ),
      );

      const accepting = rows.map(({ id }): Call => ({ method: 'PUT', path: `/bids/${id}/accept`, as: poster }));
      const accepted = await killAmong(accepting, 1);
      await withDatabase(async (db) => {
        expect(await halfMade(db)).toEqual(NOTHING);
        const winners = (await db.select().from(bids)).filter(({ status }) => status === 'accepted');
        expect(winners.map(({ id }) => `/bids/${id}/accept`)).toEqual(expect.arrayContaining(accepted.map(({ path }) => path)));
      });
    },
    TIME,
  );
});
