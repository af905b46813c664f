import { personBlocks, users } from '../schema.ts';
import { eq } from 'drizzle-orm';
import { messages } from '../../messaging/schema.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { addProblem, bidOf, goodBid, place, put, stored } from '../../../testing/bids.ts';
import { messageOf, pair, send } from '../../../testing/chat.ts';
import { profileOf } from '../../../testing/profiles.ts';

const MISSING_ID = '00000000-0000-7000-8000-000000000000';

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

const block = (as: TestCaller | undefined, id: string) => test.ask('PUT', `/api/auth/profile/${id}/block`, { as });
const unblock = (as: TestCaller, id: string) => test.ask('DELETE', `/api/auth/profile/${id}/block`, { as });
const listOf = async (as: TestCaller) => (await test.ask('GET', '/api/auth/blocks', { as })).body['people'];
const openTalk = (as: TestCaller, userId: string) => test.ask('POST', '/api/chat/conversations', { as, payload: { userId } });
const invite = (as: TestCaller, problemId: string, solverId: string) =>
  test.ask('POST', `/api/problems/${problemId}/invitations`, { as, payload: { solverId } });

const refusal = (message: string) => ({ status: 403, body: { code: 'forbidden', message } });

describe('blocking somebody (product 4.24, 7.16)', () => {
  it('is known to who did it, in a list and on the profile, and to nobody else', async () => {
    expect(await block(seeker, solver.user.id)).toMatchObject({ status: 200, body: { blockedByMe: true } });
    expect((await block(seeker, solver.user.id)).status).toBe(200);
    const shown = { _id: solver.user.id, name: 'Diego', image: null, blockedAt: expect.stringMatching(/Z$/) };
    expect(await listOf(seeker)).toEqual([shown]);
    expect(await listOf(solver)).toEqual([]);
    expect((await profileOf(test, solver.user.id, seeker)).blockedByMe).toBe(true);
    expect((await profileOf(test, solver.user.id)).blockedByMe).toBe(false);
    expect((await profileOf(test, seeker.user.id, solver)).blockedByMe).toBe(false);
    const { body: told } = await test.ask('GET', '/api/notifications', { as: solver });
    expect(told['notifications']).toEqual([]);
  });

  it('is taken back, once or twice', async () => {
    await block(seeker, solver.user.id);
    expect(await unblock(seeker, solver.user.id)).toMatchObject({ status: 200, body: { blockedByMe: false } });
    expect((await unblock(seeker, solver.user.id)).status).toBe(200);
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
  it('no conversation is opened', async () => {
    const other = await test.signedIn('solver');
    await block(solver, other.user.id);
    expect(await openTalk(other, solver.user.id)).toMatchObject(refusal('You cannot write to this person.'));
    expect(await openTalk(solver, other.user.id)).toMatchObject(refusal('You have blocked this person. Unblock them to write.'));
  });

  it('nothing is sent, over the socket neither, while what was said can be read', async () => {
    const { id } = await pair(test, null, { seeker, solver });
    await send(test, solver, { conversationId: id, content: 'Before' });
    await block(seeker, solver.user.id);
    expect(await send(test, solver, { conversationId: id })).toMatchObject(refusal('You cannot write to this person.'));
    expect(await send(test, seeker, { conversationId: id })).toMatchObject(
      refusal('You have blocked this person. Unblock them to write.'),
    );
    expect(await test.db.$count(messages, eq(messages.conversationId, id))).toBe(1);
    const read = await test.ask('GET', `/api/chat/messages/${id}`, { as: solver });
    expect(read.body['messages']).toMatchObject([{ content: 'Before' }]);
    expect((await openTalk(seeker, solver.user.id)).status).toBe(200);
    await unblock(seeker, solver.user.id);
    expect((await send(test, solver, { conversationId: id })).status).toBe(201);
  });

  it('what was said gets no other words and no reaction', async () => {
    const { id } = await pair(test, null, { seeker, solver });
    const said = messageOf(await send(test, solver, { conversationId: id, content: 'Before' }));
    const path = `/api/chat/messages/${said._id}`;
    const ways = [
      ['PUT', path, { content: 'After' }],
      ['PUT', `${path}/reactions/${encodeURIComponent('👍')}`, undefined],
    ] as const;
    await block(seeker, solver.user.id);
    for (const [method, url, payload] of ways)
      expect(await test.ask(method, url, { as: solver, payload })).toMatchObject(refusal('You cannot write to this person.'));
    const { body } = await test.ask('GET', `/api/chat/messages/${id}`, { as: seeker });
    expect(body['messages']).toMatchObject([{ content: 'Before', reactions: [] }]);
    await unblock(seeker, solver.user.id);
    for (const [method, url, payload] of ways) expect((await test.ask(method, url, { as: solver, payload })).status).toBe(200);
  });

  it('nobody bids, or is accepted', async () => {
    const [problem, second] = [await addProblem(test, seeker), await addProblem(test, seeker)];
    const bid = bidOf(await place(test, solver, problem.id));
    await block(seeker, solver.user.id);
    expect(await place(test, solver, second.id)).toMatchObject(refusal('You cannot bid on this problem.'));
    expect(await put(test, seeker, bid._id, 'accept')).toMatchObject(
      refusal('You have blocked this person. Unblock them to accept the bid.'),
    );
    await unblock(seeker, solver.user.id);
    await block(solver, seeker.user.id);
    expect(await place(test, solver, second.id)).toMatchObject(refusal('You have blocked this person. Unblock them to bid.'));
    expect(await put(test, seeker, bid._id, 'accept')).toMatchObject(refusal('You cannot accept this bid.'));
  });

  it('a bid that is there stays as it is, and can be withdrawn', async () => {
    const [problem, second] = [await addProblem(test, seeker), await addProblem(test, seeker)];
    const [first, other] = [bidOf(await place(test, solver, problem.id)), bidOf(await place(test, solver, second.id))];
    const change = { ...goodBid, amount: goodBid.amount + 1 };
    await block(seeker, solver.user.id);
    expect(await put(test, solver, first._id, '', change)).toMatchObject(refusal('You cannot bid on this problem.'));
    expect((await stored(test, problem.id)).bids).toMatchObject([goodBid]);
    expect(bidOf(await put(test, solver, first._id, 'withdraw')).status).toBe('withdrawn');
    await unblock(seeker, solver.user.id);
    await block(solver, seeker.user.id);
    expect(await put(test, solver, other._id, '', change)).toMatchObject(
      refusal('You have blocked this person. Unblock them to bid.'),
    );
    await unblock(solver, seeker.user.id);
    expect(bidOf(await put(test, solver, other._id, '', change)).amount).toBe(change.amount);
  });

  it('nobody is invited', async () => {
    const problem = await addProblem(test, seeker);
    await block(solver, seeker.user.id);
    expect(await invite(seeker, problem.id, solver.user.id)).toMatchObject(refusal('You cannot invite this person.'));
    await test.db.delete(personBlocks);
    await block(seeker, solver.user.id);
    expect(await invite(seeker, problem.id, solver.user.id)).toMatchObject(
      refusal('You have blocked this person. Unblock them to invite them.'),
    );
  });
});
