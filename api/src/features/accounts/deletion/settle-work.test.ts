import { eq } from 'drizzle-orm';
import { agreementChanges, agreements, bids, disputes, problemEvents, problems } from '../../../schema/index.ts';
import { notificationsTo } from '../../../testing/agreements.ts';
import { deleteAccount } from '../../../testing/chat.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import { buildDepartingUser } from '../../../testing/departing-user.ts';

const test = setUpTestApp();
let deleted: Awaited<ReturnType<typeof buildDepartingUser>>;
beforeAll(async () => {
  deleted = await buildDepartingUser(test);
  await deleteAccount(test, deleted.caller);
});

/** Values by name. */
function named<Value>(ids: Record<string, string>, found: (readonly [id: string, value: Value])[]) {
  const byId = new Map(found);
  return Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, byId.get(id)]));
}

async function readProblems(ids: Record<string, string>) {
  const rows = await test.db.select().from(problems);
  return named(
    ids,
    rows.map(({ id, status, bidCount }) => [id, [status, bidCount]]),
  );
}

describe('active work of a deleted account', () => {
  it('closes own unsolved problems, and reopens problems of others', async () => {
    expect(await readProblems(deleted.work.own)).toEqual({ open: ['closed', 1], begun: ['closed', 0], solved: ['solved', 1] });
    expect(await readProblems(deleted.work.others)).toEqual({
      open: ['open', 1],
      begun: ['open', 1],
      solved: ['solved', 1],
      untouched: ['in-progress', 1],
    });
  });

  it('ends agreements with their pending changes and disputes, and notifies the other side', async () => {
    const { own, others } = deleted.work;
    for (const [problemId, other] of [
      [own.begun, deleted.solver],
      [others.begun, deleted.seeker],
    ] as const) {
      const [agreement] = await test.db.select().from(agreements).where(eq(agreements.problemId, problemId));
      expect(agreement).toMatchObject({ status: 'ended', partedBy: deleted.caller.user.id, partingNote: '' });
      const notified = (await notificationsTo(test, other)).filter(({ type }) => type === 'parted');
      expect(notified).toMatchObject([{ message: expect.stringMatching(/^Deleted user ended your agreement on "/) }]);
    }
    expect(await test.db.select().from(agreementChanges)).toMatchObject([{ status: 'withdrawn' }]);
    expect(await test.db.select().from(disputes)).toMatchObject([
      { outcome: 'ended', decision: 'The account of one of the two was deleted.', decidedAt: expect.any(Date) },
    ]);
  });

  it('adds entries to timelines', async () => {
    const { own, others } = deleted.work;
    const rows = await test.db
      .select({ problemId: problemEvents.problemId, event: problemEvents.event })
      .from(problemEvents)
      .where(eq(problemEvents.personId, deleted.caller.user.id))
      .orderBy(problemEvents.at, problemEvents.id);
    const happened = (id: string) => rows.filter(({ problemId }) => problemId === id).map(({ event }) => event);
    expect([own.open, own.begun, others.begun, others.open].map(happened)).toEqual([
      ['closed'],
      ['parted', 'closed'],
      ['parted'],
      [],
    ]);
  });

  it('ends live bids of the user and on their problems, and changes no others', async () => {
    const rows = await test.db.select().from(bids);
    const now = named(
      deleted.work.bids,
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
