import type { AgreementChange } from '@solvent/contracts';
import {
  requestAgreement,
  fetchAgreement,
  goodChange,
  goodDelivery,
  goodView,
  createActiveAgreement,
  getAgreement,
  AGREED_AMOUNT,
  setStatus,
  notificationsTo,
} from '../../../testing/agreements.ts';
import type { ActiveAgreement } from '../../../testing/agreements.ts';
import { conflictResponse, MISSING_ID } from '../../../testing/bids.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { formatDate } from '../texts.ts';

let test: TestApp;
let its: ActiveAgreement;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  its = await createActiveAgreement(test);
});
afterAll(() => test.close());

describe('the calls on an agreement (product 6.6, 7.15)', () => {
  const NONE = { status: 404, body: { code: 'not_found', message: 'This agreement does not exist.' } };
  const CALLS: { call: string; payload?: object }[] = [
    { call: 'GET ' },
    { call: 'PUT deliver', payload: goodDelivery },
    { call: 'POST changes', payload: goodChange },
    { call: 'POST parting', payload: {} },
    { call: `PUT changes/${MISSING_ID}`, payload: { answer: 'agree' } },
    { call: 'PUT paid' },
    { call: 'PUT received' },
    { call: 'POST dispute', payload: goodView },
    { call: 'PUT dispute', payload: goodView },
    { call: 'DELETE dispute' },
  ];

  it.each(CALLS)('$call is for its two people: others cannot tell that there is one', async ({ call, payload }) => {
    const [before, other] = [await fetchAgreement(test, its), await createActiveAgreement(test)];
    const strangers = [await test.signedIn('seeker'), await test.signedIn('solver'), other.seeker, other.solver];
    for (const as of strangers) expect(await requestAgreement(test, as, its.id, call, payload)).toMatchObject(NONE);
    for (const as of [other.solver, its.seeker, its.solver]) {
      expect(await requestAgreement(test, as, MISSING_ID, call, payload)).toMatchObject(NONE);
      expect((await requestAgreement(test, as, 'no-id', call, payload)).status).toBe(404);
    }
    expect(await fetchAgreement(test, its)).toEqual(before);
  });

  it.each([
    ['PUT deliver', 'seeker'],
    ['PUT received', 'seeker'],
    ['PUT paid', 'solver'],
  ] as const)('%s is not for the %s', async (call, side) => {
    const before = await fetchAgreement(test, its);
    expect((await requestAgreement(test, its[side], its.id, call, goodDelivery)).status).toBe(403);
    expect(await fetchAgreement(test, its)).toEqual(before);
  });
});

describe('changes of an agreement (product 4.22, 8.13)', () => {
  const propose = (as = its.solver, body: object = goodChange) => requestAgreement(test, as, its.id, 'POST changes', body);
  const answer = (as: TestCaller, changeId: string, word: string) =>
    requestAgreement(test, as, its.id, `PUT changes/${changeId}`, { answer: word });

  async function proposed(): Promise<AgreementChange> {
    const change = getAgreement(await propose()).changes.at(-1);
    if (change === undefined) throw new Error('Nothing was proposed');
    return change;
  }

  describe('proposing a change', () => {
    it('shows what would be, and what was, and changes nothing yet', async () => {
      const before = await fetchAgreement(test, its);
      const change = await proposed();
      expect(change).toMatchObject({
        proposedBy: { _id: its.solver.user.id, name: 'Diego' },
        amount: 200,
        note: goodChange.note,
        status: 'proposed',
        before: { amount: AGREED_AMOUNT, dueAt: before.dueAt },
        decidedAt: null,
      });
      expect(Date.parse(change.dueAt) - Date.parse(change.createdAt)).toBe(10 * DAY_MS);
      expect(await fetchAgreement(test, its)).toMatchObject({ amount: AGREED_AMOUNT, dueAt: before.dueAt, changes: [change] });
      expect((await notificationsTo(test, its.seeker))[0]).toEqual({
        type: 'agreement_changed',
        title: 'Change proposed',
        message: `Diego proposes $200 by ${formatDate(new Date(change.dueAt))} for "${its.title}": ${goodChange.note}`,
      });
    });

    it('waits for the first: the second is told who proposed it', async () => {
      await propose(its.solver);
      const others = 'Diego proposed a change first. Answer it before you propose another one.';
      expect(await propose(its.seeker)).toMatchObject(conflictResponse(others));
      const own = 'You have proposed a change already. Withdraw it to propose another one.';
      expect(await propose(its.solver)).toMatchObject(conflictResponse(own));
      expect((await fetchAgreement(test, its)).changes).toHaveLength(1);
    });

    it('is possible after delivering, and over with the work', async () => {
      await requestAgreement(test, its.solver, its.id, 'PUT deliver', goodDelivery);
      await answer(its.solver, (await proposed())._id, 'withdraw');
      await setStatus(test, its.seeker, its.problemId, 'solved');
      expect(await propose()).toMatchObject(conflictResponse("This problem is solved. The agreement can't be changed anymore."));
      its = await createActiveAgreement(test);
      await setStatus(test, its.seeker, its.problemId, 'open');
      expect(await propose()).toMatchObject(conflictResponse("You parted ways. This agreement can't be changed anymore."));
    });
  });

  describe('answering a change', () => {
    it('by agreeing makes it what is agreed, and tells who proposed it', async () => {
      const change = await proposed();
      expect(getAgreement(await answer(its.seeker, change._id, 'agree'))).toMatchObject({
        amount: 200,
        dueAt: change.dueAt,
        changes: [{ status: 'agreed', decidedAt: expect.any(String), before: { amount: AGREED_AMOUNT } }],
      });
      expect((await notificationsTo(test, its.solver))[0]).toMatchObject({
        title: 'Change agreed',
        message: `${its.seeker.user.name} agreed to $200 by ${formatDate(new Date(change.dueAt))} for "${its.title}"`,
      });
    });

    it('by declining leaves what was agreed, and tells who proposed it', async () => {
      const change = await proposed();
      const after = getAgreement(await answer(its.seeker, change._id, 'decline'));
      expect(after).toMatchObject({ amount: AGREED_AMOUNT, changes: [{ status: 'declined' }] });
      expect((await notificationsTo(test, its.solver))[0]).toMatchObject({
        title: 'Change declined',
        message: `${its.seeker.user.name} declined $200 by ${formatDate(new Date(change.dueAt))} for "${its.title}": what was agreed before holds`,
      });
    });

    it('by withdrawing tells nobody, and leaves room for others: of all there is one notification while it is not read', async () => {
      for (const amount of [201, 202, 203]) {
        const change = getAgreement(await propose(its.solver, { ...goodChange, amount })).changes.at(-1);
        const after = getAgreement(await answer(its.solver, change?._id ?? '', 'withdraw'));
        expect(after).toMatchObject({ amount: AGREED_AMOUNT });
        expect(after.changes.at(-1)).toMatchObject({ amount, status: 'withdrawn' });
      }
      const told = (await notificationsTo(test, its.seeker)).filter(({ type }) => type === 'agreement_changed');
      expect(told).toMatchObject([{ message: expect.stringContaining('Diego proposes $203 by') }]);
      expect((await propose(its.seeker)).status).toBe(201);
    });

    it('is not everybody’s', async () => {
      const { _id } = await proposed();
      const refused = (message: string) => ({ status: 403, body: { message } });
      const others = refused(`${its.seeker.user.name} has to answer this change, because you proposed it.`);
      for (const word of ['agree', 'decline']) expect(await answer(its.solver, _id, word)).toMatchObject(others);
      const own = refused('Only the person who proposed this change can withdraw it.');
      expect(await answer(its.seeker, _id, 'withdraw')).toMatchObject(own);
      expect((await fetchAgreement(test, its)).changes).toMatchObject([{ status: 'proposed' }]);
    });

    it.each([
      ['withdraw', 'solver', 'This change was withdrawn meanwhile.'],
      ['agree', 'seeker', 'This change was agreed to already.'],
      ['decline', 'seeker', 'This change was declined already.'],
    ] as const)('after %s says what became of it', async (word, side, sentence) => {
      const change = await proposed();
      await answer(its[side], change._id, word);
      const now = await fetchAgreement(test, its);
      for (const late of ['agree', 'decline'])
        expect(await answer(its.seeker, change._id, late)).toMatchObject(conflictResponse(sentence));
      expect(await answer(its.solver, change._id, 'withdraw')).toMatchObject(conflictResponse(sentence));
      expect(await fetchAgreement(test, its)).toEqual(now);
    });

    it('is of a change of this very agreement', async () => {
      const other = await createActiveAgreement(test);
      const [foreign] = getAgreement(await requestAgreement(test, other.solver, other.id, 'POST changes', goodChange)).changes;
      for (const id of [foreign?._id ?? '', MISSING_ID, 'no-id'])
        expect(await answer(its.seeker, id, 'agree')).toMatchObject({ status: 404 });
      expect((await answer(its.seeker, (await proposed())._id, 'perhaps')).status).toBe(422);
    });
  });
});
