import { eq } from 'drizzle-orm';
import type { Bid, StoredFile } from '@solvent/contracts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import {
  addProblem,
  getBid,
  conflictResponse,
  goodBid,
  MISSING_ID,
  placeBid,
  problemWithBids,
  putBid,
  readProblemState,
} from '../../../testing/bids.ts';
import { files, problems } from '../../../schema/index.ts';
import { getStoredFile, upload } from '../../../testing/uploads.ts';

const test = setUpTestApp();

describe('access to bids (product 6.6, 6.9)', () => {
  const NOT_FOUND = { status: 404, body: { code: 'not_found', message: 'This bid does not exist.' } };

  let poster: TestCaller;
  let own: TestCaller;
  let bidder: TestCaller;
  let otherUsers: TestCaller[];
  let problemId: string;
  let bidId: string;
  beforeAll(async () => {
    const placed = await problemWithBids(test, 2);
    [own = placed.poster, bidder = placed.poster] = placed.solvers;
    poster = placed.poster;
    problemId = placed.problem.id;
    bidId = placed.bids[0]?._id ?? '';
    otherUsers = [await test.signedIn('seeker'), await test.signedIn('solver')];
  });

  it.each([
    ['', 'the poster'],
    ['withdraw', 'the poster'],
    ['accept', 'its solver'],
    ['reject', 'its solver'],
    ['shortlist', 'its solver'],
  ])('PUT /api/bids/:id/%s responds with 403 to %s, and with 404 to other users', async (call, forbidden) => {
    const before = await readProblemState(test, problemId);
    const request = (as: TestCaller, id = bidId) =>
      putBid(test, as, id, call, { ...goodBid, amount: 1, reason: 'No', shortlisted: true });
    for (const as of [...otherUsers, bidder]) expect(await request(as)).toMatchObject(NOT_FOUND);
    for (const as of [...otherUsers, own, poster]) {
      expect(await request(as, MISSING_ID)).toMatchObject(NOT_FOUND);
      expect((await request(as, 'no-id')).status).toBe(404);
    }
    expect((await request(forbidden === 'the poster' ? poster : own)).status).toBe(403);
    expect(await readProblemState(test, problemId)).toEqual({ ...before, having: expect.any(Function) });
  });

  it('GET /api/bids?problemId= lists all for the poster, own ones for solvers, and the count for everyone', async () => {
    const listSolverIds = async (as?: TestCaller) => {
      const { body } = await test.request('GET', `/api/bids?problemId=${problemId}`, { as });
      expect(body['count']).toBe(2);
      // Guaranteed by the response schema.
      return (body['bids'] as Bid[]).map(({ solver }) => solver._id);
    };
    for (const as of [...otherUsers, undefined]) expect(await listSolverIds(as)).toEqual([]);
    for (const as of [own, bidder]) expect(await listSolverIds(as)).toEqual([as.user.id]);
    expect(await listSolverIds(poster)).toEqual([bidder.user.id, own.user.id]);
  });
});

describe('own bids (product 4.11, 7.6)', () => {
  const CLOSED = 'This problem is not open for bids any more.';
  const change = { amount: 90, estimatedDays: 2, message: 'I have read it once more: it is a smaller thing.' };

  async function createBid() {
    const { poster, problem, solvers, bids } = await problemWithBids(test, 1);
    return { poster, problem, solver: solvers[0] ?? poster, id: bids[0]?._id ?? '' };
  }

  it('can be changed while pending, except for fields that only the server sets', async () => {
    const { poster, problem, solver, id } = await createBid();
    const forged = { status: 'accepted', solverId: poster.user.id, problemId: id, createdAt: 0, reason: 'forged' };
    const bid = getBid(await putBid(test, solver, id, '', { ...change, ...forged }));
    expect(bid).toMatchObject({ ...change, _id: id, problemId: problem.id, status: 'pending', reason: null });
    expect(bid.solver._id).toBe(solver.user.id);
    expect(Date.parse(bid.updatedAt)).toBeGreaterThanOrEqual(Date.parse(bid.createdAt));
    expect(await readProblemState(test, problem.id)).toMatchObject({
      problem: { bidCount: 1 },
      bids: [change],
      notifications: [{}],
    });
  });

  it.each(['accepted', 'rejected', 'withdrawn'] as const)('cannot be changed or withdrawn after they were %s', async (status) => {
    const { poster, problem, solver, id } = await createBid();
    const call = { accepted: 'accept', rejected: 'reject', withdrawn: 'withdraw' }[status];
    await putBid(test, status === 'withdrawn' ? solver : poster, id, call);
    for (const late of ['', 'withdraw'])
      expect(await putBid(test, solver, id, late, change)).toMatchObject(conflictResponse(`This bid was ${status}.`));
    const state = await readProblemState(test, problem.id);
    expect(state).toMatchObject({ bids: [{ ...goodBid, status }], problem: { bidCount: state.counted } });
  });

  it('can be withdrawn, but not changed, on a closed problem', async () => {
    const { problem, solver, id } = await createBid();
    await test.db.update(problems).set({ status: 'closed' }).where(eq(problems.id, problem.id));
    expect(await putBid(test, solver, id, '', change)).toMatchObject(conflictResponse(CLOSED));
    expect(getBid(await putBid(test, solver, id, 'withdraw')).status).toBe('withdrawn');
    expect(await readProblemState(test, problem.id)).toMatchObject({ problem: { bidCount: 0, status: 'closed' }, counted: 0 });
  });
});

describe('files of bids (product 5.8)', () => {
  const INVALID = { status: 422, body: { code: 'invalid', errors: { attachments: 'Please upload the file again' } } };

  let poster: TestCaller;
  let solver: TestCaller;
  let problemId: string;
  beforeEach(async () => {
    poster = await test.signedIn('seeker');
    solver = await test.signedIn('solver');
    problemId = (await addProblem(test, poster)).id;
  });

  const attach = async (as: TestCaller, name: string): Promise<string> =>
    getStoredFile(await upload(test, as, [{ name, type: 'text/plain', content: Buffer.from(name) }], '?purpose=attachment'))._id;
  const read = (url: string, headers: Record<string, string> = {}) => test.app.inject({ method: 'GET', url, headers });
  const exists = async (id: string) => (await test.db.$count(files, eq(files.id, id))) > 0;
  // Links change every ten seconds.
  const withoutLinks = (attached: StoredFile[]) => attached.map(({ url, ...file }) => ({ ...file, path: url.split('?')[0] }));

  it('are listed in order, with links', async () => {
    const [one, two] = [await attach(solver, 'plan.txt'), await attach(solver, 'sums.csv')];
    const bid = getBid(await placeBid(test, solver, problemId, { attachments: [two, one] }));
    expect(withoutLinks(bid.files)).toEqual([
      { _id: two, path: `/api/files/${two}`, name: 'sums.csv', size: 8, mimeType: 'text/csv' },
      { _id: one, path: `/api/files/${one}`, name: 'plan.txt', size: 8, mimeType: 'text/plain' },
    ]);
    expect((await read(bid.files[1]?.url ?? '')).body).toBe('plan.txt');
    const seen = await test.request('GET', `/api/bids?problemId=${problemId}`, { as: poster });
    expect(seen.body['bids']).toMatchObject([{ files: [{ _id: two }, { _id: one }] }]);
    const page = await test.request('GET', `/api/problems/${problemId}`, { as: solver });
    expect(page.body['problem']).toMatchObject({ myBid: { files: [{ _id: two }, { _id: one }] } });
  });

  it('are readable only by solver and poster, however old they are', async () => {
    const id = await attach(solver, 'plan.txt');
    await placeBid(test, solver, problemId, { attachments: [id] });
    const old = { createdAt: new Date(0) };
    await test.db.update(files).set(old).where(eq(files.id, id));
    // Each upload deletes unused old files.
    await attach(solver, 'another.txt');
    const rival = await test.signedIn('solver');
    await placeBid(test, rival, problemId);
    for (const { headers } of [poster, solver]) expect((await read(`/api/files/${id}`, headers)).statusCode).toBe(200);
    for (const headers of [{}, rival.headers]) expect((await read(`/api/files/${id}`, headers)).statusCode).toBe(404);
    const requestLink = async (as: TestCaller) => (await test.request('GET', `/api/files/${id}/link`, { as })).status;
    expect([await requestLink(poster), await requestLink(solver), await requestLink(rival)]).toEqual([200, 200, 404]);
  });

  it('stay if a change does not list them, and are deleted if removed from the list', async () => {
    const [kept, removed] = [await attach(solver, 'kept.txt'), await attach(solver, 'gone.txt')];
    const { _id } = getBid(await placeBid(test, solver, problemId, { attachments: [kept, removed] }));
    expect(getBid(await putBid(test, solver, _id, '', goodBid)).files.map(({ name }) => name)).toEqual(['kept.txt', 'gone.txt']);
    const more = await attach(solver, 'more.txt');
    const changed = getBid(await putBid(test, solver, _id, '', { ...goodBid, attachments: [more, kept] }));
    expect(changed.files.map(({ name }) => name)).toEqual(['more.txt', 'kept.txt']);
    expect([await exists(kept), await exists(removed)]).toEqual([true, false]);
    expect(getBid(await putBid(test, solver, _id, '', { ...goodBid, attachments: [] })).files).toEqual([]);
  });

  it('must be unattached uploads of the solver', async () => {
    const [foreign, own] = [await attach(poster, 'theirs.txt'), await attach(solver, 'own.txt')];
    expect(await placeBid(test, solver, problemId, { attachments: [foreign] })).toMatchObject(INVALID);
    await placeBid(test, solver, problemId, { attachments: [own] });
    const second = (await addProblem(test, poster)).id;
    expect(await placeBid(test, solver, second, { attachments: [own] })).toMatchObject(INVALID);
  });
});
