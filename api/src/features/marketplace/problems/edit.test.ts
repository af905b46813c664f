import { eq } from 'drizzle-orm';
import type { TimelineEntry } from '@solvent/contracts';
import { problems } from '../schema.ts';
import type { ProblemRow } from '../schema.ts';
import { everythingHeard, openTestSockets } from '../../../testing/sockets.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { buildProblem, goodProblem, listed } from '../../../testing/problems.ts';

const MISSING = '01a1fc95-ef6f-7d45-9534-3c29a6ff569d';

let test: TestApp;
let seeker: TestCaller;
let problem: ProblemRow;
beforeAll(async () => {
  test = await createTestApp();
  seeker = await test.signedIn('seeker', { name: 'Maya' });
});
beforeEach(async () => {
  problem = await buildProblem(test.db, seeker.user.id, { bidCount: 2 });
});
afterAll(() => test.close());

const edit = (payload: object, as: TestCaller | undefined = seeker, id = problem.id) =>
  test.ask('PUT', `/api/problems/${id}`, { as, payload });
const stored = async () => (await test.db.select().from(problems).where(eq(problems.id, problem.id)))[0];

describe('PUT /api/problems/:id', () => {
  it('changes all that its poster said, and what follows from it', async () => {
    const { status, body } = await edit({ ...goodProblem, tags: ['Rust', 'rust'] });
    expect(status).toBe(200);
    expect(body['problem']).toMatchObject({
      ...goodProblem,
      tags: ['Rust'],
      description: 'It reads two million rows and stores a few less. find them keep them',
      bidCount: 2,
      createdAt: problem.createdAt.toISOString(),
    });
    expect((await stored())?.updatedAt.getTime()).toBeGreaterThan(problem.updatedAt.getTime());
    expect((await listed(test, 'search=importer')).problems).toMatchObject([{ _id: problem.id }]);
    expect((await listed(test, 'tags=rust')).problems).toMatchObject([{ _id: problem.id }]);
  });

  it('is told of on the timeline: edits in a row as one, the last', async () => {
    await edit(goodProblem);
    const { body } = await edit({ ...goodProblem, title: 'Our importer loses rows by day' });
    const { timeline, updatedAt } = body['problem'] as { timeline: TimelineEntry[]; updatedAt: string };
    expect(timeline.map(({ event, person }) => [event, person.name])).toEqual([
      ['posted', 'Maya'],
      ['budget_changed', 'Maya'],
      ['edited', 'Maya'],
    ]);
    expect(timeline[2]).toMatchObject({ at: updatedAt, times: 2 });
  });

  it('is heard of by who looks at the problem', async () => {
    const sockets = await openTestSockets(test);
    const watcher = await sockets.connected(await test.signedIn('solver'));
    watcher.emit('watch_problem', problem.id);
    const said = everythingHeard(watcher);
    // An edit that comes before the server has heard of the watcher is not theirs to hear of.
    while (said.length === 0) await edit(goodProblem);
    expect(said[0]).toMatchObject(['problem', { _id: problem.id, title: goodProblem.title }]);
    sockets.disconnectAll();
  });

  it('counts in the lists at once', async () => {
    const blockchain = () => listed(test, 'category=blockchain');
    expect((await blockchain()).body['total']).toBe(0);
    await edit({ ...goodProblem, category: 'blockchain' });
    expect((await blockchain()).body['total']).toBe(1);
  });

  it('changes nothing that only the server decides', async () => {
    const forged = { _id: MISSING, userId: MISSING, status: 'solved', bidCount: 99, viewCount: 99, createdAt: '2020-01-01' };
    const more = { description: 'forged', solvedAt: '2020-01-01', requestKey: 'x', tagKeys: ['x'], search: 'x', user: {} };
    expect((await edit({ ...goodProblem, ...forged, ...more })).status).toBe(200);
    const { id, userId, status, bidCount, createdAt, solvedAt, requestKey } = problem;
    expect(await stored()).toMatchObject({ id, userId, status, bidCount, createdAt, solvedAt, requestKey });
    expect((await stored())?.description).not.toBe('forged');
  });

  it.each(['in-progress', 'solved', 'closed'] as const)('is refused while the problem is %s', async (status) => {
    problem = await buildProblem(test.db, seeker.user.id, { status });
    expect(await edit(goodProblem)).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: 'Only open problems can be edited.' },
    });
    expect(await stored()).toMatchObject({ title: problem.title });
  });

  it('is for its poster alone, in either role', async () => {
    for (const other of [await test.signedIn('seeker'), await test.signedIn('solver')])
      expect(await edit(goodProblem, other)).toMatchObject({
        status: 403,
        body: { code: 'forbidden', message: 'Only who posted this problem can edit it.' },
      });
    expect((await test.ask('PUT', `/api/problems/${problem.id}`, { payload: goodProblem })).status).toBe(401);
    expect(await stored()).toMatchObject({ title: problem.title });
  });

  it.each([MISSING, 'nothing'])('answers 404 for %s', async (id) => {
    expect((await edit(goodProblem, seeker, id)).status).toBe(404);
  });

  it.each([
    [{ budget: 0 }, { budget: 'Budget must be at least $1' }],
    [{ budget: -1 }, { budget: 'Budget must be at least $1' }],
    [{ budget: 1e9 }, { budget: 'Budget cannot exceed $10,000' }],
    [{ budget: 'a lot' }, { budget: 'Budget must be a number' }],
    [{ title: undefined }, { title: 'Title is required' }],
    [{ body: 'x'.repeat(10_001) }, { body: 'Description cannot exceed 10,000 characters' }],
    [{ tags: Array.from({ length: 50 }, (_, n) => `tag ${n}`) }, { tags: 'You can add up to 5 tags' }],
  ])('refuses %p', async (change, errors) => {
    expect(await edit({ ...goodProblem, ...change })).toMatchObject({ status: 422, body: { code: 'invalid', errors } });
    expect(await stored()).toMatchObject({ title: problem.title, budget: problem.budget });
  });

  it('refuses a megabyte of markdown', async () => {
    expect(await edit({ ...goodProblem, body: '# x\n'.repeat(262_144) })).toMatchObject({
      status: 413,
      body: { code: 'too_large' },
    });
  });

  it('leaves one of two edits at once, whole', async () => {
    const titles = ['The first of two edits', 'The second of two edits'];
    const answers = await Promise.all(titles.map((title, place) => edit({ ...goodProblem, title, budget: place + 1 })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const row = await stored();
    expect(titles.indexOf(row?.title ?? '') + 1).toBe(row?.budget);
  });
});
