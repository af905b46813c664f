import { eq } from 'drizzle-orm';
import type { Comment } from '@solvent/contracts';
import { comments } from '../../../schema/index.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { setUp } from '../../../testing/set-up.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import { conflictResponse, MISSING_ID } from '../../../testing/bids.ts';
import { buildProblem, getComment, createDiscussionClient } from '../../../testing/discussion.ts';
import type { DiscussionClient } from '../../../testing/discussion.ts';

const MINUTE_MS = 60_000;

const test = setUpTestApp();
let discussion: DiscussionClient;
let question: Comment;
const seeker = setUp(() => test.signedIn('seeker', { name: 'Maya' }));
const solver = setUp(() => test.signedIn('solver', { name: 'Diego' }));
const otherUser = setUp(() => test.signedIn('seeker', { name: 'Liam' }));
beforeEach(async () => {
  discussion = createDiscussionClient(test, await buildProblem(test, seeker.user.id));
  question = await discussion.addComment(solver, 'Which version?');
});

const edit = (id: string, as: TestCaller, payload: object) => test.request('PUT', `/api/comments/${id}`, { as, payload });
const remove = (id: string, as: TestCaller) => test.request('DELETE', `/api/comments/${id}`, { as });
const pin = (id: string, as: TestCaller, payload: object = { pinned: true }) =>
  test.request('PUT', `/api/comments/${id}/pin`, { as, payload });
const setAge = (id: string, ageMs: number) =>
  test.db
    .update(comments)
    .set({ createdAt: new Date(Date.now() - ageMs) })
    .where(eq(comments.id, id));

describe('PUT /api/comments/:id (product 4.13)', () => {
  it('changes the content, and sets the edit time', async () => {
    const comment = getComment(await edit(question._id, solver, { content: ' Which **version** is it? ' }));
    expect(comment).toEqual({ ...question, content: 'Which **version** is it?', editedAt: expect.any(String) });
    expect(await discussion.list()).toEqual([comment]);
  });

  it('is possible for 15 minutes', async () => {
    await setAge(question._id, 15 * MINUTE_MS - 5000);
    expect((await edit(question._id, solver, { content: 'In time' })).status).toBe(200);
    await setAge(question._id, 15 * MINUTE_MS + 1);
    const tooLate = conflictResponse('A comment can be edited for 15 minutes.');
    expect(await edit(question._id, solver, { content: 'Too late' })).toMatchObject(tooLate);
    expect(await discussion.list()).toMatchObject([{ content: 'In time' }]);
  });

  it('is limited to the author, like deleting', async () => {
    const forbidden = { status: 403, body: { code: 'forbidden', message: 'Only the author of this comment can do this.' } };
    for (const other of [seeker, otherUser]) {
      expect(await edit(question._id, other, { content: 'Mine now' })).toMatchObject(forbidden);
      expect(await remove(question._id, other)).toMatchObject(forbidden);
    }
    expect(await discussion.list()).toEqual([question]);
  });
});

describe('DELETE /api/comments/:id', () => {
  it('removes an unanswered question, regardless of its age', async () => {
    await setAge(question._id, 400 * 24 * 60 * MINUTE_MS);
    const deleted = { _id: question._id, content: '', author: null, isDeleted: true };
    expect(getComment(await remove(question._id, solver))).toMatchObject(deleted);
    expect(await discussion.list()).toEqual([]);
  });

  it('clears an answered question, and removes it with its last answer', async () => {
    const [answer, other] = [
      await discussion.addComment(seeker, 'Twelve', question._id),
      await discussion.addComment(otherUser, 'Hm', question._id),
    ];
    await remove(other._id, otherUser);
    expect(await discussion.list()).toEqual([question, answer]);
    await pin(question._id, seeker);
    await remove(question._id, solver);
    expect(await discussion.list()).toEqual([{ ...question, content: '', author: null, isDeleted: true }, answer]);
    const [row] = await test.db.select().from(comments).where(eq(comments.id, question._id));
    expect(row?.content).toBe('');
    await remove(answer._id, seeker);
    expect(await discussion.list()).toEqual([]);
  });

  it('makes further changes respond with 404', async () => {
    await discussion.addComment(seeker, 'Twelve', question._id);
    await remove(question._id, solver);
    expect((await remove(question._id, solver)).status).toBe(404);
    expect((await edit(question._id, solver, { content: 'Back' })).status).toBe(404);
    expect((await pin(question._id, seeker)).status).toBe(404);
    for (const id of [MISSING_ID, 'nonsense']) expect((await remove(id, solver)).status).toBe(404);
    expect(await discussion.list()).toMatchObject([{ isDeleted: true, content: '', pinned: false }, { content: 'Twelve' }]);
  });

  it('keeps the question only if a concurrent answer is stored', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { _id } = await discussion.addComment(solver, 'Which version?');
      const [deletion, answer] = await Promise.all([
        remove(_id, solver),
        discussion.post(seeker, { content: 'Twelve', parentId: _id }),
      ]);
      expect(deletion.status).toBe(200);
      expect([201, 409]).toContain(answer.status);
      const shown = (await discussion.list()).filter((comment) => comment._id === _id || comment.parentId === _id);
      expect(shown).toHaveLength(answer.status === 201 ? 2 : 0);
    }
  });
});

describe('PUT /api/comments/:id/pin', () => {
  it('moves pinned questions to the top, repeatedly', async () => {
    const later = await discussion.addComment(otherUser, 'Is there a log?');
    const listIds = async () => (await discussion.list()).map(({ _id }) => _id);
    expect(getComment(await pin(later._id, seeker))).toEqual({ ...later, pinned: true });
    expect(await listIds()).toEqual([later._id, question._id]);
    for (const id of [question._id, question._id]) expect((await pin(id, seeker)).status).toBe(200);
    expect(await listIds()).toEqual([question._id, later._id]);
    await pin(question._id, seeker, { pinned: false });
    expect(getComment(await pin(later._id, seeker, { pinned: false }))).toEqual(later);
    expect(await discussion.list()).toEqual([question, later]);
  });

  it('is limited to questions and to the poster', async () => {
    const answer = await discussion.addComment(seeker, 'Twelve', question._id);
    expect(await pin(answer._id, seeker)).toMatchObject(conflictResponse('Only questions can be pinned.'));
    const forbidden = { status: 403, body: { message: 'Only the author of the problem can pin its questions.' } };
    for (const other of [solver, otherUser]) expect(await pin(question._id, other)).toMatchObject(forbidden);
    expect(await discussion.list()).toEqual([question, answer]);
  });
});
