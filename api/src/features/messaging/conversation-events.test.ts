import type { ConversationEventsResponse } from '@solvent/contracts';
import { eq } from 'drizzle-orm';
import { agreementChanges, agreements } from '../../schema/index.ts';
import {
  createActiveAgreement,
  getAgreement,
  goodChange,
  goodDelivery,
  goodView,
  requestAgreement,
  setStatus,
} from '../../testing/agreements.ts';
import { getBid, goodBid, placeBid, putBid } from '../../testing/bids.ts';
import { createConversation } from '../../testing/chat.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { testOutbox } from '../../testing/test-outbox.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { decideDispute } from '../marketplace/agreements/disputes.ts';
import { setUpEach } from '../../testing/set-up.ts';

const test = setUpTestApp();
let id: string;
const active = setUpEach(() => createActiveAgreement(test));
beforeEach(async () => {
  ({ id } = await createConversation(test, active.problemId, active));
});

const read = (as: TestCaller, conversation = id) => test.request('GET', `/api/chat/conversations/${conversation}/events`, { as });
const readBoth = async () => (await read(active.solver)).body as unknown as ConversationEventsResponse;
const call = (as: TestCaller, what: string, payload?: object) => requestAgreement(test, as, active.id, what, payload);

describe('GET /api/chat/conversations/:id/events (product 2.60)', () => {
  it('has the bid, and the events of the agreement in their order', async () => {
    const { seeker, solver } = active;
    await call(solver, 'POST changes', goodChange);
    const [change] = await test.db.select().from(agreementChanges);
    await call(seeker, `PUT changes/${change?.id}`, { answer: 'agree' });
    await call(solver, 'PUT deliver', goodDelivery);
    await call(seeker, 'POST dispute', goodView);
    await decideDispute(testOutbox(test.db).transact, active.id, { outcome: 'continue', text: 'It continues.' });
    await setStatus(test, seeker, active.problemId, 'solved');
    await call(seeker, 'PUT paid');
    await call(solver, 'PUT received');
    const { bid, events } = await readBoth();
    expect(bid).toMatchObject({ solverId: solver.user.id, amount: goodBid.amount, message: goodBid.message, status: 'accepted' });
    expect(events.map(({ kind, personId, amount }) => [kind, personId, amount])).toEqual([
      ['accepted', seeker.user.id, null],
      ['terms_changed', null, goodChange.amount],
      ['delivered', solver.user.id, null],
      ['dispute_opened', seeker.user.id, null],
      ['dispute_decided', null, null],
      ['solved', null, null],
      ['paid', seeker.user.id, null],
      ['received', solver.user.id, null],
    ]);
    expect(events[1]?.dueAt).toMatch(/Z$/);
  });

  it('leaves out bids and agreements of others on the problem, and proposals that were not agreed to', async () => {
    const { seeker, solver, problemId } = active;
    const [change] = getAgreement(await call(solver, 'POST changes', goodChange)).changes;
    await call(seeker, `PUT changes/${change?._id}`, { answer: 'decline' });
    await setStatus(test, solver, problemId, 'open');
    const other = await test.signedIn('solver');
    const bid = getBid(await placeBid(test, other, problemId));
    await putBid(test, seeker, bid._id, 'accept');
    const [latest] = await test.db.select().from(agreements).where(eq(agreements.bidId, bid._id));
    await requestAgreement(test, other, latest?.id ?? '', 'PUT deliver', goodDelivery);
    const { bid: own, events } = await readBoth();
    expect(own).toMatchObject({ solverId: solver.user.id, status: 'withdrawn' });
    expect(events.map(({ kind }) => kind)).toEqual(['accepted', 'ended']);
    const theirs = await createConversation(test, problemId, { seeker, solver: other });
    expect((await read(other, theirs.id)).body).toMatchObject({
      bid: { _id: bid._id },
      events: [{ kind: 'accepted' }, { kind: 'delivered' }],
    });
  });

  it('is found by the search for words of its bid (product 2.44)', async () => {
    const word = /\w{6,}/.exec(goodBid.message)?.[0] ?? '';
    const search = async (as: TestCaller) => (await test.request('GET', `/api/chat/search?q=${word}`, { as })).body;
    const found = { sender: { _id: active.solver.user.id }, seq: 1, conversation: { _id: id } };
    expect(await search(active.seeker)).toMatchObject({ messages: [found], total: 1 });
    expect(await search(await test.signedIn('solver'))).toMatchObject({ messages: [], total: 0 });
  });

  it('is for the two people only, and empty without a problem', async () => {
    expect((await read(await test.signedIn('solver'))).status).toBe(404);
    const alone = await createConversation(test);
    expect((await read(alone.seeker, alone.id)).body).toMatchObject({ bid: null, events: [] });
    const { events } = await readBoth();
    expect(events).toMatchObject([{ kind: 'accepted' }]);
  });
});
