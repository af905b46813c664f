import type { AgreementChange } from '@solvent/contracts';
import {
  act,
  agreementNow,
  goodChange,
  goodView,
  underWay,
  agreementOf,
  AGREED,
  setStatus,
  toldTo,
} from '../../../testing/agreements.ts';
import type { UnderWay } from '../../../testing/agreements.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { dayOf } from '../words.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

describe('callers (product 6.6, 7.15)', () => {
  const MISSING_ID = '00000000-0000-7000-8000-000000000000';
  const BODIES: Record<string, object | undefined> = {
    'PUT deliver': { note: 'Done' },
    'POST changes': goodChange,
    [`PUT changes/${MISSING_ID}`]: { answer: 'agree' },
    'POST dispute': goodView,
    'PUT dispute': goodView,
  };

  let its: UnderWay;
  let callers: Record<string, TestCaller | undefined>;
  beforeAll(async () => {
    its = await underWay(test);
    const other = await underWay(test);
    callers = {
      nobody: undefined,
      'another seeker': await test.signedIn('seeker'),
      'another solver': await test.signedIn('solver'),
      'the seeker of another agreement': other.seeker,
      'the solver of another agreement': other.solver,
      seeker: its.seeker,
      solver: its.solver,
    };
  });

  const STRANGERS: [caller: string, status: number][] = [
    ['nobody', 401],
    ['another seeker', 404],
    ['another solver', 404],
    ['the seeker of another agreement', 404],
    ['the solver of another agreement', 404],
  ];
  /** Who may not do what, in a matrix; who may is in the tests of each call. */
  const REFUSALS: Record<string, [caller: string, status: number][]> = {
    'GET ': STRANGERS,
    'PUT deliver': [...STRANGERS, ['seeker', 403]],
    'POST changes': STRANGERS,
    [`PUT changes/${MISSING_ID}`]: [...STRANGERS, ['seeker', 404], ['solver', 404]],
    'PUT paid': [...STRANGERS, ['solver', 403]],
    'PUT received': [...STRANGERS, ['seeker', 403]],
    'POST dispute': STRANGERS,
    'PUT dispute': [...STRANGERS, ['seeker', 409], ['solver', 409]],
    'DELETE dispute': [...STRANGERS, ['seeker', 409], ['solver', 409]],
  };
  const ROWS = Object.entries(REFUSALS).flatMap(([call, rows]) => rows.map(([caller, status]) => ({ call, caller, status })));

  describe('the calls on an agreement', () => {
    it.each(ROWS)('$call by $caller is $status, and changes nothing', async ({ call, caller, status }) => {
      const before = await agreementNow(test, its);
      expect((await act(test, callers[caller], its.id, call, BODIES[call])).status).toBe(status);
      expect(await agreementNow(test, its)).toEqual(before);
    });

    it.each(Object.keys(REFUSALS))('%s of one that is not there is the same as of a foreign one', async (call) => {
      const none = { status: 404, body: { code: 'not_found', message: 'This agreement does not exist.' } };
      for (const caller of ['another solver', 'seeker', 'solver']) {
        expect(await act(test, callers[caller], MISSING_ID, call, BODIES[call])).toMatchObject(none);
        expect((await act(test, callers[caller], 'no-id', call, BODIES[call])).status).toBe(404);
      }
      expect(await act(test, callers['another solver'], its.id, call, BODIES[call])).toMatchObject(none);
    });
  });
});

describe('changes of an agreement (product 4.22, 8.13)', () => {
  const DAY = 24 * 3_600_000;
  const MISSING_ID = '00000000-0000-7000-8000-000000000000';

  let its: UnderWay;
  beforeEach(async () => {
    its = await underWay(test);
  });

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

    it('again and again has one notification, of the last, while it is not read', async () => {
      for (const amount of [201, 202, 203]) {
        const change = agreementOf(await propose(its.solver, { ...goodChange, amount })).changes.at(-1);
        await answer(its.solver, change?._id ?? '', 'withdraw');
      }
      const told = (await toldTo(test, its.seeker)).filter(({ type }) => type === 'agreement_changed');
      expect(told).toMatchObject([{ message: expect.stringContaining('Diego proposes $203 by') }]);
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
      for (const late of ['agree', 'decline'])
        expect(await answer(its.seeker, change._id, late)).toMatchObject(conflict(sentence));
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
});
