import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { CATEGORY_VALUES, MODULE_TECHNOLOGIES } from '@solvent/contracts';
import { createProblemRules } from '@solvent/contracts/rules';
import { API_FOLDER } from '../../../api/src/platform/config/api-folder.ts';
import { agreementChanges, agreements, disputes } from '../../../api/src/features/marketplace/agreements/schema.ts';
import { bids, problems } from '../../../api/src/features/marketplace/schema.ts';
import { files } from '../../../api/src/features/files/schema.ts';
import { modules } from '../../../api/src/features/toolbox/schema.ts';
import { notifications } from '../../../api/src/features/notifications/schema.ts';
import { users } from '../../../api/src/features/accounts/schema.ts';
import { openFolder } from '@solvent/object-store';
import { testPasswords } from '../../../api/src/testing/factories.ts';
import { createTestApp } from '../../../api/src/testing/test-app.ts';
import type { TestApp } from '../../../api/src/testing/test-app.ts';
import { DEMO_PASSWORD } from '../../../api/src/preflight/demo-accounts.ts';
import { seedDemo } from './seed-demo.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  await seedDemo(test.ports, NOW);
});
afterAll(() => test.close());

const rowsOf = () => test.db.select().from(problems);

describe('the demo data', () => {
  it.each([
    ['seeker@solvent.dev', 'seeker'],
    ['solver@solvent.dev', 'solver'],
  ])('lets %s sign in', async (email, role) => {
    const { status, body } = await test.ask('POST', '/api/auth/login', { payload: { email, password: DEMO_PASSWORD } });
    expect(status).toBe(200);
    expect(body['user']).toMatchObject({ email, role, isEmailVerified: true });
  });

  it('lets nobody sign in as one of the others', async () => {
    const [other] = await test.db.select().from(users).where(eq(users.email, 'kwame-asante@example.com'));
    expect(await testPasswords.verify(other?.passwordHash ?? '', DEMO_PASSWORD)).toBe(false);
  });

  it('has some sixty problems of every category, most of them open and within the opening price range', async () => {
    const rows = await rowsOf();
    expect(rows.length).toBeGreaterThanOrEqual(60);
    expect(new Set(rows.map(({ category }) => category))).toEqual(new Set(CATEGORY_VALUES));
    const count = (status: string) => rows.filter((row) => row.status === status).length;
    expect(count('open')).toBeGreaterThan(rows.length / 2);
    expect(count('in-progress')).toBeGreaterThan(4);
    expect(count('solved')).toBeGreaterThan(4);
    expect(count('closed')).toBe(1);
    expect(rows.filter(({ budget }) => budget <= 1000).length).toBeGreaterThan(35);
    expect(Math.min(...rows.map(({ budget }) => budget))).toBe(25);
    expect(Math.max(...rows.map(({ budget }) => budget))).toBe(9000);
  });

  it('has problems that its own form would take', async () => {
    for (const { title, body, category, tags, budget } of await rowsOf()) {
      expect(() => createProblemRules.validateSync({ title, body, category, tags, budget })).not.toThrow();
    }
  });

  it('counts the bids that were not withdrawn', async () => {
    const wrong = await test.db.execute(sql`
      SELECT title FROM problems WHERE bid_count <> (SELECT count(*) FROM bids WHERE problem_id = problems.id AND status <> 'withdrawn')`);
    expect(wrong.rows).toEqual([]);
    expect(new Set((await rowsOf()).map(({ bidCount }) => bidCount)).size).toBeGreaterThan(4);
  });

  it('has bids of solvers after the problem was posted and before now, each in its own words', async () => {
    const rows = await test.db
      .select({ bid: bids, posted: problems.createdAt, role: users.role })
      .from(bids)
      .innerJoin(problems, eq(problems.id, bids.problemId))
      .innerJoin(users, eq(users.id, bids.solverId));
    const wrong = rows.filter(
      ({ bid, posted, role }) =>
        role !== 'solver' || bid.createdAt <= posted || bid.updatedAt > NOW || bid.updatedAt < bid.createdAt,
    );
    expect(wrong).toEqual([]);
    expect(rows.filter(({ bid }) => bid.message.length < 30 || bid.message.length > 2000 || bid.estimatedDays > 90)).toEqual([]);
    expect(new Set(rows.map(({ bid }) => `${bid.problemId} ${bid.message}`)).size).toBe(rows.length);
  });

  it('has a timeline for every problem that fits its state', async () => {
    const wrong = await test.db.execute(sql`
      SELECT title FROM problems CROSS JOIN LATERAL (
        SELECT string_agg(event, ' ' ORDER BY at, id) AS happened, max(at) AS last FROM problem_events WHERE problem_id = problems.id
      ) AS events CROSS JOIN LATERAL (
        SELECT coalesce(max(' delivered'), '') AS delivered FROM agreements WHERE problem_id = problems.id AND delivered_at IS NOT NULL
      ) AS work
      WHERE happened IS DISTINCT FROM (CASE status
        WHEN 'open' THEN 'posted'
        WHEN 'closed' THEN 'posted closed'
        WHEN 'in-progress' THEN 'posted bid_accepted' || delivered
        ELSE 'posted bid_accepted' || delivered || ' solved'
      END) OR (solved_at IS NOT NULL) <> (status = 'solved') OR (status = 'solved' AND solved_at <> last)`);
    expect(wrong.rows).toEqual([]);
  });

  it('has the fifteen modules for $0 to $39 (product 2.29)', async () => {
    const rows = await test.db.select().from(modules);
    expect(rows).toHaveLength(15);
    expect(rows.filter(({ priceCents }) => priceCents === 0).length).toBeGreaterThan(2);
    expect(Math.max(...rows.map(({ priceCents }) => priceCents))).toBe(3900);
    const technologies: readonly string[] = MODULE_TECHNOLOGIES;
    expect(rows.flatMap(({ tags }) => tags).filter((tag) => !technologies.includes(tag))).toEqual([]);
  });

  it.each(['seeker@solvent.dev', 'solver@solvent.dev'])(
    'has read and unread notifications for %s that lead somewhere',
    async (email) => {
      const rows = await test.db
        .select({ notification: notifications, problem: problems.id })
        .from(notifications)
        .innerJoin(users, eq(users.id, notifications.userId))
        .leftJoin(problems, eq(problems.id, notifications.problemId))
        .where(eq(users.email, email));
      expect(new Set(rows.map(({ notification }) => notification.read))).toEqual(new Set([true, false]));
      expect(rows.filter(({ problem }) => problem === null)).toEqual([]);
      expect(rows.filter(({ notification: { actorId, userId } }) => actorId === null || actorId === userId)).toEqual([]);
      const talks = rows.filter(({ notification: { type } }) => type === 'new_message' || type === 'message_received');
      expect(talks.length).toBeGreaterThan(1);
      expect(talks.filter(({ notification }) => notification.conversationId === null)).toEqual([]);
    },
  );

  it('has an agreement for each accepted bid, in every step, and none that is before its time', async () => {
    const rows = await test.db.select().from(agreements);
    expect(rows).toHaveLength(await test.db.$count(bids, eq(bids.status, 'accepted')));
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['accepted', 'delivered', 'solved']));
    const solved = rows.filter(({ status }) => status === 'solved');
    const paid = (row: (typeof rows)[number]) => [row.paidAt !== null, row.receivedAt !== null].join();
    expect(new Set(solved.map(paid))).toEqual(new Set(['false,false', 'true,false', 'true,true']));
    const moments = (row: (typeof rows)[number]) => [row.acceptedAt, row.solvedAt, row.paidAt, row.receivedAt, NOW];
    for (const row of rows) {
      const known = moments(row).filter((moment) => moment !== null);
      expect(known).toEqual(known.toSorted((one, other) => one.getTime() - other.getTime()));
    }
    expect(rows.filter(({ deliveredAt, acceptedAt }) => deliveredAt !== null && deliveredAt <= acceptedAt)).toEqual([]);
    expect((await test.db.select().from(agreementChanges)).map(({ status }) => status).toSorted()).toEqual([
      'agreed',
      'proposed',
    ]);
    expect(await test.db.select().from(disputes)).toMatchObject([
      { seekerView: expect.any(String), solverView: expect.any(String) },
    ]);
  });

  it('has notifications of bids, messages, invitations and agreements, these between their two people', async () => {
    const rows = await test.db.select().from(notifications);
    const ofAgreements = ['agreement_changed', 'delivered', 'disputed', 'solved', 'paid'];
    const types = ['new_bid', 'bid_accepted', 'bid_rejected', 'message_received', 'new_message', 'invited', ...ofAgreements];
    expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(types));
    const agreed = await test.db.select().from(agreements);
    for (const { problemId, userId, actorId } of rows.filter(({ type }) => ofAgreements.includes(type))) {
      const { seekerId, solverId } = agreed.find((row) => row.problemId === problemId) ?? {};
      expect(new Set([seekerId, solverId])).toEqual(new Set([userId, actorId]));
    }
    expect(rows.filter(({ createdAt }) => createdAt > NOW)).toEqual([]);
  });

  it('serves every picture at the address that pages use', async () => {
    const people = await test.db.select({ url: users.image }).from(users);
    const previews = await test.db.select({ url: modules.previewImage }).from(modules);
    for (const { url } of [...people, ...previews]) {
      const answer = await test.app.inject({ method: 'GET', url: url ?? '' });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toBe('image/webp');
      expect(answer.rawPayload.subarray(8, 12).toString()).toBe('WEBP');
      expect(answer.rawPayload.length).toBeLessThanOrEqual(8192);
    }
  });
});

describe('seeding', () => {
  it('leaves a database alone in which somebody is', async () => {
    const before = await test.db.select().from(files);
    expect(await seedDemo(test.ports, NOW)).toBe(false);
    expect(await test.db.select().from(files)).toHaveLength(before.length);
  });

  it('fills the database once when two servers start at once', async () => {
    const fresh = await createTestApp();
    const done = await Promise.all([seedDemo(fresh.ports, NOW), seedDemo(fresh.ports, NOW)]);
    expect(done.filter(Boolean)).toHaveLength(1);
    expect(await fresh.db.select().from(modules)).toHaveLength(15);
    await fresh.close();
  });

  it('leaves nothing behind when it fails half-way', async () => {
    const fresh = await createTestApp();
    await fresh.db.execute(sql`ALTER TABLE notifications ADD CONSTRAINT none_at_all CHECK (false)`);
    await expect(seedDemo(fresh.ports, NOW)).rejects.toThrow('insert into "notifications"');
    expect(await fresh.db.select().from(users)).toEqual([]);
    await fresh.close();
  });

  it('names the picture that cannot be stored', async () => {
    const fresh = await createTestApp({ ports: { files: openFolder(join(API_FOLDER, 'package.json')) } });
    await expect(seedDemo(fresh.ports, NOW)).rejects.toThrow('public/');
    expect(await fresh.db.select().from(users)).toEqual([]);
    await fresh.close();
  });
});
