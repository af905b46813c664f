import type { DisputeOutcome } from '@solvent/contracts';
import { eq } from 'drizzle-orm';
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
import { getBid, conflictResponse, MISSING_ID, placeBid, putBid, readProblemState } from '../../../testing/bids.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import { postReview } from '../../../testing/solved-problems.ts';
import { testOutbox } from '../../../testing/test-outbox.ts';
import { agreements } from '../../../schema/index.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { decideDispute } from './disputes.ts';
import { findOpenDisputes } from './queries.ts';
import { setUpEach } from '../../../testing/set-up.ts';

const OTHER_VIEW = { view: 'The tests were never part of what we agreed on, see the bid.' };
const TEXT = 'The bid names no tests.';

const test = setUpTestApp();
const active = setUpEach(() => createActiveAgreement(test));

const open = (as = active.seeker) => requestAgreement(test, as, active.id, 'POST dispute', goodView);
const write = (as = active.solver) => requestAgreement(test, as, active.id, 'PUT dispute', OTHER_VIEW);
const callOff = (as = active.seeker) => requestAgreement(test, as, active.id, 'DELETE dispute');
const solve = () => setStatus(test, active.seeker, active.problemId, 'solved');
const decide = (outcome: DisputeOutcome, id = active.id) =>
  decideDispute(testOutbox(test.db).transact, id, { outcome, text: TEXT });

describe('a dispute (product 2.51, 4.22)', () => {
  it('stores the caller’s view, and asks the other party for theirs', async () => {
    const opened = { openedBy: { _id: active.seeker.user.id }, seekerView: goodView.view, solverView: null, decision: null };
    expect(getAgreement(await open()).dispute).toMatchObject(opened);
    expect((await notificationsTo(test, active.solver))[0]).toEqual({
      type: 'disputed',
      title: 'Dispute opened',
      message: `${active.seeker.user.name} asked a moderator to decide on "${active.title}". Please add your view`,
    });
    expect(getAgreement(await write()).dispute).toMatchObject({ seekerView: goodView.view, solverView: OTHER_VIEW.view });
    expect(getAgreement(await write(active.seeker)).dispute).toMatchObject({ seekerView: OTHER_VIEW.view });
    expect(await open()).toMatchObject(conflictResponse('You already asked a moderator. You can edit your description.'));
    expect(await open(active.solver)).toMatchObject(
      conflictResponse(`${active.seeker.user.name} already asked a moderator. Add your view there.`),
    );
    expect(await countNotifications(test, active.problemId, 'disputed')).toBe(1);
  });

  it('is refused after the caller’s rating and the payment', async () => {
    await solve();
    await postReview(test, active, active.seeker);
    await requestAgreement(test, active.seeker, active.id, 'PUT paid');
    expect((await open()).status).toBe(201);
    await callOff();
    await requestAgreement(test, active.solver, active.id, 'PUT received');
    expect(await open()).toMatchObject(conflictResponse('You have rated Diego already, so this work is settled.'));
    expect((await open(active.solver)).status).toBe(201);
  });

  it('withdraws the open proposal, even after the decision', async () => {
    const [change] = getAgreement(await requestAgreement(test, active.solver, active.id, 'POST changes', goodChange)).changes;
    await open();
    const agree = () => requestAgreement(test, active.seeker, active.id, `PUT changes/${change?._id}`, { answer: 'agree' });
    const withdrawn = conflictResponse('This change was withdrawn meanwhile.');
    expect(await agree()).toMatchObject(withdrawn);
    await decide('continue');
    expect(await agree()).toMatchObject(withdrawn);
    expect(await fetchAgreement(test, active)).toMatchObject({ amount: AGREED_AMOUNT, changes: [{ status: 'withdrawn' }] });
  });

  it('is possible after parting, without changing the problem', async () => {
    await setStatus(test, active.solver, active.problemId, 'open');
    const other = await test.signedIn('solver');
    const bid = getBid(await placeBid(test, other, active.problemId));
    await putBid(test, active.seeker, bid._id, 'accept');
    expect((await open()).status).toBe(201);
    expect((await write()).status).toBe(200);
    for (const outcome of ['continue', 'solved'] as const)
      await expect(decide(outcome)).rejects.toThrow('This agreement is already ended, so the only possible outcome is "ended".');
    const before = await readProblemState(test, active.problemId);
    expect(await decide('ended')).toBeDefined();
    const { problem, bids, events } = await readProblemState(test, active.problemId);
    expect(problem).toMatchObject({ status: 'in-progress', bidCount: before.problem?.bidCount });
    expect([bids, events]).toEqual([before.bids, before.events]);
    expect(await fetchAgreement(test, active)).toMatchObject({
      status: 'ended',
      dispute: { decision: { outcome: 'ended', text: TEXT } },
    });
  });

  it('is refused fourteen days after parting', async () => {
    await setStatus(test, active.solver, active.problemId, 'open');
    await test.db
      .update(agreements)
      .set({ partedAt: new Date(Date.now() - 14.01 * DAY_MS) })
      .where(eq(agreements.id, active.id));
    expect(await open()).toMatchObject(
      conflictResponse("You parted ways more than 14 days ago. This agreement can't be changed or disputed anymore."),
    );
  });

  it('blocks solving, parting and proposals, but not deliveries', async () => {
    await open();
    const blocked = conflictResponse(
      'A moderator looks at this agreement. Until that is decided, or called off, it stays as it is.',
    );
    expect(await solve()).toMatchObject(blocked);
    expect(await setStatus(test, active.solver, active.problemId, 'open')).toMatchObject(blocked);
    expect(await requestAgreement(test, active.solver, active.id, 'POST changes', goodChange)).toMatchObject(blocked);
    expect((await requestAgreement(test, active.solver, active.id, 'PUT deliver', goodDelivery)).status).toBe(200);
  });

  it('can be called off by its opener, and opened once by each party', async () => {
    await open();
    expect(await callOff(active.solver)).toMatchObject({
      status: 403,
      body: { message: `Only ${active.seeker.user.name} can call off this dispute.` },
    });
    expect(getAgreement(await callOff()).dispute).toBeNull();
    expect((await notificationsTo(test, active.solver))[0]).toMatchObject({ type: 'disputed', title: 'Dispute called off' });
    for (const late of [write, callOff]) expect(await late()).toMatchObject(conflictResponse('This dispute was called off.'));
    const once = conflictResponse("You already asked a moderator once and called it off. You can't ask again.");
    expect(await open()).toMatchObject(once);
    expect(getAgreement(await open(active.solver))).toMatchObject({ disputedBySeeker: true, disputedBySolver: true });
    expect(getAgreement(await callOff(active.solver)).dispute).toBeNull();
    for (const as of [active.seeker, active.solver]) expect(await open(as)).toMatchObject(once);
  });
});

describe('a moderator', () => {
  it('reads open disputes with both views', async () => {
    await open();
    await write();
    const found = (await findOpenDisputes(test.db)).find(({ agreement }) => agreement.id === active.id);
    expect(found).toMatchObject({
      problemTitle: active.title,
      seeker: { name: active.seeker.user.name },
      solver: { name: 'Diego' },
      disputes: [{ seekerView: goodView.view, solverView: OTHER_VIEW.view }],
    });
  });

  it.each([
    ['continue', 'in-progress', 'accepted', 'accepted', 'the agreement continues'],
    ['solved', 'solved', 'solved', 'accepted', 'the problem counts as solved'],
    ['ended', 'open', 'ended', 'withdrawn', 'the agreement has ended'],
  ] as const)('decides "%s": the problem is %s, the agreement %s, the bid %s', async (outcome, problem, agreement, bid, text) => {
    await requestAgreement(test, active.solver, active.id, 'POST changes', goodChange);
    await open();
    expect(await decide(outcome)).toBeDefined();
    const state = await readProblemState(test, active.problemId);
    expect(state.problem).toMatchObject({ status: problem, bidCount: state.counted });
    expect(state.bids).toMatchObject([{ status: bid }]);
    expect(await fetchAgreement(test, active)).toMatchObject({
      status: agreement,
      parting: null,
      changes: [{ status: 'withdrawn' }],
      dispute: { decision: { outcome, text: TEXT, at: expect.any(String) } },
    });
    for (const as of [active.seeker, active.solver]) {
      const [notification] = await notificationsTo(test, as);
      expect(notification).toMatchObject({ type: 'disputed', title: 'Dispute decided' });
      expect(notification?.message).toContain(`A moderator decided on "${active.title}": ${text}. ${TEXT}`);
    }
    const expectedEvents = { continue: [], solved: ['solved'], ended: ['parted'] }[outcome];
    expect(state.events.map(({ event }) => event).filter((event) => event !== 'bid_accepted')).toEqual(expectedEvents);
    expect((await postReview(test, active, active.solver)).status === 201).toBe(outcome !== 'continue');
  });

  it('cannot undo a solution', async () => {
    await solve();
    await open();
    for (const outcome of ['continue', 'ended'] as const)
      await expect(decide(outcome)).rejects.toThrow('This agreement is already solved');
    await decide('solved');
    expect(await fetchAgreement(test, active)).toMatchObject({ status: 'solved', dispute: { decision: { outcome: 'solved' } } });
  });

  it('decides once, and closes the dispute', async () => {
    await open();
    await decide('continue');
    expect((await findOpenDisputes(test.db)).map(({ agreement }) => agreement.id)).not.toContain(active.id);
    expect(await decide('ended')).toBeUndefined();
    expect(await decide('ended', MISSING_ID)).toBeUndefined();
    for (const late of [open, write, callOff])
      expect(await late()).toMatchObject(conflictResponse('A moderator has decided on this agreement already.'));
    expect((await solve()).status).toBe(200);
  });
});
