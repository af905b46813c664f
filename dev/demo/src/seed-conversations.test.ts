import { and, asc, eq, isNotNull } from 'drizzle-orm';
import type { Conversation, ConversationsAnswer } from '@solvent/contracts';
import { messageRules } from '@solvent/contracts/rules/chat';
import { bids } from '../../../api/src/features/marketplace/schema.ts';
import { conversations, messages, participants } from '../../../api/src/features/messaging/schema.ts';
import { notifications } from '../../../api/src/features/notifications/schema.ts';
import { users } from '../../../api/src/features/accounts/schema.ts';
import { signIn } from '../../../api/src/testing/factories.ts';
import { createTestApp } from '../../../api/src/testing/test-app.ts';
import type { TestApp } from '../../../api/src/testing/test-app.ts';
import { seedDemo } from './seed-demo.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const DEMO_ACCOUNTS = ['seeker@solvent.dev', 'solver@solvent.dev'];

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  await seedDemo(test.ports, NOW);
});
afterAll(() => test.close());

/** A demo account's conversations, as its page shows them. */
async function listOf(email: string): Promise<ConversationsAnswer> {
  const [user] = await test.db.select().from(users).where(eq(users.email, email));
  if (user === undefined) throw new Error(`There is no ${email}`);
  const { body } = await test.ask('GET', '/api/chat/conversations', { as: await signIn(test.db, user) });
  // The answer's schema lets nothing else out.
  return body as unknown as ConversationsAnswer;
}

const talks = () => test.db.select().from(conversations);
const messagesOf = (id: string) =>
  test.db.select().from(messages).where(eq(messages.conversationId, id)).orderBy(asc(messages.seq));

describe('the conversations of the demo data', () => {
  it.each(DEMO_ACCOUNTS)('are several of %s, some with something unread', async (email) => {
    const { conversations: shown, unreadCount } = await listOf(email);
    expect(shown.length).toBeGreaterThan(2);
    expect(unreadCount).toBeGreaterThan(0);
    expect(unreadCount).toBeLessThan(shown.length);
    expect(shown.filter(({ lastMessage }: Conversation) => !lastMessage?.text)).toEqual([]);
  });

  it('hold messages of their two alone, without a gap, in order of time, as people may send them', async () => {
    for (const { id, firstId, secondId, lastSeq, createdAt, updatedAt } of await talks()) {
      const said = await messagesOf(id);
      expect(said.map(({ seq }) => seq)).toEqual(Array.from({ length: lastSeq }, (_, index) => index + 1));
      const times = said.map((message) => message.createdAt.getTime());
      expect(times).toEqual(times.toSorted((one, other) => one - other));
      expect([createdAt.getTime(), updatedAt.getTime()]).toEqual([times[0], times.at(-1)]);
      expect(said.filter(({ senderId }) => senderId !== firstId && senderId !== secondId)).toEqual([]);
      for (const { clientId, content } of said)
        expect(messageRules.isValidSync({ conversationId: id, clientId, content })).toBe(true);
    }
  });

  it('are between a poster and who had bid, or with a solver', async () => {
    for (const { problemId, firstId, secondId, createdAt } of await talks()) {
      if (problemId === null) continue;
      const placed = await test.db.select().from(bids).where(eq(bids.problemId, problemId));
      const own = placed.filter(({ solverId }) => solverId === firstId || solverId === secondId);
      expect(own).toHaveLength(1);
      expect(own[0]?.createdAt.getTime()).toBeLessThan(createdAt.getTime());
    }
    expect((await talks()).filter(({ problemId }) => problemId === null)).toHaveLength(1);
  });

  it('are what notifications lead to, and an unread one is of what is unread', async () => {
    const told = await test.db
      .select({ read: notifications.read, type: notifications.type, place: participants.readSeq, last: conversations.lastSeq })
      .from(notifications)
      .innerJoin(conversations, eq(conversations.id, notifications.conversationId))
      .innerJoin(
        participants,
        and(eq(participants.conversationId, conversations.id), eq(participants.userId, notifications.userId)),
      );
    expect(told).toHaveLength(await test.db.$count(notifications, isNotNull(notifications.conversationId)));
    const ofMessages = told.filter(({ type }) => type !== 'bid_accepted');
    expect(ofMessages.length).toBeGreaterThan(4);
    expect(ofMessages.filter(({ read, place, last }) => read !== (place === last))).toEqual([]);
  });

  it('were had by the two of every accepted bid of which somebody was told', async () => {
    const told = await test.db.select().from(notifications).where(eq(notifications.type, 'bid_accepted'));
    expect(told.filter(({ conversationId }) => conversationId === null)).toEqual([]);
  });
});
