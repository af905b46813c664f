import { sql, eq } from 'drizzle-orm';
import type { StoredFile } from '@solvent/contracts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { goodBid, problemWithBids, put, stored, bidOf, addProblem, place } from '../../../testing/bids.ts';
import { files } from '../../files/schema.ts';
import { bidFiles } from '../schema.ts';
import { goodProblem } from '../../../testing/problems.ts';
import { fileIn, upload } from '../../../testing/uploads.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

describe('callers (product 6.6, 6.9)', () => {
  const MISSING_ID = '00000000-0000-7000-8000-000000000000';

  let callers: Record<string, TestCaller | undefined>;
  let problemId: string;
  let bidId: string;
  beforeAll(async () => {
    const { poster, problem, solvers, bids } = await problemWithBids(test, 2);
    problemId = problem.id;
    bidId = bids[0]?._id ?? '';
    callers = {
      nobody: undefined,
      'another seeker': await test.signedIn('seeker'),
      'another solver': await test.signedIn('solver'),
      'another bidder': solvers[1],
      'its solver': solvers[0],
      'the poster': poster,
    };
  });

  /** Who may not do what, in a matrix; who may is in the tests of each call. */
  const REFUSALS: Record<string, [caller: string, status: number][]> = {
    '': [
      ['nobody', 401],
      ['another seeker', 404],
      ['another solver', 404],
      ['another bidder', 404],
      ['the poster', 403],
    ],
    withdraw: [
      ['nobody', 401],
      ['another seeker', 404],
      ['another solver', 404],
      ['another bidder', 404],
      ['the poster', 403],
    ],
    accept: [
      ['nobody', 401],
      ['another seeker', 404],
      ['another solver', 404],
      ['another bidder', 404],
      ['its solver', 403],
    ],
    reject: [
      ['nobody', 401],
      ['another seeker', 404],
      ['another solver', 404],
      ['another bidder', 404],
      ['its solver', 403],
    ],
    shortlist: [
      ['nobody', 401],
      ['another seeker', 404],
      ['another solver', 404],
      ['another bidder', 404],
      ['its solver', 403],
    ],
  };
  const ROWS = Object.entries(REFUSALS).flatMap(([call, rows]) => rows.map(([caller, status]) => ({ call, caller, status })));

  describe('the calls on a bid', () => {
    it.each(ROWS)('PUT /api/bids/:id/$call by $caller is $status, and changes nothing', async ({ call, caller, status }) => {
      const before = await stored(test, problemId);
      const answer = await put(test, callers[caller], bidId, call, { ...goodBid, amount: 1, reason: 'No', shortlisted: true });
      expect(answer.status).toBe(status);
      expect(await stored(test, problemId)).toEqual({ ...before, having: expect.any(Function) });
    });

    it.each(Object.keys(REFUSALS))(
      'PUT /api/bids/:id/%s of a bid that is not there is the same as of a foreign one',
      async (call) => {
        for (const caller of ['another solver', 'its solver', 'the poster']) {
          const missing = await put(test, callers[caller], MISSING_ID, call, { ...goodBid, shortlisted: true });
          expect(missing).toMatchObject({ status: 404, body: { code: 'not_found', message: 'This bid does not exist.' } });
          expect((await put(test, callers[caller], 'no-id', call, { ...goodBid, shortlisted: true })).status).toBe(404);
        }
        const foreign = await put(test, callers['another solver'], bidId, call, { ...goodBid, shortlisted: true });
        expect(foreign.body).toMatchObject({ code: 'not_found', message: 'This bid does not exist.' });
      },
    );
  });

  describe('GET /api/bids?problemId=', () => {
    it.each([
      ['nobody', []],
      ['another seeker', []],
      ['another solver', []],
      ['its solver', ['its solver']],
      ['another bidder', ['another bidder']],
      ['the poster', ['another bidder', 'its solver']],
    ])('shows %s the bids of %j, and that there are two', async (caller, whose) => {
      const { status, body } = await test.ask('GET', `/api/bids?problemId=${problemId}`, { as: callers[caller] });
      const bids = whose.map((solver) =>
        expect.objectContaining({ solver: expect.objectContaining({ _id: callers[solver]?.user.id }) }),
      );
      expect({ status, body }).toEqual({ status: 200, body: { status: true, bids, count: 2 } });
    });
  });
});

describe('own bids (product 4.11, 7.6)', () => {
  const change = { amount: 90, estimatedDays: 2, message: 'I have read it once more: it is a smaller thing.' };
  const conflict = (message: string) => ({ status: 409, body: { code: 'conflict', message } });

  /** One bid of one solver. */
  async function oneBid() {
    const { poster, problem, solvers, bids } = await problemWithBids(test, 1);
    return { poster, problem, solver: solvers[0] ?? poster, id: bids[0]?._id ?? '' };
  }

  describe('PUT /api/bids/:id', () => {
    it('changes a pending bid, and nothing that only the server decides', async () => {
      const { poster, problem, solver, id } = await oneBid();
      const forged = { status: 'accepted', solverId: poster.user.id, problemId: id, createdAt: 0, reason: 'forged' };
      const bid = bidOf(await put(test, solver, id, '', { ...change, ...forged }));
      expect(bid).toMatchObject({ ...change, _id: id, problemId: problem.id, status: 'pending', reason: null });
      expect(bid.solver._id).toBe(solver.user.id);
      expect(Date.parse(bid.updatedAt)).toBeGreaterThanOrEqual(Date.parse(bid.createdAt));
      expect(await stored(test, problem.id)).toMatchObject({ problem: { bidCount: 1 }, bids: [change], told: [{}] });
    });

    it.each(['accepted', 'rejected', 'withdrawn'] as const)('refuses to change one that was %s', async (status) => {
      const { poster, problem, solver, id } = await oneBid();
      const call = { accepted: 'accept', rejected: 'reject', withdrawn: 'withdraw' }[status];
      await put(test, status === 'withdrawn' ? solver : poster, id, call);
      expect(await put(test, solver, id, '', change)).toMatchObject(conflict(`This bid was ${status}.`));
      expect((await stored(test, problem.id)).bids).toMatchObject([goodBid]);
    });

    it('refuses to change one on a closed problem', async () => {
      const { problem, solver, id } = await oneBid();
      await test.db.execute(sql`UPDATE problems SET status = 'closed' WHERE id = ${problem.id}`);
      const message = 'This problem is not open for bids any more.';
      expect(await put(test, solver, id, '', change)).toMatchObject(conflict(message));
    });
  });

  describe('PUT /api/bids/:id/withdraw', () => {
    it('withdraws a pending bid, which does not count any more', async () => {
      const { problem, solver, id } = await oneBid();
      expect(bidOf(await put(test, solver, id, 'withdraw'))).toMatchObject({ _id: id, status: 'withdrawn' });
      expect(await stored(test, problem.id)).toMatchObject({ problem: { bidCount: 0, status: 'open' }, counted: 0 });
    });

    it('withdraws once', async () => {
      const { problem, solver, id } = await oneBid();
      await put(test, solver, id, 'withdraw');
      expect(await put(test, solver, id, 'withdraw')).toMatchObject(conflict('This bid was withdrawn.'));
      expect(await stored(test, problem.id)).toMatchObject({ problem: { bidCount: 0 }, counted: 0 });
    });

    it('leaves an accepted bid accepted', async () => {
      const { poster, problem, solver, id } = await oneBid();
      await put(test, poster, id, 'accept');
      expect(await put(test, solver, id, 'withdraw')).toMatchObject(conflict('This bid was accepted.'));
      expect(await stored(test, problem.id)).toMatchObject({ problem: { bidCount: 1, status: 'in-progress' }, counted: 1 });
    });

    it('withdraws one on a closed problem too', async () => {
      const { problem, solver, id } = await oneBid();
      await test.db.execute(sql`UPDATE problems SET status = 'closed' WHERE id = ${problem.id}`);
      expect(bidOf(await put(test, solver, id, 'withdraw')).status).toBe('withdrawn');
      expect(await stored(test, problem.id)).toMatchObject({ problem: { bidCount: 0, status: 'closed' } });
    });
  });
});

describe('files of bids (product 5.8)', () => {
  const REFUSED = { status: 422, body: { code: 'invalid', errors: { attachments: 'Please upload the file again' } } };

  let poster: TestCaller;
  let solver: TestCaller;
  let problemId: string;
  beforeEach(async () => {
    poster = await test.signedIn('seeker');
    solver = await test.signedIn('solver');
    problemId = (await addProblem(test, poster)).id;
  });

  const attach = async (as: TestCaller, name: string): Promise<string> =>
    fileIn(await upload(test, as, [{ name, type: 'text/plain', content: Buffer.from(name) }], '?purpose=attachment'))._id;
  const read = (url: string, headers: Record<string, string> = {}) => test.app.inject({ method: 'GET', url, headers });
  const isThere = async (id: string) => (await test.db.$count(files, eq(files.id, id))) > 0;
  /** Made anew every ten seconds. */
  const withoutLinks = (attached: StoredFile[]) => attached.map(({ url, ...file }) => ({ ...file, path: url.split('?')[0] }));

  describe('the files of a bid', () => {
    it('come with it in their order, each with a link that reads it', async () => {
      const [one, two] = [await attach(solver, 'plan.txt'), await attach(solver, 'sums.csv')];
      const bid = bidOf(await place(test, solver, problemId, { attachments: [two, one] }));
      expect(withoutLinks(bid.files)).toEqual([
        { _id: two, path: `/api/files/${two}`, name: 'sums.csv', size: 8, mimeType: 'text/csv' },
        { _id: one, path: `/api/files/${one}`, name: 'plan.txt', size: 8, mimeType: 'text/plain' },
      ]);
      expect((await read(bid.files[1]?.url ?? '')).body).toBe('plan.txt');
      const seen = await test.ask('GET', `/api/bids?problemId=${problemId}`, { as: poster });
      expect(seen.body['bids']).toMatchObject([{ files: [{ _id: two }, { _id: one }] }]);
      const page = await test.ask('GET', `/api/problems/${problemId}`, { as: solver });
      expect(page.body['problem']).toMatchObject({ myBid: { files: [{ _id: two }, { _id: one }] } });
    });

    it('are read by who bid and who asked, and by nobody else', async () => {
      const id = await attach(solver, 'plan.txt');
      await place(test, solver, problemId, { attachments: [id] });
      const rival = await test.signedIn('solver');
      await place(test, rival, problemId);
      for (const { headers } of [poster, solver]) expect((await read(`/api/files/${id}`, headers)).statusCode).toBe(200);
      for (const headers of [{}, rival.headers]) expect((await read(`/api/files/${id}`, headers)).statusCode).toBe(404);
      const linkOf = async (as: TestCaller) => (await test.ask('GET', `/api/files/${id}/link`, { as })).status;
      expect([await linkOf(poster), await linkOf(solver), await linkOf(rival)]).toEqual([200, 200, 404]);
    });

    it('stay when the bid is changed without them; those that it has no more are deleted', async () => {
      const [kept, gone] = [await attach(solver, 'kept.txt'), await attach(solver, 'gone.txt')];
      const { _id } = bidOf(await place(test, solver, problemId, { attachments: [kept, gone] }));
      expect(bidOf(await put(test, solver, _id, '', goodBid)).files.map(({ name }) => name)).toEqual(['kept.txt', 'gone.txt']);
      const more = await attach(solver, 'more.txt');
      const changed = bidOf(await put(test, solver, _id, '', { ...goodBid, attachments: [more, kept] }));
      expect(changed.files.map(({ name }) => name)).toEqual(['more.txt', 'kept.txt']);
      expect([await isThere(kept), await isThere(gone)]).toEqual([true, false]);
      expect(bidOf(await put(test, solver, _id, '', { ...goodBid, attachments: [] })).files).toEqual([]);
    });

    it('are own attachments that belong to nothing else, or there is no bid', async () => {
      const [foreign, own] = [await attach(poster, 'theirs.txt'), await attach(solver, 'own.txt')];
      expect(await place(test, solver, problemId, { attachments: [foreign] })).toMatchObject(REFUSED);
      expect(await place(test, solver, problemId, { attachments: Array.from({ length: 6 }, () => own) })).toMatchObject({
        status: 422,
        body: { errors: { attachments: 'You can attach up to 5 files' } },
      });
      await place(test, solver, problemId, { attachments: [own] });
      const second = (await addProblem(test, poster)).id;
      expect(await place(test, solver, second, { attachments: [own] })).toMatchObject(REFUSED);
      const asSeeker = { ...solver, headers: solver.headers };
      await test.ask('PUT', '/api/auth/switch-role', { as: asSeeker, payload: { expertiseAreas: ['Go'], role: 'seeker' } });
      const posted = await test.ask('POST', '/api/problems', { as: asSeeker, payload: { ...goodProblem, attachments: [own] } });
      expect(posted).toMatchObject(REFUSED);
    });

    it('belong to one of two bids that take them at once', async () => {
      const [id, second] = [await attach(solver, 'plan.txt'), (await addProblem(test, poster)).id];
      const answers = await Promise.all([problemId, second].map((to) => place(test, solver, to, { attachments: [id] })));
      expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 422]);
      expect(await test.db.$count(bidFiles, eq(bidFiles.fileId, id))).toBe(1);
    });

    it('are not taken for uploads that nobody wanted', async () => {
      const id = await attach(solver, 'plan.txt');
      await place(test, solver, problemId, { attachments: [id] });
      await test.db
        .update(files)
        .set({ createdAt: new Date(0) })
        .where(eq(files.id, id));
      await attach(solver, 'another.txt');
      expect(await isThere(id)).toBe(true);
    });
  });
});
