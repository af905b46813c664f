import { eq } from 'drizzle-orm';
import { comments } from '../schema.ts';
import { users } from '../../accounts/schema.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { buildProblem, discussionOf } from '../../../testing/discussion.ts';
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

describe('GET /api/problems/:id/comments', () => {
  it('has pinned questions first, then the oldest, each answer after its question', async () => {
    const say = discussion.say;
    const [one, two, three] = [await say(solver, 'one'), await say(solver, 'two'), await say(seeker, 'three')];
    await say(seeker, 'two a', two._id);
    await say(seeker, 'one a', one._id);
    await say(solver, 'two b', two._id);
    await say(solver, 'three a', three._id);
    await test.ask('PUT', `/api/comments/${three._id}/pin`, { as: seeker, payload: { pinned: true } });
    const words = (await discussion.read()).map(({ content }) => content);
    expect(words).toEqual(['three', 'three a', 'one', 'one a', 'two', 'two a', 'two b']);
  });

  it('orders by time, and comments of one moment by their ids', async () => {
    const at = (createdAt: Date, content: string) => ({ problemId, authorId: solver.user.id, content, createdAt });
    const [early, late] = [new Date('2026-01-01'), new Date('2026-01-02')];
    await test.db.insert(comments).values([at(late, 'c'), at(early, 'a'), at(early, 'b')]);
    expect((await discussion.read()).map(({ content }) => content)).toEqual(['a', 'b', 'c']);
  });

  it('is empty under a problem of which nobody has asked, and 404 without one', async () => {
    expect(await discussion.read()).toEqual([]);
    const missing = await test.ask('GET', '/api/problems/00000000-0000-7000-8000-000000000000/comments');
    expect(missing).toMatchObject({ status: 404, body: { message: 'This problem does not exist.' } });
    expect((await test.ask('GET', '/api/problems/nonsense/comments')).status).toBe(404);
  });

  it('says "Deleted user" of people who left, and shows what they wrote', async () => {
    const leaver = await test.signedIn('solver', { name: 'Ford' });
    await discussion.say(leaver, 'Got a towel?');
    await test.db.update(users).set({ name: 'Deleted user', deletedAt: new Date() }).where(eq(users.id, leaver.user.id));
    const nobody = { _id: leaver.user.id, name: 'Deleted user', image: null };
    expect(await discussion.read()).toMatchObject([{ content: 'Got a towel?', author: nobody }]);
  });
});
