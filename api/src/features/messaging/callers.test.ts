import { eq } from 'drizzle-orm';
import { conversations, messages, participants } from './schema.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestAnswer, TestApp } from '../../testing/test-app.ts';
import { addBidOn, addProblemOf, pair, send, sendAll } from '../../testing/chat.ts';

const MISSING_ID = '00000000-0000-7000-8000-000000000000';

let test: TestApp;
let id: string;
let callers: Record<string, TestCaller | undefined>;
beforeAll(async () => {
  test = await createTestApp();
  const poster = await test.signedIn('seeker');
  const problem = await addProblemOf(test, poster);
  const bidder = await test.signedIn('solver');
  await addBidOn(test, bidder, problem.id);
  const talk = await pair(test, problem.id, { seeker: poster });
  ({ id } = talk);
  await sendAll(test, poster, id, ['Between the two of us']);
  callers = {
    nobody: undefined,
    'another seeker': await test.signedIn('seeker'),
    'another solver': await test.signedIn('solver'),
    'another bidder on the same problem': bidder,
    'the poster': poster,
    'the solver': talk.solver,
  };
});
afterAll(() => test.close());

type Call = (as: TestCaller | undefined, conversation: string) => Promise<TestAnswer>;
const CALLS: Record<string, Call> = {
  'GET /chat/conversations/:id': (as, of) => test.ask('GET', `/api/chat/conversations/${of}`, { as }),
  'PUT /chat/conversations/:id/read': (as, of) => test.ask('PUT', `/api/chat/conversations/${of}/read`, { as }),
  'GET /chat/messages/:id': (as, of) => test.ask('GET', `/api/chat/messages/${of}`, { as }),
  'POST /chat/messages': (as, of) => send(test, as, { conversationId: of }),
};
const STRANGERS = ['another seeker', 'another solver', 'another bidder on the same problem'];

const stored = async () => ({
  conversation: await test.db.select().from(conversations).where(eq(conversations.id, id)),
  places: await test.db.select().from(participants).where(eq(participants.conversationId, id)).orderBy(participants.userId),
  messages: await test.db.select().from(messages).where(eq(messages.conversationId, id)),
});

/** The status that each caller gets; who may and what comes then is in the tests of each call. */
const ROWS = Object.keys(CALLS).flatMap((call) => [
  { call, caller: 'nobody', status: 401 },
  ...STRANGERS.map((caller) => ({ call, caller, status: 404 })),
]);

describe('the calls on a conversation', () => {
  it.each(ROWS)('$call by $caller is $status, and changes nothing', async ({ call, caller, status }) => {
    const before = await stored();
    const answer = await CALLS[call]?.(callers[caller], id);
    expect(answer?.status).toBe(status);
    expect(JSON.stringify(answer?.body)).not.toContain('Between');
    expect(await stored()).toEqual(before);
  });

  it.each(Object.keys(CALLS))('%s says of a foreign one what it says of one that is not there', async (call) => {
    for (const caller of ['another solver', 'the poster']) {
      const missing = await CALLS[call]?.(callers[caller], MISSING_ID);
      expect(missing).toMatchObject({
        status: 404,
        body: { code: 'not_found', message: 'This conversation does not exist.' },
      });
    }
    const foreign = await CALLS[call]?.(callers['another solver'], id);
    expect(foreign?.body).toMatchObject({ code: 'not_found', message: 'This conversation does not exist.' });
  });

  it.each(Object.keys(CALLS))('%s is for both participants', async (call) => {
    for (const caller of ['the poster', 'the solver'])
      expect((await CALLS[call]?.(callers[caller], id))?.status).toBeLessThan(300);
  });
});

describe('GET /chat/conversations', () => {
  it.each([
    ['another seeker', 0],
    ['another bidder on the same problem', 0],
    ['the poster', 1],
    ['the solver', 1],
  ])('shows %s their own alone: %d', async (caller, count) => {
    const { body } = await test.ask('GET', '/api/chat/conversations', { as: callers[caller] });
    expect(body['conversations']).toHaveLength(count);
  });
});
