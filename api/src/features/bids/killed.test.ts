import { sql } from 'drizzle-orm';
import { bids } from '../../platform/db/schema/bids.ts';
import { problems } from '../../platform/db/schema/problems.ts';
import type { Db } from '../../platform/db/connect.ts';
import { signedInUser } from '../../testing/factories.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { buildApi, freePort, startProgram, temporaryFolder } from '../../testing/server-process.ts';
import type { BuiltApi } from '../../testing/server-process.ts';
import { openDataFolder } from '../../testing/test-database.ts';
import { goodBid } from './test-bids.ts';

const PROBLEMS = 8;
const SOLVERS = 6;
const TIME = 120_000;
const data = temporaryFolder();

let built: BuiltApi;
let poster: TestCaller;
let solvers: TestCaller[];
let problemIds: string[];

async function start() {
  const port = await freePort();
  const env = { SEED: 'none', RATE_LIMIT_FACTOR: '1000', DATA_DIR: data.path, PORT: String(port) };
  const { child, says, ended } = startProgram(built, 'main', env);
  await says('Server listening');
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
  const now = new Date();
  const texts = { title: 'Our importer loses rows', body: 'It does.', description: 'It does.', tags: ['Go'] };
  const values = { ...texts, userId: poster.user.id, category: 'backend' as const, budget: 100, createdAt: now, updatedAt: now };
  const rows = await db
    .insert(problems)
    .values(Array.from({ length: PROBLEMS }, () => values))
    .returning({ id: problems.id });
  problemIds = rows.map(({ id }) => id);
}

beforeAll(async () => {
  built = await buildApi();
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

/** Asks for all of it at once and kills the server at the answer with this number; gives what it has promised until then. */
async function killAmong(calls: Call[], after: number): Promise<Call[]> {
  const server = await start();
  const promised: Call[] = [];
  let killed: Promise<void> | undefined;
  await Promise.all(
    calls.map(async (call) => {
      // What is asked of a dead server fails, as it should.
      const isDone = await ask(server.url, call).catch(() => false);
      if (isDone) promised.push(call);
      if (promised.length >= after) killed ??= server.end('SIGKILL');
    }),
  );
  if (killed === undefined) throw new Error(`The server was not killed: ${promised.length} answers`);
  await killed;
  expect(promised.length).toBeLessThan(calls.length);
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
      const placing = problemIds.flatMap((problemId) =>
        solvers.map((as): Call => ({ method: 'POST', path: '/bids', as, body: { ...goodBid, problemId } })),
      );
      const placed = await killAmong(placing, placing.length / 2);
      const rows = await withDatabase(async (db) => {
        expect(await halfMade(db)).toEqual(NOTHING);
        return db.select().from(bids);
      });
      const stored = rows.map(({ problemId, solverId }) => `${problemId} ${solverId}`);
      expect(stored).toEqual(
        expect.arrayContaining(
          placed.map(({ as, body }) => `${new Map(Object.entries(body ?? {})).get('problemId')} ${as.user.id}`),
        ),
      );

      const accepting = rows.map(({ id }): Call => ({ method: 'PUT', path: `/bids/${id}/accept`, as: poster }));
      const accepted = await killAmong(accepting, 2);
      await withDatabase(async (db) => {
        expect(await halfMade(db)).toEqual(NOTHING);
        const winners = (await db.select().from(bids)).filter(({ status }) => status === 'accepted');
        expect(winners.map(({ id }) => `/bids/${id}/accept`)).toEqual(expect.arrayContaining(accepted.map(({ path }) => path)));
      });
    },
    TIME,
  );
});
