import { users } from '../schema.ts';
import { eq } from 'drizzle-orm';
import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestResponse, TestApp } from '../../../testing/test-app.ts';
import { addProblem, getBid, MISSING_ID, goodBid, placeBid, putBid, readProblemState } from '../../../testing/bids.ts';
import { getMessage, createConversation, send } from '../../../testing/chat.ts';
import { fetchProfile } from '../../../testing/accounts.ts';

let test: TestApp;
let seeker: TestCaller;
let solver: TestCaller;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  seeker = await test.signedIn('seeker', { name: 'Maya' });
  solver = await test.signedIn('solver', { name: 'Diego' });
});
afterAll(() => test.close());

const block = (as: TestCaller | undefined, id: string) => test.request('PUT', `/api/auth/profile/${id}/block`, { as });
const unblock = (as: TestCaller, id: string) => test.request('DELETE', `/api/auth/profile/${id}/block`, { as });
const listOf = async (as: TestCaller) => (await test.request('GET', '/api/auth/blocks', { as })).body['people'];
const openTalk = (as: TestCaller, userId: string) => test.request('POST', '/api/chat/conversations', { as, payload: { userId } });
const invite = (as: TestCaller, problemId: string, solverId: string) =>
  test.request('POST', `/api/problems/${problemId}/invitations`, { as, payload: { solverId } });

const refusal = (message: string) => ({ status: 403, body: { code: 'forbidden', message } });

describe('blocking somebody (product 4.24, 7.16)', () => {
  it('is known to who did it, in a list and on the profile, and to nobody else', async () => {
    expect(await block(seeker, solver.user.id)).toMatchObject({ status: 200, body: { blockedByMe: true } });
    expect((await block(seeker, solver.user.id)).status).toBe(200);
    const shown = { _id: solver.user.id, name: 'Diego', image: null, blockedAt: expect.stringMatching(/Z$/) };
    expect(await listOf(seeker)).toEqual([shown]);
    expect(await listOf(solver)).toEqual([]);
    expect((await fetchProfile(test, solver.user.id, seeker)).blockedByMe).toBe(true);
    expect((await fetchProfile(test, solver.user.id)).blockedByMe).toBe(false);
    expect((await fetchProfile(test, seeker.user.id, solver)).blockedByMe).toBe(false);
    const { body: told } = await test.request('GET', '/api/notifications', { as: solver });
    expect(told['notifications']).toEqual([]);
  });

  it('is taken back, once or twice', async () => {
    await block(seeker, solver.user.id);
    for (let count = 0; count < 2; count += 1)
      expect(await unblock(seeker, solver.user.id)).toMatchObject({ status: 200, body: { blockedByMe: false } });
    expect(await listOf(seeker)).toEqual([]);
    expect((await openTalk(seeker, solver.user.id)).status).toBe(201);
  });

  it.each([
    ['nobody that there is', () => MISSING_ID, 404, 'This person does not exist.'],
    ['oneself', () => seeker.user.id.toUpperCase(), 409, 'You cannot block yourself.'],
  ])('%s is refused', async (_whom, id, status, message) => {
    expect(await block(seeker, id())).toMatchObject({ status, body: { message } });
  });

  it('whose account was deleted is refused, and whoever deletes theirs leaves the list', async () => {
    await block(seeker, solver.user.id);
    await test.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, solver.user.id));
    expect(await listOf(seeker)).toEqual([]);
    expect((await block(seeker, solver.user.id)).status).toBe(404);
  });
});

describe('between people one of whom has blocked the other (product 4.24)', () => {
  /** Who does something, and how. */
  type Deed = [actor: TestCaller, act: () => Promise<TestResponse>];

  const WRITE = ['You cannot write to this person.', 'You have blocked this person. Unblock them to write.'] as const;
  const BID = ['You cannot bid on this problem.', 'You have blocked this person. Unblock them to bid.'] as const;
  const ACCEPT = ['You cannot accept this bid.', 'You have blocked this person. Unblock them to accept the bid.'] as const;
  const INVITE = ['You cannot invite this person.', 'You have blocked this person. Unblock them to invite them.'] as const;

  const conversation = async () => (await createConversation(test, null, { seeker, solver })).id;
  const said = async () => getMessage(await send(test, solver, { conversationId: await conversation() }))._id;
  const problem = async () => (await addProblem(test, seeker)).id;
  const bid = async () => getBid(await placeBid(test, solver, await problem()))._id;
  const change = { ...goodBid, amount: goodBid.amount + 1 };

  it.each<[what: string, refusals: readonly [string, string], prepare: () => Promise<string>, deedOn: (id: string) => Deed]>([
    ['opens a conversation', WRITE, async () => '', () => [seeker, () => openTalk(seeker, solver.user.id)]],
    ['sends a message', WRITE, conversation, (conversationId) => [solver, () => send(test, solver, { conversationId })]],
    [
      'changes what was said',
      WRITE,
      said,
      (id) => [solver, () => test.request('PUT', `/api/chat/messages/${id}`, { as: solver, payload: { content: 'After' } })],
    ],
    [
      'reacts to what was said',
      WRITE,
      said,
      (id) => [
        seeker,
        () => test.request('PUT', `/api/chat/messages/${id}/reactions/${encodeURIComponent('👍')}`, { as: seeker }),
      ],
    ],
    ['bids', BID, problem, (id) => [solver, () => placeBid(test, solver, id)]],
    ['changes a bid', BID, bid, (id) => [solver, () => putBid(test, solver, id, '', change)]],
    ['accepts a bid', ACCEPT, bid, (id) => [seeker, () => putBid(test, seeker, id, 'accept')]],
    ['invites the other', INVITE, problem, (id) => [seeker, () => invite(seeker, id, solver.user.id)]],
  ])('nobody %s', async (_what, [blocked, blocks], prepare, deedOn) => {
    const [actor, act] = deedOn(await prepare());
    const other = actor === seeker ? solver : seeker;
    await block(other, actor.user.id);
    expect(await act()).toMatchObject(refusal(blocked));
    await unblock(other, actor.user.id);
    await block(actor, other.user.id);
    expect(await act()).toMatchObject(refusal(blocks));
    await unblock(actor, other.user.id);
    expect([200, 201]).toContain((await act()).status);
  });

  it('what was said and what was bid stays as it is: it can be read, and withdrawn', async () => {
    const id = await conversation();
    const message = getMessage(await send(test, solver, { conversationId: id, content: 'Before' }));
    const problemId = await problem();
    const placed = getBid(await placeBid(test, solver, problemId));
    await block(seeker, solver.user.id);
    await send(test, solver, { conversationId: id });
    await test.request('PUT', `/api/chat/messages/${message._id}`, { as: solver, payload: { content: 'After' } });
    await putBid(test, solver, placed._id, '', change);
    for (const as of [seeker, solver]) {
      const { body } = await test.request('GET', `/api/chat/messages/${id}`, { as });
      expect(body['messages']).toMatchObject([{ content: 'Before' }]);
    }
    expect((await openTalk(seeker, solver.user.id)).status).toBe(200);
    expect((await readProblemState(test, problemId)).bids).toMatchObject([goodBid]);
    expect(getBid(await putBid(test, solver, placed._id, 'withdraw')).status).toBe('withdrawn');
  });
});
