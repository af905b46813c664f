import { eq } from 'drizzle-orm';
import { conversations } from './schema.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { sendAll } from '../../testing/chat.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it('an empty conversation is in the list of who opened it alone, until somebody writes', async () => {
  const listed = async (as: TestCaller) =>
    ((await test.ask('GET', '/api/chat/conversations', { as })).body['conversations'] as { _id: string }[]).map(({ _id }) => _id);
  const openFor = (as: TestCaller, other: TestCaller) =>
    test.ask('POST', '/api/chat/conversations', { as, payload: { userId: other.user.id } });
  const [one, other] = [await test.signedIn('solver'), await test.signedIn('solver')];
  const { body } = await openFor(one, other);
  const { _id } = body['conversation'] as { _id: string };
  expect(await listed(one)).toEqual([_id]);
  expect(await listed(other)).toEqual([]);
  expect((await test.ask('GET', `/api/chat/conversations/${_id}`, { as: other })).status).toBe(200);
  expect((await openFor(one, other)).status).toBe(200);
  expect(await listed(other)).toEqual([]);
  await sendAll(test, one, _id, ['Hello']);
  expect(await listed(other)).toEqual([_id]);

  const third = await test.signedIn('solver');
  const again = (await openFor(one, third)).body['conversation'] as { _id: string };
  await openFor(third, one);
  expect(await listed(third)).toEqual([again._id]);
  expect(await listed(one)).toContain(again._id);
  expect(await test.db.$count(conversations, eq(conversations.openedBy, one.user.id))).toBe(1);
});
