import { eq } from 'drizzle-orm';
import { agreementChanges, agreements, disputes } from '../../marketplace/agreements/schema.ts';
import { bids, problemEvents, problems } from '../../marketplace/schema.ts';
import { notificationsTo } from '../../../testing/agreements.ts';
import { deleteAccount } from '../../../testing/chat.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { buildDepartingUser } from '../../../testing/departing-user.ts';

let test: TestApp;
let leaver: Awaited<ReturnType<typeof buildDepartingUser>>;
beforeAll(async () => {
  test = await createTestApp();
  leaver = await buildDepartingUser(test);
  await deleteAccount(test, leaver.caller);
});
afterAll(() => test.close());

/** What there is of each, by its name. */
function named<Value>(ids: Record<string, string>, found: (readonly [id: string, value: Value])[]) {
  const byId = new Map(found);
  return Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, byId.get(id)]));
}

async function problemsNow(ids: Record<string, string>) {
  const rows = await test.db.select().from(problems);
  return named(
    ids,
    rows.map(({ id, status, bidCount }) => [id, [status, bidCount]]),
  );
}

describe('what somebody who leaves had under way', () => {
  it('is closed where it is an own problem that was not solved; the work on those of others is open again', async () => {
    expect(await problemsNow(leaver.work.own)).toEqual({ open: ['closed', 1], begun: ['closed', 0], solved: ['solved', 1] });
    expect(await problemsNow(leaver.work.others)).toEqual({
      open: ['open', 1],
      begun: ['open', 1],
      solved: ['solved', 1],
      untouched: ['in-progress', 1],
    });
  });

  it('ends the agreements on that, with what waits under them, and tells the other ones', async () => {
    const { own, others } = leaver.work;
    for (const [problemId, other] of [
      [own.begun, leaver.solver],
      [others.begun, leaver.seeker],
    ] as const) {
      const [agreement] = await test.db.select().from(agreements).where(eq(agreements.problemId, problemId));
      expect(agreement).toMatchObject({ status: 'ended', partedBy: leaver.caller.user.id, partingNote: '' });
      const told = (await notificationsTo(test, other)).filter(({ type }) => type === 'parted');
      expect(told).toMatchObject([{ message: expect.stringMatching(/^Deleted user ended your agreement on "/) }]);
    }
    expect(await test.db.select().from(agreementChanges)).toMatchObject([{ status: 'withdrawn' }]);
    expect(await test.db.select().from(disputes)).toMatchObject([
      { outcome: 'ended', decision: 'The account of one of the two was deleted.', decidedAt: expect.any(Date) },
    ]);
  });

  it('is told of on the timelines', async () => {
    const { own, others } = leaver.work;
    const rows = await test.db
      .select({ problemId: problemEvents.problemId, event: problemEvents.event })
      .from(problemEvents)
      .where(eq(problemEvents.personId, leaver.caller.user.id))
      .orderBy(problemEvents.at, problemEvents.id);
    const happened = (id: string) => rows.filter(({ problemId }) => problemId === id).map(({ event }) => event);
    expect([own.open, own.begun, others.begun, others.open].map(happened)).toEqual([
      ['closed'],
      ['parted', 'closed'],
      ['parted'],
      [],
    ]);
  });

  it('leaves no live bid of the person or on a problem of theirs, and no other one changed', async () => {
    const rows = await test.db.select().from(bids);
    const now = named(
      leaver.work.bids,
      rows.map(({ id, status }) => [id, status]),
    );
    expect(now).toEqual({
      pendingOnOwn: 'rejected',
      acceptedOnOwn: 'withdrawn',
      solvedOnOwn: 'accepted',
      ownPending: 'withdrawn',
      theirPending: 'pending',
      ownAccepted: 'withdrawn',
      theirRejected: 'rejected',
      ownSolved: 'accepted',
      theirAccepted: 'accepted',
    });
  });
});
