import { eq } from 'drizzle-orm';
import type { FastifyError } from 'fastify';
import type { OwnedModule, Purchase, Receipt } from '@solvent/contracts';
import { files, modulePurchases, modules, savedModules } from '../../schema/index.ts';
import { addVersion, buildModule, buildPurchase, download, MISSING_MODULE } from '../../testing/modules.ts';
import { buy } from '../../testing/published-modules.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { setUpEach } from '../../testing/set-up.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { toAppError } from '../../platform/errors/error-handler.ts';

const test = setUpTestApp();

describe('owned modules (product 2.45, 3.30, 7.18)', () => {
  let author: TestCaller;
  beforeAll(async () => {
    author = await test.signedIn('solver', { name: 'Lena Vogt' });
  });
  const buyer = setUpEach(() => test.signedIn('seeker', { name: 'Maya Okafor' }));

  async function listOwned(as = buyer, query = ''): Promise<OwnedModule[]> {
    const { status, body } = await test.request('GET', `/api/modules/purchased${query}`, { as });
    if (status !== 200) throw new Error(`${status}`);
    // The response schema guarantees it.
    return body['modules'] as OwnedModule[];
  }

  /** Stores a version and makes it the current one. */
  async function release(id: string, version: string): Promise<void> {
    await addVersion(test, { id, authorId: author.user.id }, { version, notes: `New in ${version}` });
    await test.db.update(modules).set({ version }).where(eq(modules.id, id));
  }

  describe('GET /api/modules/purchased', () => {
    it('lists purchases with the bought and the included version, without an update before a download', async () => {
      const { id } = await buildModule(test, author, { title: 'Maps', priceCents: 1900 });
      await buy(test, buyer, id);
      await release(id, '1.1.0');
      const purchase = { version: '1.0.0', license: 'standard', priceCents: 1900, testMode: true };
      const included = { version: '1.1.0', sizeBytes: 1000, notes: 'New in 1.1.0' };
      expect(await listOwned()).toMatchObject([
        { id, title: 'Maps', version: '1.1.0', purchase, included, downloaded: null, hasUpdate: false },
      ]);
    });

    it('shows an update when a version is newer than the last download', async () => {
      const { id } = await buildModule(test, author, { priceCents: 1900 });
      await buy(test, buyer, id);
      await download(test, id, buyer);
      expect(await listOwned()).toMatchObject([{ downloaded: '1.0.0', hasUpdate: false }]);
      await release(id, '1.10.0');
      expect(await listOwned()).toMatchObject([{ downloaded: '1.0.0', hasUpdate: true, included: { version: '1.10.0' } }]);
      // The highest version of the same day counts.
      await download(test, id, buyer);
      await download(test, id, buyer, {}, '?version=1.0.0');
      expect(await listOwned()).toMatchObject([{ downloaded: '1.10.0', hasUpdate: false }]);
      await release(id, '1.9.0');
      expect(await listOwned()).toMatchObject([{ downloaded: '1.10.0', hasUpdate: false, included: { version: '1.10.0' } }]);
    });

    it('includes updates within the purchased major version, but not later ones', async () => {
      const { id } = await buildModule(test, author, { priceCents: 1900, version: '1.2.0' });
      await buy(test, buyer, id);
      await download(test, id, buyer);
      await release(id, '1.3.0');
      await release(id, '2.0.0');
      expect(await listOwned()).toMatchObject([{ version: '2.0.0', included: { version: '1.3.0' }, hasUpdate: true }]);
      const later = await test.signedIn('seeker');
      await buy(test, later, id);
      expect(await listOwned(later)).toMatchObject([{ purchase: { version: '2.0.0' }, included: { version: '2.0.0' } }]);
    });

    it('lists free published modules that the user downloaded, without a purchase', async () => {
      const { id } = await buildModule(test, author, { title: 'Dark Mode' });
      const hidden = await buildModule(test, author, { title: 'Hidden' });
      for (const one of [id, hidden.id]) await download(test, one, buyer);
      await download(test, id);
      await test.db.update(modules).set({ status: 'unpublished' }).where(eq(modules.id, hidden.id));
      expect(await listOwned()).toMatchObject([
        { id, purchase: null, downloaded: '1.0.0', since: expect.stringMatching(/T00:00:00/) },
      ]);
      expect(await listOwned(author)).toEqual([]);
    });

    it('lists a purchase once, also after the module becomes free or is deleted', async () => {
      const { id } = await buildModule(test, author, { priceCents: 1900 });
      await buy(test, buyer, id);
      await download(test, id, buyer);
      await test.db.update(modules).set({ priceCents: 0 }).where(eq(modules.id, id));
      expect(await listOwned()).toHaveLength(1);
      await test.db.update(modules).set({ status: 'unpublished', deletedAt: new Date() }).where(eq(modules.id, id));
      expect(await listOwned()).toMatchObject([{ id, status: 'unpublished', purchase: { priceCents: 1900 } }]);
    });

    it('is paginated, the latest first', async () => {
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
      expect((await listOwned(buyer, '?limit=2')).map(({ id }) => id)).toEqual(ids.slice(0, 2));
      expect((await listOwned(buyer, '?limit=2&page=2')).map(({ id }) => id)).toEqual(ids.slice(2));
      expect(await listOwned(buyer, '?limit=2&page=9')).toEqual([]);
    });
  });

  describe('GET /api/modules/purchased/:id', () => {
    async function bought(license = 'standard') {
      const { id } = await buildModule(test, author, { title: 'Maps', priceCents: 1950 });
      await buy(test, buyer, id, license);
      const [module] = await listOwned();
      const purchase: Purchase | null | undefined = module?.purchase;
      return { id, purchaseId: purchase?._id ?? '' };
    }
    const fetchReceipt = (purchaseId: string, as: TestCaller) =>
      test.request('GET', `/api/modules/purchased/${purchaseId}`, { as });

    it('returns the receipt only to its buyer', async () => {
      const { id, purchaseId } = await bought('extended');
      await test.db.update(modules).set({ title: 'Renamed since' }).where(eq(modules.id, id));
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
      expect((await fetchReceipt(purchaseId, buyer)).body).toEqual({ status: true, receipt });
      for (const as of [author, await test.signedIn('seeker')]) expect((await fetchReceipt(purchaseId, as)).status).toBe(404);
      expect((await fetchReceipt('no-id', buyer)).status).toBe(404);
    });

    it('returns a unique number for each purchase', async () => {
      const numbers = new Set<string>();
      for (let count = 0; count < 20; count += 1) await bought();
      for (const { purchase } of await listOwned(buyer, '?limit=100')) numbers.add(purchase?.receipt ?? '');
      expect(numbers.size).toBe(20);
    });
  });
});

describe('saved modules (product 7.10)', () => {
  let author: TestCaller;
  beforeAll(async () => {
    author = await test.signedIn('solver');
  });
  const reader = setUpEach(() => test.signedIn('seeker'));

  const fail = () => {
    throw new Error('The statement did not fail');
  };
  const add = (title: string) => buildModule(test, author, { title, priceCents: 900 });
  const save = (id: string, as = reader) => test.request('PUT', `/api/modules/${id}/save`, { as });
  const unsave = (id: string) => test.request('DELETE', `/api/modules/${id}/save`, { as: reader });
  const saved = async (query = '', as = reader) => (await test.request('GET', `/api/modules/saved${query}`, { as })).body;

  it('are saved once, by id or slug, and listed with the latest saved first', async () => {
    const [first, second] = [await add('first'), await add('second')];
    expect(await save(first.slug)).toMatchObject({ status: 200, body: { status: true } });
    await save(second.id);
    await Promise.all(Array.from({ length: 5 }, () => save(first.id)));
    const both = { modules: [{ title: 'second' }, { title: 'first' }], page: 1, limit: 12, totalPages: 1 };
    expect(await saved()).toMatchObject(both);
    expect(await saved('?limit=1&page=2')).toMatchObject({ modules: [{ title: 'first' }], totalPages: 2 });
  });

  it('are removed idempotently, and are private', async () => {
    const { id } = await add('removed');
    const other = await test.signedIn('solver');
    await save(id);
    await save(id, other);
    expect((await unsave(id)).status).toBe(200);
    expect((await unsave(id)).status).toBe(200);
    expect(await saved()).toMatchObject({ modules: [], totalPages: 1 });
    expect(await saved('', other)).toMatchObject({ modules: [{ title: 'removed' }] });
  });

  it('are left out while the user cannot see them', async () => {
    const [bought, hidden] = [await add('bought'), await add('hidden')];
    await save(bought.id);
    await save(hidden.id);
    await buildPurchase(test, bought.id, reader);
    for (const { id } of [bought, hidden]) await test.db.update(modules).set({ status: 'unpublished' }).where(eq(modules.id, id));
    expect(await saved()).toMatchObject({ modules: [{ title: 'bought' }], totalPages: 1 });
    await test.db.update(modules).set({ status: 'published' }).where(eq(modules.id, hidden.id));
    expect(await saved()).toMatchObject({ modules: [{ title: 'hidden' }, { title: 'bought' }] });
  });

  it('report a module that is deleted concurrently', async () => {
    const row = { userId: reader.user.id, moduleId: MISSING_MODULE, savedAt: new Date() };
    const failed: FastifyError = await test.db
      .insert(savedModules)
      .values(row)
      .then(fail, (error) => error);
    expect(toAppError(failed)).toMatchObject({ code: 'not_found', message: 'What this is about was deleted just now.' });
    // Deleting a referenced row is a bug of the server.
    const referenced: FastifyError = await test.db
      .delete(files)
      .where(eq(files.id, (await add('x')).fileId))
      .then(fail, (error) => error);
    expect(toAppError(referenced)).toMatchObject({ code: 'internal' });
  });
});
