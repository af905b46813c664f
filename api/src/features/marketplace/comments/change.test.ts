import { eq } from 'drizzle-orm';
import type { Comment } from '@solvent/contracts';
import { comments } from '../schema.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { buildProblem, commentOf, discussionOf } from '../../../testing/discussion.ts';
import type { Discussion } from '../../../testing/discussion.ts';

const MINUTE = 60_000;

let test: TestApp;
let seeker: TestCaller;
let solver: TestCaller;
let stranger: TestCaller;
let discussion: Discussion;
let question: Comment;
beforeAll(async () => {
  test = await createTestApp();
  seeker = await test.signedIn('seeker', { name: 'Maya' });
  solver = await test.signedIn('solver', { name: 'Diego' });
  stranger = await test.signedIn('seeker', { name: 'Liam' });
});
beforeEach(async () => {
  discussion = discussionOf(test, await buildProblem(test, seeker.user.id));
  question = await discussion.say(solver, 'Which version?');
});
afterAll(() => test.close());

const edit = (id: string, as: TestCaller, payload: object) => test.ask('PUT', `/api/comments/${id}`, { as, payload });
const remove = (id: string, as: TestCaller) => test.ask('DELETE', `/api/comments/${id}`, { as });
const pin = (id: string, as: TestCaller, payload: object = { pinned: true }) =>
  test.ask('PUT', `/api/comments/${id}/pin`, { as, payload });
const age = (id: string, time: number) =>
  test.db
    .update(comments)
    .set({ createdAt: new Date(Date.now() - time) })
    .where(eq(comments.id, id));

const MISSING = ['00000000-0000-7000-8000-000000000000', 'nonsense'];

describe('PUT /api/comments/:id (product 4.13)', () => {
  it('changes the words of who wrote them, and says when', async () => {
    const comment = commentOf(await edit(question._id, solver, { content: ' Which **version** is it? ' }));
    expect(comment).toEqual({ ...question, content: 'Which **version** is it?', editedAt: expect.any(String) });
    expect(await discussion.read()).toEqual([comment]);
  });

  it('does so for a quarter of an hour', async () => {
    await age(question._id, 15 * MINUTE - 5000);
    expect((await edit(question._id, solver, { content: 'In time' })).status).toBe(200);
    await age(question._id, 15 * MINUTE + 1);
    expect(await edit(question._id, solver, { content: 'Too late' })).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: 'A comment can be edited for 15 minutes.' },
    });
    expect(await discussion.read()).toMatchObject([{ content: 'In time' }]);
  });

  it('is nobody else’s, also not the poster’s', async () => {
    for (const other of [seeker, stranger]) {
      expect(await edit(question._id, other, { content: 'Mine now' })).toMatchObject({
        status: 403,
        body: { code: 'forbidden', message: 'Only who wrote this comment can do that.' },
      });
    }
    expect(await discussion.read()).toEqual([question]);
  });
});

describe('DELETE /api/comments/:id', () => {
  it('takes a question off the list that nobody has answered', async () => {
    const gone = commentOf(await remove(question._id, solver));
    expect(gone).toEqual({ ...question, content: '', author: null, isDeleted: true });
    expect(await discussion.read()).toEqual([]);
  });

  it('leaves the place of an answered one, and nothing of its words in the database', async () => {
    const answer = await discussion.say(seeker, 'Twelve', question._id);
    await pin(question._id, seeker);
    await remove(question._id, solver);
    expect(await discussion.read()).toEqual([{ ...question, content: '', author: null, isDeleted: true }, answer]);
    const [row] = await test.db.select().from(comments).where(eq(comments.id, question._id));
    expect(row?.content).toBe('');
  });

  it('takes it off when its last answer is gone too', async () => {
    const answer = await discussion.say(seeker, 'Twelve', question._id);
    await remove(question._id, solver);
    await remove(answer._id, seeker);
    expect(await discussion.read()).toEqual([]);
  });

  it('takes an answer off and leaves the question', async () => {
    const answer = await discussion.say(seeker, 'Twelve', question._id);
    await remove(answer._id, seeker);
    expect(await discussion.read()).toEqual([question]);
  });

  it('has no end of time', async () => {
    await age(question._id, 400 * 24 * 60 * MINUTE);
    expect((await remove(question._id, solver)).status).toBe(200);
  });

  it('is nobody else’s, also not the poster’s', async () => {
    for (const other of [seeker, stranger]) expect((await remove(question._id, other)).status).toBe(403);
    expect(await discussion.read()).toEqual([question]);
  });

  it('is 404 the second time, and so is all else then', async () => {
    await discussion.say(seeker, 'Twelve', question._id);
    await remove(question._id, solver);
    expect((await remove(question._id, solver)).status).toBe(404);
    expect((await edit(question._id, solver, { content: 'Back' })).status).toBe(404);
    expect((await pin(question._id, seeker)).status).toBe(404);
    expect(await discussion.read()).toMatchObject([{ isDeleted: true, content: '', pinned: false }, { content: 'Twelve' }]);
  });

  it.each(MISSING)('is 404 without such a comment: %s', async (id) => {
    expect((await remove(id, solver)).status).toBe(404);
  });

  it('leaves the place exactly when it is answered at the same moment', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { _id } = await discussion.say(solver, 'Which version?');
      const [deleted, answered] = await Promise.all([
        remove(_id, solver),
        discussion.post(seeker, { content: 'Twelve', parentId: _id }),
      ]);
      expect(deleted.status).toBe(200);
      expect([201, 409]).toContain(answered.status);
      const shown = (await discussion.read()).filter((comment) => comment._id === _id || comment.parentId === _id);
      expect(shown).toHaveLength(answered.status === 201 ? 2 : 0);
    }
  });
});

describe('PUT /api/comments/:id/pin', () => {
  it('puts a question on top and back', async () => {
    const later = await discussion.say(stranger, 'Is there a log?');
    expect(commentOf(await pin(later._id, seeker))).toEqual({ ...later, pinned: true });
    expect((await discussion.read()).map(({ _id }) => _id)).toEqual([later._id, question._id]);
    expect(commentOf(await pin(later._id, seeker, { pinned: false }))).toEqual(later);
    expect((await discussion.read()).map(({ _id }) => _id)).toEqual([question._id, later._id]);
  });

  it('can pin several, and one twice', async () => {
    const later = await discussion.say(stranger, 'Is there a log?');
    for (const id of [later._id, question._id, question._id]) expect((await pin(id, seeker)).status).toBe(200);
    expect((await discussion.read()).map(({ _id, pinned }) => [_id, pinned])).toEqual([
      [question._id, true],
      [later._id, true],
    ]);
  });

  it('is for questions', async () => {
    const answer = await discussion.say(seeker, 'Twelve', question._id);
    expect(await pin(answer._id, seeker)).toMatchObject({ status: 409, body: { message: 'Only questions can be pinned.' } });
  });

  it('is the poster’s alone: neither its author’s nor another seeker’s', async () => {
    for (const other of [solver, stranger]) {
      expect(await pin(question._id, other)).toMatchObject({
        status: 403,
        body: { message: 'Only who posted the problem can pin its questions.' },
      });
    }
    expect(await discussion.read()).toEqual([question]);
  });
});
