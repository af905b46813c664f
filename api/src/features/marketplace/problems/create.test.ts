import { eq } from 'drizzle-orm';
import { problems } from '../schema.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { goodProblem, listed } from '../../../testing/problems.ts';

let test: TestApp;
let seeker: TestCaller;
beforeAll(async () => {
  test = await createTestApp();
  seeker = await test.signedIn('seeker', { name: 'Maya' });
});
afterAll(() => test.close());

const post = (payload: object, headers: Record<string, string> = {}, as: TestCaller | undefined = seeker) =>
  test.ask('POST', '/api/problems', { as, payload, headers });

const ownCount = () => test.db.$count(problems, eq(problems.userId, seeker.user.id));

describe('POST /api/problems (product 5.7, 6.4, 7.4, 11.7)', () => {
  it('stores a problem with a summary of its text', async () => {
    const { status, body } = await post(goodProblem);
    expect(status).toBe(201);
    expect(body).toEqual({
      status: true,
      problem: {
        ...goodProblem,
        _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        description: 'It reads two million rows and stores a few less. find them keep them',
        bidCount: 0,
        status: 'open',
        viewCount: 0,
        posterRating: { rating: null, ratingCount: 0 },
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        user: { _id: seeker.user.id, name: 'Maya', image: null },
        savedByMe: false,
        attachments: [],
        timeline: [
          {
            _id: expect.any(String),
            event: 'posted',
            person: { _id: seeker.user.id, name: 'Maya', image: null },
            at: expect.any(String),
            times: 1,
          },
        ],
        hasEarlierEvents: false,
        myBid: null,
        acceptedBid: null,
        agreement: null,
        reviews: [],
        reviewUntil: null,
      },
    });
    expect((await listed(test)).titles).toContain(goodProblem.title);
  });

  it('is counted in the list and in its category at once', async () => {
    const categories = async () => JSON.stringify((await test.ask('GET', '/api/problems/categories')).body['categories']);
    const [before, total] = [await categories(), (await listed(test)).body['total']];
    await post({ ...goodProblem, category: 'blockchain' });
    expect(await categories()).not.toBe(before);
    expect((await listed(test)).body['total']).toBe(Number(total) + 1);
  });

  it('trims, and keeps a tag once', async () => {
    const { body } = await post({ ...goodProblem, title: `  ${goodProblem.title}  `, tags: [' Go', 'go', 'SQL '] });
    expect(body['problem']).toMatchObject({ title: goodProblem.title, tags: ['Go', 'SQL'] });
  });

  it('takes a text whose lines end with CRLF for the same as one with LF, and counts it so', async () => {
    const lines = (end: string) => `Steps:${end}${end}1. run it${`${end}.`.repeat(4990)}`;
    const { status, body } = await post({ ...goodProblem, body: lines('\r\n') });
    expect([status, body['problem']]).toEqual([201, expect.objectContaining({ body: lines('\n') })]);
  });

  it('answers a second try with the first one and makes no second problem', async () => {
    const before = await ownCount();
    const first = await post(goodProblem, { 'idempotency-key': 'try-1' });
    const second = await post({ ...goodProblem, title: 'Something else entirely' }, { 'idempotency-key': 'try-1' });
    expect(second).toMatchObject({ status: 201, body: first.body });
    expect(await ownCount()).toBe(before + 1);
  });

  it('makes one problem of twenty tries at once', async () => {
    const before = await ownCount();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(goodProblem, { 'idempotency-key': 'try-2' })));
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(await ownCount()).toBe(before + 1);
  });

  it('keeps the keys of two people apart', async () => {
    const other = await test.signedIn('seeker', { name: 'Liam' });
    await post(goodProblem, { 'idempotency-key': 'try-3' });
    const { body } = await post(goodProblem, { 'idempotency-key': 'try-3' }, other);
    expect(body['problem']).toMatchObject({ user: { name: 'Liam' } });
  });

  it.each(['a b', 'x'.repeat(201), 'é'])('refuses the key %p', async (key) => {
    const { status, body } = await post(goodProblem, { 'idempotency-key': key });
    expect(status).toBe(422);
    expect(body['errors']).toEqual({ 'idempotency-key': 'This key must be 1 to 200 visible characters' });
  });

  it('is for seekers alone', async () => {
    const anonymous = await test.ask('POST', '/api/problems', { payload: goodProblem });
    expect(anonymous).toMatchObject({ status: 401, body: { code: 'unauthenticated', message: 'Please sign in to go on.' } });
    const solver = await post(goodProblem, {}, await test.signedIn('solver'));
    expect(solver).toMatchObject({ status: 403, body: { code: 'forbidden', message: 'This needs a seeker account.' } });
  });
});
