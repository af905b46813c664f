import { eq } from 'drizzle-orm';
import type { Comment } from '@solvent/contracts';
import { postCommentRules } from '@solvent/contracts/rules/actions';
import { comments, problems, savedProblems } from '../../../api/src/features/marketplace/schema.ts';
import { users } from '../../../api/src/features/accounts/schema.ts';
import { createTestApp } from '../../../api/src/testing/test-app.ts';
import type { TestApp } from '../../../api/src/testing/test-app.ts';
import { readData } from './data.ts';
import { seedDemo } from './seed-demo.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const DEMO_ACCOUNTS = ['seeker@solvent.dev', 'solver@solvent.dev'];

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  await seedDemo(test.ports, NOW);
});
afterAll(() => test.close());

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
    expect(rows.filter(({ comment }) => comment.pinned && (comment.parentId !== null || comment.deletedAt !== null))).toEqual([]);
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
