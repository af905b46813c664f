import { and, eq } from 'drizzle-orm';
import type { Problem } from '@solvent/contracts';
import { agreements, problemEvents } from '../../../schema/index.ts';
import {
  requestAgreement,
  fetchAgreement,
  getAgreement,
  AGREED_AMOUNT,
  countNotifications,
  goodChange,
  goodDelivery,
  goodView,
  setStatus,
  notificationsTo,
  createActiveAgreement,
} from '../../../testing/agreements.ts';
import { getBid, conflictResponse, goodBid, placeBid, putBid } from '../../../testing/bids.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import { postReview } from '../../../testing/solved-problems.ts';
import { received, openTestSockets } from '../../../testing/sockets.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { setUpEach } from '../../../testing/set-up.ts';

const test = setUpTestApp();
const active = setUpEach(() => createActiveAgreement(test));

const deliver = () => requestAgreement(test, active.solver, active.id, 'PUT deliver', goodDelivery);
const solve = () => setStatus(test, active.seeker, active.problemId, 'solved');
const part = (as = active.seeker) => setStatus(test, as, active.problemId, 'open', 'We keep what is done.');
const markPaid = () => requestAgreement(test, active.seeker, active.id, 'PUT paid');
const confirmPayment = () => requestAgreement(test, active.solver, active.id, 'PUT received');

async function problemAs(as?: TestCaller): Promise<Problem> {
  const { body } = await test.request('GET', `/api/problems/${active.problemId}`, { as });
  // Guaranteed by the response schema.
  return body['problem'] as Problem;
}

const countEvents = (event: 'delivered' | 'solved' | 'parted') =>
  test.db.$count(problemEvents, and(eq(problemEvents.problemId, active.problemId), eq(problemEvents.event, event)));

describe('an accepted bid (product 3.27, 7.15)', () => {
  it('becomes an agreement with the amount and due date, visible only to its parties', async () => {
    const agreement = await fetchAgreement(test, active);
    expect(agreement).toMatchObject({
      problem: { _id: active.problemId, title: active.title },
      seeker: { _id: active.seeker.user.id },
      solver: { _id: active.solver.user.id, name: 'Diego' },
      status: 'accepted',
      amount: AGREED_AMOUNT,
      delivery: null,
    });
    expect(Date.parse(agreement.dueAt) - Date.parse(agreement.acceptedAt)).toBe(goodBid.estimatedDays * DAY_MS);
    for (const as of [active.seeker, active.solver]) expect((await problemAs(as)).agreement).toEqual(agreement);
    for (const as of [await test.signedIn('solver'), undefined]) expect((await problemAs(as)).agreement).toBeNull();
  });

  it('is listed for both parties only, latest first', async () => {
    const later = await createActiveAgreement(test);
    await deliver();
    const listed = async (as: TestCaller, query = '') => {
      const { body } = await test.request('GET', `/api/agreements${query}`, { as });
      // Guaranteed by the response schema.
      return (body['agreements'] as { _id: string }[]).map(({ _id }) => _id);
    };
    expect(await listed(active.seeker)).toEqual([active.id]);
    expect(await listed(active.solver)).toEqual([active.id]);
    expect(await listed(later.solver)).toEqual([later.id]);
    expect(await listed(active.solver, '?status=delivered')).toEqual([active.id]);
    expect(await listed(active.solver, '?status=accepted')).toEqual([]);
    expect(await listed(await test.signedIn('solver'))).toEqual([]);
    expect((await test.request('GET', '/api/agreements?status=lost', { as: active.solver })).status).toBe(422);
    const { body } = await test.request('GET', '/api/agreements?limit=1', { as: active.solver });
    expect(body).toMatchObject({ page: 1, limit: 1, totalPages: 1 });
  });
});

describe('delivering (product 4.22)', () => {
  it('stores the note, notifies the seeker, and adds a timeline entry, once', async () => {
    const delivery = { note: goodDelivery.note, links: [], files: [], at: expect.any(String), changesRequested: null };
    expect(getAgreement(await deliver())).toMatchObject({ status: 'delivered', delivery });
    const message = `Diego delivered the work on "${active.title}"`;
    expect(await notificationsTo(test, active.seeker)).toContainEqual({ type: 'delivered', title: 'Work delivered', message });
    expect((await problemAs()).timeline.at(-1)).toMatchObject({ event: 'delivered', person: { name: 'Diego' } });
    expect(await deliver()).toMatchObject(conflictResponse('This work is delivered already. Send what is new as a message.'));
    expect([await countNotifications(test, active.problemId, 'delivered'), await countEvents('delivered')]).toEqual([1, 1]);
  });

  it('makes pages of both parties refetch', async () => {
    const sockets = await openTestSockets(test);
    const [seekerSocket, solverSocket] = [await sockets.connectAs(active.seeker), await sockets.connectAs(active.solver)];
    const events = [received(seekerSocket, 'bid'), received(solverSocket, 'bid')];
    await deliver();
    expect(await Promise.all(events)).toEqual([{ problemId: active.problemId }, { problemId: active.problemId }]);
    sockets.disconnectAll();
  });
});

describe('solving and paying (product 4.22)', () => {
  it('solves the agreement, notifies the solver of the rating deadline, and shows who has rated', async () => {
    expect((await solve()).body).toMatchObject({ problem: { agreement: { status: 'solved', solvedAt: expect.any(String) } } });
    const [notification] = await notificationsTo(test, active.solver);
    expect(notification).toMatchObject({ type: 'solved', title: 'Problem solved' });
    const text = `${active.seeker.user.name} marked "${active.title}" solved. You can rate each other until`;
    expect(notification?.message).toMatch(new RegExp(`^${text} \\w+ \\d+ at \\d\\d:\\d\\d UTC$`));
    expect(await countNotifications(test, active.problemId, 'solved')).toBe(1);
    expect(await deliver()).toMatchObject(conflictResponse("This problem is solved. The agreement can't be changed anymore."));
    expect(await countEvents('delivered')).toBe(0);
    await postReview(test, active, active.solver);
    expect(await fetchAgreement(test, active)).toMatchObject({ ratedBySeeker: false, ratedBySolver: true });
    await postReview(test, active, active.seeker);
    expect(await fetchAgreement(test, active)).toMatchObject({ ratedBySeeker: true, ratedBySolver: true });
  });

  it('lets the seeker mark the payment and the solver confirm it, once each, and notifies the other', async () => {
    const { name } = active.seeker.user;
    const notMarkedPaid = conflictResponse(`${name} hasn't marked this as paid yet.`);
    expect(await markPaid()).toMatchObject(conflictResponse('Mark the problem as solved before you mark it as paid.'));
    expect(await confirmPayment()).toMatchObject(notMarkedPaid);
    await solve();
    expect(await confirmPayment()).toMatchObject(notMarkedPaid);
    expect(getAgreement(await markPaid())).toMatchObject({ paidAt: expect.any(String), receivedAt: null });
    const paidMessage = `${name} says that $120 for "${active.title}" is paid. Confirm it once it is there`;
    expect((await notificationsTo(test, active.solver))[0]).toEqual({
      type: 'paid',
      title: 'Payment sent',
      message: paidMessage,
    });
    expect(await markPaid()).toMatchObject(conflictResponse('You already marked this as paid.'));
    expect(getAgreement(await confirmPayment())).toMatchObject({ receivedAt: expect.any(String) });
    const receivedMessage = `Diego confirmed the payment of $120 for "${active.title}"`;
    expect((await notificationsTo(test, active.seeker))[0]).toEqual({
      type: 'paid',
      title: 'Payment received',
      message: receivedMessage,
    });
    expect(await confirmPayment()).toMatchObject(conflictResponse('You already confirmed the payment.'));
    expect(await countNotifications(test, active.problemId, 'paid')).toBe(2);
  });
});

describe('parting (product 4.22)', () => {
  it.each(['seeker', 'solver'] as const)('by the %s ends the agreement, and notifies the other party', async (side) => {
    const [one, other] = side === 'seeker' ? [active.seeker, active.solver] : [active.solver, active.seeker];
    const parting = { by: { _id: one.user.id }, note: 'We keep what is done.', at: expect.any(String) };
    expect((await part(one)).body).toMatchObject({ problem: { status: 'open', agreement: { status: 'ended', parting } } });
    expect((await notificationsTo(test, other))[0]).toEqual({
      type: 'parted',
      title: 'You have parted ways',
      message: `${one.user.name} ended your agreement on "${active.title}": We keep what is done.`,
    });
    expect(await countNotifications(test, active.problemId, 'parted')).toBe(1);
    for (const late of [deliver, markPaid, confirmPayment])
      expect(await late()).toMatchObject(conflictResponse("You parted ways. This agreement can't be changed anymore."));
    expect(await countEvents('delivered')).toBe(0);
  });

  it('allows another agreement with the same solver, which then is shown', async () => {
    await part();
    const { _id } = getBid(await placeBid(test, active.solver, active.problemId, { amount: 300 }));
    await putBid(test, active.seeker, _id, 'accept');
    for (const as of [active.seeker, active.solver])
      expect((await problemAs(as)).agreement).toMatchObject({ status: 'accepted', amount: 300, changes: [] });
    expect(await fetchAgreement(test, active)).toMatchObject({ status: 'ended', amount: AGREED_AMOUNT });
  });
});

describe('parting after a delivery (product 4.22)', () => {
  const propose = (as: TestCaller) => requestAgreement(test, as, active.id, 'POST parting', { note: 'Half is paid.' });
  const answer = (as: TestCaller, word: string, id?: string) =>
    requestAgreement(test, as, active.id, `PUT changes/${id}`, { answer: word });
  const proposed = async (as: TestCaller) => getAgreement(await propose(as)).changes.at(-1);
  beforeEach(() => deliver());

  it.each(['seeker', 'solver'] as const)('needs consent even after later changes, for the %s', async (side) => {
    const { name } = side === 'seeker' ? active.solver.user : active.seeker.user;
    const error = conflictResponse(`The work is delivered: ${name} has to agree. Propose to part ways.`);
    expect(await part(active[side])).toMatchObject(error);
    const [change] = getAgreement(await requestAgreement(test, active.seeker, active.id, 'POST changes', goodChange)).changes;
    await answer(active.solver, 'agree', change?._id);
    expect(await part(active[side])).toMatchObject(error);
    expect(await fetchAgreement(test, active)).toMatchObject({ status: 'delivered', parting: null });
    expect(await countEvents('parted')).toBe(0);
  });

  it.each(['seeker', 'solver'] as const)(
    'ends the agreement when the %s proposes it and the other party agrees',
    async (side) => {
      const [one, other] = side === 'seeker' ? [active.seeker, active.solver] : [active.solver, active.seeker];
      const change = await proposed(one);
      expect(change).toMatchObject({ kind: 'parting', amount: AGREED_AMOUNT, note: 'Half is paid.', status: 'proposed' });
      expect((await notificationsTo(test, other))[0]).toEqual({
        type: 'agreement_changed',
        title: 'Parting proposed',
        message: `${one.user.name} proposes to part ways on "${active.title}": Half is paid.`,
      });
      expect((await answer(one, 'agree', change?._id)).status).toBe(403);
      const parting = { by: { _id: one.user.id }, note: 'Half is paid.' };
      expect(getAgreement(await answer(other, 'agree', change?._id))).toMatchObject({
        status: 'ended',
        amount: AGREED_AMOUNT,
        parting,
        changes: [{ status: 'agreed' }],
      });
      expect(await problemAs(active.seeker)).toMatchObject({ status: 'open', bidCount: 0 });
      const message = `${other.user.name} agreed to part ways on "${active.title}"`;
      expect((await notificationsTo(test, one))[0]).toEqual({ type: 'parted', title: 'You have parted ways', message });
      expect(await countEvents('parted')).toBe(1);
    },
  );

  it('keeps the agreement when it is declined', async () => {
    const change = await proposed(active.seeker);
    expect(getAgreement(await answer(active.solver, 'decline', change?._id))).toMatchObject({ status: 'delivered' });
    expect((await notificationsTo(test, active.seeker))[0]).toMatchObject({ title: 'Parting declined' });
    expect((await solve()).status).toBe(200);
  });

  it('cannot be agreed to after a dispute was opened', async () => {
    const change = await proposed(active.seeker);
    await requestAgreement(test, active.solver, active.id, 'POST dispute', goodView);
    expect(await answer(active.solver, 'agree', change?._id)).toMatchObject(
      conflictResponse('This change was withdrawn meanwhile.'),
    );
    expect(await fetchAgreement(test, active)).toMatchObject({ status: 'delivered' });
  });
});

describe('rating after parting (product 4.12)', () => {
  it('is possible for each agreement, and becomes visible like other ratings', async () => {
    await part();
    expect(await problemAs(active.solver)).toMatchObject({ reviewSubject: { _id: active.seeker.user.id } });
    expect((await postReview(test, active, active.solver)).status).toBe(201);
    expect(await fetchAgreement(test, active)).toMatchObject({ ratedBySolver: true, ratedBySeeker: false });
    expect((await problemAs()).reviews).toEqual([]);
    expect((await postReview(test, active, active.seeker)).status).toBe(201);
    expect((await problemAs()).reviews).toHaveLength(2);
    expect(await postReview(test, active, active.seeker)).toMatchObject(conflictResponse('You have rated already.'));
  });

  it('lets the seeker rate each solver of the problem by id', async () => {
    await part();
    const second = await test.signedIn('solver', { name: 'Lena' });
    await putBid(test, active.seeker, getBid(await placeBid(test, second, active.problemId))._id, 'accept');
    await solve();
    const about = (solver: TestCaller) => ({ rating: 4, subjectId: solver.user.id });
    expect((await postReview(test, active, active.seeker, about(active.solver))).body).toMatchObject({
      review: { subject: { name: 'Diego' } },
    });
    expect((await postReview(test, active, active.seeker)).body).toMatchObject({ review: { subject: { name: 'Lena' } } });
    expect(await postReview(test, active, active.seeker, about(second))).toMatchObject(
      conflictResponse('You have rated already.'),
    );
  });

  it('is refused after fourteen days', async () => {
    await part();
    await test.db
      .update(agreements)
      .set({ partedAt: new Date(Date.now() - 14.01 * DAY_MS) })
      .where(eq(agreements.id, active.id));
    expect(await postReview(test, active, active.solver)).toMatchObject(conflictResponse('The time for rating is over.'));
    expect(await problemAs(active.solver)).toMatchObject({ reviewUntil: null, reviewSubject: null });
  });
});

describe('an open proposal', () => {
  it.each([
    ['solved', 'seeker', 'seeker', 'Diego has not answered the change that you proposed. Withdraw it, or wait for the answer.'],
    ['solved', 'solver', 'seeker', 'Diego proposed a change that you have not answered. Agree or decline first.'],
    ['open', 'solver', 'seeker', 'Diego proposed a change that you have not answered. Agree or decline first.'],
    ['open', 'solver', 'solver', 'Mira has not answered the change that you proposed. Withdraw it, or wait for the answer.'],
  ] as const)('blocks the status %s, if the %s proposed and the %s requests it', async (status, proposer, requester, message) => {
    await test.request('PATCH', '/api/auth/profile', { as: active.seeker, payload: { name: 'Mira' } });
    await requestAgreement(test, active[proposer], active.id, 'POST changes', goodChange);
    expect(await setStatus(test, active[requester], active.problemId, status)).toMatchObject(conflictResponse(message));
    expect(await fetchAgreement(test, active)).toMatchObject({ status: 'accepted', changes: [{ status: 'proposed' }] });
    expect([await countEvents('solved'), await countEvents('parted')]).toEqual([0, 0]);
  });
});
