import { eq } from 'drizzle-orm';
import type { ModuleReview } from '@solvent/contracts';
import { moduleReports, moduleReviews } from '../../schema/index.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { buildModule, buildPurchase, download, findModuleFigures, MISSING_MODULE, fetchModule } from '../../testing/modules.ts';

const test = setUpTestApp();

describe('reviews (product 3.15, 5.14)', () => {
  let author: TestCaller;
  let id: string;
  beforeAll(async () => {
    author = await test.signedIn('solver', { name: 'Lena' });
  });
  beforeEach(async () => {
    id = (await buildModule(test, author, { priceCents: 1900 })).id;
  });

  /** Creates a user who bought the module. */
  async function createBuyer(name = 'Maya'): Promise<TestCaller> {
    const person = await test.signedIn('seeker', { name });
    await buildPurchase(test, id, person);
    return person;
  }

  const postReview = (as: TestCaller | undefined, payload: object = { rating: 5, text: 'Good.' }) =>
    test.request('POST', `/api/modules/${id}/reviews`, { as, payload });
  const stored = () => test.db.select().from(moduleReviews).where(eq(moduleReviews.moduleId, id));
  // The response schemas guarantee it.
  const reviewIn = (body: Record<string, unknown>) => body['review'] as ModuleReview;
  const list = async (query = '') => (await test.request('GET', `/api/modules/${id}/reviews${query}`)).body;

  describe('POST /api/modules/:id/reviews', () => {
    it('stores a buyer’s review and counts its stars', async () => {
      const maya = await createBuyer();
      const { status, body } = await postReview(maya, { rating: 4, text: '  Quick to set up. ' });
      const expected = {
        author: { _id: maya.user.id, name: 'Maya', image: null },
        rating: 4,
        text: 'Quick to set up.',
        answer: null,
      };
      expect([status, body['review']]).toEqual([201, expect.objectContaining(expected)]);
      expect(await fetchModule(test, id, maya)).toMatchObject({
        rating: 4,
        ratingCount: 1,
        stars: [0, 0, 0, 1, 0],
        myReview: expected,
      });
    });

    it('replaces the user’s earlier review, and keeps its date and answer', async () => {
      const maya = await createBuyer();
      const first = reviewIn((await postReview(maya, { rating: 2, text: 'It breaks.' })).body);
      await test.request('PUT', `/api/modules/${id}/reviews/${first.id}/answer`, { as: author, payload: { text: 'Fixed.' } });
      const { status, body } = await postReview(maya, { rating: 5 });
      expect(status).toBe(200);
      const { id: reviewId, createdAt } = first;
      expect(reviewIn(body)).toMatchObject({ id: reviewId, createdAt, rating: 5, text: '', answer: { text: 'Fixed.' } });
      expect(await stored()).toHaveLength(1);
      expect(await findModuleFigures(test, id)).toMatchObject({ ratingTotal: 5, ratingCount: 1, rating: 5 });
    });

    it('is only for users who bought or downloaded it, except its author', async () => {
      id = (await buildModule(test, author)).id;
      const own = 'You can’t review your own module, but you can reply to its reviews.';
      expect(await postReview(author)).toMatchObject({ status: 409, body: { message: own } });
      const maya = await test.signedIn('seeker');
      const message = 'Buy or download this module to review it.';
      expect(await postReview(maya)).toMatchObject({ status: 403, body: { message } });
      expect(await stored()).toEqual([]);
      expect(await findModuleFigures(test, id)).toMatchObject({ ratingTotal: 0, ratingCount: 0 });
      await download(test, id, maya);
      expect((await postReview(maya)).status).toBe(201);
    });

    it('counts concurrent reviews correctly', async () => {
      const people = await Promise.all(Array.from({ length: 5 }, () => createBuyer()));
      const requests = Array.from({ length: 20 }, (_one, index) =>
        postReview(people[index % 5], { rating: (index % 5) + 1, text: '' }),
      );
      const responses = await Promise.all(requests);
      expect(responses.filter(({ status }) => status === 201)).toHaveLength(5);
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(15);
      const rows = await stored();
      expect(rows).toHaveLength(5);
      const total = rows.reduce((sum, { rating }) => sum + rating, 0);
      expect(await findModuleFigures(test, id)).toMatchObject({ ratingTotal: total, ratingCount: 5 });
    });
  });

  describe('GET /api/modules/:id/reviews', () => {
    it('lists the newest first, in pages, for everyone', async () => {
      for (const name of ['Ada', 'Bea', 'Cleo']) await postReview(await createBuyer(name), { rating: 4, text: name });
      const all = await list();
      expect(all).toMatchObject({ total: 3, page: 1, limit: 10, totalPages: 1 });
      expect((all['reviews'] as ModuleReview[]).map(({ text }) => text)).toEqual(['Cleo', 'Bea', 'Ada']);
      expect(await list('?limit=2&page=2')).toMatchObject({ reviews: [{ text: 'Ada' }], totalPages: 2 });
    });
  });

  describe('PUT /api/modules/:id/reviews/:reviewId/answer', () => {
    const answer = (as: TestCaller, reviewId: string, text: string, of = id) =>
      test.request('PUT', `/api/modules/${of}/reviews/${reviewId}/answer`, { as, payload: { text } });

    it('stores, replaces and removes the author’s answer', async () => {
      const review = reviewIn((await postReview(await createBuyer())).body);
      const first = await answer(author, review.id, ' Thank you! ');
      expect(first).toMatchObject({ status: 200, body: { review: { answer: { text: 'Thank you!', at: expect.any(String) } } } });
      await answer(author, review.id, 'Thanks.');
      expect(await list()).toMatchObject({ reviews: [{ text: 'Good.', answer: { text: 'Thanks.' } }] });
      expect((await answer(author, review.id, '')).body).toMatchObject({ review: { answer: null } });
    });

    it('is only for the module’s author, and does not change the review', async () => {
      const maya = await createBuyer();
      const review = reviewIn((await postReview(maya)).body);
      const message = 'Only the author of this module can reply to its reviews.';
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
  it('stores reports of users and visitors, also empty ones, except by the author', async () => {
    const author = await test.signedIn('solver');
    const maya = await test.signedIn('seeker');
    const { id } = await buildModule(test, author);
    const report = (as: TestCaller | undefined, payload?: object) =>
      test.request('POST', `/api/modules/${id}/reports`, { as, ...(payload && { payload }) });
    const message = 'You can’t report your own module. You can edit or unpublish it.';
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
