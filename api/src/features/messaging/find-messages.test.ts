import { createConversation, sendAll } from '../../testing/chat.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { findMessages } from './find-messages.ts';
import type { SearchBounds } from './find-messages.ts';

const test = setUpTestApp();
let viewerId: string;
let first: string;
beforeAll(async () => {
  const seeker = await test.signedIn('seeker');
  viewerId = seeker.user.id;
  const conversations = [];
  for (let number = 0; number < 5; number += 1) conversations.push(await createConversation(test, null, { seeker }));
  first = conversations[0]?.id ?? '';
  // Interleaved, so that the latest messages are spread. The last conversation only has the oldest ones.
  for (const round of [0, 1, 2])
    for (const [number, chat] of [...conversations.entries()].toReversed())
      if (round === 0 || number < 4)
        await sendAll(test, chat.seeker, chat.id, [`Deploys ${number} in round ${round}`, 'Nothing else']);
  const foreign = await createConversation(test);
  await sendAll(test, foreign.seeker, foreign.id, ['Deploys of other people', 'Deploys again']);
});

/** Strategies for users with many messages. */
const STRATEGIES: [strategy: string, bounds: Partial<SearchBounds>][] = [
  ['by the word index', { maxScanned: 0 }],
  ['backwards in steps', { maxScanned: 0, maxIndexMatches: 0, firstConversations: 1 }],
  ['backwards in one step', { maxScanned: 0, maxIndexMatches: 0, firstConversations: 100 }],
  ['backwards for words that seem frequent', { maxScanned: 0, maxEstimatedMatches: 0 }],
];

const find = (
  bounds: Partial<SearchBounds>,
  { page = 1, limit = 4, conversation = undefined as string | undefined, prepared = "'deploy'" } = {},
) =>
  findMessages(
    test.db,
    { viewerId, conversation, prepared, page, limit },
    { maxScanned: 1000, maxEstimatedMatches: 1000, maxIndexMatches: 1000, firstConversations: 2, maxResults: 200, ...bounds },
  );

describe.each(STRATEGIES)('messages found %s', (_strategy, bounds) => {
  it.each([1, 2, 3, 4, 5])('equal those of a full scan, page %d', async (page) => {
    const plain = await find({}, { page });
    expect(plain).toMatchObject({ total: 13, ids: { length: [4, 4, 4, 1, 0][page - 1] } });
    expect(await find(bounds, { page })).toEqual(plain);
  });

  it('can be limited to one conversation, and can be none', async () => {
    const plain = await find({}, { conversation: first });
    expect(plain.total).toBe(3);
    expect(await find(bounds, { conversation: first })).toEqual(plain);
    expect(await find(bounds, { prepared: "'nowher'" })).toEqual({ ids: [], total: 0 });
  });
});

describe('messages of a user with many (product 5.20)', () => {
  const many = { maxScanned: 0, maxIndexMatches: 0, maxResults: 6 };

  it('are limited to the latest', async () => {
    const plain = await find({}, { limit: 6 });
    expect(await find(many)).toEqual({ ids: plain.ids.slice(0, 4), total: 6 });
    expect(await find(many, { page: 2 })).toEqual({ ids: plain.ids.slice(4), total: 6 });
    expect(await find(many, { page: 3 })).toEqual({ ids: [], total: 6 });
  });

  it('are all found for rare words', async () => {
    expect(await find({ maxScanned: 0, maxResults: 6 })).toMatchObject({ total: 13 });
  });
});
