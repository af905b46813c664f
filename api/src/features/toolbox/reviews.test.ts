import { eq } from 'drizzle-orm';
import type { ModuleReview } from '@solvent/contracts';
import { moduleReviews, moduleReports } from './schema.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { buildModule, buildPurchase, download, findModuleFigures, MISSING_MODULE, fetchModule } from '../../testing/modules.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

describe('reviews (product 3.15, 5.14)', () => {
  let author: TestCaller;
  let id: string;
  beforeAll(async () => {
    author = await test.signedIn('solver', { name: 'Lena' });
  });
  beforeEach(async () => {
    id = (await buildModule(test, author, { priceCents: 1900 })).id;
  });

  /** Somebody who bought the module. */
  async function buyer(name = 'Maya'): Promise<TestCaller> {
    const person = await test.signedIn('seeker', { name });
    await buildPurchase(test, id, person);
    return person;
  }

  const say = (as: TestCaller | undefined, payload: object = { rating: 5, text: 'Good.' }) =>
    test.request('POST', `/api/modules/${id}/reviews`, { as, payload });
  const stored = () => test.db.select().from(moduleReviews).where(eq(moduleReviews.moduleId, id));
  // The answers' schemas say so.
  const reviewIn = (body: Record<string, unknown>) => body['review'] as ModuleReview;
  const list = async (query = '') => (await test.request('GET', `/api/modules/${id}/reviews${query}`)).body;

  describe('POST /api/modules/:id/reviews', () => {
    it('stores what a buyer says, and counts the stars', async () => {
      const maya = await buyer();
      const { status, body } = await say(maya, { rating: 4, text: '  Quick to set up. ' });
      const said = {
        author: { _id: maya.user.id, name: 'Maya', image: null },
        rating: 4,
        text: 'Quick to set up.',
        answer: null,
      };
      expect([status, body['review']]).toEqual([201, expect.objectContaining(said)]);
      expect(await fetchModule(test, id, maya)).toMatchObject({
        rating: 4,
        ratingCount: 1,
        stars: [0, 0, 0, 1, 0],
        myReview: said,
      });
    });

    it('takes the place of what the same person said, and keeps its day and the answer to it', async () => {
      const maya = await buyer();
      const first = reviewIn((await say(maya, { rating: 2, text: 'It breaks.' })).body);
      await test.request('PUT', `/api/modules/${id}/reviews/${first.id}/answer`, { as: author, payload: { text: 'Mended.' } });
      const { status, body } = await say(maya, { rating: 5 });
      expect(status).toBe(200);
      const { id: reviewId, createdAt } = first;
      expect(reviewIn(body)).toMatchObject({ id: reviewId, createdAt, rating: 5, text: '', answer: { text: 'Mended.' } });
      expect(await stored()).toHaveLength(1);
      expect(await findModuleFigures(test, id)).toMatchObject({ ratingTotal: 5, ratingCount: 1, rating: 5 });
    });

    it('is not for its author, nor for who does not have it; it is for who downloaded a free one, too', async () => {
      id = (await buildModule(test, author)).id;
      const own = 'This is your own module: others review it, and you can answer them.';
      expect(await say(author)).toMatchObject({ status: 409, body: { message: own } });
      const maya = await test.signedIn('seeker');
      const message = 'Only people who have this module can review it: buy or download it first.';
      expect(await say(maya)).toMatchObject({ status: 403, body: { message } });
      expect(await stored()).toEqual([]);
      expect(await findModuleFigures(test, id)).toMatchObject({ ratingTotal: 0, ratingCount: 0 });
      await download(test, id, maya);
      expect((await say(maya)).status).toBe(201);
    });

    it('counts right whoever says something at once', async () => {
      const people = await Promise.all(Array.from({ length: 5 }, () => buyer()));
      const sayings = Array.from({ length: 20 }, (_one, index) => say(people[index % 5], { rating: (index % 5) + 1, text: '' }));
      const answers = await Promise.all(sayings);
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(15);
      const rows = await stored();
      expect(rows).toHaveLength(5);
      const total = rows.reduce((sum, { rating }) => sum + rating, 0);
      expect(await findModuleFigures(test, id)).toMatchObject({ ratingTotal: total, ratingCount: 5 });
    });
  });

  describe('GET /api/modules/:id/reviews', () => {
    it('has the newest first, in pages, for anybody', async () => {
      for (const name of ['Ada', 'Bea', 'Cleo']) await say(await buyer(name), { rating: 4, text: name });
      const all = await list();
      expect(all).toMatchObject({ total: 3, page: 1, limit: 10, totalPages: 1 });
      expect((all['reviews'] as ModuleReview[]).map(({ text }) => text)).toEqual(['Cleo', 'Bea', 'Ada']);
      expect(await list('?limit=2&page=2')).toMatchObject({ reviews: [{ text: 'Ada' }], totalPages: 2 });
    });
  });

  describe('PUT /api/modules/:id/reviews/:reviewId/answer', () => {
    const answer = (as: TestCaller, reviewId: string, text: string, of = id) =>
      test.request('PUT', `/api/modules/${of}/reviews/${reviewId}/answer`, { as, payload: { text } });

    it('stores what the author says to it, in place of what was said before, and takes it away', async () => {
      const review = reviewIn((await say(await buyer())).body);
      const first = await answer(author, review.id, ' Thank you! ');
      expect(first).toMatchObject({ status: 200, body: { review: { answer: { text: 'Thank you!', at: expect.any(String) } } } });
      await answer(author, review.id, 'Thanks.');
      expect(await list()).toMatchObject({ reviews: [{ text: 'Good.', answer: { text: 'Thanks.' } }] });
      expect((await answer(author, review.id, '')).body).toMatchObject({ review: { answer: null } });
    });

    it('is for the author of the review’s module alone, and leaves the review as it is', async () => {
      const maya = await buyer();
      const review = reviewIn((await say(maya)).body);
      const message = 'Only who wrote this module can answer its reviews.';
      for (const as of [maya, await test.signedIn('solver')])
        expect(await answer(as, review.id, 'Mine')).toMatchObject({ status: 403, body: { message } });
      const other = await buildModule(test, author);
      expect((await answer(author, review.id, 'Mine', other.id)).status).toBe(404);
      for (const missing of [MISSING_MODULE, 'nothing']) expect((await answer(author, missing, 'Mine')).status).toBe(404);
      expect(await stored()).toMatchObject([{ answer: null }]);
      const forged = { text: 'Thanks.', rating: 5, userId: author.user.id, answer: 'x', createdAt: '2020-01-01T00:00:00.000Z' };
      await test.request('PUT', `/api/modules/${id}/reviews/${review.id}/answer`, { as: author, payload: forged });
      expect(await list()).toMatchObject({ reviews: [{ ...review, answer: { text: 'Thanks.' } }] });
    });
  });
});

describe('POST /api/modules/:id/reports (product 2.34, 5.14)', () => {
  it('keeps what somebody says of a module that is not their own; it may be empty, and comes from visitors, too', async () => {
    const author = await test.signedIn('solver');
    const maya = await test.signedIn('seeker');
    const { id } = await buildModule(test, author);
    const report = (as: TestCaller | undefined, payload?: object) =>
      test.request('POST', `/api/modules/${id}/reports`, { as, ...(payload && { payload }) });
    const message = 'This is your own module: you can change or unpublish it.';
    expect(await report(author, {})).toMatchObject({ status: 409, body: { message } });
    const reasons = ['bugs', 'compatibility', 'documentation', 'security', 'other'];
    for (const reason of reasons) expect((await report(maya, { reason, description: '  It does not start. ' })).status).toBe(201);
    for (const payload of [undefined, {}]) expect((await report(undefined, payload)).status).toBe(201);
    expect(await test.db.select().from(moduleReports).where(eq(moduleReports.moduleId, id))).toMatchObject([
      ...reasons.map((reason) => ({ userId: maya.user.id, reason, description: 'It does not start.' })),
      { userId: null, reason: null, description: '' },
      { userId: null, reason: null, description: '' },
    ]);
  });
});
