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
import { conflictResponse, MISSING_ID } from '../../../testing/bids.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { formatDate } from '../texts.ts';
import { setUpEach } from '../../../testing/set-up.ts';

const test = setUpTestApp();
const active = setUpEach(() => createActiveAgreement(test));

describe('agreement routes (product 6.6, 7.15)', () => {
  const NOT_FOUND = { status: 404, body: { code: 'not_found', message: 'This agreement does not exist.' } };
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

  it.each(CALLS)('$call responds with 404 to users who are not a party', async ({ call, payload }) => {
    const [before, other] = [await fetchAgreement(test, active), await createActiveAgreement(test)];
    const otherUsers = [await test.signedIn('seeker'), await test.signedIn('solver'), other.seeker, other.solver];
    for (const as of otherUsers) expect(await requestAgreement(test, as, active.id, call, payload)).toMatchObject(NOT_FOUND);
    for (const as of [other.solver, active.seeker, active.solver]) {
      expect(await requestAgreement(test, as, MISSING_ID, call, payload)).toMatchObject(NOT_FOUND);
      expect((await requestAgreement(test, as, 'no-id', call, payload)).status).toBe(404);
    }
    expect(await fetchAgreement(test, active)).toEqual(before);
  });

  it.each([
    ['PUT deliver', 'seeker'],
    ['PUT received', 'seeker'],
    ['PUT paid', 'solver'],
  ] as const)('%s is forbidden to the %s', async (call, side) => {
    const before = await fetchAgreement(test, active);
    expect((await requestAgreement(test, active[side], active.id, call, goodDelivery)).status).toBe(403);
    expect(await fetchAgreement(test, active)).toEqual(before);
  });
});

describe('changes of an agreement (product 4.22, 8.13)', () => {
  const propose = (as = active.solver, body: object = goodChange) => requestAgreement(test, as, active.id, 'POST changes', body);
  const answer = (as: TestCaller, changeId: string, word: string) =>
    requestAgreement(test, as, active.id, `PUT changes/${changeId}`, { answer: word });

  async function proposed(): Promise<AgreementChange> {
    const change = getAgreement(await propose()).changes.at(-1);
    if (change === undefined) throw new Error('No change was proposed');
    return change;
  }

  describe('proposing a change', () => {
    it('stores the proposal without changing the agreement', async () => {
      const before = await fetchAgreement(test, active);
      const change = await proposed();
      expect(change).toMatchObject({
        proposedBy: { _id: active.solver.user.id, name: 'Diego' },
        amount: 200,
        note: goodChange.note,
        status: 'proposed',
        before: { amount: AGREED_AMOUNT, dueAt: before.dueAt },
        decidedAt: null,
      });
      expect(Date.parse(change.dueAt) - Date.parse(change.createdAt)).toBe(10 * DAY_MS);
      expect(await fetchAgreement(test, active)).toMatchObject({ amount: AGREED_AMOUNT, dueAt: before.dueAt, changes: [change] });
      expect((await notificationsTo(test, active.seeker))[0]).toEqual({
        type: 'agreement_changed',
        title: 'Change proposed',
        message: `Diego proposes $200 by ${formatDate(new Date(change.dueAt))} for "${active.title}": ${goodChange.note}`,
      });
    });

    it('is refused while another proposal is open', async () => {
      await propose(active.solver);
      const otherError = 'Diego proposed a change first. Answer it before you propose another one.';
      expect(await propose(active.seeker)).toMatchObject(conflictResponse(otherError));
      const ownError = 'You have proposed a change already. Withdraw it to propose another one.';
      expect(await propose(active.solver)).toMatchObject(conflictResponse(ownError));
      expect((await fetchAgreement(test, active)).changes).toHaveLength(1);
    });

    it('is possible after a delivery, but not after solving or parting', async () => {
      await requestAgreement(test, active.solver, active.id, 'PUT deliver', goodDelivery);
      await answer(active.solver, (await proposed())._id, 'withdraw');
      await setStatus(test, active.seeker, active.problemId, 'solved');
      expect(await propose()).toMatchObject(conflictResponse("This problem is solved. The agreement can't be changed anymore."));
      Object.assign(active, await createActiveAgreement(test));
      await setStatus(test, active.seeker, active.problemId, 'open');
      expect(await propose()).toMatchObject(conflictResponse("You parted ways. This agreement can't be changed anymore."));
    });
  });

  describe('answering a change', () => {
    it('applies an agreed change, and notifies the proposer', async () => {
      const change = await proposed();
      expect(getAgreement(await answer(active.seeker, change._id, 'agree'))).toMatchObject({
        amount: 200,
        dueAt: change.dueAt,
        changes: [{ status: 'agreed', decidedAt: expect.any(String), before: { amount: AGREED_AMOUNT } }],
      });
      expect((await notificationsTo(test, active.solver))[0]).toMatchObject({
        title: 'Change agreed',
        message: `${active.seeker.user.name} agreed to $200 by ${formatDate(new Date(change.dueAt))} for "${active.title}"`,
      });
    });

    it('keeps the terms of a declined change, and notifies the proposer', async () => {
      const change = await proposed();
      const after = getAgreement(await answer(active.seeker, change._id, 'decline'));
      expect(after).toMatchObject({ amount: AGREED_AMOUNT, changes: [{ status: 'declined' }] });
      expect((await notificationsTo(test, active.solver))[0]).toMatchObject({
        title: 'Change declined',
        message: `${active.seeker.user.name} declined $200 by ${formatDate(new Date(change.dueAt))} for "${active.title}". The previous terms still apply`,
      });
    });

    it('allows new proposals after a withdrawal, and groups their notifications while unread', async () => {
      for (const amount of [201, 202, 203]) {
        const change = getAgreement(await propose(active.solver, { ...goodChange, amount })).changes.at(-1);
        const after = getAgreement(await answer(active.solver, change?._id ?? '', 'withdraw'));
        expect(after).toMatchObject({ amount: AGREED_AMOUNT });
        expect(after.changes.at(-1)).toMatchObject({ amount, status: 'withdrawn' });
      }
      const received = (await notificationsTo(test, active.seeker)).filter(({ type }) => type === 'agreement_changed');
      expect(received).toMatchObject([{ message: expect.stringContaining('Diego proposes $203 by') }]);
      expect((await propose(active.seeker)).status).toBe(201);
    });

    it('is limited to the other party, and withdrawing to the proposer', async () => {
      const { _id } = await proposed();
      const forbidden = (message: string) => ({ status: 403, body: { message } });
      const answerError = forbidden(`${active.seeker.user.name} has to answer this change, because you proposed it.`);
      for (const word of ['agree', 'decline']) expect(await answer(active.solver, _id, word)).toMatchObject(answerError);
      const withdrawError = forbidden('Only the person who proposed this change can withdraw it.');
      expect(await answer(active.seeker, _id, 'withdraw')).toMatchObject(withdrawError);
      expect((await fetchAgreement(test, active)).changes).toMatchObject([{ status: 'proposed' }]);
    });

    it.each([
      ['withdraw', 'solver', 'This change was withdrawn meanwhile.'],
      ['agree', 'seeker', 'This change was agreed to already.'],
      ['decline', 'seeker', 'This change was declined already.'],
    ] as const)('is refused after %s, with the reason', async (word, side, message) => {
      const change = await proposed();
      await answer(active[side], change._id, word);
      const current = await fetchAgreement(test, active);
      for (const late of ['agree', 'decline'])
        expect(await answer(active.seeker, change._id, late)).toMatchObject(conflictResponse(message));
      expect(await answer(active.solver, change._id, 'withdraw')).toMatchObject(conflictResponse(message));
      expect(await fetchAgreement(test, active)).toEqual(current);
    });

    it('finds only changes of this agreement', async () => {
      const other = await createActiveAgreement(test);
      const [foreign] = getAgreement(await requestAgreement(test, other.solver, other.id, 'POST changes', goodChange)).changes;
      for (const id of [foreign?._id ?? '', MISSING_ID, 'no-id'])
        expect(await answer(active.seeker, id, 'agree')).toMatchObject({ status: 404 });
      expect((await answer(active.seeker, (await proposed())._id, 'perhaps')).status).toBe(422);
    });
  });
});
