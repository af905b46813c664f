import type { Module, ModuleReview, OwnedModule, Problem } from '@solvent/contracts';
import { toldTo } from '../testing/agreements.ts';
import type { TestCaller } from '../testing/factories.ts';
import { allMissing, answersOf, createModeratedApp, inSitemap, TAKEN_DOWN } from '../testing/moderating.ts';
import type { ModeratedApp } from '../testing/moderating.ts';
import { buildModule, buildPurchase, download, figuresOf, pageOf } from '../testing/modules.ts';
import { buildPair, rate, seenOf } from '../testing/solved-problems.ts';
import type { TestApp } from '../testing/test-app.ts';

let test: TestApp;
let takeDown: ModeratedApp['takeDown'];
let restore: ModeratedApp['restore'];
let author: TestCaller;
let reader: TestCaller;
beforeAll(async () => {
  ({ test, takeDown, restore } = await createModeratedApp());
});
afterAll(() => test.close());
beforeEach(async () => {
  author = await test.signedIn('seeker', { name: 'Mira' });
  reader = await test.signedIn('solver', { name: 'Diego', expertiseAreas: ['Zanzibar'] });
});

// The answers' schemas let nothing else out.
const problemSeenBy = async (id: string, as: TestCaller) =>
  (await test.ask('GET', `/api/problems/${id}`, { as })).body['problem'] as Problem;

describe('a module', () => {
  const paid = { title: 'Zanzibar charts', tags: ['Zanzibar'], priceCents: 1900 };
  const lists = () => ['/api/modules?search=zanzibar', `/api/modules?author=${author.user.id}`, '/api/modules?limit=100'];
  const ownedBy = async (as: TestCaller) =>
    // The answer's schema lets nothing else out.
    (await test.ask('GET', '/api/modules/purchased', { as })).body['modules'] as OwnedModule[];

  it('leaves the catalogue, can neither be bought nor changed, and is kept by its buyers until it is back', async () => {
    const { id, slug } = await buildModule(test, author, paid);
    await buildPurchase(test, id, reader);
    const other = await test.signedIn('seeker');
    const pages = [`/api/modules/${id}`, `/api/modules/${slug}/reviews`, `/api/modules/${id}/card.png`];
    const before = await answersOf(test, [...lists(), ...pages]);
    expect(await takeDown('module', slug)).toContain(id);

    expect(await answersOf(test, pages, other)).toEqual(allMissing(pages));
    expect(JSON.stringify(await answersOf(test, lists()))).not.toContain(paid.title);
    expect(await inSitemap(test, 'modules')).not.toContain(`/toolbox/${slug}`);
    expect((await test.ask('POST', `/api/modules/${id}/purchase`, { as: other, payload: { license: 'standard' } })).status).toBe(
      404,
    );
    expect((await download(test, id, reader)).statusCode).toBe(200);
    expect(await ownedBy(reader)).toMatchObject([{ id, status: 'unpublished' }]);
    expect((await ownedBy(reader))[0]).not.toHaveProperty('takenDown');

    expect(await pageOf(test, id, author)).toMatchObject({ takenDown: TAKEN_DOWN });
    expect(await pageOf(test, id, reader)).not.toHaveProperty('takenDown');
    expect((await test.ask('GET', '/api/modules/own', { as: author })).body['modules']).toMatchObject([
      { takenDown: TAKEN_DOWN },
    ]);
    const again = await test.ask('PUT', `/api/modules/${id}/status`, { as: author, payload: { status: 'published' } });
    expect(again).toMatchObject({ status: 409, body: { message: expect.stringContaining('was taken down') } });

    await restore('module', id);
    expect(await answersOf(test, [...lists(), ...pages])).toEqual(before);
  });

  it('is nobody’s any more where it is malware, and those who have it are warned', async () => {
    const { id } = await buildModule(test, author, paid);
    await buildPurchase(test, id, reader);
    await takeDown('module', id, true);
    expect((await download(test, id, reader)).statusCode).toBe(404);
    expect((await test.ask('GET', `/api/modules/${id}`, { as: reader })).status).toBe(404);
    expect(await ownedBy(reader)).toMatchObject([{ id, takenDown: TAKEN_DOWN }]);
    expect((await toldTo(test, reader))[0]).toMatchObject({ title: 'Harmful module taken down' });
    await restore('module', id);
    expect((await download(test, id, reader)).statusCode).toBe(200);
  });

  it('stays out of the catalogue where its author had unpublished it, or deleted it since', async () => {
    const hidden = await buildModule(test, author, { ...paid, status: 'unpublished' });
    const deleted = await buildModule(test, author, paid);
    await buildPurchase(test, deleted.id, reader);
    for (const { id } of [hidden, deleted]) await takeDown('module', id);
    expect((await test.ask('DELETE', `/api/modules/${deleted.id}`, { as: author })).status).toBe(200);
    for (const { id } of [hidden, deleted]) {
      await restore('module', id);
      expect((await test.ask('GET', `/api/modules/${id}`)).status).toBe(404);
    }
  });

  it('cannot be taken down before it is published', async () => {
    const { id } = await buildModule(test, author, { status: 'in-review' });
    await expect(takeDown('module', id)).rejects.toThrow('This module is not published.');
  });
});

describe('a review', () => {
  it('of a module is not shown or counted, and its author can’t replace it', async () => {
    const { id } = await buildModule(test, author, { priceCents: 1900 });
    await buildPurchase(test, id, reader);
    const url = `/api/modules/${id}/reviews`;
    const { body } = await test.ask('POST', url, { as: reader, payload: { rating: 1, text: 'Ada Example wrote it.' } });
    const review = body['review'] as ModuleReview;
    const before = [(await test.ask('GET', url)).body, await figuresOf(test, id)];

    await takeDown('review', review.id);
    expect((await test.ask('GET', url)).body).toMatchObject({ reviews: [], total: 0 });
    expect(await pageOf(test, id)).toMatchObject({ rating: 0, ratingCount: 0, stars: [0, 0, 0, 0, 0] } satisfies Partial<Module>);
    expect(await pageOf(test, id, reader)).toMatchObject({ myReview: { id: review.id, takenDown: TAKEN_DOWN } });
    const again = await test.ask('POST', url, { as: reader, payload: { rating: 1, text: 'Ada Example.' } });
    expect(again).toMatchObject({ status: 409, body: { message: expect.stringContaining('taken down') } });
    const answered = await test.ask('PUT', `${url}/${review.id}/answer`, { as: author, payload: { text: 'No.' } });
    expect(answered.status).toBe(404);

    await restore('review', review.id);
    expect([(await test.ask('GET', url)).body, await figuresOf(test, id)]).toEqual(before);
  });

  it('of a person is on no profile and in no mean, and its author reads why', async () => {
    const pair = await buildPair(test);
    await rate(test, pair, pair.seeker, { rating: 1, text: 'Ada Example.' });
    await rate(test, pair, pair.solver);
    const [id = ''] = await seenOf(test, pair.solver);
    const profile = () => test.ask('GET', `/api/auth/profile/${pair.solver.user.id}`);
    const before = (await profile()).body;

    await takeDown('review', id);
    expect((await profile()).body).toMatchObject({ user: { reviews: [], stats: { rating: null, ratingCount: 0 } } });
    const seen = (await problemSeenBy(pair.problemId, pair.solver)).reviews.map(({ _id }) => _id);
    expect(seen).not.toContain(id);
    const { reviews } = await problemSeenBy(pair.problemId, pair.seeker);
    expect(reviews.find(({ _id }) => _id === id)).toMatchObject({ text: 'Ada Example.', takenDown: TAKEN_DOWN });
    await restore('review', id);
    expect((await profile()).body).toEqual(before);
  });

  it('that only its author sees so far is not published', async () => {
    const pair = await buildPair(test);
    const { body } = await rate(test, pair, pair.seeker);
    const { _id } = body['review'] as { _id: string };
    await expect(takeDown('review', _id)).rejects.toThrow(/^No published review has the id/);
  });
});
