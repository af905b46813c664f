import { eq } from 'drizzle-orm';
import type { Comment } from '@solvent/contracts';
import { comments } from '../schema.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { conflictResponse, MISSING_ID } from '../../../testing/bids.ts';
import { buildProblem, getComment, createDiscussionClient } from '../../../testing/discussion.ts';
import type { DiscussionClient } from '../../../testing/discussion.ts';

const MINUTE = 60_000;

let test: TestApp;
let seeker: TestCaller;
let solver: TestCaller;
let stranger: TestCaller;
let discussion: DiscussionClient;
let question: Comment;
beforeAll(async () => {
  test = await createTestApp();
  seeker = await test.signedIn('seeker', { name: 'Maya' });
  solver = await test.signedIn('solver', { name: 'Diego' });
  stranger = await test.signedIn('seeker', { name: 'Liam' });
});
beforeEach(async () => {
  discussion = createDiscussionClient(test, await buildProblem(test, seeker.user.id));
  question = await discussion.addComment(solver, 'Which version?');
});
afterAll(() => test.close());

const edit = (id: string, as: TestCaller, payload: object) => test.request('PUT', `/api/comments/${id}`, { as, payload });
const remove = (id: string, as: TestCaller) => test.request('DELETE', `/api/comments/${id}`, { as });
const pin = (id: string, as: TestCaller, payload: object = { pinned: true }) =>
  test.request('PUT', `/api/comments/${id}/pin`, { as, payload });
const age = (id: string, time: number) =>
  test.db
    .update(comments)
    .set({ createdAt: new Date(Date.now() - time) })
    .where(eq(comments.id, id));

describe('PUT /api/comments/:id (product 4.13)', () => {
  it('changes the words of who wrote them, and says when', async () => {
    const comment = getComment(await edit(question._id, solver, { content: ' Which **version** is it? ' }));
    expect(comment).toEqual({ ...question, content: 'Which **version** is it?', editedAt: expect.any(String) });
    expect(await discussion.list()).toEqual([comment]);
  });

  it('does so for a quarter of an hour', async () => {
    await age(question._id, 15 * MINUTE - 5000);
    expect((await edit(question._id, solver, { content: 'In time' })).status).toBe(200);
    await age(question._id, 15 * MINUTE + 1);
    const late = conflictResponse('A comment can be edited for 15 minutes.');
    expect(await edit(question._id, solver, { content: 'Too late' })).toMatchObject(late);
    expect(await discussion.list()).toMatchObject([{ content: 'In time' }]);
  });

  it('is nobody else’s, also not the poster’s, and nor is deleting it', async () => {
    const refused = { status: 403, body: { code: 'forbidden', message: 'Only who wrote this comment can do that.' } };
    for (const other of [seeker, stranger]) {
      expect(await edit(question._id, other, { content: 'Mine now' })).toMatchObject(refused);
      expect(await remove(question._id, other)).toMatchObject(refused);
    }
    expect(await discussion.list()).toEqual([question]);
  });
});

describe('DELETE /api/comments/:id', () => {
  it('takes a question off the list that nobody has answered, whenever that is', async () => {
    await age(question._id, 400 * 24 * 60 * MINUTE);
    const gone = { _id: question._id, content: '', author: null, isDeleted: true };
    expect(getComment(await remove(question._id, solver))).toMatchObject(gone);
    expect(await discussion.list()).toEqual([]);
  });

  it('leaves the place of an answered one, and nothing of its words in the database, until its last answer is gone', async () => {
    const [answer, other] = [
      await discussion.addComment(seeker, 'Twelve', question._id),
      await discussion.addComment(stranger, 'Hm', question._id),
    ];
    await remove(other._id, stranger);
    expect(await discussion.list()).toEqual([question, answer]);
    await pin(question._id, seeker);
    await remove(question._id, solver);
    expect(await discussion.list()).toEqual([{ ...question, content: '', author: null, isDeleted: true }, answer]);
    const [row] = await test.db.select().from(comments).where(eq(comments.id, question._id));
    expect(row?.content).toBe('');
    await remove(answer._id, seeker);
    expect(await discussion.list()).toEqual([]);
  });

  it('is 404 the second time, and so is all else then', async () => {
    await discussion.addComment(seeker, 'Twelve', question._id);
    await remove(question._id, solver);
    expect((await remove(question._id, solver)).status).toBe(404);
    expect((await edit(question._id, solver, { content: 'Back' })).status).toBe(404);
    expect((await pin(question._id, seeker)).status).toBe(404);
    for (const id of [MISSING_ID, 'nonsense']) expect((await remove(id, solver)).status).toBe(404);
    expect(await discussion.list()).toMatchObject([{ isDeleted: true, content: '', pinned: false }, { content: 'Twelve' }]);
  });

  it('leaves the place exactly when it is answered at the same moment', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { _id } = await discussion.addComment(solver, 'Which version?');
      const [deleted, answered] = await Promise.all([
        remove(_id, solver),
        discussion.post(seeker, { content: 'Twelve', parentId: _id }),
      ]);
      expect(deleted.status).toBe(200);
      expect([201, 409]).toContain(answered.status);
      const shown = (await discussion.list()).filter((comment) => comment._id === _id || comment.parentId === _id);
      expect(shown).toHaveLength(answered.status === 201 ? 2 : 0);
    }
  });
});

describe('PUT /api/comments/:id/pin', () => {
  it('puts questions on top and back, one, several, and one twice', async () => {
    const later = await discussion.addComment(stranger, 'Is there a log?');
    const ids = async () => (await discussion.list()).map(({ _id }) => _id);
    expect(getComment(await pin(later._id, seeker))).toEqual({ ...later, pinned: true });
    expect(await ids()).toEqual([later._id, question._id]);
    for (const id of [question._id, question._id]) expect((await pin(id, seeker)).status).toBe(200);
    expect(await ids()).toEqual([question._id, later._id]);
    await pin(question._id, seeker, { pinned: false });
    expect(getComment(await pin(later._id, seeker, { pinned: false }))).toEqual(later);
    expect(await discussion.list()).toEqual([question, later]);
  });

  it('is for questions, and the poster’s alone: neither its author’s nor another seeker’s', async () => {
    const answer = await discussion.addComment(seeker, 'Twelve', question._id);
    expect(await pin(answer._id, seeker)).toMatchObject(conflictResponse('Only questions can be pinned.'));
    const refused = { status: 403, body: { message: 'Only who posted the problem can pin its questions.' } };
    for (const other of [solver, stranger]) expect(await pin(question._id, other)).toMatchObject(refused);
    expect(await discussion.list()).toEqual([question, answer]);
  });
});
