import { sql } from 'drizzle-orm';
import { notifications } from '../schema/index.ts';
import { buildModule, buildPurchase } from '../testing/modules.ts';
import { sendVersion } from '../testing/published-modules.ts';
import { flushRedis, getTestRedisUrl } from '../testing/redis.ts';
import { createReplica } from '../testing/replicas.ts';
import { waitUntil } from '../testing/wait-until.ts';
import type { Replica } from '../testing/replicas.ts';
import { buildApi, startServer, temporaryFolder } from '../testing/server-process.ts';
import type { BuiltApi } from '../testing/server-process.ts';
import { advanceTime } from '../testing/test-jobs.ts';

const TIME = 300_000;
const data = temporaryFolder();
const running: (() => Promise<unknown>)[] = [];

let built: BuiltApi;
/** A server that takes requests and does no jobs. */
let web: Replica;

beforeAll(async () => {
  await flushRedis();
  built = await buildApi();
  web = await createReplica(getTestRedisUrl().href);
}, TIME);
afterEach(() => Promise.all(running.splice(0).map((end) => end())));
afterAll(async () => {
  await web.close();
  built.remove();
  data.remove();
});

/** A process that only does jobs, as it runs in production. */
async function startWorker() {
  const worker = await startServer(built, {
    ROLE: 'worker',
    DATA_DIR: data.path,
    DATABASE_URL: web.app.db.$client.options.connectionString ?? '',
    REDIS_URL: getTestRedisUrl().href,
  });
  running.push(worker.stop);
  return worker;
}

const readJobs = async (queue: string) =>
  (
    await web.app.db.execute<{ state: string; task: string | null }>(
      sql`SELECT state, data ->> 'task' AS task FROM pgboss.job WHERE name = ${queue}`,
    )
  ).rows;

describe('a worker', () => {
  it(
    'does what a server added, answers nothing but its health and its figures, and ends cleanly',
    async () => {
      const worker = await startWorker();
      const author = await web.app.signedIn('solver');
      const { id } = await buildModule(web.app, author);
      const buyer = await web.app.signedIn('seeker');
      await buildPurchase(web.app, id, buyer);
      await sendVersion(web.app, author, id, '1.1.0');
      await waitUntil(async () => (await web.app.db.$count(notifications, sql`module_id = ${id}`)) === 1);
      const statuses = [
        '/api/health/live',
        '/metrics',
        '/',
        '/api/problems',
        '/sitemap.xml',
        '/api/openapi.json',
        '/remotes/x',
        '/socket.io/?EIO=4&transport=websocket',
      ].map(async (path) => (await fetch(`${worker.url}${path}`)).status);
      expect(await Promise.all(statuses)).toEqual([200, 200, 404, 404, 404, 404, 404, 404]);
      // It is counted after what it stores is there.
      const done = /solvent_job_duration_seconds_count\{queue="module-version",outcome="done"\} 1/;
      await waitUntil(async () => done.test(await (await fetch(`${worker.url}/metrics`)).text()));
      expect(await worker.stop()).toBe(0);
    },
    TIME,
  );

  it(
    'that is killed in the middle of a job has it done by another, and all of it once',
    async () => {
      const killed = await startWorker();
      const author = await web.app.signedIn('solver');
      const { id } = await buildModule(web.app, author);
      for (let count = 0; count < 3; count += 1) await buildPurchase(web.app, id, await web.app.signedIn('seeker'));
      const readNotifications = async () =>
        web.app.db
          .select()
          .from(notifications)
          .where(sql`module_id = ${id}`);
      const holder = await web.app.db.$client.connect();
      await holder.query('BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0; LOCK TABLE notifications IN SHARE MODE');
      await sendVersion(web.app, author, id, '1.1.0');
      await waitUntil(async () => (await readJobs('module-version')).some(({ state }) => state === 'active'));
      await killed.kill();
      await holder.query('COMMIT');
      holder.release();
      expect((await readJobs('module-version')).map(({ state }) => state)).toEqual(['active']);
      await advanceTime(web.app.db, 61);
      await startWorker();
      await waitUntil(async () => (await readJobs('module-version')).length === 0);
      expect((await readNotifications()).map(({ count }) => count)).toEqual([1, 1, 1]);
    },
    TIME,
  );

  it(
    'beside another one does once what is done by the hour',
    async () => {
      await web.app.db.execute(sql`DELETE FROM pgboss.job`);
      await Promise.all([startWorker(), startWorker()]);
      await waitUntil(async () => {
        const jobs = await readJobs('hourly');
        return jobs.length > 0 && jobs.every(({ state }) => state === 'completed');
      });
      const tasks = (await readJobs('hourly')).map(({ task }) => task);
      expect(new Set(tasks).size).toBe(tasks.length);
    },
    TIME,
  );
});
