import { eq } from 'drizzle-orm';
import type { FastifyError } from 'fastify';
import type { OwnedModule, Purchase, Receipt } from '@solvent/contracts';
import { modulePurchases, modules, savedModules } from './schema.ts';
import { addVersion, buildModule, buildPurchase, download, MISSING_MODULE } from '../../testing/modules.ts';
import { buy } from '../../testing/published-modules.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { files } from '../files/schema.ts';
import { toAppError } from '../../platform/errors/error-handler.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

describe('owned modules (product 2.45, 3.30, 7.18)', () => {
  let author: TestCaller;
  let buyer: TestCaller;
  beforeAll(async () => {
    author = await test.signedIn('solver', { name: 'Lena Vogt' });
  });
  beforeEach(async () => {
    buyer = await test.signedIn('seeker', { name: 'Maya Okafor' });
  });

  async function owned(as = buyer, query = ''): Promise<OwnedModule[]> {
    const { status, body } = await test.request('GET', `/api/modules/purchased${query}`, { as });
    if (status !== 200) throw new Error(`${status}`);
    // The answer's schema lets nothing else out.
    return body['modules'] as OwnedModule[];
  }

  /** Stores a further version, and makes it the one that the module's page is about. */
  async function release(id: string, version: string): Promise<void> {
    await addVersion(test, { id, authorId: author.user.id }, { version, notes: `New in ${version}` });
    await test.db.update(modules).set({ version }).where(eq(modules.id, id));
  }

  describe('GET /api/modules/purchased', () => {
    it('has what was bought, with the version of then, the newest, and no word of an update before a download', async () => {
      const { id } = await buildModule(test, author, { title: 'Maps', priceCents: 1900 });
      await buy(test, buyer, id);
      await release(id, '1.1.0');
      const purchase = { version: '1.0.0', license: 'standard', priceCents: 1900, testMode: true };
      const included = { version: '1.1.0', sizeBytes: 1000, notes: 'New in 1.1.0' };
      expect(await owned()).toMatchObject([
        { id, title: 'Maps', version: '1.1.0', purchase, included, downloaded: null, hasUpdate: false },
      ]);
    });

    it('tells of an update once something newer than the last download is there, until that is downloaded', async () => {
      const { id } = await buildModule(test, author, { priceCents: 1900 });
      await buy(test, buyer, id);
      await download(test, id, buyer);
      expect(await owned()).toMatchObject([{ downloaded: '1.0.0', hasUpdate: false }]);
      await release(id, '1.10.0');
      expect(await owned()).toMatchObject([{ downloaded: '1.0.0', hasUpdate: true, included: { version: '1.10.0' } }]);
      // On the same day, and then an older one again: it is the highest that counts.
      await download(test, id, buyer);
      await download(test, id, buyer, {}, '?version=1.0.0');
      expect(await owned()).toMatchObject([{ downloaded: '1.10.0', hasUpdate: false }]);
      await release(id, '1.9.0');
      expect(await owned()).toMatchObject([{ downloaded: '1.10.0', hasUpdate: false, included: { version: '1.10.0' } }]);
    });

    it('includes updates within the major version that was bought; a later one is no update', async () => {
      const { id } = await buildModule(test, author, { priceCents: 1900, version: '1.2.0' });
      await buy(test, buyer, id);
      await download(test, id, buyer);
      await release(id, '1.3.0');
      await release(id, '2.0.0');
      expect(await owned()).toMatchObject([{ version: '2.0.0', included: { version: '1.3.0' }, hasUpdate: true }]);
      const later = await test.signedIn('seeker');
      await buy(test, later, id);
      expect(await owned(later)).toMatchObject([{ purchase: { version: '2.0.0' }, included: { version: '2.0.0' } }]);
    });

    it('has free modules that were downloaded as got, not bought; not those of visitors, nor one that left the catalogue', async () => {
      const { id } = await buildModule(test, author, { title: 'Dark Mode' });
      const gone = await buildModule(test, author, { title: 'Gone' });
      for (const one of [id, gone.id]) await download(test, one, buyer);
      await download(test, id);
      await test.db.update(modules).set({ status: 'unpublished' }).where(eq(modules.id, gone.id));
      expect(await owned()).toMatchObject([
        { id, purchase: null, downloaded: '1.0.0', since: expect.stringMatching(/T00:00:00/) },
      ]);
      expect(await owned(author)).toEqual([]);
    });

    it('keeps what was bought, whatever became of it, once: also as a free one that was downloaded', async () => {
      const { id } = await buildModule(test, author, { priceCents: 1900 });
      await buy(test, buyer, id);
      await download(test, id, buyer);
      await test.db.update(modules).set({ priceCents: 0 }).where(eq(modules.id, id));
      expect(await owned()).toHaveLength(1);
      await test.db.update(modules).set({ status: 'unpublished', deletedAt: new Date() }).where(eq(modules.id, id));
      expect(await owned()).toMatchObject([{ id, status: 'unpublished', purchase: { priceCents: 1900 } }]);
    });

    it('is read page by page, the latest first', async () => {
      const ids: string[] = [];
      for (let day = 1; day <= 3; day += 1) {
        const { id } = await buildModule(test, author, { priceCents: 1900 });
        await buildPurchase(test, id, buyer);
        const createdAt = new Date(Date.UTC(2026, 10, day));
        await test.db.update(modulePurchases).set({ createdAt }).where(eq(modulePurchases.moduleId, id));
        ids.unshift(id);
      }
      const { body } = await test.request('GET', '/api/modules/purchased?limit=2', { as: buyer });
      expect(body).toMatchObject({ page: 1, limit: 2, totalPages: 2 });
      expect((await owned(buyer, '?limit=2')).map(({ id }) => id)).toEqual(ids.slice(0, 2));
      expect((await owned(buyer, '?limit=2&page=2')).map(({ id }) => id)).toEqual(ids.slice(2));
      expect(await owned(buyer, '?limit=2&page=9')).toEqual([]);
    });
  });

  describe('GET /api/modules/purchased/:id', () => {
    async function bought(license = 'standard') {
      const { id } = await buildModule(test, author, { title: 'Maps', priceCents: 1950 });
      await buy(test, buyer, id, license);
      const [module] = await owned();
      const purchase: Purchase | null | undefined = module?.purchase;
      return { id, purchaseId: purchase?._id ?? '' };
    }
    const receiptOf = (purchaseId: string, as: TestCaller) => test.request('GET', `/api/modules/purchased/${purchaseId}`, { as });

    it('is the receipt, for its buyer alone: its number, who bought what from whom, under which licence, for how much', async () => {
      const { id, purchaseId } = await bought('extended');
      await test.db.update(modules).set({ title: 'Called otherwise since' }).where(eq(modules.id, id));
      const receipt: Receipt = {
        purchase: {
          _id: purchaseId,
          moduleId: id,
          receipt: expect.stringMatching(/^R-2\d{7}-[2-9A-HJKMNP-Z]{10}$/),
          license: 'extended',
          version: '1.0.0',
          priceCents: 5850,
          testMode: true,
          createdAt: expect.stringMatching(/Z$/),
        },
        title: 'Maps',
        buyer: 'Maya Okafor',
        seller: { _id: author.user.id, name: 'Lena Vogt', image: null },
      };
      expect((await receiptOf(purchaseId, buyer)).body).toEqual({ status: true, receipt });
      for (const as of [author, await test.signedIn('seeker')]) expect((await receiptOf(purchaseId, as)).status).toBe(404);
      expect((await receiptOf('no-id', buyer)).status).toBe(404);
    });

    it('has one number for each purchase', async () => {
      const numbers = new Set<string>();
      for (let count = 0; count < 20; count += 1) await bought();
      for (const { purchase } of await owned(buyer, '?limit=100')) numbers.add(purchase?.receipt ?? '');
      expect(numbers.size).toBe(20);
    });
  });
});

describe('saved modules (product 7.10)', () => {
  let author: TestCaller;
  let reader: TestCaller;
  beforeAll(async () => {
    author = await test.signedIn('solver');
  });
  beforeEach(async () => {
    reader = await test.signedIn('seeker');
  });

  const fail = () => {
    throw new Error('It did not fail');
  };
  const add = (title: string) => buildModule(test, author, { title, priceCents: 900 });
  const save = (id: string, as = reader) => test.request('PUT', `/api/modules/${id}/save`, { as });
  const forget = (id: string) => test.request('DELETE', `/api/modules/${id}/save`, { as: reader });
  const saved = async (query = '', as = reader) => (await test.request('GET', `/api/modules/saved${query}`, { as })).body;

  describe('saved modules', () => {
    it('are saved once, by id or slug, and listed with the latest saved first', async () => {
      const [first, second] = [await add('first'), await add('second')];
      expect(await save(first.slug)).toMatchObject({ status: 200, body: { status: true } });
      await save(second.id);
      await Promise.all(Array.from({ length: 5 }, () => save(first.id)));
      const both = { modules: [{ title: 'second' }, { title: 'first' }], page: 1, limit: 12, totalPages: 1 };
      expect(await saved()).toMatchObject(both);
      expect(await saved('?limit=1&page=2')).toMatchObject({ modules: [{ title: 'first' }], totalPages: 2 });
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
  });
});
