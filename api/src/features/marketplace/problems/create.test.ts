import { addDays } from '@solvent/contracts/rules';
import { eq } from 'drizzle-orm';
import { problems } from '../../../schema/index.ts';
import { setUp } from '../../../testing/set-up.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { goodProblem, listProblems } from '../../../testing/problems.ts';

const test = setUpTestApp();
const seeker = setUp(() => test.signedIn('seeker', { name: 'Maya' }));

const post = (payload: object, headers: Record<string, string> = {}, as: TestCaller | undefined = seeker) =>
  test.request('POST', '/api/problems', { as, payload, headers });

const countOwn = () => test.db.$count(problems, eq(problems.userId, seeker.user.id));

describe('POST /api/problems (product 5.7, 6.4, 7.4, 11.7)', () => {
  it('stores a problem with a summary of its text', async () => {
    const { status, body } = await post(goodProblem);
    expect(status).toBe(201);
    const user = { _id: seeker.user.id, name: 'Maya', image: null };
    expect(body['problem']).toMatchObject({
      ...goodProblem,
      description: 'It reads two million rows and stores a few less. find them keep them',
      status: 'open',
      user,
      timeline: [{ event: 'posted', person: user }],
    });
    expect((await listProblems(test)).titles).toContain(goodProblem.title);
  });

  it('keeps the day by which it is needed, and rejects a past or a distant one, with a day of slack (product 5.27)', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const postFor = (doneBy: unknown) => post({ ...goodProblem, doneBy });
    for (const doneBy of [addDays(today, -1), addDays(today, 366), null])
      expect((await postFor(doneBy)).body['problem']).toMatchObject({ doneBy });
    for (const [days, message] of [
      [-2, 'Choose today or a later day'],
      [367, 'Choose a day within a year'],
    ] as const)
      expect(await postFor(addDays(today, days))).toMatchObject({ status: 422, body: { errors: { doneBy: message } } });
  });

  it('updates the totals of the list and the category immediately', async () => {
    const categories = async () => JSON.stringify((await test.request('GET', '/api/problems/categories')).body['categories']);
    const [before, total] = [await categories(), (await listProblems(test)).body['total']];
    await post({ ...goodProblem, category: 'blockchain' });
    expect(await categories()).not.toBe(before);
    expect((await listProblems(test)).body['total']).toBe(Number(total) + 1);
  });

  it('normalizes CRLF to LF before it checks the length', async () => {
    const lines = (end: string) => `Steps:${end}${end}1. run it${`${end}.`.repeat(4990)}`;
    const { status, body } = await post({ ...goodProblem, body: lines('\r\n') });
    expect([status, body['problem']]).toEqual([201, expect.objectContaining({ body: lines('\n') })]);
  });

  it('returns the first problem for a repeated idempotency key of the same user', async () => {
    const before = await countOwn();
    const key = { 'idempotency-key': 'try-1' };
    const first = await post(goodProblem, key);
    const second = await post({ ...goodProblem, title: 'Something else entirely' }, key);
    expect(second).toMatchObject({ status: 201, body: first.body });
    expect(await countOwn()).toBe(before + 1);
    const { body } = await post(goodProblem, key, await test.signedIn('seeker', { name: 'Liam' }));
    expect(body['problem']).toMatchObject({ user: { name: 'Liam' } });
  });

  it('creates one problem for twenty concurrent requests with the same key', async () => {
    const before = await countOwn();
    const responses = await Promise.all(Array.from({ length: 20 }, () => post(goodProblem, { 'idempotency-key': 'try-2' })));
    expect(new Set(responses.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(await countOwn()).toBe(before + 1);
  });

  it.each(['a b', 'x'.repeat(201), 'é'])('rejects the key %p', async (key) => {
    const { status, body } = await post(goodProblem, { 'idempotency-key': key });
    expect(status).toBe(422);
    expect(body['errors']).toEqual({ 'idempotency-key': 'This key must be 1 to 200 visible characters' });
  });
});
