import { and, eq } from 'drizzle-orm';
import type { Problem } from '@solvent/contracts';
import { agreements, problemEvents } from '../schema.ts';
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
import type { ActiveAgreement } from '../../../testing/agreements.ts';
import { getBid, conflictResponse, goodBid, placeBid, putBid } from '../../../testing/bids.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { postReview } from '../../../testing/solved-problems.ts';
import { received, openTestSockets } from '../../../testing/sockets.ts';
import { DAY_MS } from '../../../platform/durations.ts';

let test: TestApp;
let its: ActiveAgreement;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  its = await createActiveAgreement(test);
});
afterAll(() => test.close());

const deliver = () => requestAgreement(test, its.solver, its.id, 'PUT deliver', goodDelivery);
const solve = () => setStatus(test, its.seeker, its.problemId, 'solved');
const part = (as = its.seeker) => setStatus(test, as, its.problemId, 'open', 'We keep what is done.');
const paid = () => requestAgreement(test, its.seeker, its.id, 'PUT paid');
const confirmReceived = () => requestAgreement(test, its.solver, its.id, 'PUT received');

async function problemAs(as?: TestCaller): Promise<Problem> {
  const { body } = await test.request('GET', `/api/problems/${its.problemId}`, { as });
  // The answer's schema lets nothing else out.
  return body['problem'] as Problem;
}

const happened = (event: 'delivered' | 'solved' | 'parted') =>
  test.db.$count(problemEvents, and(eq(problemEvents.problemId, its.problemId), eq(problemEvents.event, event)));

describe('an accepted bid (product 3.27, 7.15)', () => {
  it('is an agreement on the sum, and the days from now on, which its two people alone see', async () => {
    const agreement = await fetchAgreement(test, its);
    expect(agreement).toMatchObject({
      problem: { _id: its.problemId, title: its.title },
      seeker: { _id: its.seeker.user.id },
      solver: { _id: its.solver.user.id, name: 'Diego' },
      status: 'accepted',
      amount: AGREED_AMOUNT,
      delivery: null,
    });
    expect(Date.parse(agreement.dueAt) - Date.parse(agreement.acceptedAt)).toBe(goodBid.estimatedDays * DAY_MS);
    for (const as of [its.seeker, its.solver]) expect((await problemAs(as)).agreement).toEqual(agreement);
    for (const as of [await test.signedIn('solver'), undefined]) expect((await problemAs(as)).agreement).toBeNull();
  });

  it('is among the own ones of both, the latest first, and of nobody else', async () => {
    const later = await createActiveAgreement(test);
    await deliver();
    const listed = async (as: TestCaller, query = '') => {
      const { body } = await test.request('GET', `/api/agreements${query}`, { as });
      // The answer's schema lets nothing else out.
      return (body['agreements'] as { _id: string }[]).map(({ _id }) => _id);
    };
    expect(await listed(its.seeker)).toEqual([its.id]);
    expect(await listed(its.solver)).toEqual([its.id]);
    expect(await listed(later.solver)).toEqual([later.id]);
    expect(await listed(its.solver, '?status=delivered')).toEqual([its.id]);
    expect(await listed(its.solver, '?status=accepted')).toEqual([]);
    expect(await listed(await test.signedIn('solver'))).toEqual([]);
    expect((await test.request('GET', '/api/agreements?status=lost', { as: its.solver })).status).toBe(422);
    const { body } = await test.request('GET', '/api/agreements?limit=1', { as: its.solver });
    expect(body).toMatchObject({ page: 1, limit: 1, totalPages: 1 });
  });
});

describe('delivering (product 4.22)', () => {
  it('keeps the note, tells the seeker, and stands in the timeline, once', async () => {
    const delivery = { note: goodDelivery.note, files: [], at: expect.any(String) };
    expect(getAgreement(await deliver())).toMatchObject({ status: 'delivered', delivery });
    const message = `Diego delivered the work on "${its.title}"`;
    expect(await notificationsTo(test, its.seeker)).toContainEqual({ type: 'delivered', title: 'Work delivered', message });
    expect((await problemAs()).timeline.at(-1)).toMatchObject({ event: 'delivered', person: { name: 'Diego' } });
    expect(await deliver()).toMatchObject(conflictResponse('This work is delivered already. Send what is new as a message.'));
    expect([await countNotifications(test, its.problemId, 'delivered'), await happened('delivered')]).toEqual([1, 1]);
  });

  it('has pages of both ask again', async () => {
    const sockets = await openTestSockets(test);
    const [hers, his] = [await sockets.connectAs(its.seeker), await sockets.connectAs(its.solver)];
    const both = [received(hers, 'bid'), received(his, 'bid')];
    await deliver();
    expect(await Promise.all(both)).toEqual([{ problemId: its.problemId }, { problemId: its.problemId }]);
    sockets.disconnectAll();
  });
});

describe('solving and paying (product 4.22)', () => {
  it('solves the agreement, tells until when both can rate, and says who has, before anybody reads how', async () => {
    expect((await solve()).body).toMatchObject({ problem: { agreement: { status: 'solved', solvedAt: expect.any(String) } } });
    const [told] = await notificationsTo(test, its.solver);
    expect(told).toMatchObject({ type: 'solved', title: 'Problem solved' });
    const words = `${its.seeker.user.name} marked "${its.title}" solved. You can rate each other until`;
    expect(told?.message).toMatch(new RegExp(`^${words} \\w+ \\d+ at \\d\\d:\\d\\d UTC$`));
    expect(await countNotifications(test, its.problemId, 'solved')).toBe(1);
    expect(await deliver()).toMatchObject(conflictResponse("This problem is solved. The agreement can't be changed anymore."));
    expect(await happened('delivered')).toBe(0);
    await postReview(test, its, its.solver);
    expect(await fetchAgreement(test, its)).toMatchObject({ ratedBySeeker: false, ratedBySolver: true });
    await postReview(test, its, its.seeker);
    expect(await fetchAgreement(test, its)).toMatchObject({ ratedBySeeker: true, ratedBySolver: true });
  });

  it('is paid as the seeker says, and confirmed by the solver, each once, and told to the other', async () => {
    const { name } = its.seeker.user;
    const notSaid = conflictResponse(`${name} hasn't marked this as paid yet.`);
    expect(await paid()).toMatchObject(conflictResponse('Mark the problem as solved before you mark it as paid.'));
    expect(await confirmReceived()).toMatchObject(notSaid);
    await solve();
    expect(await confirmReceived()).toMatchObject(notSaid);
    expect(getAgreement(await paid())).toMatchObject({ paidAt: expect.any(String), receivedAt: null });
    const sent = `${name} says that $120 for "${its.title}" is paid. Confirm it once it is there`;
    expect((await notificationsTo(test, its.solver))[0]).toEqual({ type: 'paid', title: 'Payment sent', message: sent });
    expect(await paid()).toMatchObject(conflictResponse('You already marked this as paid.'));
    expect(getAgreement(await confirmReceived())).toMatchObject({ receivedAt: expect.any(String) });
    const came = `Diego confirmed that $120 for "${its.title}" came`;
    expect((await notificationsTo(test, its.seeker))[0]).toEqual({ type: 'paid', title: 'Payment received', message: came });
    expect(await confirmReceived()).toMatchObject(conflictResponse('You already confirmed the payment.'));
    expect(await countNotifications(test, its.problemId, 'paid')).toBe(2);
  });
});

describe('parting (product 4.22)', () => {
  it.each(['seeker', 'solver'] as const)('by the %s ends the agreement, and tells the other one', async (side) => {
    const [one, other] = side === 'seeker' ? [its.seeker, its.solver] : [its.solver, its.seeker];
    const parting = { by: { _id: one.user.id }, note: 'We keep what is done.', at: expect.any(String) };
    expect((await part(one)).body).toMatchObject({ problem: { status: 'open', agreement: { status: 'ended', parting } } });
    expect((await notificationsTo(test, other))[0]).toEqual({
      type: 'parted',
      title: 'You have parted ways',
      message: `${one.user.name} ended your agreement on "${its.title}": We keep what is done.`,
    });
    expect(await countNotifications(test, its.problemId, 'parted')).toBe(1);
    for (const late of [deliver, paid, confirmReceived])
      expect(await late()).toMatchObject(conflictResponse("You parted ways. This agreement can't be changed anymore."));
    expect(await happened('delivered')).toBe(0);
  });

  it('leaves room for another agreement with the same solver, which then is the one that shows', async () => {
    await part();
    const { _id } = getBid(await placeBid(test, its.solver, its.problemId, { amount: 300 }));
    await putBid(test, its.seeker, _id, 'accept');
    for (const as of [its.seeker, its.solver])
      expect((await problemAs(as)).agreement).toMatchObject({ status: 'accepted', amount: 300, changes: [] });
    expect(await fetchAgreement(test, its)).toMatchObject({ status: 'ended', amount: AGREED_AMOUNT });
  });
});

describe('parting after a delivery (product 4.22)', () => {
  const propose = (as: TestCaller) => requestAgreement(test, as, its.id, 'POST parting', { note: 'Half is paid.' });
  const answer = (as: TestCaller, word: string, id?: string) =>
    requestAgreement(test, as, its.id, `PUT changes/${id}`, { answer: word });
  const proposed = async (as: TestCaller) => getAgreement(await propose(as)).changes.at(-1);
  beforeEach(() => deliver());

  it.each(['seeker', 'solver'] as const)('is not for the %s alone, whatever was asked for afterwards', async (side) => {
    const { name } = side === 'seeker' ? its.solver.user : its.seeker.user;
    const refused = conflictResponse(`The work is delivered: ${name} has to agree. Propose to part ways.`);
    expect(await part(its[side])).toMatchObject(refused);
    const [change] = getAgreement(await requestAgreement(test, its.seeker, its.id, 'POST changes', goodChange)).changes;
    await answer(its.solver, 'agree', change?._id);
    expect(await part(its[side])).toMatchObject(refused);
    expect(await fetchAgreement(test, its)).toMatchObject({ status: 'delivered', parting: null });
    expect(await happened('parted')).toBe(0);
  });

  it.each(['seeker', 'solver'] as const)('is proposed by the %s, and the other one agrees', async (side) => {
    const [one, other] = side === 'seeker' ? [its.seeker, its.solver] : [its.solver, its.seeker];
    const change = await proposed(one);
    expect(change).toMatchObject({ kind: 'parting', amount: AGREED_AMOUNT, note: 'Half is paid.', status: 'proposed' });
    expect((await notificationsTo(test, other))[0]).toEqual({
      type: 'agreement_changed',
      title: 'Parting proposed',
      message: `${one.user.name} proposes to part ways on "${its.title}": Half is paid.`,
    });
    expect((await answer(one, 'agree', change?._id)).status).toBe(403);
    const parting = { by: { _id: one.user.id }, note: 'Half is paid.' };
    expect(getAgreement(await answer(other, 'agree', change?._id))).toMatchObject({
      status: 'ended',
      amount: AGREED_AMOUNT,
      parting,
      changes: [{ status: 'agreed' }],
    });
    expect(await problemAs(its.seeker)).toMatchObject({ status: 'open', bidCount: 0 });
    const message = `${other.user.name} agreed to part ways on "${its.title}"`;
    expect((await notificationsTo(test, one))[0]).toEqual({ type: 'parted', title: 'You have parted ways', message });
    expect(await happened('parted')).toBe(1);
  });

  it('is declined: the agreement continues', async () => {
    const change = await proposed(its.seeker);
    expect(getAgreement(await answer(its.solver, 'decline', change?._id))).toMatchObject({ status: 'delivered' });
    expect((await notificationsTo(test, its.seeker))[0]).toMatchObject({ title: 'Parting declined' });
    expect((await solve()).status).toBe(200);
  });

  it('is not agreed to once a moderator is asked', async () => {
    const change = await proposed(its.seeker);
    await requestAgreement(test, its.solver, its.id, 'POST dispute', goodView);
    expect(await answer(its.solver, 'agree', change?._id)).toMatchObject(
      conflictResponse('This change was withdrawn meanwhile.'),
    );
    expect(await fetchAgreement(test, its)).toMatchObject({ status: 'delivered' });
  });
});

describe('rating after parting (product 4.12)', () => {
  it('is possible for fourteen days, for each agreement, and seen as other ratings are', async () => {
    await part();
    expect(await problemAs(its.solver)).toMatchObject({ reviewSubject: { _id: its.seeker.user.id } });
    expect((await postReview(test, its, its.solver)).status).toBe(201);
    expect(await fetchAgreement(test, its)).toMatchObject({ ratedBySolver: true, ratedBySeeker: false });
    expect((await problemAs()).reviews).toEqual([]);
    expect((await postReview(test, its, its.seeker)).status).toBe(201);
    expect((await problemAs()).reviews).toHaveLength(2);
    expect(await postReview(test, its, its.seeker)).toMatchObject(conflictResponse('You have rated already.'));
  });

  it('leaves the seeker to rate who solves the problem afterwards, each by their id', async () => {
    await part();
    const second = await test.signedIn('solver', { name: 'Lena' });
    await putBid(test, its.seeker, getBid(await placeBid(test, second, its.problemId))._id, 'accept');
    await solve();
    const about = (solver: TestCaller) => ({ rating: 4, subjectId: solver.user.id });
    expect((await postReview(test, its, its.seeker, about(its.solver))).body).toMatchObject({
      review: { subject: { name: 'Diego' } },
    });
    expect((await postReview(test, its, its.seeker)).body).toMatchObject({ review: { subject: { name: 'Lena' } } });
    expect(await postReview(test, its, its.seeker, about(second))).toMatchObject(conflictResponse('You have rated already.'));
  });

  it('is over after fourteen days', async () => {
    await part();
    await test.db
      .update(agreements)
      .set({ partedAt: new Date(Date.now() - 14.01 * DAY_MS) })
      .where(eq(agreements.id, its.id));
    expect(await postReview(test, its, its.solver)).toMatchObject(conflictResponse('The time for rating is over.'));
    expect(await problemAs(its.solver)).toMatchObject({ reviewUntil: null, reviewSubject: null });
  });
});

describe('while a change waits for an answer', () => {
  it.each([
    ['solved', 'seeker', 'seeker', 'Diego has not answered the change that you proposed. Withdraw it, or wait for the answer.'],
    ['solved', 'solver', 'seeker', 'Diego proposed a change that you have not answered. Agree or decline first.'],
    ['open', 'solver', 'seeker', 'Diego proposed a change that you have not answered. Agree or decline first.'],
    ['open', 'solver', 'solver', 'Mira has not answered the change that you proposed. Withdraw it, or wait for the answer.'],
  ] as const)('nothing becomes %s: of one that the %s proposed, the %s reads so', async (status, proposer, asker, sentence) => {
    await test.request('PATCH', '/api/auth/profile', { as: its.seeker, payload: { name: 'Mira' } });
    await requestAgreement(test, its[proposer], its.id, 'POST changes', goodChange);
    expect(await setStatus(test, its[asker], its.problemId, status)).toMatchObject(conflictResponse(sentence));
    expect(await fetchAgreement(test, its)).toMatchObject({ status: 'accepted', changes: [{ status: 'proposed' }] });
    expect([await happened('solved'), await happened('parted')]).toEqual([0, 0]);
  });
});
