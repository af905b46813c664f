import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { bids, files } from '../schema/index.ts';
import { startArchivedPostgres } from '../testing/archived-postgres.ts';
import type { ArchivedPostgres } from '../testing/archived-postgres.ts';
import { addProblem, getBid, placeBid } from '../testing/bids.ts';
import { buildApi, freePort, startProgram, temporaryFolder } from '../testing/server-process.ts';
import { createTestApp } from '../testing/test-app.ts';
import { getStoredFile, upload } from '../testing/uploads.ts';
import { createFiles } from '../platform/objects/files.ts';

/** The changed bid. */
const CHANGED = { amount: 140, estimatedDays: 4, message: 'A little more, after a closer look.' };

const folder = temporaryFolder();
let postgres: ArchivedPostgres;
beforeAll(async () => {
  postgres = await startArchivedPostgres();
}, 300_000);
afterAll(async () => {
  await postgres.close();
  folder.remove();
});

it('restores the database to a time before data loss, and the product works on it', async () => {
  const dataDir = join(folder.path, 'data');
  const test = await createTestApp({ server: postgres.url, ports: { files: createFiles({ bucket: undefined, dataDir }) } });
  const database = new URL(String(test.db.$client.options.connectionString)).pathname;
  const [seeker, solver] = [await test.signedIn('seeker'), await test.signedIn('solver')];
  const problem = await addProblem(test, seeker);
  postgres.baseBackup();

  // Only in the archive: a bid and two files.
  const bid = getBid(await placeBid(test, solver, problem.id));
  const attach = (name: string) => upload(test, seeker, [{ name, content: Buffer.from(name) }], '?purpose=attachment');
  const [kept, deleted] = [getStoredFile(await attach('kept.txt')), getStoredFile(await attach('deleted.txt'))];
  const { rows } = await test.db.execute<{ now: string }>(sql`SELECT clock_timestamp()::text AS now`);
  const moment = rows[0]?.now ?? '';

  // Data loss; and a file that a user deletes.
  await test.db.delete(bids);
  const [gone] = await test.db.delete(files).where(eq(files.id, deleted._id)).returning();
  await test.ports.files.delete(gone?.storageKey ?? '');
  expect((await test.request('PUT', `/api/bids/${bid._id}`, { as: solver, payload: CHANGED })).status).toBe(404);
  await postgres.waitUntilArchived();
  await test.close();

  const restored = Object.assign(new URL(await postgres.restoreTo(moment)), { pathname: database }).href;
  mkdirSync(join(folder.path, 'releases'));
  const port = String(await freePort());
  const settings = {
    DATABASE_URL: restored,
    DATA_DIR: dataDir,
    RELEASES_DIR: join(folder.path, 'releases'),
    SEED: 'none',
    PORT: port,
  };
  const built = await buildApi();
  const server = startProgram(built, 'main', { ...settings, SERVER_RENDERING: 'off' });
  await server.waitForOutput('Server listening');
  const send = async (path: string, init: RequestInit = {}) => {
    const headers = { 'x-app-key': 'solvent-web', ...solver.headers, 'content-type': 'application/json' };
    const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, { ...init, headers });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }; // every answer is an object
  };
  expect(await send(`/problems/${problem.id}`)).toMatchObject({ status: 200, body: { problem: { bidCount: 1 } } });
  const changed = await send(`/bids/${bid._id}`, { method: 'PUT', body: JSON.stringify(CHANGED) });
  expect(changed).toMatchObject({ status: 200, body: { bid: { amount: 140 } } });

  // Files are not restored: those deleted since are reported as missing.
  const { ended, output } = startProgram(built, 'solvent', settings, ['objects']);
  expect(await ended).toBe(1);
  expect(output()).toContain(`"deleted.txt"`);
  expect(output()).not.toContain(`"kept.txt"`);
  expect(kept._id).not.toBe(deleted._id);
  server.child.kill('SIGTERM');
  await server.ended;
  built.remove();
}, 240_000);
