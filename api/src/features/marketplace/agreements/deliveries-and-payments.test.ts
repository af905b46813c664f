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
import type { TestCaller } from '../../../testing/factories.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import { getStoredFile, upload } from '../../../testing/uploads.ts';
import { goodProblem } from '../../../testing/problems.ts';
import { agreements, bids, problemEvents } from '../../../schema/index.ts';
import { remindOfPayments } from './lifecycle.ts';
import { testOutbox } from '../../../testing/test-outbox.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { migrationStatement } from '../../../testing/migrations.ts';
import { buildSolvedProblem } from '../../../testing/solved-problems.ts';
import { setUpEach } from '../../../testing/set-up.ts';

const test = setUpTestApp();

describe('files of a delivery (product 4.22)', () => {
  const CONTENT = 'rows: 2 000 000';
  const INVALID = { status: 422, body: { errors: { files: 'Please upload the file again' } } };

  const active = setUpEach(() => createActiveAgreement(test));

  async function uploadFile(as: TestCaller, name = 'rows.txt'): Promise<string> {
    const part = { name, type: 'text/plain', content: Buffer.from(`${CONTENT} ${name}`) };
    return getStoredFile(await upload(test, as, [part], '?purpose=attachment'))._id;
  }
  const deliver = (fileIds: string[], { solver, id } = active) =>
    requestAgreement(test, solver, id, 'PUT deliver', { ...goodDelivery, files: fileIds });

  it('are listed in order, with links that need no session', async () => {
    const [first, second] = [await uploadFile(active.solver), await uploadFile(active.solver, 'more.txt')];
    const { delivery } = getAgreement(await deliver([second, first, second]));
    expect(delivery?.files.map(({ name }) => name)).toEqual(['more.txt', 'rows.txt']);
    const { body, headers } = await test.app.inject(delivery?.files[1]?.url ?? '');
    expect(body).toContain(CONTENT);
    expect(headers['cache-control']).toMatch(/^private/);
  });

  it('are readable by the parties only, and cannot be delivered again', async () => {
    const id = await uploadFile(active.solver);
    await deliver([id]);
    const other = await createActiveAgreement(test);
    const read = async (as?: TestCaller) => (await test.request('GET', `/api/files/${id}`, { as })).status;
    const link = async (as?: TestCaller) => (await test.request('GET', `/api/files/${id}/link`, { as })).status;
    for (const as of [active.seeker, active.solver]) expect([await read(as), await link(as)]).toEqual([200, 200]);
    for (const as of [other.seeker, other.solver]) expect([await read(as), await link(as)]).toEqual([404, 404]);
    expect([await read(), await link()]).toEqual([404, 401]);

    expect(await deliver([id], other)).toMatchObject(INVALID);
    expect(await fetchAgreement(test, other)).toMatchObject({ status: 'accepted', delivery: null });
  });

  it('must be unattached uploads of the solver', async () => {
    const [foreign, taken] = [await uploadFile(active.seeker), await uploadFile(active.seeker, 'taken.txt')];
    await test.request('POST', '/api/problems', { as: active.seeker, payload: { ...goodProblem, attachments: [taken] } });
    for (const id of [foreign, taken, active.id]) expect(await deliver([id])).toMatchObject(INVALID);
    expect(await deliver(['no-id'])).toMatchObject({ status: 422 });
    expect(await fetchAgreement(test, active)).toMatchObject({ status: 'accepted', delivery: null });
  });
});

describe('what the seeker states about a payment (product 4.33)', () => {
  const toDay = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  const active = setUpEach(() => createActiveAgreement(test));
  beforeEach(() => setStatus(test, active.seeker, active.problemId, 'solved'));
  const markPaid = (payload: object) => requestAgreement(test, active.seeker, active.id, 'PUT paid', payload);

  it('is kept with a receipt, which both read', async () => {
    const stated = { paidOn: toDay(0), method: 'bank-transfer', reference: 'Invoice 12' };
    const receipt = expect.stringMatching(/^R-\d{8}-[2-9A-Z]{10}$/);
    expect(getAgreement(await markPaid(stated)).payment).toEqual({ ...stated, receipt });
    const read = getAgreement(await requestAgreement(test, active.solver, active.id, 'GET '));
    expect(read.payment).toEqual({ ...stated, receipt });
  });

  it.each([
    [3, "The payment date can't be in the future"],
    [-3, expect.stringMatching(/^The payment date can't be before \w{3} \d\d?, \d{4}, when the bid was accepted$/)],
  ])('is refused %i days from now', async (days, paidOn) => {
    expect(await markPaid({ paidOn: toDay(days), method: 'cash' })).toMatchObject({ status: 422, body: { errors: { paidOn } } });
    expect((await markPaid({ paidOn: '2026-02-30', method: 'cash' })).status).toBe(422);
    expect(await fetchAgreement(test, active)).toMatchObject({ paidAt: null, payment: null });
  });

  it('is optional for pages of earlier releases', async () => {
    expect(getAgreement(await markPaid({})).payment).toMatchObject({ paidOn: toDay(0), method: null, reference: '' });
  });
});

describe('reminders of payments (product 4.22, 7.21)', () => {
  const active = setUpEach(() => createActiveAgreement(test));
  beforeEach(() => setStatus(test, active.seeker, active.problemId, 'solved'));

  async function remindAfter(days: number, since: 'solvedAt' | 'paidAt'): Promise<void> {
    const columns = { [since]: new Date(Date.now() - days * DAY_MS) };
    await test.db.update(agreements).set(columns).where(eq(agreements.id, active.id));
    const remind = () => remindOfPayments({ db: test.db, transact: testOutbox(test.db).transact });
    await Promise.all(Array.from({ length: 10 }, remind));
    await remind();
  }
  /** The reminders of the seeker and of the solver. */
  const listReminders = async () =>
    (await Promise.all([notificationsTo(test, active.seeker), notificationsTo(test, active.solver)])).map((received) =>
      received.filter(({ title }) => title.endsWith('?')),
    );

  it('remind the seeker once, a week after solving', async () => {
    await remindAfter(6.9, 'solvedAt');
    expect(await listReminders()).toEqual([[], []]);
    await remindAfter(7.1, 'solvedAt');
    const message = `"${active.title}" was solved a week ago. Mark it as paid once you have paid $120`;
    expect(await listReminders()).toEqual([[{ type: 'paid', title: 'Have you paid?', message }], []]);
  });

  it('remind the solver once, a week after the seeker marked the payment, and not the seeker', async () => {
    await requestAgreement(test, active.seeker, active.id, 'PUT paid');
    await remindAfter(20, 'solvedAt');
    await remindAfter(6.9, 'paidAt');
    expect(await listReminders()).toEqual([[], []]);
    await remindAfter(7.1, 'paidAt');
    const message = `$120 for "${active.title}" was marked as paid a week ago. Confirm it once you have received it`;
    expect(await listReminders()).toEqual([[], [{ type: 'paid', title: 'Has the payment come?', message }]]);
  });

  it('stop once the payment is confirmed', async () => {
    await requestAgreement(test, active.seeker, active.id, 'PUT paid');
    await requestAgreement(test, active.solver, active.id, 'PUT received');
    await remindAfter(8, 'paidAt');
    expect(await listReminders()).toEqual([[], []]);
  });
});

describe('the migration of bids that were accepted before agreements existed', () => {
  async function agreementAfter(problemId: string) {
    await test.db.delete(agreements);
    await test.db.execute(sql.raw(migrationStatement('INSERT INTO "agreements"')));
    return (await test.db.select().from(agreements).where(eq(agreements.problemId, problemId)))[0];
  }

  it('creates an agreement with a due date, and an id that sorts by time', async () => {
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

  it('solves agreements of solved problems without reminders, and skips pending bids', async () => {
    const { problemId } = await buildSolvedProblem(test, { status: 'solved', solvedAgo: 30 });
    const solved = { status: 'solved', solvedAt: expect.any(Date), payerRemindedAt: expect.any(Date) };
    expect(await agreementAfter(problemId)).toMatchObject(solved);
    const open = await buildSolvedProblem(test, { status: 'open' });
    expect(await agreementAfter(open.problemId)).toBeUndefined();
  });
});
