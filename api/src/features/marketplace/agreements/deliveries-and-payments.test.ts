import { eq, sql } from 'drizzle-orm';
import {
  requestAgreement,
  fetchAgreement,
  getAgreement,
  goodDelivery,
  createActiveAgreement,
  setStatus,
  notificationsTo,
} from '../../../testing/agreements.ts';
import type { ActiveAgreement } from '../../../testing/agreements.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { getStoredFile, upload } from '../../../testing/uploads.ts';
import { goodProblem } from '../../../testing/problems.ts';
import { agreements } from './schema.ts';
import { remindOfPayments } from './reminders.ts';
import { testOutbox } from '../../../testing/test-outbox.ts';
import { bids, problemEvents } from '../schema.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { migrationStatement } from '../../../testing/migrations.ts';
import { buildSolvedProblem } from '../../../testing/solved-problems.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

describe('files of a delivery (product 4.22)', () => {
  const WORDS = 'rows: 2 000 000';
  const REFUSED = { status: 422, body: { errors: { files: 'Please upload the file again' } } };

  let its: ActiveAgreement;
  beforeEach(async () => {
    its = await createActiveAgreement(test);
  });

  async function uploaded(as: TestCaller, name = 'rows.txt'): Promise<string> {
    const part = { name, type: 'text/plain', content: Buffer.from(`${WORDS} ${name}`) };
    return getStoredFile(await upload(test, as, [part], '?purpose=attachment'))._id;
  }
  const deliver = (given: string[], { solver, id } = its) =>
    requestAgreement(test, solver, id, 'PUT deliver', { ...goodDelivery, files: given });

  it('come with it in their order, by links that whoever has one reads', async () => {
    const [first, second] = [await uploaded(its.solver), await uploaded(its.solver, 'more.txt')];
    const { delivery } = getAgreement(await deliver([second, first, second]));
    expect(delivery?.files.map(({ name }) => name)).toEqual(['more.txt', 'rows.txt']);
    const { body, headers } = await test.app.inject(delivery?.files[1]?.url ?? '');
    expect(body).toContain(WORDS);
    expect(headers['cache-control']).toMatch(/^private/);
  });

  it('are for the two alone, and in no other delivery', async () => {
    const id = await uploaded(its.solver);
    await deliver([id]);
    const other = await createActiveAgreement(test);
    const read = async (as?: TestCaller) => (await test.request('GET', `/api/files/${id}`, { as })).status;
    const link = async (as?: TestCaller) => (await test.request('GET', `/api/files/${id}/link`, { as })).status;
    for (const as of [its.seeker, its.solver]) expect([await read(as), await link(as)]).toEqual([200, 200]);
    for (const as of [other.seeker, other.solver]) expect([await read(as), await link(as)]).toEqual([404, 404]);
    expect([await read(), await link()]).toEqual([404, 401]);

    expect(await deliver([id], other)).toMatchObject(REFUSED);
    expect(await fetchAgreement(test, other)).toMatchObject({ status: 'accepted', delivery: null });
  });

  it('are what the solver uploaded, and is in nothing yet', async () => {
    const [foreign, taken] = [await uploaded(its.seeker), await uploaded(its.seeker, 'taken.txt')];
    await test.request('POST', '/api/problems', { as: its.seeker, payload: { ...goodProblem, attachments: [taken] } });
    for (const id of [foreign, taken, its.id]) expect(await deliver([id])).toMatchObject(REFUSED);
    expect(await deliver(['no-id'])).toMatchObject({ status: 422 });
    expect(await fetchAgreement(test, its)).toMatchObject({ status: 'accepted', delivery: null });
  });
});

describe('reminders of payments (product 4.22, 7.21)', () => {
  let its: ActiveAgreement;
  beforeEach(async () => {
    its = await createActiveAgreement(test);
    await setStatus(test, its.seeker, its.problemId, 'solved');
  });

  /** Any number of servers do it at once. */
  async function remindAfter(days: number, since: 'solvedAt' | 'paidAt'): Promise<void> {
    const columns = { [since]: new Date(Date.now() - days * DAY_MS) };
    await test.db.update(agreements).set(columns).where(eq(agreements.id, its.id));
    const remind = () => remindOfPayments({ db: test.db, transact: testOutbox(test.db).transact });
    await Promise.all(Array.from({ length: 10 }, remind));
    await remind();
  }
  /** What the seeker was reminded of, and the solver. */
  const reminded = async () =>
    (await Promise.all([notificationsTo(test, its.seeker), notificationsTo(test, its.solver)])).map((told) =>
      told.filter(({ title }) => title.endsWith('?')),
    );

  it('ask the seeker a week after solving, once', async () => {
    await remindAfter(6.9, 'solvedAt');
    expect(await reminded()).toEqual([[], []]);
    await remindAfter(7.1, 'solvedAt');
    const message = `"${its.title}" was solved a week ago. Say so once $120 is paid`;
    expect(await reminded()).toEqual([[{ type: 'paid', title: 'Have you paid?', message }], []]);
  });

  it('ask the solver a week after the seeker said so, once, and the seeker no more', async () => {
    await requestAgreement(test, its.seeker, its.id, 'PUT paid');
    await remindAfter(20, 'solvedAt');
    await remindAfter(6.9, 'paidAt');
    expect(await reminded()).toEqual([[], []]);
    await remindAfter(7.1, 'paidAt');
    const message = `It was said a week ago that $120 for "${its.title}" is paid. Confirm it once it is there`;
    expect(await reminded()).toEqual([[], [{ type: 'paid', title: 'Has the payment come?', message }]]);
  });

  it('ask nobody once it came', async () => {
    await requestAgreement(test, its.seeker, its.id, 'PUT paid');
    await requestAgreement(test, its.solver, its.id, 'PUT received');
    await remindAfter(8, 'paidAt');
    expect(await reminded()).toEqual([[], []]);
  });
});

describe('a bid that was accepted before there were agreements', () => {
  async function agreementAfter(problemId: string) {
    await test.db.delete(agreements);
    await test.db.execute(sql.raw(migrationStatement('INSERT INTO "agreements"')));
    return (await test.db.select().from(agreements).where(eq(agreements.problemId, problemId)))[0];
  }

  it('has one: due so many days after it was accepted, with an id that sorts by time', async () => {
    const { problemId, seeker, solver } = await buildSolvedProblem(test, { status: 'in-progress' });
    const at = new Date(Date.now() - 5 * DAY_MS);
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
      dueAt: new Date(at.getTime() + 2 * DAY_MS),
      solvedAt: null,
      payerRemindedAt: null,
    });
    expect(agreement?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt((agreement?.id ?? '').replaceAll('-', '').slice(0, 12), 16)).toBe(at.getTime());
  });

  it('is solved with its problem, and reminds nobody; none where it waits', async () => {
    const { problemId } = await buildSolvedProblem(test, { status: 'solved', solvedAgo: 30 });
    const solved = { status: 'solved', solvedAt: expect.any(Date), payerRemindedAt: expect.any(Date) };
    expect(await agreementAfter(problemId)).toMatchObject(solved);
    const open = await buildSolvedProblem(test, { status: 'open' });
    expect(await agreementAfter(open.problemId)).toBeUndefined();
  });
});
