import type { Module, ModuleReview, OwnedModule } from '@solvent/contracts';
import { eq } from 'drizzle-orm';
import { modules, moduleVersions, takeDowns } from '../schema/index.ts';
import { auditEntries } from '../schema/operators.ts';
import { notificationsTo } from '../testing/agreements.ts';
import type { TestCaller } from '../testing/factories.ts';
import {
  allMissing,
  fetchResponses,
  restore,
  takeDown,
  listSitemapPaths,
  fetchProblem,
  TAKEN_DOWN,
} from '../testing/moderation.ts';
import { buildModule, buildPurchase, download, findModuleFigures, fetchModule } from '../testing/modules.ts';
import { buildSolvedProblem, postReview, listVisibleReviewIds } from '../testing/solved-problems.ts';
import { setUpEach } from '../testing/set-up.ts';
import { setUpTestApp } from '../testing/test-app.ts';

const test = setUpTestApp({ config: { payments: 'test' } });
const author = setUpEach(() => test.signedIn('seeker', { name: 'Mira' }));
const reader = setUpEach(() => test.signedIn('solver', { name: 'Diego', expertiseAreas: ['Zanzibar'] }));

describe('a module', () => {
  const paid = { title: 'Zanzibar charts', tags: ['Zanzibar'], priceCents: 1900 };
  const lists = () => ['/api/modules?search=zanzibar', `/api/modules?author=${author.user.id}`, '/api/modules?limit=100'];
  const ownedBy = async (as: TestCaller) =>
    // The response schema drops all other fields.
    (await test.request('GET', '/api/modules/purchased', { as })).body['modules'] as OwnedModule[];

  it('leaves the catalogue, cannot be bought or changed, and stays with its buyers until it is restored', async () => {
    const { id, slug } = await buildModule(test, author, paid);
    await buildPurchase(test, id, reader);
    // Counted once a day.
    await download(test, id, reader);
    const other = await test.signedIn('seeker');
    const pages = [`/api/modules/${id}`, `/api/modules/${slug}/reviews`, `/api/modules/${id}/card.png`];
    const before = await fetchResponses(test, [...lists(), ...pages]);
    expect(await takeDown(test, 'module', slug)).toContain(id);

    expect(await fetchResponses(test, pages, other)).toEqual(allMissing(pages));
    expect(JSON.stringify(await fetchResponses(test, lists()))).not.toContain(paid.title);
    expect(await listSitemapPaths(test, 'modules')).not.toContain(`/toolbox/${slug}`);
    expect(
      (await test.request('POST', `/api/modules/${id}/purchase`, { as: other, payload: { license: 'standard' } })).status,
    ).toBe(404);
    expect((await download(test, id, reader)).statusCode).toBe(200);
    expect(await ownedBy(reader)).toMatchObject([{ id, status: 'unpublished' }]);
    expect((await ownedBy(reader))[0]).not.toHaveProperty('takenDown');

    expect(await fetchModule(test, id, author)).toMatchObject({ takenDown: TAKEN_DOWN });
    expect(await fetchModule(test, id, reader)).not.toHaveProperty('takenDown');
    expect((await test.request('GET', '/api/modules/own', { as: author })).body['modules']).toMatchObject([
      { takenDown: TAKEN_DOWN },
    ]);
    const again = await test.request('PUT', `/api/modules/${id}/status`, { as: author, payload: { status: 'published' } });
    expect(again).toMatchObject({ status: 409, body: { message: expect.stringContaining('was taken down') } });

    await restore(test, 'module', id);
    expect(await fetchResponses(test, [...lists(), ...pages])).toEqual(before);
  });

  it('is withdrawn from its buyers if it is malware, and they are warned', async () => {
    const { id } = await buildModule(test, author, paid);
    await buildPurchase(test, id, reader);
    await takeDown(test, 'module', id, true);
    expect((await download(test, id, reader)).statusCode).toBe(404);
    expect((await test.request('GET', `/api/modules/${id}`, { as: reader })).status).toBe(404);
    expect(await ownedBy(reader)).toMatchObject([{ id, takenDown: TAKEN_DOWN }]);
    expect((await notificationsTo(test, reader))[0]).toMatchObject({ title: 'Harmful module taken down' });
    await restore(test, 'module', id);
    expect((await download(test, id, reader)).statusCode).toBe(200);
  });

  it('can be marked as malware while it is taken down', async () => {
    const { id } = await buildModule(test, author, paid);
    await buildPurchase(test, id, reader);
    await takeDown(test, 'module', id);
    expect((await download(test, id, reader)).statusCode).toBe(200);
    await takeDown(test, 'module', id, true);
    expect((await download(test, id, reader)).statusCode).toBe(404);
    expect((await notificationsTo(test, reader))[0]).toMatchObject({ title: 'Harmful module taken down' });
    expect(await test.db.$count(auditEntries, eq(auditEntries.subject, id))).toBe(2);
    await expect(takeDown(test, 'module', id, true)).rejects.toThrow('This module is already taken down.');
    await restore(test, 'module', id);
    expect((await test.request('GET', `/api/modules/${id}`)).status).toBe(200);
  });

  it.each(['unpublished', 'sold for money'])('warns users who downloaded malware that is %s since', async (change) => {
    const { id } = await buildModule(test, author, { ...paid, priceCents: 0 });
    expect((await download(test, id, reader)).statusCode).toBe(200);
    const changes = change === 'unpublished' ? { status: 'unpublished' as const } : { priceCents: 1900 };
    await test.db.update(modules).set(changes).where(eq(modules.id, id));
    await takeDown(test, 'module', id, true);
    expect((await notificationsTo(test, reader))[0]).toMatchObject({ title: 'Harmful module taken down' });
  });

  it('stays out of the catalogue if its author had unpublished it, or has deleted it', async () => {
    const hidden = await buildModule(test, author, { ...paid, status: 'unpublished' });
    const deleted = await buildModule(test, author, paid);
    await buildPurchase(test, deleted.id, reader);
    for (const { id } of [hidden, deleted]) await takeDown(test, 'module', id);
    expect((await test.request('DELETE', `/api/modules/${deleted.id}`, { as: author })).status).toBe(200);
    for (const { id } of [hidden, deleted]) {
      await restore(test, 'module', id);
      expect((await test.request('GET', `/api/modules/${id}`)).status).toBe(404);
    }
  });

  it('is kept for the team if its author deletes it', async () => {
    const { id } = await buildModule(test, author, paid);
    await takeDown(test, 'module', id, true);
    expect((await test.request('DELETE', `/api/modules/${id}`, { as: author })).status).toBe(200);
    expect((await test.request('GET', `/api/modules/${id}`, { as: author })).status).toBe(404);
    expect(await test.db.$count(moduleVersions, eq(moduleVersions.moduleId, id))).toBe(1);
    await restore(test, 'module', id);
    expect((await test.request('GET', `/api/modules/${id}`)).status).toBe(404);
  });

  it('leaves no take-down of its reviews when its author deletes it', async () => {
    const { id } = await buildModule(test, author, { priceCents: 0 });
    await download(test, id, reader);
    const { body } = await test.request('POST', `/api/modules/${id}/reviews`, {
      as: reader,
      payload: { rating: 1, text: 'No.' },
    });
    const review = body['review'] as ModuleReview;
    await takeDown(test, 'review', review.id);
    expect((await test.request('DELETE', `/api/modules/${id}`, { as: author })).status).toBe(200);
    expect(await test.db.$count(takeDowns, eq(takeDowns.subjectId, review.id))).toBe(0);
  });

  it('cannot be taken down before it is published', async () => {
    const { id } = await buildModule(test, author, { status: 'in-review' });
    await expect(takeDown(test, 'module', id)).rejects.toThrow('This module is not published.');
  });
});

describe('a review', () => {
  it('of a module is not shown or counted, and its author can’t replace it', async () => {
    const { id } = await buildModule(test, author, { priceCents: 1900 });
    await buildPurchase(test, id, reader);
    const url = `/api/modules/${id}/reviews`;
    const { body } = await test.request('POST', url, { as: reader, payload: { rating: 1, text: 'Ada Example wrote it.' } });
    const review = body['review'] as ModuleReview;
    const before = [(await test.request('GET', url)).body, await findModuleFigures(test, id)];
    expect((await notificationsTo(test, author))[0]).toMatchObject({
      message: expect.stringMatching(/: Ada Example wrote it\.$/),
    });

    await takeDown(test, 'review', review.id);
    expect((await notificationsTo(test, author))[0]).toMatchObject({
      message: expect.stringMatching(/ gave ".+" 1 of 5 stars\.$/),
    });
    expect((await test.request('GET', url)).body).toMatchObject({ reviews: [], total: 0 });
    expect(await fetchModule(test, id)).toMatchObject({
      rating: 0,
      ratingCount: 0,
      stars: [0, 0, 0, 0, 0],
    } satisfies Partial<Module>);
    expect(await fetchModule(test, id, reader)).toMatchObject({ myReview: { id: review.id, takenDown: TAKEN_DOWN } });
    const again = await test.request('POST', url, { as: reader, payload: { rating: 1, text: 'Ada Example.' } });
    expect(again).toMatchObject({ status: 409, body: { message: expect.stringContaining('taken down') } });
    const answered = await test.request('PUT', `${url}/${review.id}/answer`, { as: author, payload: { text: 'No.' } });
    expect(answered.status).toBe(404);

    await restore(test, 'review', review.id);
    expect([(await test.request('GET', url)).body, await findModuleFigures(test, id)]).toEqual(before);
  });

  it('of a module can be changed by its author while it is taken down', async () => {
    const { id } = await buildModule(test, author, { priceCents: 1900 });
    const url = `/api/modules/${id}/reviews`;
    const reviewers = [reader, await test.signedIn('seeker'), await test.signedIn('seeker'), await test.signedIn('seeker')];
    const post = (as: TestCaller, rating: number) => test.request('POST', url, { as, payload: { rating, text: '' } });
    for (const as of reviewers) await buildPurchase(test, id, as);
    const reviews = await Promise.all(reviewers.map(async (as) => (await post(as, 5)).body['review'] as ModuleReview));
    for (const rating of [4, 3, 2]) {
      const changes = reviewers.map((as) => post(as, rating));
      await Promise.all([...changes, ...reviews.map((review) => takeDown(test, 'review', review.id))]);
      for (const answer of await Promise.all(changes)) expect([200, 409]).toContain(answer.status);
      expect(await fetchModule(test, id)).toMatchObject({ ratingCount: 0 });
      for (const review of reviews) await restore(test, 'review', review.id);
    }
  });

  it('of a user does not count and is on no profile, and its author sees the reason', async () => {
    const pair = await buildSolvedProblem(test);
    await postReview(test, pair, pair.seeker, { rating: 1, text: 'Ada Example.' });
    await postReview(test, pair, pair.solver);
    const [id = ''] = await listVisibleReviewIds(test, pair.solver);
    const profile = () => test.request('GET', `/api/auth/profile/${pair.solver.user.id}`);
    const before = (await profile()).body;

    await takeDown(test, 'review', id);
    expect((await profile()).body).toMatchObject({ user: { reviews: [], stats: { rating: null, ratingCount: 0 } } });
    const seen = (await fetchProblem(test, pair.problemId, pair.solver)).reviews.map(({ _id }) => _id);
    expect(seen).not.toContain(id);
    const { reviews } = await fetchProblem(test, pair.problemId, pair.seeker);
    expect(reviews.find(({ _id }) => _id === id)).toMatchObject({ text: 'Ada Example.', takenDown: TAKEN_DOWN });
    await restore(test, 'review', id);
    expect((await profile()).body).toEqual(before);
  });

  it('that only its author can see is not published and is refused', async () => {
    const pair = await buildSolvedProblem(test);
    const { body } = await postReview(test, pair, pair.seeker);
    const { _id } = body['review'] as { _id: string };
    await expect(takeDown(test, 'review', _id)).rejects.toThrow(/^No published review has the id/);
  });
});
