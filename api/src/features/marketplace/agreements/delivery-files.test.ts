import { eq } from 'drizzle-orm';
import { files } from '../../files/schema.ts';
import { act, agreementNow, agreementOf, underWay } from '../../../testing/agreements.ts';
import type { UnderWay } from '../../../testing/agreements.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { fileIn, upload } from '../../../testing/uploads.ts';
import { goodProblem } from '../../../testing/problems.ts';

const WORDS = 'rows: 2 000 000';

let test: TestApp;
let its: UnderWay;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  its = await underWay(test);
});
afterAll(() => test.close());

async function uploaded(as: TestCaller, name = 'rows.txt'): Promise<string> {
  const part = { name, type: 'text/plain', content: Buffer.from(`${WORDS} ${name}`) };
  return fileIn(await upload(test, as, [part], '?purpose=attachment'))._id;
}
const deliver = (given: string[], as = its.solver) => act(test, as, its.id, 'PUT deliver', { note: 'Done', files: given });
const REFUSED = { status: 422, body: { errors: { files: 'Please upload the file again' } } };

describe('files of a delivery', () => {
  it('come with it in their order, by links that whoever has one reads', async () => {
    const [first, second] = [await uploaded(its.solver), await uploaded(its.solver, 'more.txt')];
    const { delivery } = agreementOf(await deliver([second, first, second]));
    expect(delivery?.files.map(({ name }) => name)).toEqual(['more.txt', 'rows.txt']);
    const { body, headers } = await test.app.inject(delivery?.files[1]?.url ?? '');
    expect(body).toContain(WORDS);
    expect(headers['cache-control']).toMatch(/^private/);
  });

  it('are for the two alone', async () => {
    const id = await uploaded(its.solver);
    await deliver([id]);
    const stranger = await underWay(test);
    const read = async (as?: TestCaller) => (await test.ask('GET', `/api/files/${id}`, { as })).status;
    const link = async (as?: TestCaller) => (await test.ask('GET', `/api/files/${id}/link`, { as })).status;
    for (const as of [its.seeker, its.solver]) expect([await read(as), await link(as)]).toEqual([200, 200]);
    for (const as of [stranger.seeker, stranger.solver]) expect([await read(as), await link(as)]).toEqual([404, 404]);
    expect([await read(), await link()]).toEqual([404, 401]);
  });

  it('are nobody else’s, and in nothing else', async () => {
    const id = await uploaded(its.solver);
    await deliver([id]);
    const other = await underWay(test);
    expect(await act(test, other.solver, other.id, 'PUT deliver', { note: 'Done', files: [id] })).toMatchObject(REFUSED);
    expect(await agreementNow(test, other)).toMatchObject({ status: 'accepted', delivery: null });
    await test.ask('PUT', '/api/auth/switch-role', { as: its.solver, payload: { role: 'seeker', expertiseAreas: ['Go'] } });
    const posted = await test.ask('POST', '/api/problems', { as: its.solver, payload: { ...goodProblem, attachments: [id] } });
    expect(posted).toMatchObject({ status: 422, body: { errors: { attachments: 'Please upload the file again' } } });
  });

  it('are what the solver uploaded, and is in nothing yet', async () => {
    const foreign = await uploaded(its.seeker);
    const taken = await uploaded(its.seeker, 'taken.txt');
    await test.ask('POST', '/api/problems', { as: its.seeker, payload: { ...goodProblem, attachments: [taken] } });
    for (const id of [foreign, taken, its.id]) expect(await deliver([id])).toMatchObject(REFUSED);
    expect(await deliver(['no-id'])).toMatchObject({ status: 422 });
    expect(await agreementNow(test, its)).toMatchObject({ status: 'accepted', delivery: null });
    const six = await Promise.all(Array.from({ length: 6 }, (_, number) => uploaded(its.solver, `${number}.txt`)));
    expect(await deliver(six)).toMatchObject({ status: 422, body: { errors: { files: 'You can attach up to 5 files' } } });
  });

  it('are not swept away with attachments that nobody took', async () => {
    const id = await uploaded(its.solver);
    await deliver([id]);
    await test.db
      .update(files)
      .set({ createdAt: new Date(0) })
      .where(eq(files.id, id));
    await uploaded(its.solver, 'later.txt');
    expect(await test.db.$count(files, eq(files.id, id))).toBe(1);
  });

  it('sent again after that are new files', async () => {
    const id = await uploaded(its.solver);
    await deliver([id]);
    expect(await uploaded(its.solver)).not.toBe(id);
  });
});
