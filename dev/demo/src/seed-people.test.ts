import { eq, sql, and, asc, isNotNull } from 'drizzle-orm';
import { updateProfileRules } from '@solvent/contracts/rules';
import type { Comment, Conversation, ConversationsAnswer } from '@solvent/contracts';
import { postCommentRules } from '@solvent/contracts/rules/actions';
import { messageRules } from '@solvent/contracts/rules/chat';
import { findProfile } from '../../../api/src/features/accounts/profiles/service.ts';
import { files } from '../../../api/src/features/files/schema.ts';
import { personReviews, comments, problems, savedProblems, bids } from '../../../api/src/features/marketplace/schema.ts';
import { users } from '../../../api/src/features/accounts/schema.ts';
import { createTestApp } from '../../../api/src/testing/test-app.ts';
import type { TestApp } from '../../../api/src/testing/test-app.ts';
import { readData } from './data.ts';
import { seedDemo } from './seed-demo.ts';
import { conversations, messages, participants } from '../../../api/src/features/messaging/schema.ts';
import { notifications } from '../../../api/src/features/notifications/schema.ts';
import { signIn } from '../../../api/src/testing/factories.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  await seedDemo(test.ports, NOW);
});
afterAll(() => test.close());

describe('people', () => {
  describe('the demo data', () => {
    it('has people whose profiles their own form would take', async () => {
      for (const row of await test.db.select().from(users)) {
        const { name, headline, bio, location, country, timeZone, website, github, expertiseAreas, image } = row;
        const profile = { name, headline, bio, location, country, timeZone, website, github, expertiseAreas, image };
        expect(updateProfileRules.validateSync(profile)).toEqual(profile);
      }
    });

    it('has a picture for each of them that is nobody else’s: who changes theirs takes none away', async () => {
      const avatars = await test.db.select().from(files).where(eq(files.purpose, 'avatar'));
      const people = await test.db.select().from(users);
      expect(avatars).toHaveLength(people.length);
      expect(new Set(avatars.map(({ storageKey }) => storageKey)).size).toBe(people.length);
      expect(
        people.filter(({ id, image }) => !avatars.some((file) => file.ownerId === id && image === `/api/files/${file.id}`)),
      ).toEqual([]);
    });

    it('has reviews by the two sides of solved problems, after they were solved and before now, each in its own words', async () => {
      const wrong = await test.db.execute(sql`
      SELECT r.text FROM person_reviews r
      JOIN problems p ON p.id = r.problem_id
      JOIN bids b ON b.problem_id = p.id AND b.status = 'accepted'
      WHERE p.status <> 'solved' OR r.created_at <= p.updated_at OR r.created_at > ${NOW} OR r.visible_from < r.created_at
        OR (r.author_id, r.subject_id) NOT IN ((p.user_id, b.solver_id), (b.solver_id, p.user_id))`);
      expect(wrong.rows).toEqual([]);
      const rows = await test.db.select().from(personReviews);
      expect(rows).toHaveLength(Object.values(await readData('reviews')).flatMap((sides) => Object.values(sides)).length);
      expect(new Set(rows.map(({ text }) => text)).size).toBe(rows.length);
      expect(new Set(rows.map(({ rating }) => rating))).toEqual(new Set([3, 4, 5]));
    });

    it('shows reviews of both sides at once, and of one side alone when the time is over', async () => {
      const rows = await test.db.select().from(personReviews);
      const alone = rows.filter(({ problemId }) => rows.filter((other) => other.problemId === problemId).length === 1);
      expect(new Set(alone.map((row) => row.visibleFrom > NOW))).toEqual(new Set([true, false]));
      expect(rows.filter((row) => !alone.includes(row) && row.visibleFrom > NOW)).toEqual([]);
    });

    it.each([
      [
        'seeker@solvent.dev',
        { problemsPosted: 6, problemsSolved: 3, bidsAccepted: 0, rating: 4.7, ratingCount: 3, hireRate: 80 },
      ],
      [
        'solver@solvent.dev',
        { problemsPosted: 0, problemsSolved: 3, bidsAccepted: 4, rating: 5, ratingCount: 2, hireRate: null },
      ],
    ])('gives %s a profile with reviews', async (email, stats) => {
      const [person] = await test.db.select().from(users).where(eq(users.email, email));
      const profile = await findProfile(test.db, person?.id ?? '', NOW);
      expect(profile?.stats).toMatchObject(stats);
      expect(profile?.stats.replyMinutes).toBeGreaterThan(0);
      expect(profile?.reviews).toHaveLength(stats.ratingCount);
    });
  });
});

describe('discussion', () => {
  const DEMO_ACCOUNTS = ['seeker@solvent.dev', 'solver@solvent.dev'];

  const rowsOf = () =>
    test.db
      .select({ comment: comments, problem: problems, author: users })
      .from(comments)
      .innerJoin(problems, eq(problems.id, comments.problemId))
      .innerJoin(users, eq(users.id, comments.authorId));

  describe('the questions and answers of the demo data', () => {
    it('stand under a dozen problems that are there', async () => {
      const questions = await readData('questions');
      const keys = new Set((await readData('problems')).map(({ key }) => key));
      expect(Object.keys(questions).filter((key) => !keys.has(key))).toEqual([]);
      const discussed = new Set((await rowsOf()).map(({ problem }) => problem.id));
      expect(discussed.size).toBe(Object.keys(questions).length);
      expect(discussed.size).toBeGreaterThanOrEqual(12);
    });

    it('are by many people, both demo accounts among them', async () => {
      const emails = (await rowsOf()).map(({ author }) => author.email);
      expect(new Set(emails).size).toBeGreaterThan(12);
      expect(emails).toEqual(expect.arrayContaining(DEMO_ACCOUNTS));
    });

    it('were written after the problem was posted and before now, answers after their questions', async () => {
      const rows = await rowsOf();
      const times = new Map(rows.map(({ comment }) => [comment.id, comment.createdAt.getTime()]));
      const wrong = rows.filter(({ comment: { createdAt, editedAt, deletedAt, parentId }, problem }) => {
        const since = parentId === null ? problem.createdAt.getTime() : (times.get(parentId) ?? Infinity);
        const after = [editedAt ?? createdAt, deletedAt ?? createdAt];
        return createdAt.getTime() <= since || after.some((time) => time < createdAt || time > NOW);
      });
      expect(wrong).toEqual([]);
    });

    it('could have been written here', async () => {
      const rows = await rowsOf();
      const written = rows.filter(({ comment }) => comment.deletedAt === null);
      for (const { comment } of written) {
        expect(() => postCommentRules.validateSync({ content: comment.content })).not.toThrow();
        expect((comment.editedAt ?? comment.createdAt).getTime() - comment.createdAt.getTime()).toBeLessThan(15 * 60_000);
      }
      expect(new Set(written.map(({ comment }) => comment.content)).size).toBe(written.length);
      expect(rows.filter(({ comment }) => comment.pinned && (comment.parentId !== null || comment.deletedAt !== null))).toEqual(
        [],
      );
    });

    it('are answered as pages show them: a pinned one first, a deleted one with its answer', async () => {
      const discussed = [...new Set((await rowsOf()).map(({ problem }) => problem.id))];
      const lists = await Promise.all(discussed.map((id) => test.ask('GET', `/api/problems/${id}/comments`)));
      // The answer's schema lets nothing else out.
      const all = lists.map(({ body }) => body['comments'] as Comment[]);
      expect(all.filter(([first]) => first?.pinned === true).length).toBeGreaterThan(6);
      const gone = all.flat().filter(({ isDeleted }) => isDeleted);
      expect(gone).toHaveLength(1);
      expect(all.flat().filter(({ parentId }) => parentId === gone[0]?._id)).toHaveLength(1);
    });
  });

  describe('the saved problems of the demo data', () => {
    it('are those of both demo accounts, saved after they were posted and before now', async () => {
      const rows = await test.db
        .select({
          savedAt: savedProblems.savedAt,
          posted: problems.createdAt,
          by: users.email,
          poster: problems.userId,
          id: users.id,
        })
        .from(savedProblems)
        .innerJoin(problems, eq(problems.id, savedProblems.problemId))
        .innerJoin(users, eq(users.id, savedProblems.userId));
      expect(rows.map(({ by }) => by)).toEqual(expect.arrayContaining(DEMO_ACCOUNTS));
      expect(rows.filter(({ savedAt, posted }) => savedAt <= posted || savedAt > NOW)).toEqual([]);
      expect(rows.filter(({ poster, id }) => poster === id)).toEqual([]);
    });
  });
});

describe('conversations', () => {
  const DEMO_ACCOUNTS = ['seeker@solvent.dev', 'solver@solvent.dev'];

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
});
