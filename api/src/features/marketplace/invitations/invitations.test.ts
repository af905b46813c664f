import { INVITATIONS } from '@solvent/contracts';
import { eq } from 'drizzle-orm';
import { problemInvitations } from '../schema.ts';
import { notifications } from '../../notifications/schema.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { addProblem, place, problemWithBids } from '../../../testing/bids.ts';
import { deleteAccountOf } from '../../../testing/chat.ts';

const MISSING_ID = '00000000-0000-7000-8000-000000000000';

let test: TestApp;
let poster: TestCaller;
let solver: TestCaller;
let problemId: string;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  poster = await test.signedIn('seeker', { name: 'Maya' });
  solver = await test.signedIn('solver', { name: 'Diego' });
  problemId = (await addProblem(test, poster, { title: 'Sockets drop' })).id;
});
afterAll(() => test.close());

const invite = (as: TestCaller | undefined, id: string, solverId: string) =>
  test.ask('POST', `/api/problems/${id}/invitations`, { as, payload: { solverId } });
const list = (as: TestCaller | undefined, id = problemId) => test.ask('GET', `/api/problems/${id}/invitations`, { as });
const storedIn = (id: string) => test.db.$count(problemInvitations, eq(problemInvitations.problemId, id));

describe('POST /api/problems/:id/invitations (product 3.28, 4.23, 7.16)', () => {
  it('asks a solver, who is told, and says what comes of it', async () => {
    const invitation = {
      solver: { _id: solver.user.id, name: 'Diego', image: null },
      state: 'waiting',
      createdAt: expect.stringMatching(/Z$/),
    };
    expect(await invite(poster, problemId, solver.user.id)).toMatchObject({ status: 201, body: { status: true, invitation } });
    const { body: told } = await test.ask('GET', '/api/notifications', { as: solver });
    expect(told['notifications']).toMatchObject([
      {
        type: 'invited',
        title: 'Invitation to bid',
        message: 'Maya invites you to bid on "Sockets drop"',
        actor: { _id: poster.user.id },
        data: { problemId },
      },
    ]);
    expect((await list(poster)).body).toEqual({ status: true, invitations: [invitation] });
    await place(test, solver, problemId);
    expect((await list(poster)).body['invitations']).toMatchObject([{ state: 'bid' }]);
  });

  const gone = async () => {
    const leaver = await test.signedIn('solver');
    await deleteAccountOf(test, leaver);
    return leaver.user.id;
  };
  it.each([
    ['one’s own account', () => poster.user.id, 409, 'This is you: invite somebody else.'],
    ['a seeker', async () => (await test.user()).id, 409, 'This person is not a solver, and cannot bid.'],
    ['nobody that there is', () => MISSING_ID, 404, 'This person does not exist.'],
    ['a deleted account', gone, 404, 'This person does not exist.'],
  ])('refuses %s', async (_whom, who, status, message) => {
    expect(await invite(poster, problemId, await who())).toMatchObject({ status, body: { message } });
    expect(await storedIn(problemId)).toBe(0);
  });

  it('refuses who was invited, or has bid, and tells nobody twice', async () => {
    await invite(poster, problemId, solver.user.id);
    expect(await invite(poster, problemId, solver.user.id.toUpperCase())).toMatchObject({
      status: 409,
      body: { message: 'You have invited this solver already.' },
    });
    await place(test, solver, problemId);
    expect(await invite(poster, problemId, solver.user.id)).toMatchObject({
      status: 409,
      body: { message: 'This solver has bid on the problem already.' },
    });
    expect(await test.db.$count(notifications, eq(notifications.userId, solver.user.id))).toBe(1);
  });

  it.each(['in-progress', 'solved', 'closed'] as const)('refuses for a problem that is %s', async (status) => {
    const { id } = await addProblem(test, poster, { status });
    expect(await invite(poster, id, solver.user.id)).toMatchObject({
      status: 409,
      body: { message: 'Solvers can be invited while a problem is open.' },
    });
  });

  it('refuses more than there may be', async () => {
    const some = await Promise.all(Array.from({ length: INVITATIONS.max }, () => test.user({ role: 'solver' })));
    await test.db.insert(problemInvitations).values(some.map(({ id }) => ({ problemId, solverId: id, createdAt: new Date() })));
    expect(await invite(poster, problemId, solver.user.id)).toMatchObject({
      status: 409,
      body: { message: 'You can invite up to 20 solvers to a problem.' },
    });
  });

  it('asks once, of many times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => invite(poster, problemId, solver.user.id)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    expect(await test.db.$count(notifications, eq(notifications.userId, solver.user.id))).toBe(1);
  });
});

describe('the calls about invitations', () => {
  const CALLS: Record<string, (as: TestCaller | undefined, id: string) => ReturnType<typeof list>> = {
    'POST /problems/:id/invitations': (as, id) => invite(as, id, solver.user.id),
    'GET /problems/:id/invitations': (as, id) => list(as, id),
    'GET /problems/:id/suggested-solvers': (as, id) => test.ask('GET', `/api/problems/${id}/suggested-solvers`, { as }),
  };

  it.each(Object.keys(CALLS))('%s is for the poster alone', async (call) => {
    const { problem, poster: other, solvers } = await problemWithBids(test, 1);
    expect((await CALLS[call]?.(undefined, problem.id))?.status).toBe(401);
    expect((await CALLS[call]?.(solvers[0], problem.id))?.status).toBe(403);
    expect((await CALLS[call]?.(poster, problem.id))?.status).toBe(403);
    expect((await CALLS[call]?.(poster, MISSING_ID))?.status).toBe(404);
    expect((await CALLS[call]?.(other, problem.id))?.status).toBeLessThan(300);
  });
});

describe('GET /api/problems/inviting', () => {
  const inviting = (as?: TestCaller) => test.ask('GET', `/api/problems/inviting?solverId=${solver.user.id}`, { as });

  it('names the own open problems, the latest first, with what is between each and the solver', async () => {
    const at = (minutes: number) => ({ createdAt: new Date(Date.now() + minutes * 60_000) });
    const [asked, bidOn] = [await addProblem(test, poster, at(1)), await addProblem(test, poster, at(2))];
    await addProblem(test, poster, { status: 'closed' });
    await invite(poster, asked.id, solver.user.id);
    await place(test, solver, bidOn.id);
    expect((await inviting(poster)).body['problems']).toEqual([
      expect.objectContaining({ _id: bidOn.id, invited: 'bid' }),
      expect.objectContaining({ _id: asked.id, invited: 'waiting' }),
      { _id: problemId, title: 'Sockets drop', budget: 100, createdAt: expect.any(String), invited: null },
    ]);
    expect((await inviting(solver)).body['problems']).toEqual([]);
    expect((await inviting()).status).toBe(401);
  });
});
