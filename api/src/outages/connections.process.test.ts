import { sql } from 'drizzle-orm';
import { connectForMaintenance, connectToServer } from '../platform/db/connect.ts';
import type { Connected } from '../platform/db/connect.ts';
import type { Database } from '../platform/db/database.ts';
import { openLine } from '../../../scripts/test/line.mjs';
import type { Line } from '../../../scripts/test/line.mjs';
import { openTestDatabase } from '../testing/test-database.ts';

const SIZE = 2;

let database: Database;
let line: Line;
let url: URL;
let broken: Connected;
beforeAll(async () => {
  database = await openTestDatabase();
  url = new URL(database.db.$client.options.connectionString ?? '');
  line = await openLine(Number(url.port));
  url.port = String(line.port);
  broken = connectToServer({ url: url.href, size: SIZE }, () => undefined);
});
afterAll(async () => {
  await broken.pool.end();
  await line.close();
  await database.close();
});

const answer = () => broken.db.transaction((tx) => tx.execute(sql`SELECT 1`));

describe('connections of a pool', () => {
  it('are not lost where transactions could not begin', async () => {
    await Promise.all([answer(), answer()]);
    line.hang();
    const tries = await Promise.allSettled(Array.from({ length: SIZE * 2 }, answer));
    expect(tries.map(({ status }) => status)).toEqual(tries.map(() => 'rejected'));
    await line.restore();
    const after = await Promise.allSettled(Array.from({ length: SIZE * 2 }, answer));
    expect(after.map(({ status }) => status)).toEqual(after.map(() => 'fulfilled'));
  });

  it('are not ended while they lie idle for long, nor while somebody takes time in a transaction', async () => {
    await Promise.all([answer(), answer()]);
    const before = broken.pool.totalCount;
    await broken.db.transaction(async (tx) => {
      await tx.execute(sql`SELECT pg_sleep(3)`);
      await tx.execute(sql`SELECT pg_sleep(3)`);
    });
    expect(broken.pool.totalCount).toBe(before);
  });

  it('have no limit of time where they are for maintenance', async () => {
    const readLimit = async ({ db }: Connected) => (await db.execute(sql`SHOW statement_timeout`)).rows[0]?.['statement_timeout'];
    const patient = connectForMaintenance(url.href, () => undefined);
    expect(await readLimit(patient)).toBe('0');
    expect(await readLimit(broken)).toBe('3500ms');
    await patient.pool.end();
  });
});
