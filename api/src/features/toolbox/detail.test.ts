import { eq } from 'drizzle-orm';
import { files, moduleFigures, moduleMedia, moduleReviews, modules, moduleVersions } from '../../schema/index.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { setUp } from '../../testing/set-up.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { addVersion, buildModule, buildPurchase, download, fetchModule } from '../../testing/modules.ts';
import { storeUpload } from '../../testing/uploads.ts';

const HOUR = 3_600_000;

const test = setUpTestApp();
const author = setUp(() => test.signedIn('solver', { name: 'Lena Vogt' }));

async function addMedia(moduleId: string, kind: 'image' | 'video', position: number) {
  const mimeType = kind === 'image' ? 'image/webp' : 'video/mp4';
  const id = await storeUpload(test, author, { name: kind, mimeType, purpose: 'module-media', visibility: 'public' });
  await test.db.insert(moduleMedia).values({ moduleId, fileId: id, kind, position });
  return { _id: id, url: `/api/files/${id}`, name: kind, size: 7, mimeType };
}

async function addModuleReview(moduleId: string, rating: number): Promise<TestCaller> {
  const person = await test.signedIn('seeker');
  const time = { createdAt: new Date(), updatedAt: new Date() };
  await test.db.insert(moduleReviews).values({ moduleId, userId: person.user.id, rating, text: 'Good.', ...time });
  return person;
}

describe('GET /api/modules/:id (product 2.30, 3.12, 7.10)', () => {
  it('returns the content of the page by id and by slug', async () => {
    const links = { repositoryUrl: 'https://code.example/charts', demoUrl: null, sandboxUrl: 'https://sandbox.example' };
    const { id, slug, archive, fileId } = await buildModule(test, author, {
      title: 'Chart dashboard',
      slug: 'chart-dashboard',
      documentation: '# Charts',
      keyFeatures: [],
      license: 'Apache-2.0',
      priceCents: 1900,
      ...links,
    });
    const image = await addMedia(id, 'image', 0);
    const video = await addMedia(id, 'video', 1);
    await test.db
      .update(moduleFigures)
      .set({ downloads: 7, ratingTotal: 14, ratingCount: 3 })
      .where(eq(moduleFigures.moduleId, id));
    for (const rating of [5, 5, 4]) await addModuleReview(id, rating);
    const [file] = await test.db.select().from(files).where(eq(files.id, fileId));
    const expected = {
      id,
      slug,
      title: 'Chart dashboard',
      description: 'Ready to use.',
      tags: ['React'],
      priceCents: 1900,
      author: { _id: author.user.id, name: 'Lena Vogt', image: null },
      rating: 4.7,
      ratingCount: 3,
      downloads: 7,
      previewImage: null,
      version: '1.0.0',
      releasedAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
      status: 'published',
      documentation: '# Charts',
      keyFeatures: [],
      license: 'Apache-2.0',
      ...links,
      sizeBytes: archive.length,
      sha256: file?.sha256,
      previewImages: [image],
      previewVideos: [video],
      versions: [
        { version: '1.0.0', notes: '', sizeBytes: archive.length, sha256: file?.sha256, releasedAt: expect.any(String) },
      ],
      stars: [0, 0, 0, 1, 2],
      owned: false,
      boughtAs: null,
      saved: false,
      myReview: null,
      authorEmail: null,
      review: null,
    };
    expect((await test.request('GET', `/api/modules/${id}`)).body).toEqual({ status: true, module: expected });
    expect(await fetchModule(test, slug)).toEqual(expected);
    expect(await fetchModule(test, id.toUpperCase())).toEqual(expected);
  });

  it('prefers an id to a slug that looks like it', async () => {
    const { id } = await buildModule(test, author);
    await buildModule(test, author, { slug: id, title: 'Impostor' });
    expect(await fetchModule(test, id)).toMatchObject({ id });
    const single = newId();
    await buildModule(test, author, { slug: single, title: 'Named like an id' });
    expect(await fetchModule(test, single)).toMatchObject({ title: 'Named like an id' });
  });

  it('lists the published versions, the newest first', async () => {
    const module = await buildModule(test, author, { version: '1.1.0' });
    const mine = { id: module.id, authorId: author.user.id };
    const released = (hours: number) => ({ releasedAt: new Date(Date.now() - hours * HOUR) });
    await addVersion(test, mine, { version: '1.0.0', ...released(2) });
    await addVersion(test, mine, { version: '0.9.0', ...released(3), notes: 'The first.' });
    const waiting = { version: '2.0.0', status: 'in-review', stage: 'team', releasedAt: null } as const;
    await addVersion(test, mine, { ...waiting, createdAt: new Date(Date.now() + HOUR) });
    expect(await fetchModule(test, module.id)).toMatchObject({
      version: '1.1.0',
      sizeBytes: module.archive.length,
      versions: [{ version: '1.1.0' }, { version: '1.0.0' }, { version: '0.9.0', notes: 'The first.' }],
    });
  });

  it('shows the review of the last version only to the author', async () => {
    const module = await buildModule(test, author, { status: 'rejected' });
    const findings = [{ path: 'src/.env', line: 3, text: 'This looks like a key: remove it.' }];
    await test.db
      .update(moduleVersions)
      .set({ stage: 'archive', reason: 'An entry leads out of the archive.', findings })
      .where(eq(moduleVersions.moduleId, module.id));
    expect(await fetchModule(test, module.id, author)).toMatchObject({
      status: 'rejected',
      versions: [],
      sizeBytes: module.archive.length,
      review: { stage: 'archive', reason: 'An entry leads out of the archive.', findings },
    });
    const buyer = await test.signedIn('seeker');
    await buildPurchase(test, module.id, buyer);
    expect(await fetchModule(test, module.id, buyer)).toMatchObject({ review: null, owned: true });
  });

  it('shows whether the viewer owns, saved or reviewed it', async () => {
    const { id } = await buildModule(test, author);
    const person = await addModuleReview(id, 2);
    await test.request('PUT', `/api/modules/${id}/save`, { as: person });
    await download(test, id, person);
    const relation = { owned: true, saved: true, myReview: { rating: 2, author: { _id: person.user.id } } };
    expect(await fetchModule(test, id, person)).toMatchObject(relation);
    expect(await fetchModule(test, id, author)).toMatchObject({ owned: false, saved: false, myReview: null });
    // A download while it was free does not own a paid module.
    await test.db.update(modules).set({ priceCents: 500 }).where(eq(modules.id, id));
    expect(await fetchModule(test, id, person)).toMatchObject({ owned: false });
  });
});

describe('GET /api/modules/:id of a deleted account', () => {
  const deletedAt = new Date();
  const departed = setUp(() => test.signedIn('solver', { name: 'Deleted user', deletedAt }));

  it('returns 410 for a module that was published, except to its buyers', async () => {
    const { id, slug } = await buildModule(test, departed, { priceCents: 1900, status: 'unpublished' });
    const response = { status: 410, body: { status: false, code: 'gone', message: 'This module is gone for good.' } };
    expect(await test.request('GET', `/api/modules/${id}`)).toMatchObject(response);
    const buyer = await test.signedIn('seeker');
    await buildPurchase(test, id, buyer);
    for (const idOrSlug of [id, slug]) expect(await test.request('GET', `/api/modules/${idOrSlug}`)).toMatchObject(response);
    expect((await fetchModule(test, id, buyer)).owned).toBe(true);
  });

  it('returns 404 for a module that was deleted before, or never published', async () => {
    const deleted = await buildModule(test, departed, { priceCents: 1900, status: 'unpublished', deletedAt });
    await buildPurchase(test, deleted.id, await test.signedIn('seeker'));
    const waited = await buildModule(test, departed, { priceCents: 1900, status: 'in-review' });
    await test.db.update(modules).set({ status: 'unpublished' }).where(eq(modules.id, waited.id));
    for (const { id } of [deleted, waited]) expect((await test.request('GET', `/api/modules/${id}`)).status).toBe(404);
  });
});

describe('GET /api/modules/:id/related', () => {
  const related = async (id: string, query = '') => {
    const { body } = await test.request('GET', `/api/modules/${id}/related${query}`);
    // The response schema guarantees it.
    return { body, slugs: (body['modules'] as { slug: string }[]).map(({ slug }) => slug) };
  };

  it('lists published modules, by shared tags, then by downloads', async () => {
    const tags = ['GraphQL', 'Redis', 'Docker'];
    const { id } = await buildModule(test, author, { slug: 'the-one', tags });
    await buildModule(test, author, { slug: 'two-tags', tags: ['graphql', 'Redis', 'AWS'] });
    await buildModule(test, author, { slug: 'one-tag', tags: ['Docker'] });
    const popular = await buildModule(test, author, { slug: 'popular', tags: ['Docker', 'AWS'] });
    await test.db.update(moduleFigures).set({ downloads: 900 }).where(eq(moduleFigures.moduleId, popular.id));
    await buildModule(test, author, { slug: 'hidden', tags, status: 'unpublished' });
    await buildModule(test, author, { slug: 'other', tags: ['Angular'] });
    expect((await related(id)).slugs).toEqual(['two-tags', 'popular', 'one-tag']);
    const second = await related(id, '?limit=2&page=2');
    expect([second.slugs, second.body['totalPages']]).toEqual([['one-tag'], 2]);
    const single = await buildModule(test, author, { tags: ['Kubernetes'] });
    expect((await related(single.id)).body).toMatchObject({ modules: [], page: 1, totalPages: 1 });
  });
});
