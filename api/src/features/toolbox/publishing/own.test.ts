import { eq } from 'drizzle-orm';
import { files } from '../../files/schema.ts';
import { modulePurchases } from '../schema.ts';
import { openFolder } from '@solvent/object-store';
import type { TestCaller } from '../../../testing/factories.ts';
import { temporaryFolder } from '../../../testing/server-process.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { picture } from '../../../testing/uploads.ts';
import {
  GOOD_TEXTS,
  goodZip,
  imagePart,
  getModule,
  MP4,
  publish,
  listStoredFiles,
  videoPart,
  zipPart,
} from '../../../testing/publishing.ts';
import { buildModule, fetchModule } from '../../../testing/modules.ts';
import { buy, createPublishedModule, sendVersion } from '../../../testing/published-modules.ts';

const folder = temporaryFolder();
let test: TestApp;
let author: TestCaller;
let stranger: TestCaller;
beforeAll(async () => {
  test = await createTestApp({ ports: { files: openFolder(folder.path) } });
  author = await test.signedIn('solver');
  stranger = await test.signedIn('seeker');
});
afterAll(async () => {
  await test.close();
  folder.remove();
});

/** The texts as JSON. */
const TEXTS = { ...GOOD_TEXTS, techStack: ['Python'], priceAmount: '5', documentation: 'Another documentation.' };
const change = (as: TestCaller, id: string, payload: object) => test.request('PUT', `/api/modules/${id}`, { as, payload });
const setStatus = (as: TestCaller, id: string, status: string) =>
  test.request('PUT', `/api/modules/${id}/status`, { as, payload: { status } });
const remove = (as: TestCaller, id: string) => test.request('DELETE', `/api/modules/${id}`, { as });
const own = async (as: TestCaller, query = '') => (await test.request('GET', `/api/modules/own${query}`, { as })).body;

describe('PUT /api/modules/:id (product 4.17, 6.7)', () => {
  it('changes the texts; the address, the files and what the server decides stay; techStack and price are tags and priceCents in the answer (product 11.9)', async () => {
    const id = await createPublishedModule(test, author, { title: 'Before' });
    const changed = getModule(
      await change(author, id, { ...TEXTS, title: 'After', price: 'free', slug: 'x', status: 'rejected' }),
    );
    expect(changed).toMatchObject({ id, slug: 'before', title: 'After', tags: ['Python'], priceCents: 0, status: 'published' });
    expect((await test.request('GET', '/api/modules?search=After')).body['modules']).toMatchObject([{ id }]);
  });
});

describe('PUT /api/modules/:id/status', () => {
  it('takes a module out of the catalogue and puts it back', async () => {
    const id = await createPublishedModule(test, author, { title: 'Comes and goes' });
    const isListed = async () => (await test.request('GET', '/api/modules?search=comes')).body['total'];
    expect(getModule(await setStatus(author, id, 'unpublished')).status).toBe('unpublished');
    expect([await isListed(), (await test.request('GET', `/api/modules/${id}`)).status]).toEqual([0, 404]);
    expect(getModule(await sendVersion(test, author, id, '1.1.0'))).toMatchObject({ status: 'unpublished', version: '1.1.0' });
    expect(getModule(await setStatus(author, id, 'published')).status).toBe('published');
    expect(await isListed()).toBe(1);
  });

  const IN_REVIEW = 'This module is still in review: it is published when the review is over.';
  it.each([
    ['published', 'published', 'This module is published already.'],
    ['unpublished', 'unpublished', 'This module is unpublished already.'],
    ['rejected', 'published', 'This module was rejected: upload a new version that puts right what was found.'],
    ['in-review', 'published', IN_REVIEW],
    ['in-review', 'unpublished', IN_REVIEW],
  ] as const)('from %s to %s: 409', async (from, to, message) => {
    const { id } = await buildModule(test, author, { status: from });
    expect(await setStatus(author, id, to)).toMatchObject({ status: 409, body: { code: 'invalid_transition', message } });
  });
});

describe('pictures and videos of a module', () => {
  const statusOf = async (url: string | null | undefined) => (await test.app.inject(url ?? '')).statusCode;
  const withMedia = async (title: string) =>
    getModule(
      await publish(test, author, { title }, [zipPart(await goodZip()), imagePart(await picture('png')), videoPart(MP4)]),
    );

  it('are hidden from others while it is out of the catalogue; its author and its buyers see them by links', async () => {
    const { id, previewImages, previewVideos } = await withMedia('Seen and hidden');
    const addresses = [...previewImages, ...previewVideos].map(({ url }) => url);
    const buyer = await test.signedIn('seeker');
    await buy(test, buyer, id);
    await test.request('PUT', `/api/modules/${id}/save`, { as: buyer });
    await setStatus(author, id, 'unpublished');
    expect(await Promise.all(addresses.map(statusOf))).toEqual([404, 404]);
    const saved = await test.request('GET', '/api/modules/saved', { as: buyer });
    const listed = [await own(author), saved.body].map((body) => (body['modules'] as { previewImage: string }[])[0]);
    const [ownPage, bought] = [await fetchModule(test, id, author), await fetchModule(test, id, buyer)];
    const links = [ownPage, bought, ...listed].map((module) => module?.previewImage);
    for (const { url } of [...ownPage.previewImages, ...bought.previewVideos]) links.push(url);
    for (const link of links) expect([link, await statusOf(link)]).toEqual([expect.stringContaining('signature='), 200]);
    await setStatus(author, id, 'published');
    expect(await Promise.all(addresses.map(statusOf))).toEqual([200, 200]);
    expect((await fetchModule(test, id)).previewImage).toBe(addresses[0]);
  });

  it('stay with its buyers when it is deleted', async () => {
    const { id, previewImage } = await withMedia('Deleted with pictures');
    const buyer = await test.signedIn('seeker');
    await buy(test, buyer, id);
    await remove(author, id);
    expect(await statusOf(previewImage)).toBe(404);
    expect(await statusOf((await fetchModule(test, id, buyer)).previewImage)).toBe(200);
  });
});

describe('a module of others', () => {
  it('is not changed, and one that may not be seen is not there', async () => {
    const id = await createPublishedModule(test, author);
    const calls = [() => change(stranger, id, TEXTS), () => setStatus(stranger, id, 'unpublished'), () => remove(stranger, id)];
    for (const call of calls)
      expect(await call()).toMatchObject({ status: 403, body: { message: 'Only who wrote this module can change it.' } });
    await setStatus(author, id, 'unpublished');
    for (const call of calls) expect((await call()).status).toBe(404);
    expect((await remove(stranger, 'no-such-module')).status).toBe(404);
  });
});

describe('DELETE /api/modules/:id', () => {
  it('removes a module that nobody bought, with all of its files', async () => {
    const before = listStoredFiles(folder.path).length;
    const media = [zipPart(await goodZip()), imagePart(await picture('png'))];
    const { id } = getModule(await publish(test, author, { title: 'Goes wholly' }, media));
    await sendVersion(test, author, id, '1.1.0');
    const rows = await test.db.$count(files, eq(files.ownerId, author.user.id));
    expect((await remove(author, id)).status).toBe(200);
    expect((await test.request('GET', `/api/modules/${id}`, { as: author })).status).toBe(404);
    expect(await test.db.$count(files, eq(files.ownerId, author.user.id))).toBe(rows - 3);
    expect(listStoredFiles(folder.path)).toHaveLength(before);
    expect(getModule(await publish(test, author, { title: 'Goes wholly' })).slug).toBe('goes-wholly');
  });

  it('leaves one that somebody bought to its buyers alone', async () => {
    const id = await createPublishedModule(test, author, { title: 'Was bought' });
    const buyer = await test.signedIn('seeker');
    await buy(test, buyer, id);
    expect((await remove(author, id)).status).toBe(200);
    for (const url of [`/api/modules/${id}`, `/api/modules/${id}/download`]) {
      expect((await test.request('GET', url, { as: buyer })).status).toBe(200);
      for (const as of [author, stranger, undefined]) expect((await test.request('GET', url, { as })).status).toBe(404);
    }
    expect((await setStatus(author, id, 'published')).status).toBe(404);
    expect((await remove(author, id)).status).toBe(404);
    expect(await test.db.$count(modulePurchases, eq(modulePurchases.moduleId, id))).toBe(1);
  });
});

describe('GET /api/modules/own (product 2.38)', () => {
  it('lists own modules of every state, newest first, with their sales, and what all of them earned', async () => {
    const seller = await test.signedIn('solver');
    const cheap = await createPublishedModule(test, seller, { title: 'Cheap', priceAmount: '10' });
    const dear = await createPublishedModule(test, seller, { title: 'Dear', priceAmount: '19.99' });
    const nothing = { salesCents: 0, feeCents: 0, netCents: 0, missingCents: 5000, testMode: true };
    expect((await own(seller))['earnings']).toEqual(nothing);
    await buy(test, stranger, cheap);
    await buy(test, await test.signedIn('seeker'), cheap);
    await buy(test, stranger, dear);
    await setStatus(seller, dear, 'unpublished');
    const { modules: listed, earnings, ...paging } = await own(seller, '?limit=1');
    expect(listed).toMatchObject([
      { id: dear, status: 'unpublished', salesCents: 1999, salesCount: 1, review: { stage: 'done', reason: null, findings: [] } },
    ]);
    expect(paging).toMatchObject({ page: 1, limit: 1, totalPages: 2 });
    expect((await own(seller, '?limit=1&page=2'))['modules']).toMatchObject([{ id: cheap, salesCents: 2000, salesCount: 2 }]);
    // 15 % of 39.99 dollars.
    expect(earnings).toEqual({ salesCents: 3999, feeCents: 600, netCents: 3399, missingCents: 1001, testMode: true });
  });

  it('counts what was deleted among the earnings, not among the modules; from 50 dollars of sales on nothing is missing', async () => {
    const seller = await test.signedIn('solver');
    const id = await createPublishedModule(test, seller, { priceAmount: '50' });
    await buy(test, stranger, id);
    await remove(seller, id);
    expect(await own(seller)).toMatchObject({ modules: [], earnings: { salesCents: 5000, netCents: 4250, missingCents: 0 } });
  });
});

describe('PUT /api/modules/own/contact (product 2.32)', () => {
  const show = (as: TestCaller, payload: object) => test.request('PUT', '/api/modules/own/contact', { as, payload });

  it('shows the address on the modules of who wants that, and hides it again', async () => {
    const person = await test.signedIn('solver');
    const id = await createPublishedModule(test, person);
    const shown = async () => getModule(await test.request('GET', `/api/modules/${id}`)).authorEmail;
    expect([await shown(), (await own(person))['showsEmail']]).toEqual([null, false]);
    expect((await show(person, { showsEmail: true })).status).toBe(200);
    expect([await shown(), (await own(person))['showsEmail']]).toEqual([person.user.email, true]);
    await show(person, { showsEmail: false });
    expect(await shown()).toBeNull();
  });
});
