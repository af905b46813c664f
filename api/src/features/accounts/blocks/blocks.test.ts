import { users } from '../../../schema/index.ts';
import { eq } from 'drizzle-orm';
import type { TestCaller } from '../../../testing/factories.ts';
import { setUpEach } from '../../../testing/set-up.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import type { TestResponse } from '../../../testing/test-app.ts';
import { addProblem, getBid, MISSING_ID, goodBid, placeBid, putBid, readProblemState } from '../../../testing/bids.ts';
import { getMessage, createConversation, send } from '../../../testing/chat.ts';
import { fetchProfile } from '../../../testing/accounts.ts';

const test = setUpTestApp();
const seeker = setUpEach(() => test.signedIn('seeker', { name: 'Maya' }));
const solver = setUpEach(() => test.signedIn('solver', { name: 'Diego' }));

const block = (as: TestCaller | undefined, id: string) => test.request('PUT', `/api/auth/profile/${id}/block`, { as });
const unblock = (as: TestCaller, id: string) => test.request('DELETE', `/api/auth/profile/${id}/block`, { as });
const listBlocked = async (as: TestCaller) => (await test.request('GET', '/api/auth/blocks', { as })).body['people'];
const openConversation = (as: TestCaller, userId: string) =>
  test.request('POST', '/api/chat/conversations', { as, payload: { userId } });
const invite = (as: TestCaller, problemId: string, solverId: string) =>
  test.request('POST', `/api/problems/${problemId}/invitations`, { as, payload: { solverId } });

const rejection = (message: string) => ({ status: 403, body: { code: 'forbidden', message } });

describe('blocking a user (product 4.24, 7.16)', () => {
  it('is visible only to the blocker, in a list and on the profile', async () => {
    expect(await block(seeker, solver.user.id)).toMatchObject({ status: 200, body: { blockedByMe: true } });
    expect((await block(seeker, solver.user.id)).status).toBe(200);
    const shown = { _id: solver.user.id, name: 'Diego', image: null, blockedAt: expect.stringMatching(/Z$/) };
    expect(await listBlocked(seeker)).toEqual([shown]);
    expect(await listBlocked(solver)).toEqual([]);
    expect((await fetchProfile(test, solver.user.id, seeker)).blockedByMe).toBe(true);
    expect((await fetchProfile(test, solver.user.id)).blockedByMe).toBe(false);
    expect((await fetchProfile(test, seeker.user.id, solver)).blockedByMe).toBe(false);
    const { body } = await test.request('GET', '/api/notifications', { as: solver });
    expect(body['notifications']).toEqual([]);
  });

  it('can be undone, also twice', async () => {
    await block(seeker, solver.user.id);
    for (let count = 0; count < 2; count += 1)
      expect(await unblock(seeker, solver.user.id)).toMatchObject({ status: 200, body: { blockedByMe: false } });
    expect(await listBlocked(seeker)).toEqual([]);
    expect((await openConversation(seeker, solver.user.id)).status).toBe(201);
  });

  it.each([
    ['an unknown user', () => MISSING_ID, 404, 'This person does not exist.'],
    ['the caller', () => seeker.user.id.toUpperCase(), 409, 'You cannot block yourself.'],
  ])('rejects %s', async (_id, id, status, message) => {
    expect(await block(seeker, id())).toMatchObject({ status, body: { message } });
  });

  it('rejects a deleted account, and removes it from the list', async () => {
    await block(seeker, solver.user.id);
    await test.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, solver.user.id));
    expect(await listBlocked(seeker)).toEqual([]);
    expect((await block(seeker, solver.user.id)).status).toBe(404);
  });
});

describe('between a blocker and a blocked user (product 4.24)', () => {
  type Action = [actor: TestCaller, act: () => Promise<TestResponse>];

  const WRITE = ['You cannot write to this person.', 'You have blocked this person. Unblock them to write.'] as const;
  const BID = ['You cannot bid on this problem.', 'You have blocked this person. Unblock them to bid.'] as const;
  const ACCEPT = ['You cannot accept this bid.', 'You have blocked this person. Unblock them to accept the bid.'] as const;
  const INVITE = ['You cannot invite this person.', 'You have blocked this person. Unblock them to invite them.'] as const;

  const conversation = async () => (await createConversation(test, null, { seeker, solver })).id;
  const createMessage = async () => getMessage(await send(test, solver, { conversationId: await conversation() }))._id;
  const problem = async () => (await addProblem(test, seeker)).id;
  const bid = async () => getBid(await placeBid(test, solver, await problem()))._id;
  const change = { ...goodBid, amount: goodBid.amount + 1 };

  it.each<
    [what: string, messages: readonly [string, string], prepare: () => Promise<string>, prepareAction: (id: string) => Action]
  >([
    ['opens a conversation', WRITE, async () => '', () => [seeker, () => openConversation(seeker, solver.user.id)]],
    ['sends a message', WRITE, conversation, (conversationId) => [solver, () => send(test, solver, { conversationId })]],
    [
      'edits a message',
      WRITE,
      createMessage,
      (id) => [solver, () => test.request('PUT', `/api/chat/messages/${id}`, { as: solver, payload: { content: 'After' } })],
    ],
    [
      'reacts to a message',
      WRITE,
      createMessage,
      (id) => [
        seeker,
        () => test.request('PUT', `/api/chat/messages/${id}/reactions/${encodeURIComponent('👍')}`, { as: seeker }),
      ],
    ],
    ['bids', BID, problem, (id) => [solver, () => placeBid(test, solver, id)]],
    ['changes a bid', BID, bid, (id) => [solver, () => putBid(test, solver, id, '', change)]],
    ['accepts a bid', ACCEPT, bid, (id) => [seeker, () => putBid(test, seeker, id, 'accept')]],
    ['invites the other', INVITE, problem, (id) => [seeker, () => invite(seeker, id, solver.user.id)]],
  ])('no one %s', async (_what, [blocked, blocks], prepare, prepareAction) => {
    const [actor, act] = prepareAction(await prepare());
    const other = actor === seeker ? solver : seeker;
    await block(other, actor.user.id);
    expect(await act()).toMatchObject(rejection(blocked));
    await unblock(other, actor.user.id);
    await block(actor, other.user.id);
    expect(await act()).toMatchObject(rejection(blocks));
    await unblock(actor, other.user.id);
    expect([200, 201]).toContain((await act()).status);
  });

  it('messages and bids stay unchanged: they can be read and withdrawn', async () => {
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
    expect((await openConversation(seeker, solver.user.id)).status).toBe(200);
    expect((await readProblemState(test, problemId)).bids).toMatchObject([goodBid]);
    expect(getBid(await putBid(test, solver, placed._id, 'withdraw')).status).toBe('withdrawn');
  });
});
