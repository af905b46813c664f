import { and, eq } from 'drizzle-orm';
import type { Problem } from '@solvent/contracts';
import { problemEvents } from '../schema.ts';
import {
  act,
  agreementNow,
  agreementOf,
  AGREED,
  countTold,
  goodChange,
  setStatus,
  toldTo,
  underWay,
} from '../../../testing/agreements.ts';
import type { UnderWay } from '../../../testing/agreements.ts';
import { goodBid } from '../../../testing/bids.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { rate } from '../../../testing/solved-problems.ts';
import { heard, openTestSockets } from '../../../testing/sockets.ts';

const DAY = 24 * 3_600_000;
const DELIVERY = { note: 'Both tables are **read**, see the branch.' };

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
const deliver = (as = its.solver, body: object = DELIVERY) => act(test, as, its.id, 'PUT deliver', body);
const solve = () => setStatus(test, its.seeker, its.problemId, 'solved');
const part = (as = its.seeker) => setStatus(test, as, its.problemId, 'open', 'We keep what is done.');
const paid = () => act(test, its.seeker, its.id, 'PUT paid');
const received = () => act(test, its.solver, its.id, 'PUT received');

async function problemAs(as?: TestCaller): Promise<Problem> {
  const { body } = await test.ask('GET', `/api/problems/${its.problemId}`, { as });
  // The answer's schema lets nothing else out.
  return body['problem'] as Problem;
}

const happened = (event: 'delivered' | 'solved' | 'parted') =>
  test.db.$count(problemEvents, and(eq(problemEvents.problemId, its.problemId), eq(problemEvents.event, event)));

describe('an accepted bid (product 3.27, 7.15)', () => {
  it('is an agreement: on the sum, the days from now on, and between the two', async () => {
    const agreement = await agreementNow(test, its);
    expect(agreement).toEqual({
      _id: its.id,
      problem: { _id: its.problemId, title: its.title },
      bidId: expect.any(String),
      seeker: { _id: its.seeker.user.id, name: its.seeker.user.name, image: null },
      solver: { _id: its.solver.user.id, name: 'Diego', image: null },
      status: 'accepted',
      amount: AGREED,
      dueAt: expect.any(String),
      acceptedAt: expect.any(String),
      delivery: null,
      solvedAt: null,
      paidAt: null,
      receivedAt: null,
      parting: null,
      changes: [],
      dispute: null,
      ratedBySeeker: false,
      ratedBySolver: false,
    });
    expect(Date.parse(agreement.dueAt) - Date.parse(agreement.acceptedAt)).toBe(goodBid.estimatedDays * DAY);
  });

  it('shows on the problem to its two people, and to nobody else', async () => {
    const stranger = await test.signedIn('solver');
    for (const as of [its.seeker, its.solver])
      expect((await problemAs(as)).agreement).toMatchObject({ _id: its.id, amount: AGREED });
    for (const as of [stranger, undefined]) expect((await problemAs(as)).agreement).toBeNull();
  });

  it('is among the own ones of both, the latest first, and of nobody else', async () => {
    const later = await underWay(test);
    await deliver();
    const listed = async (as: TestCaller, query = '') => {
      const { body } = await test.ask('GET', `/api/agreements${query}`, { as });
      // The answer's schema lets nothing else out.
      return (body['agreements'] as { _id: string }[]).map(({ _id }) => _id);
    };
    expect(await listed(its.seeker)).toEqual([its.id]);
    expect(await listed(its.solver)).toEqual([its.id]);
    expect(await listed(later.solver)).toEqual([later.id]);
    expect(await listed(its.solver, '?status=delivered')).toEqual([its.id]);
    expect(await listed(its.solver, '?status=accepted')).toEqual([]);
    expect(await listed(await test.signedIn('solver'))).toEqual([]);
    expect((await test.ask('GET', '/api/agreements?status=lost', { as: its.solver })).status).toBe(422);
    const { body } = await test.ask('GET', '/api/agreements?limit=1', { as: its.solver });
    expect(body).toMatchObject({ page: 1, limit: 1, totalPages: 1 });
  });
});

describe('delivering (product 4.22)', () => {
  it('keeps the note, tells the seeker, and stands in the timeline', async () => {
    const agreement = agreementOf(await deliver());
    expect(agreement).toMatchObject({
      status: 'delivered',
      delivery: { note: DELIVERY.note, files: [], at: expect.any(String) },
    });
    expect(await toldTo(test, its.seeker)).toContainEqual({
      type: 'delivered',
      title: 'Work delivered',
      message: `Diego delivered the work on "${its.title}"`,
    });
    expect((await problemAs()).timeline.at(-1)).toMatchObject({ event: 'delivered', person: { name: 'Diego' } });
    expect(await countTold(test, its.problemId, 'delivered')).toBe(1);
  });

  it('has pages of both ask again', async () => {
    const sockets = await openTestSockets(test);
    const [hers, his] = [await sockets.connected(its.seeker), await sockets.connected(its.solver)];
    const both = [heard(hers, 'bid'), heard(his, 'bid')];
    await deliver();
    expect(await Promise.all(both)).toEqual([{ problemId: its.problemId }, { problemId: its.problemId }]);
    sockets.disconnectAll();
  });

  it('twice is refused, and says what to do', async () => {
    await deliver();
    expect(await deliver()).toMatchObject(conflict('This work is delivered already. Send what is new as a message.'));
    expect([await countTold(test, its.problemId, 'delivered'), await happened('delivered')]).toEqual([1, 1]);
  });

  it('is over once the problem is solved, or the two have parted', async () => {
    await solve();
    expect(await deliver()).toMatchObject(conflict('This problem is solved: what was agreed stands.'));
    its = await underWay(test);
    await part();
    expect(await deliver()).toMatchObject(conflict('You have parted ways: this agreement is over.'));
    expect(await happened('delivered')).toBe(0);
  });

  it('takes emoji, right-to-left text and names of 80 characters as they were written', async () => {
    const name = `محمد عبد الرحمن 🦀 ${'W'.repeat(80)}`.slice(0, 80);
    await test.ask('PATCH', '/api/auth/profile', { as: its.solver, payload: { name } });
    const note = 'العميل يفقد الرسائل 👩🏽‍💻 بعد إعادة الاتصال';
    const agreement = agreementOf(await deliver(its.solver, { note }));
    expect(agreement).toMatchObject({ solver: { name }, delivery: { note } });
    expect((await toldTo(test, its.seeker))[0]).toMatchObject({ message: `${name} delivered the work on "${its.title}"` });
  });
});

describe('solving', () => {
  it('solves the agreement, and tells the solver until when both can rate', async () => {
    await deliver();
    expect((await solve()).body).toMatchObject({ problem: { agreement: { status: 'solved', solvedAt: expect.any(String) } } });
    const [told] = await toldTo(test, its.solver);
    expect(told).toMatchObject({ type: 'solved', title: 'Problem solved' });
    expect(told?.message).toMatch(
      new RegExp(
        `^${its.seeker.user.name} marked "${its.title}" solved. You can rate each other until \\w+ \\d+ at \\d\\d:\\d\\d UTC$`,
      ),
    );
    expect(await countTold(test, its.problemId, 'solved')).toBe(1);
  });

  it('says who has rated, before anybody reads how', async () => {
    await solve();
    await rate(test, its, its.solver);
    expect(await agreementNow(test, its)).toMatchObject({ ratedBySeeker: false, ratedBySolver: true });
    await rate(test, its, its.seeker);
    expect(await agreementNow(test, its)).toMatchObject({ ratedBySeeker: true, ratedBySolver: true });
  });
});

describe('paying (product 4.22)', () => {
  it('is said by the seeker, confirmed by the solver, each told to the other', async () => {
    await solve();
    expect(agreementOf(await paid())).toMatchObject({ paidAt: expect.any(String), receivedAt: null });
    expect((await toldTo(test, its.solver))[0]).toEqual({
      type: 'paid',
      title: 'Payment sent',
      message: `${its.seeker.user.name} says that $120 for "${its.title}" is paid. Confirm it once it is there`,
    });
    expect(agreementOf(await received())).toMatchObject({ receivedAt: expect.any(String) });
    expect((await toldTo(test, its.seeker))[0]).toEqual({
      type: 'paid',
      title: 'Payment received',
      message: `Diego confirmed that $120 for "${its.title}" came`,
    });
  });

  it('comes after solving, and once', async () => {
    expect(await paid()).toMatchObject(conflict('Mark the problem solved first; then you can say that it is paid.'));
    expect(await received()).toMatchObject(conflict(`${its.seeker.user.name} has not said yet that it is paid.`));
    await solve();
    expect(await received()).toMatchObject(conflict(`${its.seeker.user.name} has not said yet that it is paid.`));
    await paid();
    expect(await paid()).toMatchObject(conflict('You have said already that it is paid.'));
    await received();
    expect(await received()).toMatchObject(conflict('You have confirmed the payment already.'));
    expect(await countTold(test, its.problemId, 'paid')).toBe(2);
  });

  it('is nothing of those who parted', async () => {
    await part();
    for (const saying of [paid, received])
      expect(await saying()).toMatchObject(conflict('You have parted ways: this agreement is over.'));
  });
});

describe('parting (product 4.22)', () => {
  it.each(['seeker', 'solver'] as const)(
    'by the %s ends the agreement, and tells the other one what was agreed',
    async (side) => {
      const [one, other] = side === 'seeker' ? [its.seeker, its.solver] : [its.solver, its.seeker];
      expect((await part(one)).body).toMatchObject({
        problem: {
          status: 'open',
          agreement: {
            status: 'ended',
            parting: { by: { _id: one.user.id }, note: 'We keep what is done.', at: expect.any(String) },
          },
        },
      });
      expect((await toldTo(test, other))[0]).toEqual({
        type: 'parted',
        title: 'You have parted ways',
        message: `${one.user.name} ended your agreement on "${its.title}": We keep what is done.`,
      });
      expect(await countTold(test, its.problemId, 'parted')).toBe(1);
      expect(await agreementNow(test, its)).toMatchObject({ status: 'ended' });
    },
  );

  it('leaves room for another agreement with the same solver, which then is the one that shows', async () => {
    await part();
    const { body } = await test.ask('POST', '/api/bids', {
      as: its.solver,
      payload: { ...goodBid, amount: 300, problemId: its.problemId },
    });
    await test.ask('PUT', `/api/bids/${(body['bid'] as { _id: string })._id}/accept`, { as: its.seeker });
    for (const as of [its.seeker, its.solver])
      expect((await problemAs(as)).agreement).toMatchObject({ status: 'accepted', amount: 300, changes: [] });
    expect(await agreementNow(test, its)).toMatchObject({ status: 'ended', amount: AGREED });
  });
});

describe('while a change waits for an answer', () => {
  it.each([
    ['solved', 'seeker', 'seeker', 'Diego has not answered the change that you proposed. Withdraw it, or wait for the answer.'],
    ['solved', 'solver', 'seeker', 'Diego proposed a change that you have not answered. Agree or decline first.'],
    ['open', 'solver', 'seeker', 'Diego proposed a change that you have not answered. Agree or decline first.'],
    ['open', 'solver', 'solver', 'Mira has not answered the change that you proposed. Withdraw it, or wait for the answer.'],
  ] as const)('nothing becomes %s: of one that the %s proposed, the %s reads so', async (status, proposer, asker, sentence) => {
    await test.ask('PATCH', '/api/auth/profile', { as: its.seeker, payload: { name: 'Mira' } });
    await act(test, its[proposer], its.id, 'POST changes', goodChange);
    expect(await setStatus(test, its[asker], its.problemId, status)).toMatchObject(conflict(sentence));
    expect(await agreementNow(test, its)).toMatchObject({ status: 'accepted', changes: [{ status: 'proposed' }] });
    expect([await happened('solved'), await happened('parted')]).toEqual([0, 0]);
  });
});
