import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { openTestDatabase } from '../../testing/test-database.ts';
import { buildUser } from '../../testing/factories.ts';
import { openLocked } from './database.ts';
import type { Database } from './database.ts';
import { users } from '../../schema/index.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const named = (name: string) => database.db.select().from(users).where(eq(users.name, name));

/** Returns PostgreSQL's code of an error that drizzle has wrapped. */
function getCauseCode(error: unknown): unknown {
  const cause = error instanceof Error ? error.cause : undefined;
  return typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
}

it('an embedded database that cannot be prepared is closed, and its folder is unlocked', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'solvent-locked-'));
  const { db } = database;
  let closed = 0;
  const open = async () => ({
    connected: { db, pool: db.$client },
    close: async () => {
      closed += 1;
    },
  });
  const attempt = openLocked(folder, open, () => Promise.reject(new Error('a schema of tomorrow')));
  await expect(attempt).rejects.toThrow('a schema of tomorrow');
  expect(closed).toBe(1);
  await expect(
    openLocked(
      folder,
      () => Promise.reject(new Error('broken')),
      async () => undefined,
    ),
  ).rejects.toThrow('broken');
  await (await openLocked(folder, open, async () => undefined)).close();
  expect(closed).toBe(2);
  rmSync(folder, { recursive: true });
});

describe('the database, embedded or not', () => {
  it('returns stored values with their types', async () => {
    const stored = await buildUser(database.db, { name: 'Zoë 🦀 O’Brien', expertiseAreas: ['a,b', '"c"', '{}'] });
    const [read] = await named('Zoë 🦀 O’Brien');
    expect(read).toEqual(stored);
    expect(read?.createdAt).toBeInstanceOf(Date);
  });

  it('commits a successful transaction, and rolls back a failed one', async () => {
    await database.db.transaction(async (tx) => {
      await tx.insert(users).values({ name: 'Kept', email: 'kept@example.com', passwordHash: '', role: 'seeker' });
    });
    const failing = database.db.transaction(async (tx) => {
      await tx.insert(users).values({ name: 'Lost', email: 'lost@example.com', passwordHash: '', role: 'seeker' });
      throw new Error('No');
    });
    await expect(failing).rejects.toThrow('No');
    expect(await named('Kept')).toHaveLength(1);
    expect(await named('Lost')).toHaveLength(0);
  });

  it("reports PostgreSQL's error codes, and works after an error", async () => {
    await buildUser(database.db, { email: 'twice@example.com' });
    const again = database.db.insert(users).values({ name: 'B', email: 'twice@example.com', passwordHash: '', role: 'seeker' });
    expect(getCauseCode(await again.catch((error: unknown) => error))).toBe('23505');
    expect(getCauseCode(await database.db.execute(sql`SELEC 1`).catch((error: unknown) => error))).toBe('42601');
    await expect(database.ping()).resolves.toBeUndefined();
  });

  it('runs many concurrent queries', async () => {
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, count) => database.db.execute(sql`SELECT ${count}::int AS number`)),
    );
    expect(results.map(({ rows }) => rows[0]?.['number'])).toEqual(Array.from({ length: 50 }, (_, count) => count));
  });

  it('sends and receives large texts', async () => {
    const text = 'ä'.repeat(1_000_000);
    const { rows } = await database.db.execute(sql`SELECT ${text}::text AS text`);
    expect(rows[0]?.['text']).toBe(text);
  });
});
