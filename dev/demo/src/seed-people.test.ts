import { eq, sql, and, asc, isNotNull, isNull } from 'drizzle-orm';
import { updateProfileRules } from '@solvent/contracts/rules';
import type { ConversationsResponse } from '@solvent/contracts';
import { postCommentRules } from '@solvent/contracts/rules/actions';
import { messageRules } from '@solvent/contracts/rules/chat';
import {
  bids,
  comments,
  conversations,
  files,
  messages,
  notifications,
  participants,
  personReviews,
  problems,
  savedProblems,
  users,
} from '../../../api/src/schema/index.ts';
import { createTestApp } from '../../../api/src/testing/test-app.ts';
import type { TestApp } from '../../../api/src/testing/test-app.ts';
import { readData } from './data.ts';
import { seedDemo } from './seed-demo.ts';
import { signIn } from '../../../api/src/testing/factories.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const DEMO_ACCOUNTS = ['seeker@solvent.dev', 'solver@solvent.dev'];

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  await seedDemo(test.ports, NOW);
});
afterAll(() => test.close());

describe('the people of the demo data', () => {
  it('have profiles that their own form would take, each with a picture that is nobody else’s', async () => {
    const people = await test.db.select().from(users);
    for (const row of people) {
      const { name, headline, bio, location, country, timeZone, website, github, expertiseAreas, image } = row;
      const profile = { name, headline, bio, location, country, timeZone, website, github, expertiseAreas, image };
      expect(updateProfileRules.validateSync(profile)).toEqual(profile);
    }
    const avatars = await test.db.select().from(files).where(eq(files.purpose, 'avatar'));
    expect(avatars).toHaveLength(people.length);
    expect(new Set(avatars.map(({ storageKey }) => storageKey)).size).toBe(people.length);
    const hasOwn = (id: string, image: string | null) =>
      avatars.some((file) => file.ownerId === id && image === `/api/files/${file.id}`);
    expect(people.filter(({ id, image }) => !hasOwn(id, image))).toEqual([]);
  });

  it('review the other side of solved problems, each in its own words: both sides are seen at once, one alone later', async () => {
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
    const alone = rows.filter(({ problemId }) => rows.filter((other) => other.problemId === problemId).length === 1);
    expect(new Set(alone.map((row) => row.visibleFrom > NOW))).toEqual(new Set([true, false]));
    expect(rows.filter((row) => !alone.includes(row) && row.visibleFrom > NOW)).toEqual([]);
  });
});

describe('the questions and answers of the demo data', () => {
  const findRows = () =>
    test.db
      .select({ comment: comments, problem: problems, author: users })
      .from(comments)
      .innerJoin(problems, eq(problems.id, comments.problemId))
      .innerJoin(users, eq(users.id, comments.authorId));

  it('stand under problems that are there, by both demo accounts, too', async () => {
    const rows = await findRows();
    const keys = new Set((await readData('problems')).map(({ key }) => key));
    const discussed = Object.keys(await readData('questions'));
    expect(discussed.filter((key) => !keys.has(key))).toEqual([]);
    expect(new Set(rows.map(({ problem }) => problem.id)).size).toBe(discussed.length);
    expect(rows.map(({ author }) => author.email)).toEqual(expect.arrayContaining(DEMO_ACCOUNTS));
  });

  it('could have been written here, after the problem was posted and before now, answers after their questions', async () => {
    const rows = await findRows();
    const times = new Map(rows.map(({ comment }) => [comment.id, comment.createdAt.getTime()]));
    const wrong = rows.filter(({ comment: { createdAt, editedAt, deletedAt, parentId }, problem }) => {
      const since = parentId === null ? problem.createdAt.getTime() : (times.get(parentId) ?? Infinity);
      const after = [editedAt ?? createdAt, deletedAt ?? createdAt];
      return createdAt.getTime() <= since || after.some((time) => time < createdAt || time > NOW);
    });
    expect(wrong).toEqual([]);
    const written = rows.filter(({ comment }) => comment.deletedAt === null);
    for (const { comment } of written) {
      expect(() => postCommentRules.validateSync({ content: comment.content })).not.toThrow();
      expect((comment.editedAt ?? comment.createdAt).getTime() - comment.createdAt.getTime()).toBeLessThan(15 * 60_000);
    }
    expect(new Set(written.map(({ comment }) => comment.content)).size).toBe(written.length);
    expect(rows.length - written.length).toBe(1);
    const pinned = rows.filter(({ comment }) => comment.pinned);
    expect(pinned.length).toBeGreaterThan(6);
    expect(pinned.filter(({ comment }) => comment.parentId !== null || comment.deletedAt !== null)).toEqual([]);
  });
});

it('the saved problems of the demo data are those of both demo accounts, saved after they were posted and before now', async () => {
  const rows = await test.db
    .select({ savedAt: savedProblems.savedAt, by: users, problem: problems })
    .from(savedProblems)
    .innerJoin(problems, eq(problems.id, savedProblems.problemId))
    .innerJoin(users, eq(users.id, savedProblems.userId));
  expect(rows.map(({ by }) => by.email)).toEqual(expect.arrayContaining(DEMO_ACCOUNTS));
  const wrong = rows.filter(
    ({ savedAt, by, problem }) => savedAt <= problem.createdAt || savedAt > NOW || problem.userId === by.id,
  );
  expect(wrong).toEqual([]);
});

describe('the conversations of the demo data', () => {
  const talks = () => test.db.select().from(conversations);

  it.each(DEMO_ACCOUNTS)('are several of %s, some with something unread', async (email) => {
    const [user] = await test.db.select().from(users).where(eq(users.email, email));
    if (user === undefined) throw new Error(`There is no ${email}`);
    const { body } = await test.request('GET', '/api/chat/conversations', { as: await signIn(test.db, user) });
    // The response schema guarantees the type.
    const { conversations: shown, unreadCount } = body as unknown as ConversationsResponse;
    expect(shown.length).toBeGreaterThan(2);
    expect(unreadCount).toBeGreaterThan(0);
    expect(unreadCount).toBeLessThan(shown.length);
    expect(shown.filter(({ lastMessage }) => !lastMessage?.text)).toEqual([]);
  });

  it('hold messages of their two alone, without a gap, in order of time, as people may send them', async () => {
    for (const { id, firstId, secondId, lastSeq, createdAt, updatedAt } of await talks()) {
      const sent = await test.db.select().from(messages).where(eq(messages.conversationId, id)).orderBy(asc(messages.seq));
      expect(sent.map(({ seq }) => seq)).toEqual(Array.from({ length: lastSeq }, (_, index) => index + 1));
      const times = sent.map((message) => message.createdAt.getTime());
      expect(times).toEqual(times.toSorted((one, other) => one - other));
      expect([createdAt.getTime(), updatedAt.getTime()]).toEqual([times[0], times.at(-1)]);
      expect(sent.filter(({ senderId }) => senderId !== firstId && senderId !== secondId)).toEqual([]);
      for (const { clientId, content } of sent)
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

  it('are what notifications of messages and accepted bids lead to, and an unread one is of what is unread', async () => {
    const rows = await test.db
      .select({ read: notifications.read, type: notifications.type, place: participants.readSeq, last: conversations.lastSeq })
      .from(notifications)
      .innerJoin(conversations, eq(conversations.id, notifications.conversationId))
      .innerJoin(
        participants,
        and(eq(participants.conversationId, conversations.id), eq(participants.userId, notifications.userId)),
      );
    expect(rows).toHaveLength(await test.db.$count(notifications, isNotNull(notifications.conversationId)));
    const ofMessages = rows.filter(({ type }) => type !== 'bid_accepted');
    expect(ofMessages.length).toBeGreaterThan(4);
    expect(ofMessages.filter(({ read, place, last }) => read !== (place === last))).toEqual([]);
    const nowhere = await test.db.select().from(notifications).where(isNull(notifications.conversationId));
    const leading = new Set(['bid_accepted', 'new_message', 'message_received']);
    expect(nowhere.filter(({ type }) => leading.has(type))).toEqual([]);
  });
});
