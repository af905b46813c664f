import { createConversation, sendAll } from '../../testing/chat.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { findMessages } from './find-messages.ts';
import type { Bounds } from './find-messages.ts';

let test: TestApp;
let viewerId: string;
let first: string;
beforeAll(async () => {
  test = await createTestApp();
  const seeker = await test.signedIn('seeker');
  viewerId = seeker.user.id;
  const talks = [];
  for (let number = 0; number < 5; number += 1) talks.push(await createConversation(test, null, { seeker }));
  first = talks[0]?.id ?? '';
  // Turn by turn, so that what is latest lies in all of them; the last one is written in first, and never again.
  for (const round of [0, 1, 2])
    for (const [number, talk] of [...talks.entries()].toReversed())
      if (round === 0 || number < 4)
        await sendAll(test, talk.seeker, talk.id, [`Deploys ${number} in round ${round}`, 'Nothing else']);
  const stranger = await createConversation(test);
  await sendAll(test, stranger.seeker, stranger.id, ['Deploys of somebody else', 'Deploys again']);
});
afterAll(() => test.close());

/** Ways that few people need, taken by somebody with a few messages. */
const WAYS: [way: string, bounds: Partial<Bounds>][] = [
  ['by the index of words', { all: 0 }],
  ['on the way, from the first conversation on', { all: 0, few: 0, atOnce: 1 }],
  ['on the way, all at once', { all: 0, few: 0, atOnce: 100 }],
  ['on the way, since their words seem frequent', { all: 0, common: 0 }],
];

const find = (
  bounds: Partial<Bounds>,
  { page = 1, limit = 4, conversation = undefined as string | undefined, prepared = "'deploy'" } = {},
) =>
  findMessages(
    test.db,
    { viewerId, conversation, prepared, page, limit },
    { all: 1000, common: 1000, few: 1000, atOnce: 2, most: 200, ...bounds },
  );

describe.each(WAYS)('messages that are found %s', (_way, bounds) => {
  it.each([1, 2, 3, 4, 5])('are those that all would be looked through for, page %d', async (page) => {
    const plain = await find({}, { page });
    expect(plain).toMatchObject({ total: 13, ids: { length: [4, 4, 4, 1, 0][page - 1] } });
    expect(await find(bounds, { page })).toEqual(plain);
  });

  it('are of one conversation where it is named, and none where no message has the words', async () => {
    const plain = await find({}, { conversation: first });
    expect(plain.total).toBe(3);
    expect(await find(bounds, { conversation: first })).toEqual(plain);
    expect(await find(bounds, { prepared: "'nowher'" })).toEqual({ ids: [], total: 0 });
  });
});

describe('messages of whoever has very many (product 5.20)', () => {
  const many = { all: 0, few: 0, most: 6 };

  it('are found up to a bound, the latest', async () => {
    const plain = await find({}, { limit: 6 });
    expect(await find(many)).toEqual({ ids: plain.ids.slice(0, 4), total: 6 });
    expect(await find(many, { page: 2 })).toEqual({ ids: plain.ids.slice(4), total: 6 });
    expect(await find(many, { page: 3 })).toEqual({ ids: [], total: 6 });
  });

  it('are all found where their words are rare', async () => {
    expect(await find({ all: 0, most: 6 })).toMatchObject({ total: 13 });
  });
});
