import { eq } from 'drizzle-orm';
import { comments } from '../schema.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { COMMENTS_MAX } from './queries.ts';
import { buildProblem, commentOf, discussionOf } from '../../../testing/discussion.ts';
import type { Discussion } from '../../../testing/discussion.ts';

let test: TestApp;
let seeker: TestCaller;
let solver: TestCaller;
let problemId: string;
let discussion: Discussion;
beforeAll(async () => {
  test = await createTestApp();
  seeker = await test.signedIn('seeker', { name: 'Maya' });
  solver = await test.signedIn('solver', { name: 'Diego' });
});
beforeEach(async () => {
  problemId = await buildProblem(test, seeker.user.id);
  discussion = discussionOf(test, problemId);
});
afterAll(() => test.close());

const countStored = () => test.db.$count(comments, eq(comments.problemId, problemId));

describe('POST /api/problems/:id/comments', () => {
  it('stores a question that everybody reads', async () => {
    const { status, body } = await discussion.post(solver, { content: '  Which *version* is it?\n' });
    expect(status).toBe(201);
    expect(body).toEqual({
      status: true,
      comment: {
        _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        problemId,
        parentId: null,
        author: { _id: solver.user.id, name: 'Diego', image: null },
        content: 'Which *version* is it?',
        pinned: false,
        isDeleted: false,
        createdAt: expect.any(String),
        editedAt: null,
      },
    });
    expect(await discussion.read()).toEqual([body['comment']]);
  });

  it('stores an answer of either of them', async () => {
    const question = await discussion.say(solver, 'Which version?');
    const answer = await discussion.say(seeker, 'Twelve', question._id);
    const thanks = await discussion.say(solver, 'Thanks', question._id.toUpperCase());
    expect([answer.parentId, thanks.parentId]).toEqual([question._id, question._id]);
    expect((await discussion.read()).map(({ content }) => content)).toEqual(['Which version?', 'Twelve', 'Thanks']);
  });

  it('ignores what only the server decides', async () => {
    const forged = {
      _id: problemId,
      id: problemId,
      authorId: seeker.user.id,
      author: seeker.user.id,
      problemId: seeker.user.id,
      pinned: true,
      isDeleted: true,
      deletedAt: '2020-01-01T00:00:00.000Z',
      createdAt: '2020-01-01T00:00:00.000Z',
      editedAt: '2020-01-01T00:00:00.000Z',
      requestKey: 'forged',
    };
    const comment = commentOf(await discussion.post(solver, { content: 'A question', ...forged }));
    expect(comment).toMatchObject({ problemId, pinned: false, isDeleted: false, editedAt: null, author: { name: 'Diego' } });
    expect(comment._id).not.toBe(problemId);
    expect(Date.now() - Date.parse(comment.createdAt)).toBeLessThan(60_000);
    const [row] = await test.db.select().from(comments).where(eq(comments.problemId, problemId));
    expect(row).toMatchObject({ authorId: solver.user.id, requestKey: null });
  });

  it.each([
    [{}, { content: 'Write something first' }],
    [{ content: '' }, { content: 'Write something first' }],
    [{ content: ' \n\t ' }, { content: 'Write something first' }],
    [{ content: null }, { content: 'Write something first' }],
    [{ content: 'x'.repeat(4001) }, { content: 'A comment cannot exceed 4,000 characters' }],
    [{ content: 'null \0 in it' }, { content: 'This text holds a character that cannot be stored' }],
    [{ content: ['a'] }, { content: 'This value has the wrong form' }],
    [{ content: { $ne: '' } }, { content: 'This value has the wrong form' }],
    [{ content: 'Yes', parentId: 'that one' }, { parentId: 'There is no such question' }],
    [{ content: 'Yes', parentId: '00000000-0000-7000-8000-000000000000' }, { parentId: 'There is no such question' }],
  ])('refuses %p', async (payload, errors) => {
    expect(await discussion.post(solver, payload)).toMatchObject({ status: 422, body: { code: 'invalid', errors } });
    expect(await countStored()).toBe(0);
  });

  it('takes 4,000 characters', async () => {
    expect((await discussion.say(solver, 'é'.repeat(4000))).content).toHaveLength(4000);
  });

  it('refuses an answer to an answer, and to a question elsewhere', async () => {
    const question = await discussion.say(solver, 'Which version?');
    const answer = await discussion.say(seeker, 'Twelve', question._id);
    const elsewhere = await discussionOf(test, await buildProblem(test, seeker.user.id)).say(solver, 'And this one?');
    for (const { _id } of [answer, elsewhere]) {
      expect(await discussion.post(solver, { content: 'Hm', parentId: _id })).toMatchObject({
        status: 422,
        body: { errors: { parentId: 'There is no such question' } },
      });
    }
    expect(await countStored()).toBe(2);
  });

  it('refuses an answer to a question that was deleted meanwhile', async () => {
    const question = await discussion.say(solver, 'Which version?');
    await test.ask('DELETE', `/api/comments/${question._id}`, { as: solver });
    expect(await discussion.post(seeker, { content: 'Twelve', parentId: question._id })).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: 'This question was deleted.' },
    });
  });

  it('refuses who is signed out, and problems that are not there', async () => {
    const url = `/api/problems/${problemId}/comments`;
    expect((await test.ask('POST', url, { payload: { content: 'Hello' } })).status).toBe(401);
    for (const id of ['00000000-0000-7000-8000-000000000000', 'nonsense']) {
      const { status, body } = await test.ask('POST', `/api/problems/${id}/comments`, { as: solver, payload: { content: 'Hi' } });
      expect([status, body['code']]).toEqual([404, 'not_found']);
    }
    expect(await countStored()).toBe(0);
  });

  it('refuses more than 500, and takes one more when one is gone', async () => {
    const row = { problemId, authorId: solver.user.id, content: 'Again?', createdAt: new Date() };
    const stored = await test.db
      .insert(comments)
      .values(Array.from({ length: COMMENTS_MAX }, () => row))
      .returning({ id: comments.id });
    expect(await discussion.post(solver, { content: 'One more' })).toMatchObject({
      status: 409,
      body: { message: 'A problem holds 500 questions and answers, and this one is full.' },
    });
    expect(await discussion.read()).toHaveLength(500);
    await test.ask('DELETE', `/api/comments/${stored[0]?.id ?? ''}`, { as: solver });
    expect((await discussion.post(solver, { content: 'One more' })).status).toBe(201);
  });

  it('lets one network address write thirty in an hour', async () => {
    const strict = await createTestApp({ config: { rateLimitFactor: 1 } });
    const caller = await strict.signedIn('seeker');
    const { post } = discussionOf(strict, await buildProblem(strict, caller.user.id));
    const statuses: number[] = [];
    for (let n = 0; n < 31; n += 1) statuses.push((await post(caller, { content: `Question ${n}` })).status);
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 201), 429]);
    await strict.close();
  });
});

describe('a comment that is sent twice', () => {
  it('is answered with the first one', async () => {
    const first = await discussion.post(solver, { content: 'First' }, { 'idempotency-key': 'try-1' });
    const second = await discussion.post(solver, { content: 'Second' }, { 'idempotency-key': 'try-1' });
    expect(second).toMatchObject({ status: 201, body: first.body });
    expect(await countStored()).toBe(1);
  });

  it('is one of twenty at once', async () => {
    const tries = Array.from({ length: 20 }, () => discussion.post(solver, { content: 'First' }, { 'idempotency-key': 'try-2' }));
    const answers = await Promise.all(tries);
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(await countStored()).toBe(1);
  });

  it('is one also under two problems at once', async () => {
    const other = discussionOf(test, await buildProblem(test, seeker.user.id));
    const key = { 'idempotency-key': 'try-3' };
    const tries = [discussion, other].flatMap(({ post }) => [
      post(solver, { content: 'A' }, key),
      post(solver, { content: 'B' }, key),
    ]);
    const answers = await Promise.all(tries);
    expect(new Set(answers.map((answer) => commentOf(answer)._id)).size).toBe(1);
  });

  it('is two of two people', async () => {
    const key = { 'idempotency-key': 'try-4' };
    await discussion.post(solver, { content: 'Mine' }, key);
    await discussion.post(seeker, { content: 'Mine too' }, key);
    expect(await countStored()).toBe(2);
  });

  it.each(['a b', 'x'.repeat(201), 'é'])('refuses the key %p', async (key) => {
    expect((await discussion.post(solver, { content: 'Hello' }, { 'idempotency-key': key })).status).toBe(422);
  });
});
