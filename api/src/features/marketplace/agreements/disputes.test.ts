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
import type { ActiveAgreement } from '../../../testing/agreements.ts';
import { getBid, conflictResponse, MISSING_ID, placeBid, putBid, readProblemState } from '../../../testing/bids.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { postReview } from '../../../testing/solved-problems.ts';
import { testOutbox } from '../../../testing/test-outbox.ts';
import { agreements } from './schema.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { decideDispute } from './disputes.ts';
import { findOpenDisputes } from './queries.ts';

const OTHER_VIEW = { view: 'The tests were never part of what we agreed on, see the bid.' };
const TEXT = 'The bid names no tests.';

let test: TestApp;
let its: ActiveAgreement;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  its = await createActiveAgreement(test);
});
afterAll(() => test.close());

const open = (as = its.seeker) => requestAgreement(test, as, its.id, 'POST dispute', goodView);
const write = (as = its.solver) => requestAgreement(test, as, its.id, 'PUT dispute', OTHER_VIEW);
const callOff = (as = its.seeker) => requestAgreement(test, as, its.id, 'DELETE dispute');
const solve = () => setStatus(test, its.seeker, its.problemId, 'solved');
const decide = (outcome: DisputeOutcome, id = its.id) => decideDispute(testOutbox(test.db).transact, id, { outcome, text: TEXT });

describe('a dispute (product 2.51, 4.22)', () => {
  it('is opened with one’s view, and asks the other one for theirs', async () => {
    const opened = { openedBy: { _id: its.seeker.user.id }, seekerView: goodView.view, solverView: null, decision: null };
    expect(getAgreement(await open()).dispute).toMatchObject(opened);
    expect((await notificationsTo(test, its.solver))[0]).toEqual({
      type: 'disputed',
      title: 'Dispute opened',
      message: `${its.seeker.user.name} asked a moderator to decide on "${its.title}". Please write how you see it`,
    });
    expect(getAgreement(await write()).dispute).toMatchObject({ seekerView: goodView.view, solverView: OTHER_VIEW.view });
    expect(getAgreement(await write(its.seeker)).dispute).toMatchObject({ seekerView: OTHER_VIEW.view });
    // It is one: the second is told who opened the first.
    expect(await open()).toMatchObject(conflictResponse('You already asked a moderator. You can edit your description.'));
    expect(await open(its.solver)).toMatchObject(
      conflictResponse(`${its.seeker.user.name} already asked a moderator. Add your view there.`),
    );
    expect(await countNotifications(test, its.problemId, 'disputed')).toBe(1);
  });

  it('is too late after one’s own rating and the payment', async () => {
    await solve();
    await postReview(test, its, its.seeker);
    await requestAgreement(test, its.seeker, its.id, 'PUT paid');
    expect((await open()).status).toBe(201);
    await callOff();
    await requestAgreement(test, its.solver, its.id, 'PUT received');
    expect(await open()).toMatchObject(conflictResponse('You have rated Diego already, so this work is settled.'));
    expect((await open(its.solver)).status).toBe(201);
  });

  it('withdraws what was proposed: nobody agrees to it during the dispute, or afterwards', async () => {
    const [change] = getAgreement(await requestAgreement(test, its.solver, its.id, 'POST changes', goodChange)).changes;
    await open();
    const agree = () => requestAgreement(test, its.seeker, its.id, `PUT changes/${change?._id}`, { answer: 'agree' });
    const gone = conflictResponse('This change was withdrawn meanwhile.');
    expect(await agree()).toMatchObject(gone);
    await decide('continue');
    expect(await agree()).toMatchObject(gone);
    expect(await fetchAgreement(test, its)).toMatchObject({ amount: AGREED_AMOUNT, changes: [{ status: 'withdrawn' }] });
  });

  it('is possible for fourteen days after parting, and leaves the problem as it is', async () => {
    await setStatus(test, its.solver, its.problemId, 'open');
    const other = await test.signedIn('solver');
    const bid = getBid(await placeBid(test, other, its.problemId));
    await putBid(test, its.seeker, bid._id, 'accept');
    expect((await open()).status).toBe(201);
    expect((await write()).status).toBe(200);
    for (const outcome of ['continue', 'solved'] as const)
      await expect(decide(outcome)).rejects.toThrow('This agreement is ended already: decide "ended"');
    const before = await readProblemState(test, its.problemId);
    expect(await decide('ended')).toBeDefined();
    const { problem, bids, events } = await readProblemState(test, its.problemId);
    expect(problem).toMatchObject({ status: 'in-progress', bidCount: before.problem?.bidCount });
    expect([bids, events]).toEqual([before.bids, before.events]);
    expect(await fetchAgreement(test, its)).toMatchObject({
      status: 'ended',
      dispute: { decision: { outcome: 'ended', text: TEXT } },
    });
  });

  it('is too late fourteen days after parting', async () => {
    await setStatus(test, its.solver, its.problemId, 'open');
    await test.db
      .update(agreements)
      .set({ partedAt: new Date(Date.now() - 14.01 * DAY_MS) })
      .where(eq(agreements.id, its.id));
    expect(await open()).toMatchObject(
      conflictResponse("You parted ways more than 14 days ago. This agreement can't be changed or disputed anymore."),
    );
  });

  it('keeps the agreement as it is: nobody solves, parts or proposes', async () => {
    await open();
    const waits = conflictResponse(
      'A moderator looks at this agreement. Until that is decided, or called off, it stays as it is.',
    );
    expect(await solve()).toMatchObject(waits);
    expect(await setStatus(test, its.solver, its.problemId, 'open')).toMatchObject(waits);
    expect(await requestAgreement(test, its.solver, its.id, 'POST changes', goodChange)).toMatchObject(waits);
    expect((await requestAgreement(test, its.solver, its.id, 'PUT deliver', goodDelivery)).status).toBe(200);
  });

  it('is called off by who opened it, once: the other one can still ask', async () => {
    await open();
    expect(await callOff(its.solver)).toMatchObject({
      status: 403,
      body: { message: `Only ${its.seeker.user.name} can call off this dispute.` },
    });
    expect(getAgreement(await callOff()).dispute).toBeNull();
    expect((await notificationsTo(test, its.solver))[0]).toMatchObject({ type: 'disputed', title: 'Dispute called off' });
    for (const late of [write, callOff]) expect(await late()).toMatchObject(conflictResponse('This dispute was called off.'));
    const once = conflictResponse("You already asked a moderator once and called it off. You can't ask again.");
    expect(await open()).toMatchObject(once);
    expect(getAgreement(await open(its.solver))).toMatchObject({ disputedBySeeker: true, disputedBySolver: true });
    expect(getAgreement(await callOff(its.solver)).dispute).toBeNull();
    for (const as of [its.seeker, its.solver]) expect(await open(as)).toMatchObject(once);
  });
});

describe('a moderator', () => {
  it('reads open disputes with both views', async () => {
    await open();
    await write();
    const found = (await findOpenDisputes(test.db)).find(({ agreement }) => agreement.id === its.id);
    expect(found).toMatchObject({
      problemTitle: its.title,
      seeker: { name: its.seeker.user.name },
      solver: { name: 'Diego' },
      disputes: [{ seekerView: goodView.view, solverView: OTHER_VIEW.view }],
    });
  });

  it.each([
    ['continue', 'in-progress', 'accepted', 'accepted', 'the agreement goes on'],
    ['solved', 'solved', 'solved', 'accepted', 'the problem counts as solved'],
    ['ended', 'open', 'ended', 'withdrawn', 'the agreement is over'],
  ] as const)(
    'decides "%s": the problem is %s, the agreement %s, the bid %s',
    async (outcome, problem, agreement, bid, words) => {
      await requestAgreement(test, its.solver, its.id, 'POST changes', goodChange);
      await open();
      expect(await decide(outcome)).toBeDefined();
      const now = await readProblemState(test, its.problemId);
      expect(now.problem).toMatchObject({ status: problem, bidCount: now.counted });
      expect(now.bids).toMatchObject([{ status: bid }]);
      expect(await fetchAgreement(test, its)).toMatchObject({
        status: agreement,
        parting: null,
        changes: [{ status: 'withdrawn' }],
        dispute: { decision: { outcome, text: TEXT, at: expect.any(String) } },
      });
      for (const as of [its.seeker, its.solver]) {
        const [told] = await notificationsTo(test, as);
        expect(told).toMatchObject({ type: 'disputed', title: 'Dispute decided' });
        expect(told?.message).toContain(`A moderator decided on "${its.title}": ${words}. ${TEXT}`);
      }
      const happened = { continue: [], solved: ['solved'], ended: ['parted'] }[outcome];
      expect(now.events.map(({ event }) => event).filter((event) => event !== 'bid_accepted')).toEqual(happened);
      expect((await postReview(test, its, its.solver)).status === 201).toBe(outcome !== 'continue');
    },
  );

  it('does not undo what is solved', async () => {
    await solve();
    await open();
    for (const outcome of ['continue', 'ended'] as const)
      await expect(decide(outcome)).rejects.toThrow('This agreement is solved already');
    await decide('solved');
    expect(await fetchAgreement(test, its)).toMatchObject({ status: 'solved', dispute: { decision: { outcome: 'solved' } } });
  });

  it('decides once; afterwards nothing more is written or asked', async () => {
    await open();
    await decide('continue');
    expect((await findOpenDisputes(test.db)).map(({ agreement }) => agreement.id)).not.toContain(its.id);
    expect(await decide('ended')).toBeUndefined();
    expect(await decide('ended', MISSING_ID)).toBeUndefined();
    for (const late of [open, write, callOff])
      expect(await late()).toMatchObject(conflictResponse('A moderator has decided on this agreement already.'));
    expect((await solve()).status).toBe(200);
  });
});
