import { sql } from 'drizzle-orm';
import { createProblemRules } from '@solvent/contracts/rules';
import { problems } from '../../../api/src/schema/index.ts';
import { createTestApp } from '../../../api/src/testing/test-app.ts';
import type { TestApp } from '../../../api/src/testing/test-app.ts';
import { addProblems } from './add-problems.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  await test.user({ role: 'seeker' });
  await test.user({ role: 'solver' });
  await test.user({ role: 'solver' });
  await addProblems(test.db, 1201, NOW);
});
afterAll(() => test.close());

describe('adding problems', () => {
  it('adds as many as asked, over the year before, that the form would take', async () => {
    const rows = await test.db.select().from(problems).orderBy(problems.createdAt);
    expect(rows).toHaveLength(1201);
    const age = (row: (typeof rows)[number] | undefined) => (NOW.getTime() - Number(row?.createdAt)) / 86_400_000;
    expect(age(rows[0])).toBeGreaterThan(360);
    expect(age(rows.at(-1))).toBeLessThan(1);
    for (const { title, body, category, tags, budget } of rows)
      expect(() => createProblemRules.validateSync({ title, body, category, tags, budget })).not.toThrow();
  });

  it('counts their bids truly, and makes an agreement of each that was taken', async () => {
    const wrong = await test.db.execute(sql`
      SELECT title FROM problems
      WHERE bid_count <> (SELECT count(*) FROM bids WHERE problem_id = problems.id)
        OR (status IN ('in-progress', 'solved')) <> EXISTS (SELECT FROM bids WHERE problem_id = problems.id AND status = 'accepted')
      UNION ALL
      SELECT title FROM bids JOIN problems ON problems.id = bids.problem_id LEFT JOIN agreements ON bid_id = bids.id
      WHERE (bids.status = 'accepted') <> (agreements.id IS NOT NULL) OR (problems.status = 'solved') <> (agreements.status = 'solved')`);
    expect(wrong.rows).toEqual([]);
  });

  it('says so where nobody could have posted them', async () => {
    const empty = await createTestApp();
    await expect(addProblems(empty.db, 1)).rejects.toThrow('There is nobody who could post a problem');
    await empty.close();
  });
});
