import type { AgreementChange } from '@solvent/contracts';
import {
  act,
  agreementNow,
  agreementOf,
  AGREED,
  goodChange,
  goodView,
  setStatus,
  toldTo,
  underWay,
} from '../../../testing/agreements.ts';
import type { UnderWay } from '../../../testing/agreements.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { dayOf } from '../words.ts';

const DAY = 24 * 3_600_000;
const MISSING_ID = '00000000-0000-7000-8000-000000000000';

let test: TestApp;
let its: UnderWay;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  its = await underWay(test);
});
afterAll(() => test.close());

const conflict = (message: string) => ({ status: 409, body: { code: 'conflict', message } });
const propose = (as = its.solver, body: object = goodChange) => act(test, as, its.id, 'POST changes', body);
const answer = (as: UnderWay['seeker'], changeId: string, word: string) =>
  act(test, as, its.id, `PUT changes/${changeId}`, { answer: word });

async function proposed(as = its.solver): Promise<AgreementChange> {
  const change = agreementOf(await propose(as)).changes.at(-1);
  if (change === undefined) throw new Error('Nothing was proposed');
  return change;
}

describe('proposing a change', () => {
  it('shows what would be, and what was, and changes nothing yet', async () => {
    const before = await agreementNow(test, its);
    const change = await proposed();
    expect(change).toMatchObject({
      proposedBy: { _id: its.solver.user.id, name: 'Diego' },
      amount: 200,
      note: goodChange.note,
      status: 'proposed',
      before: { amount: AGREED, dueAt: before.dueAt },
      decidedAt: null,
    });
    expect(Date.parse(change.dueAt) - Date.parse(change.createdAt)).toBe(10 * DAY);
    expect(await agreementNow(test, its)).toMatchObject({ amount: AGREED, dueAt: before.dueAt, changes: [change] });
    expect((await toldTo(test, its.seeker))[0]).toEqual({
      type: 'agreement_changed',
      title: 'Change proposed',
      message: `Diego proposes $200 by ${dayOf(new Date(change.dueAt))} for "${its.title}": ${goodChange.note}`,
    });
  });

  it.each([
    [{ amount: 0 }, { amount: 'Amount must be at least $1' }],
    [{ amount: 1.5 }, { amount: 'Amount must be a whole number of dollars' }],
    [{ days: 91 }, { days: 'Days cannot exceed 90' }],
    [{ days: undefined }, { days: 'Days is required' }],
    [{ note: 'x'.repeat(501) }, { note: 'The reason cannot exceed 500 characters' }],
  ])('refuses %j', async (wrong, errors) => {
    expect(await propose(its.solver, { ...goodChange, ...wrong })).toMatchObject({ status: 422, body: { errors } });
  });

  it('waits for the first: the second is told who proposed it', async () => {
    await propose(its.solver);
    expect(await propose(its.seeker)).toMatchObject(
      conflict('Diego proposed a change first. Answer it before you propose another one.'),
    );
    expect(await propose(its.solver)).toMatchObject(
      conflict('You have proposed a change already. Withdraw it to propose another one.'),
    );
    expect((await agreementNow(test, its)).changes).toHaveLength(1);
  });

  it('is over with the work', async () => {
    await setStatus(test, its.seeker, its.problemId, 'solved');
    expect(await propose()).toMatchObject(conflict('This problem is solved: what was agreed stands.'));
    its = await underWay(test);
    await setStatus(test, its.seeker, its.problemId, 'open');
    expect(await propose()).toMatchObject(conflict('You have parted ways: this agreement is over.'));
  });

  it('is possible after delivering', async () => {
    await act(test, its.solver, its.id, 'PUT deliver', { note: 'Done' });
    expect((await propose()).status).toBe(201);
  });

  it('waits for the moderator', async () => {
    await act(test, its.seeker, its.id, 'POST dispute', goodView);
    expect(await propose()).toMatchObject(
      conflict('A moderator looks at this agreement. Until that is decided, or called off, it stays as it is.'),
    );
  });
});

describe('answering a change', () => {
  it('by agreeing makes it what is agreed, and tells who proposed it', async () => {
    const change = await proposed();
    const agreement = agreementOf(await answer(its.seeker, change._id, 'agree'));
    expect(agreement).toMatchObject({
      amount: 200,
      dueAt: change.dueAt,
      changes: [{ status: 'agreed', decidedAt: expect.any(String), before: { amount: AGREED } }],
    });
    expect((await toldTo(test, its.solver))[0]).toEqual({
      type: 'agreement_changed',
      title: 'Change agreed',
      message: `${its.seeker.user.name} agreed to $200 by ${dayOf(new Date(change.dueAt))} for "${its.title}"`,
    });
  });

  it('by declining leaves what was agreed, and tells who proposed it', async () => {
    const change = await proposed();
    expect(agreementOf(await answer(its.seeker, change._id, 'decline'))).toMatchObject({
      amount: AGREED,
      changes: [{ status: 'declined' }],
    });
    expect((await toldTo(test, its.solver))[0]).toMatchObject({
      title: 'Change declined',
      message: `${its.seeker.user.name} declined $200 by ${dayOf(new Date(change.dueAt))} for "${its.title}": what was agreed before holds`,
    });
  });

  it('by withdrawing tells nobody, and leaves room for another one', async () => {
    const change = await proposed();
    expect(agreementOf(await answer(its.solver, change._id, 'withdraw'))).toMatchObject({
      amount: AGREED,
      changes: [{ status: 'withdrawn' }],
    });
    expect((await toldTo(test, its.seeker)).filter(({ type }) => type === 'agreement_changed')).toHaveLength(1);
    expect((await propose(its.seeker)).status).toBe(201);
  });

  it.each([
    ['agree', 'solver', 'The seeker answers this change: you proposed it.'],
    ['decline', 'solver', 'The seeker answers this change: you proposed it.'],
    ['withdraw', 'seeker', 'Only who proposed this change can withdraw it.'],
  ] as const)('is not everybody’s: to %s is none of the %s’s', async (word, side, sentence) => {
    const change = await proposed();
    const message = sentence.replace('The seeker', its.seeker.user.name);
    expect(await answer(its[side], change._id, word)).toMatchObject({ status: 403, body: { message } });
    expect((await agreementNow(test, its)).changes).toMatchObject([{ status: 'proposed' }]);
  });

  it.each([
    ['withdraw', 'solver', 'This change was withdrawn meanwhile.'],
    ['agree', 'seeker', 'This change was agreed to already.'],
    ['decline', 'seeker', 'This change was declined already.'],
  ] as const)('after %s says what became of it', async (word, side, sentence) => {
    const change = await proposed();
    await answer(its[side], change._id, word);
    const now = await agreementNow(test, its);
    for (const late of ['agree', 'decline']) expect(await answer(its.seeker, change._id, late)).toMatchObject(conflict(sentence));
    expect(await answer(its.solver, change._id, 'withdraw')).toMatchObject(conflict(sentence));
    expect(await agreementNow(test, its)).toEqual(now);
  });

  it('is of a change of this very agreement', async () => {
    const other = await underWay(test);
    const [foreign] = agreementOf(await act(test, other.solver, other.id, 'POST changes', goodChange)).changes;
    for (const id of [foreign?._id ?? '', MISSING_ID, 'no-id'])
      expect(await answer(its.seeker, id, 'agree')).toMatchObject({ status: 404 });
    expect((await answer(its.seeker, (await proposed())._id, 'perhaps')).status).toBe(422);
  });
});
