import { eq, sql } from 'drizzle-orm';
import { updateProfileRules } from '@solvent/contracts/rules';
import { findProfile } from '../../../api/src/features/accounts/profiles/service.ts';
import { files } from '../../../api/src/features/files/schema.ts';
import { personReviews } from '../../../api/src/features/marketplace/schema.ts';
import { users } from '../../../api/src/features/accounts/schema.ts';
import { createTestApp } from '../../../api/src/testing/test-app.ts';
import type { TestApp } from '../../../api/src/testing/test-app.ts';
import { readData } from './data.ts';
import { seedDemo } from './seed-demo.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  await seedDemo(test.ports, NOW);
});
afterAll(() => test.close());

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
    ['seeker@solvent.dev', { problemsPosted: 6, problemsSolved: 3, bidsAccepted: 0, rating: 4.7, ratingCount: 3, hireRate: 80 }],
    ['solver@solvent.dev', { problemsPosted: 0, problemsSolved: 3, bidsAccepted: 4, rating: 5, ratingCount: 2, hireRate: null }],
  ])('gives %s a profile with reviews', async (email, stats) => {
    const [person] = await test.db.select().from(users).where(eq(users.email, email));
    const profile = await findProfile(test.db, person?.id ?? '', NOW);
    expect(profile?.stats).toMatchObject(stats);
    expect(profile?.stats.replyMinutes).toBeGreaterThan(0);
    expect(profile?.reviews).toHaveLength(stats.ratingCount);
  });
});
