import { eq } from 'drizzle-orm';
import type { StoredFile } from '@solvent/contracts';
import { files, problems } from '../../../schema/index.ts';
import type { ProblemRow } from '../../../schema/index.ts';
import { recordEvents, openTestSockets } from '../../../testing/sockets.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import { buildProblem, goodProblem, listProblems } from '../../../testing/problems.ts';
import { conflictResponse, MISSING_ID } from '../../../testing/bids.ts';
import { newId } from '../../../platform/db/new-id.ts';
import { storeUpload } from '../../../testing/uploads.ts';
import { fileUrl } from '../../files/links.ts';

const test = setUpTestApp();

describe('PUT /api/problems/:id (product 5.7, 7.4)', () => {
  let seeker: TestCaller;
  let problem: ProblemRow;
  beforeAll(async () => {
    seeker = await test.signedIn('seeker', { name: 'Maya' });
  });
  beforeEach(async () => {
    problem = await buildProblem(test.db, seeker.user.id, { bidCount: 2 });
  });

  const edit = (payload: object, as: TestCaller = seeker, id = problem.id) =>
    test.request('PUT', `/api/problems/${id}`, { as, payload });
  const stored = async () => (await test.db.select().from(problems).where(eq(problems.id, problem.id)))[0];

  it('changes all fields, and updates derived fields and lists immediately', async () => {
    const blockchain = () => listProblems(test, 'category=blockchain');
    expect((await blockchain()).body['total']).toBe(0);
    const { body } = await edit({ ...goodProblem, category: 'blockchain', tags: ['Rust', 'rust'] });
    expect(body['problem']).toMatchObject({
      ...goodProblem,
      category: 'blockchain',
      tags: ['Rust'],
      description: 'It reads two million rows and stores a few less. find them keep them',
      bidCount: 2,
      createdAt: problem.createdAt.toISOString(),
    });
    expect((await stored())?.updatedAt.getTime()).toBeGreaterThan(problem.updatedAt.getTime());
    expect((await listProblems(test, 'search=importer')).problems).toMatchObject([{ _id: problem.id }]);
    expect((await listProblems(test, 'tags=rust')).problems).toMatchObject([{ _id: problem.id }]);
    expect((await blockchain()).body['total']).toBe(1);
  });

  it('keeps a day that has passed unless it changes, and the day of clients that do not know it (product 5.27)', async () => {
    await test.db.update(problems).set({ doneBy: '2020-02-29' }).where(eq(problems.id, problem.id));
    for (const same of [{}, { doneBy: '2020-02-29' }])
      expect((await edit({ ...goodProblem, ...same })).body['problem']).toMatchObject({ doneBy: '2020-02-29' });
    expect((await edit({ ...goodProblem, doneBy: '2020-03-01' })).status).toBe(422);
    expect((await edit({ ...goodProblem, doneBy: null })).body['problem']).toMatchObject({ doneBy: null });
  });

  it('notifies viewers of the problem', async () => {
    const sockets = await openTestSockets(test);
    const watcher = await sockets.connectAs(await test.signedIn('solver'));
    watcher.emit('watch_problem', problem.id);
    const received = recordEvents(watcher);
    // Repeats, because the server may not have processed `watch_problem` yet.
    while (received.length === 0) await edit(goodProblem);
    expect(received[0]).toMatchObject(['problem', { _id: problem.id, title: goodProblem.title }]);
    sockets.disconnectAll();
  });

  it('rejects edits unless the problem is open', async () => {
    for (const status of ['in-progress', 'solved', 'closed'] as const) {
      problem = await buildProblem(test.db, seeker.user.id, { status });
      expect(await edit(goodProblem)).toMatchObject(conflictResponse('Only open problems can be edited.'));
      expect(await stored()).toMatchObject({ title: problem.title });
    }
  });

  it('is allowed for the poster only', async () => {
    const forbidden = { status: 403, body: { code: 'forbidden', message: 'Only the poster can edit this problem.' } };
    for (const other of [await test.signedIn('seeker'), await test.signedIn('solver')])
      expect(await edit(goodProblem, other)).toMatchObject(forbidden);
    expect(await stored()).toMatchObject({ title: problem.title });
    for (const id of [MISSING_ID, 'nothing']) expect((await edit(goodProblem, seeker, id)).status).toBe(404);
  });

  it('applies concurrent edits atomically', async () => {
    const titles = ['The first of two edits', 'The second of two edits'];
    const responses = await Promise.all(titles.map((title, index) => edit({ ...goodProblem, title, budget: index + 1 })));
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    const row = await stored();
    expect(titles.indexOf(row?.title ?? '') + 1).toBe(row?.budget);
  });
});

describe('the attachments of a problem', () => {
  const REFUSED = { status: 422, body: { code: 'invalid', errors: { attachments: 'Please upload the file again' } } };

  let seeker: TestCaller;
  beforeEach(async () => {
    seeker = await test.signedIn('seeker');
  });

  const upload = (name: string, given: Partial<typeof files.$inferInsert> = {}) => storeUpload(test, seeker, { name, ...given });
  const post = (attachments: unknown, headers = {}) =>
    test.request('POST', '/api/problems', { as: seeker, payload: { ...goodProblem, attachments }, headers });
  const edit = (id: string, change: object) =>
    test.request('PUT', `/api/problems/${id}`, { as: seeker, payload: { ...goodProblem, ...change } });
  const isReadable = async (id: string) => (await test.app.inject({ method: 'GET', url: fileUrl(id) })).statusCode === 200;

  /** The response schema allows no other type. */
  const getProblem = ({ body }: { body: Record<string, unknown> }) =>
    body['problem'] as { _id: string; attachments: StoredFile[] };
  const getNames = (response: { body: Record<string, unknown> }) => getProblem(response).attachments.map(({ name }) => name);

  it('are returned in order, and are public from then on', async () => {
    const [one, two] = [await upload('one.txt'), await upload('two.txt')];
    expect(await isReadable(one)).toBe(false);
    const key = { 'idempotency-key': 'once' };
    const response = await post([two, one.toUpperCase(), two], key);
    expect(response.status).toBe(201);
    expect(getProblem(response).attachments).toEqual([
      { _id: two, url: fileUrl(two), name: 'two.txt', size: 7, mimeType: 'text/plain' },
      { _id: one, url: fileUrl(one), name: 'one.txt', size: 7, mimeType: 'text/plain' },
    ]);
    expect(await isReadable(one)).toBe(true);
    expect(getNames(await test.request('GET', `/api/problems/${getProblem(response)._id}`))).toEqual(['two.txt', 'one.txt']);
    // A repeated request attaches them once.
    expect(await post([two, one], key)).toMatchObject({ status: 201, body: response.body });
  });

  it('can be added, reordered and deleted by an edit', async () => {
    const [one, two, three] = [await upload('one.txt'), await upload('two.txt'), await upload('three.txt')];
    const { _id } = getProblem(await post([one, two]));
    expect(getNames(await edit(_id, { attachments: [three, one] }))).toEqual(['three.txt', 'one.txt']);
    expect(await isReadable(two)).toBe(false);
    expect(await test.db.$count(files, eq(files.id, two))).toBe(0);
    await test.runJobs();
    expect(await test.ports.files.read(two)).toBeUndefined();
    expect(getNames(await edit(_id, {}))).toEqual(['three.txt', 'one.txt']);
    expect(getNames(await edit(_id, { attachments: [] }))).toEqual([]);
    expect(await isReadable(one)).toBe(false);
  });

  it.each<[what: string, id: () => Promise<string>]>([
    ['another user’s', async () => upload('a.txt', { ownerId: (await test.user()).id })],
    ['an avatar', () => upload('a.txt', { purpose: 'avatar', visibility: 'public' })],
    ['a missing one', async () => newId()],
    [
      'one of another problem',
      async () => {
        const id = await upload('a.txt');
        await post([id]);
        return id;
      },
    ],
  ])('cannot be %s', async (_what, make) => {
    const [foreign, own] = [await make(), await upload('own.txt')];
    const before = await test.db.$count(problems);
    expect(await post([own, foreign])).toMatchObject(REFUSED);
    expect(await test.db.$count(problems)).toBe(before);
    expect(await isReadable(own)).toBe(false);

    const { _id } = getProblem(await post([own]));
    expect(await edit(_id, { title: 'Another title altogether', attachments: [foreign] })).toMatchObject(REFUSED);
    const after = await test.request('GET', `/api/problems/${_id}`);
    expect(after.body['problem']).toMatchObject({ title: goodProblem.title, attachments: [{ _id: own }] });
    expect(await isReadable(own)).toBe(true);
  });

  it('must be ids', async () => {
    const errors = { 'attachments[0]': 'Please upload the file again' };
    expect(await post(['../../etc/passwd'])).toMatchObject({ status: 422, body: { errors } });
  });

  it('belong to only one of several concurrent problems', async () => {
    const id = await upload('one.txt');
    const statuses = (await Promise.all([post([id]), post([id]), post([id])])).map(({ status }) => status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 422, 422]);
  });
});
