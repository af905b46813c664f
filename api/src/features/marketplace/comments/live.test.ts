import { everythingHeard, heard, openTestSockets } from '../../../testing/sockets.ts';
import type { TestSockets } from '../../../testing/sockets.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { buildProblem, discussionOf } from '../../../testing/discussion.ts';

let test: TestApp;
let sockets: TestSockets;
let seeker: TestCaller;
let solver: TestCaller;
beforeAll(async () => {
  test = await createTestApp();
  sockets = await openTestSockets(test);
  seeker = await test.signedIn('seeker');
  solver = await test.signedIn('solver');
});
afterEach(() => sockets.disconnectAll());
afterAll(() => test.close());

describe('who looks at a problem', () => {
  it('hears of each change of its discussion, and then finds it; who does not look hears nothing', async () => {
    const problemId = await buildProblem(test, seeker.user.id);
    const { say, post, read } = discussionOf(test, problemId);
    const [watcher, stranger] = [await sockets.connected(solver), await sockets.connected(await test.signedIn('seeker'))];
    watcher.emit('watch_problem', problemId);
    const strangers = everythingHeard(stranger);
    /** What the watcher hears of is there by then. */
    const hears = async (change: Promise<unknown>) => {
      const told = heard(watcher, 'comment');
      await change;
      expect(await told).toEqual({ problemId });
      return read();
    };

    let said = await hears(say(solver, 'Which version?'));
    const [question] = said;
    const url = `/api/comments/${question?._id ?? ''}`;
    expect(said).toMatchObject([{ content: 'Which version?' }]);
    said = await hears(test.ask('PUT', url, { as: solver, payload: { content: 'Which one?' } }));
    expect(said).toMatchObject([{ content: 'Which one?' }]);
    said = await hears(test.ask('PUT', `${url}/pin`, { as: seeker, payload: { pinned: true } }));
    expect(said).toMatchObject([{ pinned: true }]);
    expect(await hears(test.ask('DELETE', url, { as: solver }))).toEqual([]);

    const everything = everythingHeard(watcher);
    expect((await post(solver, { content: '' })).status).toBe(422);
    expect((await test.ask('DELETE', url, { as: solver })).status).toBe(404);
    await hears(say(seeker, 'Anybody?'));
    expect(everything).toEqual([['comment', { problemId }]]);
    expect(strangers).toEqual([]);
  });
});
