import { eq } from 'drizzle-orm';
import type { FastifyError } from 'fastify';
import { files } from '../files/schema.ts';
import { modules, savedModules } from './schema.ts';
import { toAppError } from '../../platform/errors/error-handler.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { buildModule, buildPurchase, MISSING_MODULE } from '../../testing/modules.ts';

let test: TestApp;
let author: TestCaller;
let reader: TestCaller;
beforeAll(async () => {
  test = await createTestApp();
  author = await test.signedIn('solver');
});
beforeEach(async () => {
  reader = await test.signedIn('seeker');
});
afterAll(() => test.close());

const fail = () => {
  throw new Error('It did not fail');
};
const add = (title: string) => buildModule(test, author, { title, priceCents: 900 });
const save = (id: string, as = reader) => test.ask('PUT', `/api/modules/${id}/save`, { as });
const forget = (id: string) => test.ask('DELETE', `/api/modules/${id}/save`, { as: reader });
const saved = async (query = '', as = reader) => (await test.ask('GET', `/api/modules/saved${query}`, { as })).body;

describe('saved modules', () => {
  it('are listed with the latest saved first, by id or slug', async () => {
    const [first, second] = [await add('first'), await add('second')];
    expect(await save(first.slug)).toMatchObject({ status: 200, body: { status: true } });
    await save(second.id);
    expect(await saved()).toMatchObject({
      modules: [{ title: 'second' }, { title: 'first' }],
      page: 1,
      limit: 12,
      totalPages: 1,
    });
    expect(await saved('?limit=1&page=2')).toMatchObject({ modules: [{ title: 'first' }], totalPages: 2 });
  });

  it('are saved once, and stay in their place', async () => {
    const [first, second] = [await add('first'), await add('second')];
    await save(first.id);
    await save(second.id);
    await Promise.all(Array.from({ length: 5 }, () => save(first.id)));
    expect(await saved()).toMatchObject({ modules: [{ title: 'second' }, { title: 'first' }] });
  });

  it('are let go of, also twice, and are one’s own', async () => {
    const { id } = await add('let go');
    const other = await test.signedIn('solver');
    await save(id);
    await save(id, other);
    expect((await forget(id)).status).toBe(200);
    expect((await forget(id)).status).toBe(200);
    expect(await saved()).toMatchObject({ modules: [], totalPages: 1 });
    expect(await saved('', other)).toMatchObject({ modules: [{ title: 'let go' }] });
  });

  it('are left out while one may not see them', async () => {
    const [bought, gone] = [await add('bought'), await add('gone')];
    await save(bought.id);
    await save(gone.id);
    await buildPurchase(test, bought.id, reader);
    for (const { id } of [bought, gone]) await test.db.update(modules).set({ status: 'unpublished' }).where(eq(modules.id, id));
    expect(await saved()).toMatchObject({ modules: [{ title: 'bought' }], totalPages: 1 });
    await test.db.update(modules).set({ status: 'published' }).where(eq(modules.id, gone.id));
    expect(await saved()).toMatchObject({ modules: [{ title: 'gone' }, { title: 'bought' }] });
  });

  it('say so where the module is deleted between two steps', async () => {
    const row = { userId: reader.user.id, moduleId: MISSING_MODULE, savedAt: new Date() };
    const failed: FastifyError = await test.db
      .insert(savedModules)
      .values(row)
      .then(fail, (error) => error);
    expect(toAppError(failed)).toMatchObject({ code: 'not_found', message: 'What this is about was deleted just now.' });
    // Who would delete what others still point to has made a mistake, and not somebody else.
    const pointed: FastifyError = await test.db
      .delete(files)
      .where(eq(files.id, (await add('x')).fileId))
      .then(fail, (error) => error);
    expect(toAppError(pointed)).toMatchObject({ code: 'internal' });
  });

  it('are for the signed-in, and page as all lists do', async () => {
    expect(await test.ask('GET', '/api/modules/saved')).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    expect(await saved('?page=0')).toMatchObject({ errors: { page: 'Pages count from 1' } });
  });
});
