import { eq, notInArray, sql } from 'drizzle-orm';
import { users } from '../../../api/src/features/accounts/schema.ts';
import { buildUser, testPasswords } from '../../../api/src/testing/factories.ts';
import { createTestApp } from '../../../api/src/testing/test-app.ts';
import type { TestApp } from '../../../api/src/testing/test-app.ts';
import { DEMO_PASSWORD, openDemoAccounts } from '../../../api/src/preflight/demo-accounts.ts';
import { seedDemo } from './seed-demo.ts';

const SEEKER = 'seeker@solvent.dev';
const SOLVER = 'solver@solvent.dev';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

async function found(): Promise<string[]> {
  const client = await test.db.$client.connect();
  try {
    return await openDemoAccounts(client, testPasswords);
  } finally {
    client.release();
  }
}

async function change(email: string, to: Partial<typeof users.$inferInsert>): Promise<void> {
  await test.db.update(users).set(to).where(eq(users.email, email));
}

it('none are found where there are real people, or nobody', async () => {
  expect(await found()).toEqual([]);
  const [ada, grace] = [await testPasswords.hash('difference-engine'), await testPasswords.hash('first-compiler')];
  await buildUser(test.db, { passwordHash: ada });
  await buildUser(test.db, { passwordHash: grace });
  await buildUser(test.db, { passwordHash: null });
  expect(await found()).toEqual([]);
  await test.db.delete(users);
});

describe('demo accounts that everybody can sign in to', () => {
  beforeEach(async () => {
    await test.db.execute(sql`TRUNCATE users CASCADE`);
    await seedDemo(test.ports);
  });

  it('are found, and no other people of the demo data', async () => {
    expect(await found()).toEqual([SEEKER, SOLVER]);
  });

  it('are found under another address', async () => {
    await change(SEEKER, { email: 'boss@example.com' });
    expect(await found()).toEqual(['boss@example.com', SOLVER]);
  });

  it('are found under another address when the other one is closed', async () => {
    await change(SEEKER, { email: 'boss@example.com' });
    await change(SOLVER, { passwordHash: null });
    expect(await found()).toEqual(['boss@example.com']);
  });

  it('are found when all other people of the demo data are gone', async () => {
    await change(SOLVER, { passwordHash: await testPasswords.hash('difference-engine') });
    await test.db
      .update(users)
      .set({ passwordHash: null })
      .where(notInArray(users.email, [SEEKER, SOLVER]));
    expect(await found()).toEqual([SEEKER]);
  });

  it('count no more once their passwords are changed', async () => {
    for (const email of [SEEKER, SOLVER]) await change(email, { passwordHash: await testPasswords.hash(`not ${DEMO_PASSWORD}`) });
    expect(await found()).toEqual([]);
  });
});
