import { eq, inArray } from 'drizzle-orm';
import { comments } from '../schema.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { MAX_COMMENTS } from './queries.ts';
import { buildProblem, createDiscussionClient } from '../../../testing/discussion.ts';
import type { DiscussionClient } from '../../../testing/discussion.ts';
import { conflictResponse, MISSING_ID } from '../../../testing/bids.ts';
import { users } from '../../accounts/schema.ts';
import { recordEvents, received, openTestSockets } from '../../../testing/sockets.ts';

let test: TestApp;
let seeker: TestCaller;
let solver: TestCaller;
let problemId: string;
let discussion: DiscussionClient;
beforeAll(async () => {
  test = await createTestApp();
  seeker = await test.signedIn('seeker', { name: 'Maya' });
  solver = await test.signedIn('solver', { name: 'Diego' });
});
beforeEach(async () => {
  problemId = await buildProblem(test, seeker.user.id);
  discussion = createDiscussionClient(test, problemId);
});
afterAll(() => test.close());

const countStored = () => test.db.$count(comments, eq(comments.problemId, problemId));

describe('POST /api/problems/:id/comments (product 3.26, 4.13, 11.7)', () => {
  it('stores a question that everybody reads, and answers of either of them', async () => {
    const question = await discussion.addComment(solver, '  Which *version* is it?\n');
    const author = { _id: solver.user.id, name: 'Diego', image: null };
    const said = { problemId, parentId: null, author, content: 'Which *version* is it?', pinned: false, editedAt: null };
    expect(question).toMatchObject(said);
    expect(await discussion.list()).toEqual([question]);
    const answer = await discussion.addComment(seeker, 'Twelve', question._id);
    const thanks = await discussion.addComment(solver, 'Thanks', question._id.toUpperCase());
    expect([answer.parentId, thanks.parentId]).toEqual([question._id, question._id]);
    expect(await discussion.list()).toEqual([question, answer, thanks]);
  });

  it('refuses an answer to an answer, to a question elsewhere, and to one that was deleted meanwhile', async () => {
    const question = await discussion.addComment(solver, 'Which version?');
    const answer = await discussion.addComment(seeker, 'Twelve', question._id);
    const elsewhere = await createDiscussionClient(test, await buildProblem(test, seeker.user.id)).addComment(
      solver,
      'And this one?',
    );
    const none = { status: 422, body: { errors: { parentId: 'Question not found' } } };
    for (const { _id } of [answer, elsewhere])
      expect(await discussion.post(solver, { content: 'Hm', parentId: _id })).toMatchObject(none);
    await test.request('DELETE', `/api/comments/${question._id}`, { as: solver });
    const late = await discussion.post(seeker, { content: 'Thirteen', parentId: question._id });
    expect(late).toMatchObject(conflictResponse('This question was deleted.'));
    expect(await countStored()).toBe(2);
  });

  it('refuses more than 500, and takes one more when one is gone', async () => {
    const row = { problemId, authorId: solver.user.id, content: 'Again?', createdAt: new Date() };
    const stored = await test.db
      .insert(comments)
      .values(Array.from({ length: MAX_COMMENTS }, () => row))
      .returning({ id: comments.id });
    const full = conflictResponse('A problem holds 500 questions and answers, and this one is full.');
    expect(await discussion.post(solver, { content: 'One more' })).toMatchObject(full);
    expect(await discussion.list()).toHaveLength(500);
    await test.request('DELETE', `/api/comments/${stored[0]?.id ?? ''}`, { as: solver });
    expect((await discussion.post(solver, { content: 'One more' })).status).toBe(201);
  });
});

describe('a comment that is sent twice', () => {
  it('is answered with the first one', async () => {
    const first = await discussion.post(solver, { content: 'First' }, { 'idempotency-key': 'try-1' });
    const second = await discussion.post(solver, { content: 'Second' }, { 'idempotency-key': 'try-1' });
    expect(second).toMatchObject({ status: 201, body: first.body });
    expect(await countStored()).toBe(1);
  });

  it('is one of twenty at once, also under two problems', async () => {
    const other = await buildProblem(test, seeker.user.id);
    const posts = [discussion, createDiscussionClient(test, other)].map(({ post }) => post);
    const key = { 'idempotency-key': 'try-2' };
    const tries = Array.from({ length: 10 }, (_, number) => posts.map((post) => post(solver, { content: `Try ${number}` }, key)));
    const answers = await Promise.all(tries.flat());
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(await test.db.$count(comments, inArray(comments.problemId, [problemId, other]))).toBe(1);
  });
});

describe('GET /api/problems/:id/comments', () => {
  it('has pinned questions first, then the oldest, each answer after its question', async () => {
    const say = discussion.addComment;
    const [one, two, three] = [await say(solver, 'one'), await say(solver, 'two'), await say(seeker, 'three')];
    await say(seeker, 'two a', two._id);
    await say(seeker, 'one a', one._id);
    await say(solver, 'two b', two._id);
    await say(solver, 'three a', three._id);
    await test.request('PUT', `/api/comments/${three._id}/pin`, { as: seeker, payload: { pinned: true } });
    const words = (await discussion.list()).map(({ content }) => content);
    expect(words).toEqual(['three', 'three a', 'one', 'one a', 'two', 'two a', 'two b']);
  });

  it('orders by time, and comments of one moment by their ids', async () => {
    const at = (createdAt: Date, content: string) => ({ problemId, authorId: solver.user.id, content, createdAt });
    const [early, late] = [new Date('2026-01-01'), new Date('2026-01-02')];
    await test.db.insert(comments).values([at(late, 'c'), at(early, 'a'), at(early, 'b')]);
    expect((await discussion.list()).map(({ content }) => content)).toEqual(['a', 'b', 'c']);
  });

  it('is empty under a problem of which nobody has asked, and 404 without one', async () => {
    expect(await discussion.list()).toEqual([]);
    const missing = await test.request('GET', `/api/problems/${MISSING_ID}/comments`);
    expect(missing).toMatchObject({ status: 404, body: { message: 'This problem does not exist.' } });
    expect((await test.request('GET', '/api/problems/nonsense/comments')).status).toBe(404);
    expect((await createDiscussionClient(test, MISSING_ID).post(solver, { content: 'Hi' })).status).toBe(404);
  });

  it('says "Deleted user" of people who left, and shows what they wrote', async () => {
    const leaver = await test.signedIn('solver', { name: 'Ford' });
    await discussion.addComment(leaver, 'Got a towel?');
    await test.db.update(users).set({ name: 'Deleted user', deletedAt: new Date() }).where(eq(users.id, leaver.user.id));
    const nobody = { _id: leaver.user.id, name: 'Deleted user', image: null };
    expect(await discussion.list()).toMatchObject([{ content: 'Got a towel?', author: nobody }]);
  });
});

it('who looks at a problem hears of each change of its discussion, and then finds it; who does not look hears nothing', async () => {
  const { addComment, post, list } = discussion;
  const sockets = await openTestSockets(test);
  const [watcher, stranger] = [await sockets.connectAs(solver), await sockets.connectAs(await test.signedIn('seeker'))];
  watcher.emit('watch_problem', problemId);
  const strangers = recordEvents(stranger);
  /** What the watcher hears of is there by then. */
  const hears = async (change: Promise<unknown>) => {
    const told = received(watcher, 'comment');
    await change;
    expect(await told).toEqual({ problemId });
    return list();
  };

  let said = await hears(addComment(solver, 'Which version?'));
  const [question] = said;
  const url = `/api/comments/${question?._id ?? ''}`;
  expect(said).toMatchObject([{ content: 'Which version?' }]);
  said = await hears(test.request('PUT', url, { as: solver, payload: { content: 'Which one?' } }));
  expect(said).toMatchObject([{ content: 'Which one?' }]);
  said = await hears(test.request('PUT', `${url}/pin`, { as: seeker, payload: { pinned: true } }));
  expect(said).toMatchObject([{ pinned: true }]);
  expect(await hears(test.request('DELETE', url, { as: solver }))).toEqual([]);

  const everything = recordEvents(watcher);
  expect((await post(solver, { content: '' })).status).toBe(422);
  expect((await test.request('DELETE', url, { as: solver })).status).toBe(404);
  await hears(addComment(seeker, 'Anybody?'));
  expect(everything).toEqual([['comment', { problemId }]]);
  expect(strangers).toEqual([]);
  sockets.disconnectAll();
});
