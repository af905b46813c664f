import { eq, notInArray } from 'drizzle-orm';
import { users } from '../../../api/src/schema/index.ts';
import { buildUser, testPasswordHasher } from '../../../api/src/testing/factories.ts';
import { createTestApp } from '../../../api/src/testing/test-app.ts';
import type { TestApp } from '../../../api/src/testing/test-app.ts';
import { DEMO_PASSWORD, findDemoAccounts } from '../../../api/src/preflight/demo-accounts.ts';
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
    return await findDemoAccounts(client, testPasswordHasher);
  } finally {
    client.release();
  }
}

async function findRow(email: string): Promise<typeof users.$inferSelect> {
  const [row] = await test.db.select().from(users).where(eq(users.email, email));
  if (row === undefined) throw new Error(`Nobody has the address ${email}`);
  return row;
}

const change = (id: string, to: Partial<typeof users.$inferInsert>) => test.db.update(users).set(to).where(eq(users.id, id));

it('none are found where there are real people, or nobody', async () => {
  expect(await found()).toEqual([]);
  const [ada, grace] = [await testPasswordHasher.hash('difference-engine'), await testPasswordHasher.hash('first-compiler')];
  await buildUser(test.db, { passwordHash: ada });
  await buildUser(test.db, { passwordHash: grace });
  await buildUser(test.db, { passwordHash: null });
  expect(await found()).toEqual([]);
  await test.db.delete(users);
});

it('are found while their published passwords work, under whatever address, and no others', async () => {
  await seedDemo(test.ports);
  expect(await found()).toEqual([SEEKER, SOLVER]);
  const [seeker, solver] = [await findRow(SEEKER), await findRow(SOLVER)];
  await change(seeker.id, { email: 'boss@example.com' });
  expect(await found()).toEqual(['boss@example.com', SOLVER]);
  await change(solver.id, { passwordHash: null });
  expect(await found()).toEqual(['boss@example.com']);
  // Also finds accounts if no other account of the demo data has a password.
  await change(seeker.id, { email: SEEKER });
  await test.db
    .update(users)
    .set({ passwordHash: null })
    .where(notInArray(users.id, [seeker.id, solver.id]));
  await change(solver.id, { passwordHash: await testPasswordHasher.hash('difference-engine') });
  expect(await found()).toEqual([SEEKER]);
  await change(seeker.id, { passwordHash: await testPasswordHasher.hash(`not ${DEMO_PASSWORD}`) });
  expect(await found()).toEqual([]);
});
