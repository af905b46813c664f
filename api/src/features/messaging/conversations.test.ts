import { eq, sql } from 'drizzle-orm';
import type { Conversation } from '@solvent/contracts';
import { conversations } from '../../schema/index.ts';
import { createPeerFinder } from './service.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { addBid, addProblem, MISSING_ID } from '../../testing/bids.ts';
import { buildModule } from '../../testing/modules.ts';
import { setUpEach } from '../../testing/set-up.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import {
  getConversation,
  deleteAccount,
  postConversation,
  createConversation,
  fetchConversation,
  sendAll,
} from '../../testing/chat.ts';

const test = setUpTestApp();
const seeker = setUpEach(() => test.signedIn('seeker', { name: 'Ada Park' }));
const solver = setUpEach(() => test.signedIn('solver', { name: 'Diego Fuentes' }));

async function list(as: TestCaller, query = '') {
  const { status, body } = await test.request('GET', `/api/chat/conversations${query}`, { as });
  return { status, body, ids: ((body['conversations'] ?? []) as Conversation[]).map(({ _id }) => _id) };
}

describe('POST /api/chat/conversations (product 3.9, 6.6, 7.7)', () => {
  it('opens one between poster and bidder, and finds it when either opens it again', async () => {
    const problem = await addProblem(test, seeker);
    await addBid(test, problem.id, solver.user.id, 'withdrawn');
    const first = await postConversation(test, seeker, { problemId: problem.id, userId: solver.user.id });
    expect(first.status).toBe(201);
    expect(getConversation(first)).toEqual({
      _id: expect.any(String),
      problem: { _id: problem.id, title: problem.title, status: 'open' },
      participants: [
        { _id: seeker.user.id, name: 'Ada Park', image: null, online: false, readSeq: 0, deleted: false },
        { _id: solver.user.id, name: 'Diego Fuentes', image: null, online: false, readSeq: 0, deleted: false },
      ],
      lastMessage: null,
      lastSeq: 0,
      unreadCount: 0,
      updatedAt: expect.stringMatching(/Z$/),
      pinned: false,
      muted: false,
      archived: false,
      markedUnread: false,
    });
    const again = await postConversation(test, solver, { problemId: problem.id.toUpperCase(), userId: seeker.user.id });
    expect(again.status).toBe(200);
    expect(getConversation(again)._id).toBe(getConversation(first)._id);
  });

  it('opens separate ones per problem and without a problem', async () => {
    const problems = [await addProblem(test, seeker), await addProblem(test, seeker)];
    const ids = [getConversation(await postConversation(test, seeker, { userId: solver.user.id }))._id];
    for (const { id } of problems) {
      await addBid(test, id, solver.user.id, 'pending');
      ids.push(getConversation(await postConversation(test, solver, { problemId: id, userId: seeker.user.id }))._id);
    }
    expect(new Set(ids).size).toBe(3);
  });

  it('creates only one when both participants open it 20 times at once', async () => {
    const problem = await addProblem(test, seeker);
    await addBid(test, problem.id, solver.user.id, 'pending');
    const sides = [
      { as: seeker, userId: solver.user.id },
      { as: solver, userId: seeker.user.id },
    ];
    const all = Array.from({ length: 10 }, () => sides).flat();
    const responses = await Promise.all(
      all.map(({ as, userId }) => postConversation(test, as, { userId, problemId: problem.id })),
    );
    expect(new Set(responses.map((response) => getConversation(response)._id)).size).toBe(1);
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await test.db.$count(conversations, eq(conversations.problemId, problem.id))).toBe(1);
  });

  it('creates only one without a problem when it is opened 20 times at once', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => postConversation(test, seeker, { userId: solver.user.id })),
    );
    expect(new Set(responses.map((response) => getConversation(response)._id)).size).toBe(1);
    expect(await test.db.$count(conversations, sql`${seeker.user.id} IN (first_id, second_id)`)).toBe(1);
  });

  it('rejects a conversation about a problem with anyone but its poster and bidders', async () => {
    const problem = await addProblem(test, seeker);
    const [bidder, outsider] = [await test.signedIn('solver'), await test.signedIn('solver')];
    await addBid(test, problem.id, bidder.user.id, 'pending');
    const message = 'Only the person who posted a problem and its bidders can message each other about it.';
    const rejected = { status: 403, body: { code: 'forbidden', message } };
    const openWith = (as: TestCaller, { user }: TestCaller) =>
      postConversation(test, as, { problemId: problem.id, userId: user.id });
    for (const other of [seeker, bidder]) {
      expect(await openWith(outsider, other)).toMatchObject(rejected);
      expect(await openWith(other, outsider)).toMatchObject(rejected);
    }
    expect(await openWith(bidder, seeker)).toMatchObject({ status: 201 });
  });

  it('opens one without a problem only with a solver, and finds it after a change of role', async () => {
    const message = 'Without a problem, you can only message solvers and module authors.';
    expect(await postConversation(test, solver, { userId: seeker.user.id })).toMatchObject({
      status: 403,
      body: { code: 'forbidden', message },
    });
    const { _id } = getConversation(await postConversation(test, seeker, { userId: solver.user.id }));
    await test.db.execute(sql`UPDATE users SET role = 'seeker' WHERE id = ${solver.user.id}`);
    expect(getConversation(await postConversation(test, seeker, { userId: solver.user.id }))._id).toBe(_id);
    expect(getConversation(await postConversation(test, solver, { userId: seeker.user.id }))._id).toBe(_id);
  });

  it.each([
    ['published', 201],
    ['unpublished', 201],
    ['in-review', 403],
    ['rejected', 403],
  ] as const)('opens one with a seeker whose module is %s: %i', async (state, status) => {
    const author = await test.signedIn('seeker');
    await buildModule(test, author, { status: state });
    expect(await postConversation(test, seeker, { userId: author.user.id })).toMatchObject({ status });
  });

  it('rejects the caller, missing and deleted users, and missing problems', async () => {
    const userId = solver.user.id;
    const [own, noProblem] = ['This is you: choose somebody else to write to', 'This problem does not exist.'];
    const notFound = { status: 404, body: { message: 'This person does not exist.' } };
    expect(await postConversation(test, seeker, { userId: seeker.user.id })).toMatchObject({
      status: 422,
      body: { message: own },
    });
    expect(await postConversation(test, seeker, { userId, problemId: MISSING_ID })).toMatchObject({
      status: 404,
      body: { message: noProblem },
    });
    expect(await postConversation(test, seeker, { userId: MISSING_ID })).toMatchObject(notFound);
    await deleteAccount(test, solver);
    expect(await postConversation(test, seeker, { userId })).toMatchObject(notFound);
  });
});

describe('GET /api/chat/conversations (product 3.9, 7.7)', () => {
  it('lists the caller’s, latest message first, with the last message and the unread count', async () => {
    const [older, newer] = [await createConversation(test, null, { seeker }), await createConversation(test, null, { seeker })];
    await createConversation(test);
    await sendAll(test, newer.solver, newer.id, ['# Hello', 'Are **you** there?']);
    await sendAll(test, seeker, older.id, ['My own words']);
    const { body, ids } = await list(seeker);
    expect(ids).toEqual([older.id, newer.id]);
    expect(body).toMatchObject({
      unreadCount: 1,
      page: 1,
      limit: 10,
      totalPages: 1,
      conversations: [
        { unreadCount: 0, lastSeq: 1, lastMessage: { senderId: seeker.user.id, text: 'My own words', fileCount: 0 } },
        { unreadCount: 2, lastSeq: 2, lastMessage: { senderId: newer.solver.user.id, text: 'Are you there?', fileCount: 0 } },
      ],
    });
    expect((await list(older.solver)).body).toMatchObject({ unreadCount: 1, conversations: [{ unreadCount: 1 }] });
  });

  it('shortens the last message to 140 characters of plain text', async () => {
    const { id } = await createConversation(test, null, { seeker, solver });
    await sendAll(test, seeker, id, [`[A link](https://example.com) ${'word '.repeat(100)}`]);
    const { lastMessage } = await fetchConversation(test, solver, id);
    expect(lastMessage?.text).toMatch(/^A link word word .*…$/);
    expect(lastMessage?.text.length).toBeLessThanOrEqual(140);
    await sendAll(test, seeker, id, ['```js\nconst answer = 42;\n```']);
    expect((await fetchConversation(test, solver, id)).lastMessage?.text).toBe('const answer = 42;');
  });

  it('has ten per page', async () => {
    const created: string[] = [];
    for (let number = 0; number < 12; number += 1) created.unshift((await createConversation(test, null, { seeker })).id);
    const pages = [await list(seeker), await list(seeker, '?page=2'), await list(seeker, '?page=3')];
    expect(pages.map(({ ids }) => ids.length)).toEqual([10, 2, 0]);
    expect(pages.flatMap(({ ids }) => ids).toSorted()).toEqual(created.toSorted());
    expect(pages[1]?.body).toMatchObject({ page: 2, totalPages: 2 });
  });

  it('searches the other person’s name and the problem’s title', async () => {
    const problem = await addProblem(test, seeker);
    const about = (await createConversation(test, problem.id, { seeker, solver })).id;
    const byName = (await createConversation(test, null, { seeker, solver })).id;
    const other = (await createConversation(test, null, { seeker, solver: await test.signedIn('solver', { name: 'Grace' }) })).id;
    const jurgen = await test.signedIn('solver', { name: 'Jürgen Straße Łukasz' });
    const accented = (await createConversation(test, null, { seeker, solver: jurgen })).id;
    const yiorgos = await test.signedIn('solver', { name: 'γιώργος' });
    const greek = (await createConversation(test, null, { seeker, solver: yiorgos })).id;
    for (const [search, expected] of [
      ['diego', [byName, about]],
      ['IMPORTER loses', [about]],
      ['', [greek, accented, other, byName, about]],
      ['JURGEN strasse łu', [accented]],
      ['Jürgen Straße', [accented]],
      ['Γιώργος', [greek]],
      ['ΓΙΏΡΓΟΣ', [greek]],
      ['´', []],
      ...['100%_\\', '%', 'D_ego'].map((text): [string, string[]] => [text, []]),
    ] as const) {
      const { body, ids } = await list(seeker, `?search=${encodeURIComponent(search)}`);
      expect([search, new Set(ids)]).toEqual([search, new Set(expected)]);
      expect(body).toMatchObject({ totalPages: 1 });
    }
  });

  it('shows a deleted account as "Deleted user"', async () => {
    const { id } = await createConversation(test, null, { seeker, solver });
    await sendAll(test, solver, id, ['Here I was']);
    await deleteAccount(test, solver);
    const { participants, lastMessage } = await fetchConversation(test, seeker, id);
    expect(participants[1]).toMatchObject({ name: 'Deleted user', image: null, deleted: true });
    expect(lastMessage).toMatchObject({ text: 'Here I was' });
  });
});

describe('presence (product 11.13)', () => {
  it('is sent to people of the latest 200 conversations', async () => {
    const older = await createConversation(test, null, { seeker });
    await createConversation(test, null, { seeker, solver });
    const { id: problemId } = await addProblem(test, seeker);
    await test.db.execute(sql`
      WITH further AS (
        INSERT INTO problems (id, user_id, title, body, description, category, tags, budget, created_at, updated_at)
        SELECT gen_random_uuid(), user_id, title, body, description, category, tags, budget, created_at, updated_at
        FROM problems, generate_series(1, 198) WHERE id = ${problemId} RETURNING id
      )
      INSERT INTO conversations (id, problem_id, first_id, second_id, created_at, updated_at)
      SELECT gen_random_uuid(), further.id, first_id, second_id, created_at, updated_at + interval '1 minute'
      FROM further, conversations WHERE ${solver.user.id} IN (first_id, second_id)`);
    const findPeers = createPeerFinder(test.db);
    const both = [older.solver.user.id, solver.user.id].toSorted();
    expect((await findPeers(seeker.user.id)).toSorted()).toEqual(both);
    await createConversation(test, problemId, { seeker, solver });
    expect(await findPeers(seeker.user.id)).toEqual([solver.user.id]);
  });
});
