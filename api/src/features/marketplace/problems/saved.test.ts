import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { buildProblem } from '../../../testing/problems.ts';

const MISSING = '01a1fc95-ef6f-7d45-9534-3c29a6ff569d';

let test: TestApp;
let posterId: string;
let reader: TestCaller;
beforeAll(async () => {
  test = await createTestApp();
  posterId = (await test.user()).id;
});
beforeEach(async () => {
  reader = await test.signedIn('solver');
});
afterAll(() => test.close());

const add = (title: string, given = {}) => buildProblem(test.db, posterId, { title, ...given });
const save = (id: string, as: TestCaller | undefined = reader) => test.ask('PUT', `/api/problems/${id}/save`, { as });
const forget = (id: string) => test.ask('DELETE', `/api/problems/${id}/save`, { as: reader });
const saved = async (query = '', as = reader) => (await test.ask('GET', `/api/problems/saved${query}`, { as })).body;

describe('saved problems', () => {
  it('are listed with the latest saved first, closed ones too', async () => {
    const older = await add('saved last');
    const newer = await add('saved first', { status: 'closed' });
    expect(await save(newer.id)).toMatchObject({ status: 200, body: { status: true } });
    await save(older.id);
    expect(await saved()).toMatchObject({
      problems: [
        { _id: older.id, title: 'saved last', savedByMe: true },
        { title: 'saved first', status: 'closed', savedByMe: true },
      ],
      total: 2,
      page: 1,
      totalPages: 1,
    });
    expect(await saved('?page=2&limit=1')).toMatchObject({ problems: [{ title: 'saved first' }], total: 2, totalPages: 2 });
  });

  it('are saved once, and stay in their place', async () => {
    const [first, second] = [await add('first'), await add('second')];
    await save(first.id);
    await save(second.id);
    await Promise.all(Array.from({ length: 5 }, () => save(first.id)));
    expect(await saved()).toMatchObject({ problems: [{ title: 'second' }, { title: 'first' }], total: 2 });
  });

  it('are let go of, also twice', async () => {
    const { id } = await add('let go');
    await save(id);
    expect((await forget(id)).status).toBe(200);
    expect((await forget(id)).status).toBe(200);
    expect(await saved()).toMatchObject({ problems: [], total: 0, totalPages: 1 });
  });

  it('are told of on the page and in every list, to who saved them alone', async () => {
    const { id } = await add('seen as saved');
    await add('not saved');
    await save(id);
    const other = await test.signedIn('seeker');
    for (const [as, is] of [
      [reader, true],
      [other, false],
      [undefined, false],
    ] as const) {
      expect((await test.ask('GET', `/api/problems/${id}`, { as })).body['problem']).toMatchObject({ savedByMe: is });
      for (const list of [
        '/api/problems?limit=2',
        `/api/problems/user?userId=${posterId}&limit=2`,
        '/api/problems?search=saved&limit=2',
      ])
        expect((await test.ask('GET', list, { as })).body['problems']).toMatchObject([
          { title: 'not saved', savedByMe: false },
          { title: 'seen as saved', savedByMe: is },
        ]);
    }
    expect(await saved('', other)).toMatchObject({ total: 0 });
  });

  it('must exist', async () => {
    expect(await save(MISSING)).toMatchObject({ status: 404, body: { message: 'This problem does not exist.' } });
    expect((await save('nothing')).status).toBe(404);
  });

  it('are for the signed-in, and page as all lists do', async () => {
    const { id } = await add('for others');
    for (const [method, url] of [
      ['GET', '/api/problems/saved'],
      ['PUT', `/api/problems/${id}/save`],
      ['DELETE', `/api/problems/${id}/save`],
    ] as const)
      expect(await test.ask(method, url)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    expect(await saved('?page=0')).toMatchObject({ errors: { page: 'Pages count from 1' } });
    expect((await test.ask('HEAD', '/api/problems/saved', { as: reader })).status).toBe(200);
  });
});
