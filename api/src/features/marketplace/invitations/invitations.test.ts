import { INVITATIONS } from '@solvent/contracts';
import type { SuggestedSolver } from '@solvent/contracts';
import { eq } from 'drizzle-orm';
import { newId } from '../../../platform/db/new-id.ts';
import {
  notifications,
  personBlocks,
  personReviews,
  problemInvitations,
  problems,
  sessions,
  users,
} from '../../../schema/index.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { setUpEach } from '../../../testing/set-up.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import { addBid, addProblem, conflictResponse, MISSING_ID, placeBid, problemWithBids } from '../../../testing/bids.ts';
import { deleteAccount } from '../../../testing/chat.ts';

const test = setUpTestApp();
let problemId: string;
const poster = setUpEach(() => test.signedIn('seeker', { name: 'Maya' }));
const solver = setUpEach(() => test.signedIn('solver', { name: 'Diego' }));
beforeEach(async () => {
  problemId = (await addProblem(test, poster, { title: 'Sockets drop' })).id;
});

const invite = (as: TestCaller, id: string, solverId: string) =>
  test.request('POST', `/api/problems/${id}/invitations`, { as, payload: { solverId } });
const list = () => test.request('GET', `/api/problems/${problemId}/invitations`, { as: poster });
const storedIn = (id: string) => test.db.$count(problemInvitations, eq(problemInvitations.problemId, id));

describe('POST /api/problems/:id/invitations (product 3.28, 4.23, 7.16)', () => {
  it('notifies the solver, and shows whether they bid', async () => {
    const invitation = {
      solver: { _id: solver.user.id, name: 'Diego', image: null },
      state: 'waiting',
      createdAt: expect.stringMatching(/Z$/),
    };
    expect(await invite(poster, problemId, solver.user.id)).toMatchObject({ status: 201, body: { status: true, invitation } });
    const { body: response } = await test.request('GET', '/api/notifications', { as: solver });
    const message = 'Maya invites you to bid on "Sockets drop"';
    const notification = {
      type: 'invited',
      title: 'Invitation to bid',
      message,
      actor: { _id: poster.user.id },
      data: { problemId },
    };
    expect(response['notifications']).toMatchObject([notification]);
    expect((await list()).body).toEqual({ status: true, invitations: [invitation] });
    await placeBid(test, solver, problemId);
    expect((await list()).body['invitations']).toMatchObject([{ state: 'bid' }]);
  });

  const createDeletedAccount = async () => {
    const deleted = await test.signedIn('solver');
    await deleteAccount(test, deleted);
    return deleted.user.id;
  };
  it.each([
    ['the poster', () => poster.user.id, 409, 'You can’t invite yourself.'],
    ['a seeker', async () => (await test.user()).id, 409, 'Only solvers can be invited.'],
    ['a missing account', () => MISSING_ID, 404, 'This person does not exist.'],
    ['a deleted account', createDeletedAccount, 404, 'This person does not exist.'],
  ])('rejects %s', async (_case, getId, status, message) => {
    expect(await invite(poster, problemId, await getId())).toMatchObject({ status, body: { message } });
    expect(await storedIn(problemId)).toBe(0);
  });

  it('rejects invited solvers and bidders, and notifies once', async () => {
    await invite(poster, problemId, solver.user.id);
    const again = await invite(poster, problemId, solver.user.id.toUpperCase());
    expect(again).toMatchObject(conflictResponse('You have invited this solver already.'));
    await placeBid(test, solver, problemId);
    const late = await invite(poster, problemId, solver.user.id);
    expect(late).toMatchObject(conflictResponse('This solver has already bid on the problem.'));
    expect(await test.db.$count(notifications, eq(notifications.userId, solver.user.id))).toBe(1);
  });

  it('rejects invitations unless the problem is open, and above the limit', async () => {
    const late = conflictResponse('You can invite solvers only while the problem is open.');
    for (const status of ['in-progress', 'solved', 'closed'] as const) {
      const { id } = await addProblem(test, poster, { status });
      expect(await invite(poster, id, solver.user.id)).toMatchObject(late);
    }
    const some = await Promise.all(Array.from({ length: INVITATIONS.max }, () => test.user({ role: 'solver' })));
    await test.db.insert(problemInvitations).values(some.map(({ id }) => ({ problemId, solverId: id, createdAt: new Date() })));
    const full = conflictResponse('You can invite up to 20 solvers to a problem.');
    expect(await invite(poster, problemId, solver.user.id)).toMatchObject(full);
  });

  it('stores one of many concurrent invitations', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => invite(poster, problemId, solver.user.id)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(9);
    expect(await test.db.$count(notifications, eq(notifications.userId, solver.user.id))).toBe(1);
  });
});

it.each([
  ['POST', 'invitations'],
  ['GET', 'invitations'],
  ['GET', 'suggested-solvers'],
] as const)('%s /api/problems/:id/%s is allowed for the poster only', async (method, path) => {
  const { problem, poster: other, solvers } = await problemWithBids(test, 1);
  const requestStatus = async (as: TestCaller | undefined, id = problem.id) => {
    const payload = method === 'POST' ? { solverId: solver.user.id } : undefined;
    return (await test.request(method, `/api/problems/${id}/${path}`, { as, ...(payload && { payload }) })).status;
  };
  expect([await requestStatus(solvers[0]), await requestStatus(poster), await requestStatus(poster, MISSING_ID)]).toEqual([
    403, 403, 404,
  ]);
  expect(await requestStatus(other)).toBeLessThan(300);
});

it('GET /api/problems/inviting lists own open problems, latest first, with the solver’s state', async () => {
  const inviting = (as: TestCaller) => test.request('GET', `/api/problems/inviting?solverId=${solver.user.id}`, { as });
  const at = (minutes: number) => ({ createdAt: new Date(Date.now() + minutes * 60_000) });
  const [invitedTo, bidOn] = [await addProblem(test, poster, at(1)), await addProblem(test, poster, at(2))];
  await addProblem(test, poster, { status: 'closed' });
  await invite(poster, invitedTo.id, solver.user.id);
  await placeBid(test, solver, bidOn.id);
  const { body } = await inviting(poster);
  expect(body['problems']).toMatchObject([
    { _id: bidOn.id, invited: 'bid' },
    { _id: invitedTo.id, invited: 'waiting' },
    { _id: problemId, title: 'Sockets drop', invited: null },
  ]);
  expect((await inviting(solver)).body['problems']).toEqual([]);
});

describe('GET /api/problems/:id/suggested-solvers (product 4.23)', () => {
  /** Use different areas in each test. */
  const addSolver = (name: string, areas: string[], given: Partial<typeof users.$inferInsert> = {}) =>
    test.user({ name, role: 'solver', expertiseAreas: areas, ...given });
  async function suggested(id: string): Promise<SuggestedSolver[]> {
    const { body } = await test.request('GET', `/api/problems/${id}/suggested-solvers`, { as: poster });
    // The response schema allows no other type.
    return body['solvers'] as SuggestedSolver[];
  }
  const namesFor = async (id: string) => (await suggested(id)).map(({ name }) => name);
  const addTagged = (...tags: string[]) => addProblem(test, poster, { tags, category: 'other' });

  /** Solves a problem of another user, who may rate the solver. */
  async function solve(solverId: string, rating?: number): Promise<void> {
    const author = await test.user();
    const { id } = await addProblem(test, poster, { status: 'solved', userId: author.id });
    await addBid(test, id, solverId, 'accepted');
    if (rating === undefined) return;
    const review = { problemId: id, authorId: author.id, subjectId: solverId, rating, text: '' };
    await test.db.insert(personReviews).values({ ...review, createdAt: new Date(), visibleFrom: new Date(0) });
  }

  async function addSession(userId: string, lastUsedAt: Date): Promise<void> {
    const device = { userAgent: 'x', tokenHash: newId(), createdAt: lastUsedAt, expiresAt: new Date(Date.now() + 1e6) };
    await test.db.insert(sessions).values({ userId, lastUsedAt, ...device });
  }

  it('returns five solvers with matching areas and their details', async () => {
    for (let number = 1; number <= 6; number += 1) await addSolver(`Solver ${number}`, ['React']);
    const best = await addSolver('Best', ['Go', 'react', 'node.js', 'Deployment'], { headline: 'I ship' });
    await addSolver('None', ['Rust']);
    const { id } = await addProblem(test, poster, { tags: ['React', 'Nodejs'], category: 'devops' });
    const found = await suggested(id);
    expect(found).toHaveLength(5);
    expect(found[0]).toMatchObject({ _id: best.id, headline: 'I ship', matchingAreas: ['react', 'node.js', 'Deployment'] });
    expect(found.map(({ name }) => name)).not.toContain('None');
    expect(await suggested(id)).toEqual(found);
  });

  it('orders by matches, rating, solved problems, and last activity', async () => {
    const ids = new Map<string, string>();
    for (const name of ['Here', 'Away', 'Solved', 'Rated', 'Matches']) {
      const areas = name === 'Matches' ? ['Vue', 'Svelte'] : ['Vue'];
      ids.set(name, (await addSolver(name, areas)).id);
    }
    const getId = (name: string) => ids.get(name) ?? '';
    await solve(getId('Rated'), 4);
    await solve(getId('Solved'));
    await addSession(getId('Here'), new Date());
    await addSession(getId('Away'), new Date(0));
    expect(await namesFor((await addTagged('Vue', 'Svelte')).id)).toEqual(['Matches', 'Rated', 'Solved', 'Here', 'Away']);
  });

  it('excludes bidders, invited solvers, deleted accounts, seekers, and blocks in either direction', async () => {
    const { id } = await addTagged('Elm');
    const bidder = await test.signedIn('solver', { expertiseAreas: ['Elm'] });
    await placeBid(test, bidder, id);
    const invited = await addSolver('Invited', ['Elm']);
    await test.db.insert(problemInvitations).values({ problemId: id, solverId: invited.id, createdAt: new Date() });
    const deleted = await addSolver('Deleted', ['Elm']);
    await test.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, deleted.id));
    await test.user({ role: 'seeker', expertiseAreas: ['Elm'] });
    const [blocked, blocking] = [await addSolver('Blocked', ['Elm']), await addSolver('Blocking', ['Elm'])];
    await test.db.insert(personBlocks).values([
      { blockerId: poster.user.id, blockedId: blocked.id, createdAt: new Date() },
      { blockerId: blocking.id, blockedId: poster.user.id, createdAt: new Date() },
    ]);
    expect(await namesFor(id)).toEqual([]);
    await addSolver('Free', ['Elm']);
    expect(await namesFor(id)).toEqual(['Free']);
    // A closed problem has no suggestions.
    await test.db.update(problems).set({ status: 'closed' }).where(eq(problems.id, id));
    expect(await namesFor(id)).toEqual([]);
  });
});
