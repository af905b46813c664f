import { eq } from 'drizzle-orm';
import type { StoredFile } from '@solvent/contracts';
import { files } from '../../files/schema.ts';
import { bidFiles } from '../schema.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { addProblem, bidOf, goodBid, place, put } from '../../../testing/bids.ts';
import { goodProblem } from '../../../testing/problems.ts';
import { fileIn, upload } from '../../../testing/uploads.ts';

const REFUSED = { status: 422, body: { code: 'invalid', errors: { attachments: 'Please upload the file again' } } };

let test: TestApp;
let poster: TestCaller;
let solver: TestCaller;
let problemId: string;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  poster = await test.signedIn('seeker');
  solver = await test.signedIn('solver');
  problemId = (await addProblem(test, poster)).id;
});
afterAll(() => test.close());

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
