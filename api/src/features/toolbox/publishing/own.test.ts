import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { files, modulePurchases } from '../../../schema/index.ts';
import { openFolder } from '@solvent/object-store';
import type { TestCaller } from '../../../testing/factories.ts';
import { temporaryFolder } from '../../../testing/server-process.ts';
import { setUp } from '../../../testing/set-up.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
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
const test = setUpTestApp({ ports: { files: openFolder(folder.path) } });
const author = setUp(() => test.signedIn('solver'));
const otherUser = setUp(() => test.signedIn('seeker'));
afterAll(() => folder.remove());

/** Fields as JSON. */
const TEXTS = { ...GOOD_TEXTS, techStack: ['Python'], priceAmount: '5', documentation: 'Another documentation.' };
const change = (as: TestCaller, id: string, payload: object) => test.request('PUT', `/api/modules/${id}`, { as, payload });
const setStatus = (as: TestCaller, id: string, status: string) =>
  test.request('PUT', `/api/modules/${id}/status`, { as, payload: { status } });
const remove = (as: TestCaller, id: string) => test.request('DELETE', `/api/modules/${id}`, { as });
const own = async (as: TestCaller, query = '') => (await test.request('GET', `/api/modules/own${query}`, { as })).body;

describe('PUT /api/modules/:id (product 4.17, 6.7)', () => {
  it('changes texts, but not the slug, files or status; the response has tags and priceCents (product 11.9)', async () => {
    const id = await createPublishedModule(test, author, { title: 'Before' });
    const changed = getModule(
      await change(author, id, { ...TEXTS, title: 'After', price: 'free', slug: 'x', status: 'rejected' }),
    );
    expect(changed).toMatchObject({ id, slug: 'before', title: 'After', tags: ['Python'], priceCents: 0, status: 'published' });
    expect((await test.request('GET', '/api/modules?search=After')).body['modules']).toMatchObject([{ id }]);
  });

  it('changes key features, and keeps them for clients that do not send any (product 5.11)', async () => {
    const id = await createPublishedModule(test, author, { title: 'Features' });
    const send = async (fields: object) => getModule(await change(author, id, { ...TEXTS, ...fields })).keyFeatures;
    expect(await send({ keyFeatures: ['Dark theme'] })).toEqual(['Dark theme']);
    expect(await send({})).toEqual(['Dark theme']);
    expect(await send({ keyFeatures: [] })).toEqual([]);
  });
});

describe('PUT /api/modules/:id/status', () => {
  it('unpublishes a module and publishes it again', async () => {
    const id = await createPublishedModule(test, author, { title: 'Toggled module' });
    const isListed = async () => (await test.request('GET', '/api/modules?search=toggled')).body['total'];
    expect(getModule(await setStatus(author, id, 'unpublished')).status).toBe('unpublished');
    expect([await isListed(), (await test.request('GET', `/api/modules/${id}`)).status]).toEqual([0, 404]);
    expect(getModule(await sendVersion(test, author, id, '1.1.0'))).toMatchObject({ status: 'unpublished', version: '1.1.0' });
    expect(getModule(await setStatus(author, id, 'published')).status).toBe('published');
    expect(await isListed()).toBe(1);
  });

  const IN_REVIEW = 'This module is in review. It will be published after the review.';
  it.each([
    ['published', 'published', 'This module is already published.'],
    ['unpublished', 'unpublished', 'This module is already unpublished.'],
    ['rejected', 'published', 'This module was rejected. Upload a new version that fixes the problems.'],
    ['in-review', 'published', IN_REVIEW],
    ['in-review', 'unpublished', IN_REVIEW],
  ] as const)('rejects a change from %s to %s with 409', async (from, to, message) => {
    const { id } = await buildModule(test, author, { status: from });
    expect(await setStatus(author, id, to)).toMatchObject({ status: 409, body: { code: 'invalid_transition', message } });
  });
});

describe('images and videos of a module', () => {
  const fetchStatus = async (url: string | null | undefined) => (await test.app.inject(url ?? '')).statusCode;
  const withMedia = async (title: string) =>
    getModule(
      await publish(test, author, { title }, [zipPart(await goodZip()), imagePart(await picture('png')), videoPart(MP4)]),
    );

  it('are available only by links of its author and buyers while it is unpublished', async () => {
    const { id, previewImages, previewVideos } = await withMedia('With media');
    const addresses = [...previewImages, ...previewVideos].map(({ url }) => url);
    const buyer = await test.signedIn('seeker');
    await buy(test, buyer, id);
    await test.request('PUT', `/api/modules/${id}/save`, { as: buyer });
    await setStatus(author, id, 'unpublished');
    expect(await Promise.all(addresses.map(fetchStatus))).toEqual([404, 404]);
    const saved = await test.request('GET', '/api/modules/saved', { as: buyer });
    const listed = [await own(author), saved.body].map((body) => (body['modules'] as { previewImage: string }[])[0]);
    const [ownPage, bought] = [await fetchModule(test, id, author), await fetchModule(test, id, buyer)];
    const links = [ownPage, bought, ...listed].map((module) => module?.previewImage);
    for (const { url } of [...ownPage.previewImages, ...bought.previewVideos]) links.push(url);
    for (const link of links) expect([link, await fetchStatus(link)]).toEqual([expect.stringContaining('signature='), 200]);
    await setStatus(author, id, 'published');
    expect(await Promise.all(addresses.map(fetchStatus))).toEqual([200, 200]);
    expect((await fetchModule(test, id)).previewImage).toBe(addresses[0]);
  });

  it('are available to its buyers after it is deleted', async () => {
    const { id, previewImage } = await withMedia('Deleted with pictures');
    const buyer = await test.signedIn('seeker');
    await buy(test, buyer, id);
    await remove(author, id);
    expect(await fetchStatus(previewImage)).toBe(404);
    expect(await fetchStatus((await fetchModule(test, id, buyer)).previewImage)).toBe(200);
  });
});

it('a module of another user cannot be changed, and is missing if it is hidden', async () => {
  const id = await createPublishedModule(test, author);
  const calls = [() => change(otherUser, id, TEXTS), () => setStatus(otherUser, id, 'unpublished'), () => remove(otherUser, id)];
  for (const call of calls)
    expect(await call()).toMatchObject({ status: 403, body: { message: 'Only the author can change this module.' } });
  await setStatus(author, id, 'unpublished');
  for (const call of calls) expect((await call()).status).toBe(404);
  expect((await remove(otherUser, 'no-such-module')).status).toBe(404);
});

describe('DELETE /api/modules/:id', () => {
  it('deletes a module without buyers and all of its files', async () => {
    const listFiles = () => listStoredFiles(join(folder.path, 'modules'));
    const before = listFiles().length;
    const media = [zipPart(await goodZip()), imagePart(await picture('png'))];
    const { id } = getModule(await publish(test, author, { title: 'Fully deleted' }, media));
    await sendVersion(test, author, id, '1.1.0');
    const rows = await test.db.$count(files, eq(files.ownerId, author.user.id));
    expect((await remove(author, id)).status).toBe(200);
    expect((await test.request('GET', `/api/modules/${id}`, { as: author })).status).toBe(404);
    expect(await test.db.$count(files, eq(files.ownerId, author.user.id))).toBe(rows - 3);
    await test.runJobs();
    expect(listFiles()).toHaveLength(before);
    expect(getModule(await publish(test, author, { title: 'Fully deleted' })).slug).toBe('fully-deleted');
  });

  it('keeps a module with buyers only for them', async () => {
    const id = await createPublishedModule(test, author, { title: 'Was bought' });
    const buyer = await test.signedIn('seeker');
    await buy(test, buyer, id);
    expect((await remove(author, id)).status).toBe(200);
    for (const url of [`/api/modules/${id}`, `/api/modules/${id}/download`]) {
      expect((await test.request('GET', url, { as: buyer })).status).toBe(200);
      for (const as of [author, otherUser, undefined]) expect((await test.request('GET', url, { as })).status).toBe(404);
    }
    expect((await setStatus(author, id, 'published')).status).toBe(404);
    expect((await remove(author, id)).status).toBe(404);
    expect(await test.db.$count(modulePurchases, eq(modulePurchases.moduleId, id))).toBe(1);
  });
});

describe('GET /api/modules/own (product 2.38)', () => {
  it('lists own modules of every status, newest first, with sales and total earnings', async () => {
    const seller = await test.signedIn('solver');
    const cheap = await createPublishedModule(test, seller, { title: 'Cheap', priceAmount: '10' });
    const dear = await createPublishedModule(test, seller, { title: 'Dear', priceAmount: '19.99' });
    const nothing = { salesCents: 0, feeCents: 0, netCents: 0, missingCents: 5000, testMode: true };
    expect((await own(seller))['earnings']).toEqual(nothing);
    await buy(test, otherUser, cheap);
    await buy(test, await test.signedIn('seeker'), cheap);
    await buy(test, otherUser, dear);
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

  it('counts deleted modules in the earnings, and nothing is missing from $50 of sales', async () => {
    const seller = await test.signedIn('solver');
    const id = await createPublishedModule(test, seller, { priceAmount: '50' });
    await buy(test, otherUser, id);
    await remove(seller, id);
    expect(await own(seller)).toMatchObject({ modules: [], earnings: { salesCents: 5000, netCents: 4250, missingCents: 0 } });
  });
});

describe('PUT /api/modules/own/contact (product 2.32)', () => {
  const show = (as: TestCaller, payload: object) => test.request('PUT', '/api/modules/own/contact', { as, payload });

  it('shows the author’s email address on request, and hides it again', async () => {
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
