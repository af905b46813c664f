import { eq, inArray } from 'drizzle-orm';
import { comments, users } from '../../../schema/index.ts';
import { setUp } from '../../../testing/set-up.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import { MAX_COMMENTS } from './queries.ts';
import { buildProblem, createDiscussionClient } from '../../../testing/discussion.ts';
import type { DiscussionClient } from '../../../testing/discussion.ts';
import { conflictResponse, MISSING_ID } from '../../../testing/bids.ts';
import { recordEvents, received, openTestSockets } from '../../../testing/sockets.ts';

const test = setUpTestApp();
let problemId: string;
let discussion: DiscussionClient;
const seeker = setUp(() => test.signedIn('seeker', { name: 'Maya' }));
const solver = setUp(() => test.signedIn('solver', { name: 'Diego' }));
beforeEach(async () => {
  problemId = await buildProblem(test, seeker.user.id);
  discussion = createDiscussionClient(test, problemId);
});

const countStored = () => test.db.$count(comments, eq(comments.problemId, problemId));

describe('POST /api/problems/:id/comments (product 3.26, 4.13, 11.7)', () => {
  it('stores a public question, and answers of both users', async () => {
    const question = await discussion.addComment(solver, '  Which *version* is it?\n');
    const author = { _id: solver.user.id, name: 'Diego', image: null };
    const expected = { problemId, parentId: null, author, content: 'Which *version* is it?', pinned: false, editedAt: null };
    expect(question).toMatchObject(expected);
    expect(await discussion.list()).toEqual([question]);
    const answer = await discussion.addComment(seeker, 'Twelve', question._id);
    const thanks = await discussion.addComment(solver, 'Thanks', question._id.toUpperCase());
    expect([answer.parentId, thanks.parentId]).toEqual([question._id, question._id]);
    expect(await discussion.list()).toEqual([question, answer, thanks]);
  });

  it('refuses answers to answers, to questions of other problems, and to deleted questions', async () => {
    const question = await discussion.addComment(solver, 'Which version?');
    const answer = await discussion.addComment(seeker, 'Twelve', question._id);
    const elsewhere = await createDiscussionClient(test, await buildProblem(test, seeker.user.id)).addComment(
      solver,
      'And this one?',
    );
    const notFound = { status: 422, body: { errors: { parentId: 'Question not found' } } };
    for (const { _id } of [answer, elsewhere])
      expect(await discussion.post(solver, { content: 'Hm', parentId: _id })).toMatchObject(notFound);
    await test.request('DELETE', `/api/comments/${question._id}`, { as: solver });
    const response = await discussion.post(seeker, { content: 'Thirteen', parentId: question._id });
    expect(response).toMatchObject(conflictResponse('This question was deleted.'));
    expect(await countStored()).toBe(2);
  });

  it('refuses more than 500, until one is deleted', async () => {
    const row = { problemId, authorId: solver.user.id, content: 'Again?', createdAt: new Date() };
    const stored = await test.db
      .insert(comments)
      .values(Array.from({ length: MAX_COMMENTS }, () => row))
      .returning({ id: comments.id });
    const limitReached = conflictResponse('A problem holds 500 questions and answers, and this one is full.');
    expect(await discussion.post(solver, { content: 'One more' })).toMatchObject(limitReached);
    expect(await discussion.list()).toHaveLength(500);
    await test.request('DELETE', `/api/comments/${stored[0]?.id ?? ''}`, { as: solver });
    expect((await discussion.post(solver, { content: 'One more' })).status).toBe(201);
  });
});

describe('a repeated idempotency key', () => {
  it('returns the first comment', async () => {
    const first = await discussion.post(solver, { content: 'First' }, { 'idempotency-key': 'try-1' });
    const second = await discussion.post(solver, { content: 'Second' }, { 'idempotency-key': 'try-1' });
    expect(second).toMatchObject({ status: 201, body: first.body });
    expect(await countStored()).toBe(1);
  });

  it('stores one of twenty concurrent comments, even across problems', async () => {
    const other = await buildProblem(test, seeker.user.id);
    const posts = [discussion, createDiscussionClient(test, other)].map(({ post }) => post);
    const key = { 'idempotency-key': 'try-2' };
    const tries = Array.from({ length: 10 }, (_, number) => posts.map((post) => post(solver, { content: `Try ${number}` }, key)));
    const responses = await Promise.all(tries.flat());
    expect(new Set(responses.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(await test.db.$count(comments, inArray(comments.problemId, [problemId, other]))).toBe(1);
  });
});

describe('GET /api/problems/:id/comments', () => {
  it('lists pinned questions first, then the oldest, each before its answers', async () => {
    const { addComment } = discussion;
    const [one, two, three] = [
      await addComment(solver, 'one'),
      await addComment(solver, 'two'),
      await addComment(seeker, 'three'),
    ];
    await addComment(seeker, 'two a', two._id);
    await addComment(seeker, 'one a', one._id);
    await addComment(solver, 'two b', two._id);
    await addComment(solver, 'three a', three._id);
    await test.request('PUT', `/api/comments/${three._id}/pin`, { as: seeker, payload: { pinned: true } });
    const contents = (await discussion.list()).map(({ content }) => content);
    expect(contents).toEqual(['three', 'three a', 'one', 'one a', 'two', 'two a', 'two b']);
  });

  it('orders by time, then by id', async () => {
    const at = (createdAt: Date, content: string) => ({ problemId, authorId: solver.user.id, content, createdAt });
    const [early, late] = [new Date('2026-01-01'), new Date('2026-01-02')];
    await test.db.insert(comments).values([at(late, 'c'), at(early, 'a'), at(early, 'b')]);
    expect((await discussion.list()).map(({ content }) => content)).toEqual(['a', 'b', 'c']);
  });

  it('is empty without questions, and responds with 404 without a problem', async () => {
    expect(await discussion.list()).toEqual([]);
    const missing = await test.request('GET', `/api/problems/${MISSING_ID}/comments`);
    expect(missing).toMatchObject({ status: 404, body: { message: 'This problem does not exist.' } });
    expect((await test.request('GET', '/api/problems/nonsense/comments')).status).toBe(404);
    expect((await createDiscussionClient(test, MISSING_ID).post(solver, { content: 'Hi' })).status).toBe(404);
  });

  it('shows comments of deleted accounts as by "Deleted user"', async () => {
    const deletedUser = await test.signedIn('solver', { name: 'Ford' });
    await discussion.addComment(deletedUser, 'Got a towel?');
    await test.db.update(users).set({ name: 'Deleted user', deletedAt: new Date() }).where(eq(users.id, deletedUser.user.id));
    const author = { _id: deletedUser.user.id, name: 'Deleted user', image: null };
    expect(await discussion.list()).toMatchObject([{ content: 'Got a towel?', author }]);
  });
});

it('viewers of a problem receive each change of its discussion after it is stored; other users receive none', async () => {
  const { addComment, post, list } = discussion;
  const sockets = await openTestSockets(test);
  const [watcher, otherSocket] = [await sockets.connectAs(solver), await sockets.connectAs(await test.signedIn('seeker'))];
  watcher.emit('watch_problem', problemId);
  const otherEvents = recordEvents(otherSocket);
  /** Lists the comments once the watcher received the event. */
  const listAfter = async (change: Promise<unknown>) => {
    const event = received(watcher, 'comment');
    await change;
    expect(await event).toEqual({ problemId });
    return list();
  };

  let listed = await listAfter(addComment(solver, 'Which version?'));
  const [question] = listed;
  const url = `/api/comments/${question?._id ?? ''}`;
  expect(listed).toMatchObject([{ content: 'Which version?' }]);
  listed = await listAfter(test.request('PUT', url, { as: solver, payload: { content: 'Which one?' } }));
  expect(listed).toMatchObject([{ content: 'Which one?' }]);
  listed = await listAfter(test.request('PUT', `${url}/pin`, { as: seeker, payload: { pinned: true } }));
  expect(listed).toMatchObject([{ pinned: true }]);
  expect(await listAfter(test.request('DELETE', url, { as: solver }))).toEqual([]);

  const events = recordEvents(watcher);
  expect((await post(solver, { content: '' })).status).toBe(422);
  expect((await test.request('DELETE', url, { as: solver })).status).toBe(404);
  await listAfter(addComment(seeker, 'Anybody?'));
  expect(events).toEqual([['comment', { problemId }]]);
  expect(otherEvents).toEqual([]);
  sockets.disconnectAll();
});
