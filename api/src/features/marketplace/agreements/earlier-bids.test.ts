import { eq, sql } from 'drizzle-orm';
import { agreements } from './schema.ts';
import { bids, problemEvents } from '../schema.ts';
import { migrationStatement } from '../../../testing/migrations.ts';
import { buildPair } from '../../../testing/solved-problems.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';

const DAY = 24 * 3_600_000;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

async function agreementAfter(problemId: string) {
  await test.db.delete(agreements);
  await test.db.execute(sql.raw(migrationStatement('INSERT INTO "agreements"')));
  return (await test.db.select().from(agreements).where(eq(agreements.problemId, problemId)))[0];
}

describe('a bid that was accepted before there were agreements', () => {
  it('has one: due so many days after it was accepted, with an id that sorts by time', async () => {
    const { problemId, seeker, solver } = await buildPair(test, { status: 'in-progress' });
    const at = new Date(Date.now() - 5 * DAY);
    await test.db.insert(problemEvents).values({ problemId, event: 'bid_accepted', personId: solver.user.id, at });
    const [bid] = await test.db.select().from(bids).where(eq(bids.problemId, problemId));
    const agreement = await agreementAfter(problemId);
    expect(agreement).toMatchObject({
      bidId: bid?.id,
      seekerId: seeker.user.id,
      solverId: solver.user.id,
      status: 'accepted',
      amount: 90,
      acceptedAt: at,
      dueAt: new Date(at.getTime() + 2 * DAY),
      solvedAt: null,
      payerRemindedAt: null,
    });
    expect(agreement?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt((agreement?.id ?? '').replaceAll('-', '').slice(0, 12), 16)).toBe(at.getTime());
  });

  it('is solved with its problem, and reminds nobody', async () => {
    const { problemId } = await buildPair(test, { status: 'solved', solvedAgo: 30 });
    expect(await agreementAfter(problemId)).toMatchObject({
      status: 'solved',
      solvedAt: expect.any(Date),
      payerRemindedAt: expect.any(Date),
    });
  });

  it('is none where it waits, or the problem is open', async () => {
    const { problemId } = await buildPair(test, { status: 'open' });
    expect(await agreementAfter(problemId)).toBeUndefined();
  });
});
