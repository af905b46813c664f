import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { CATEGORY_VALUES, MODULE } from '@solvent/contracts';
import { createProblemRules, moduleFieldsRules, moduleVersionRules } from '@solvent/contracts/rules';
import {
  agreementChanges,
  agreements,
  bids,
  disputes,
  files,
  modules,
  moduleVersions,
  notifications,
  paymentDetails,
  problems,
  users,
} from '../../../api/src/schema/index.ts';
import { checkArchive } from '../../../api/src/features/toolbox/archives/check-archive.ts';
import { testPasswordHasher } from '../../../api/src/testing/factories.ts';
import { createTestApp } from '../../../api/src/testing/test-app.ts';
import type { TestApp } from '../../../api/src/testing/test-app.ts';
import { DEMO_PASSWORD } from '../../../api/src/preflight/demo-accounts.ts';
import { readModulePackage, zipPackage } from './rows/archives.ts';
import { seedDemo } from './seed-demo.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  await seedDemo(test.ports, NOW);
});
afterAll(() => test.close());

describe('the demo data', () => {
  it('lets a seeker and a solver sign in, and nobody as one of the others', async () => {
    for (const role of ['seeker', 'solver']) {
      const payload = { email: `${role}@solvent.dev`, password: DEMO_PASSWORD };
      const { body } = await test.request('POST', '/api/auth/login', { payload });
      expect(body['user']).toMatchObject({ email: payload.email, role, isEmailVerified: true });
    }
    const [other] = await test.db.select().from(users).where(eq(users.email, 'kwame-asante@example.com'));
    expect(await testPasswordHasher.verify(other?.passwordHash ?? '', DEMO_PASSWORD)).toBe(false);
  });

  it('has problems of every category that their own form would take, most of them open and within the opening prices', async () => {
    const rows = await test.db.select().from(problems);
    expect(new Set(rows.map(({ category }) => category))).toEqual(new Set(CATEGORY_VALUES));
    const count = (status: string) => rows.filter((row) => row.status === status).length;
    expect(count('open')).toBeGreaterThan(rows.length / 2);
    for (const status of ['in-progress', 'solved']) expect(count(status)).toBeGreaterThan(4);
    expect(rows.filter(({ budget }) => budget <= 1000).length).toBeGreaterThan(rows.length / 2);
    for (const { title, body, category, tags, budget } of rows)
      expect(() => createProblemRules.validateSync({ title, body, category, tags, budget })).not.toThrow();
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

  it.each([
    [
      'the bids of a problem that were not withdrawn are counted',
      sql`
      SELECT title FROM problems WHERE bid_count <> (SELECT count(*) FROM bids WHERE problem_id = problems.id AND status <> 'withdrawn')`,
    ],
    [
      'a problem has a timeline that fits its state',
      sql`
      SELECT title FROM problems CROSS JOIN LATERAL (
        SELECT string_agg(event, ' ' ORDER BY at, id) AS happened, max(at) AS last FROM problem_events WHERE problem_id = problems.id
      ) AS events CROSS JOIN LATERAL (
        SELECT coalesce(max(' delivered' || CASE WHEN changes_requested IS NULL THEN '' ELSE ' changes_requested' END), '') AS delivered FROM agreements WHERE problem_id = problems.id AND delivered_at IS NOT NULL
      ) AS work
      WHERE happened IS DISTINCT FROM (CASE status
        WHEN 'open' THEN 'posted'
        WHEN 'closed' THEN 'posted closed'
        WHEN 'in-progress' THEN 'posted bid_accepted' || delivered
        ELSE 'posted bid_accepted' || delivered || ' solved'
      END) OR (solved_at IS NOT NULL) <> (status = 'solved') OR (status = 'solved' AND solved_at <> last)`,
    ],
    [
      'a module has the version that it says',
      sql`SELECT slug FROM modules WHERE NOT EXISTS (
        SELECT FROM module_versions WHERE module_id = modules.id AND version = modules.version AND status = 'published')`,
    ],
    [
      'the stars of a module come from its reviews',
      sql`
        SELECT slug FROM modules JOIN module_figures AS figures ON figures.module_id = modules.id
        LEFT JOIN LATERAL (SELECT count(*) AS number, sum(rating) AS total FROM module_reviews WHERE module_id = modules.id) AS said ON true
        WHERE rating_count <> said.number OR rating_total <> said.total OR said.number < 2`,
    ],
    [
      'a module is reviewed by people who have it, not by its author, and after it came',
      sql`
        SELECT slug, users.name FROM module_reviews AS said
        JOIN modules ON modules.id = said.module_id JOIN users ON users.id = said.user_id
        LEFT JOIN module_purchases AS bought ON bought.module_id = said.module_id AND bought.user_id = said.user_id
        LEFT JOIN module_downloads AS taken ON taken.module_id = said.module_id AND taken.user_id = said.user_id
        WHERE said.user_id = author_id OR taken.day IS NULL OR taken.day < released_at::date
          OR (modules.price_cents > 0) <> (bought.id IS NOT NULL) OR bought.created_at < greatest(released_at, users.created_at)
          OR said.created_at < bought.created_at OR said.created_at < users.created_at OR answered_at > ${NOW.toISOString()}`,
    ],
    [
      'a module was paid for in test mode, an extended licence at its price',
      sql`
        SELECT slug FROM module_purchases AS bought JOIN modules ON modules.id = module_id
        WHERE NOT test_mode OR bought.price_cents <> modules.price_cents * CASE bought.license WHEN 'extended' THEN 3 ELSE 1 END`,
    ],
    [
      'downloads of a module count at least these',
      sql`SELECT module_id FROM module_figures AS figures
        WHERE downloads < (SELECT count(*) FROM module_downloads WHERE module_id = figures.module_id)`,
    ],
  ])('is as it would have come about here: %s', async (_what, exceptions) => {
    expect((await test.db.execute(exceptions)).rows).toEqual([]);
  });

  it('has an agreement for each accepted bid, in every step, and none that is before its time', async () => {
    const rows = await test.db.select().from(agreements);
    expect(rows).toHaveLength(await test.db.$count(bids, eq(bids.status, 'accepted')));
    const steps = rows.map(({ status, paidAt, receivedAt }) =>
      status === 'solved' ? [status, paidAt !== null, receivedAt !== null].join() : status,
    );
    const solved = ['solved,false,false', 'solved,true,false', 'solved,true,true'];
    expect(new Set(steps)).toEqual(new Set(['accepted', 'delivered', ...solved]));
    expect(rows.filter(({ deliveryLinks }) => deliveryLinks)).toHaveLength(1);
    expect(rows.filter(({ paymentMethod }) => paymentMethod)).toHaveLength(1);
    expect(await test.db.$count(paymentDetails)).toBe(1);
    for (const { acceptedAt, deliveredAt, changesRequestedAt, solvedAt, paidAt, receivedAt } of rows) {
      for (const moments of [
        [acceptedAt, solvedAt, paidAt, receivedAt, NOW],
        [acceptedAt, deliveredAt, changesRequestedAt, NOW],
      ]) {
        const known = moments.filter((moment) => moment !== null);
        expect(known).toEqual(known.toSorted((one, other) => one.getTime() - other.getTime()));
      }
    }
    const changes = await test.db.select().from(agreementChanges);
    expect(changes.map(({ status }) => status).toSorted()).toEqual(['agreed', 'proposed']);
    const view = expect.any(String);
    expect(await test.db.select().from(disputes)).toMatchObject([{ seekerView: view, solverView: view }]);
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
    expect(rows.filter(({ problemId, actorId, userId }) => !problemId || !actorId || actorId === userId)).toEqual([]);
    const demo = await test.db
      .select()
      .from(users)
      .where(sql`${users.email} LIKE '%@solvent.dev'`);
    for (const { id } of demo) {
      const own = rows.filter(({ userId }) => userId === id);
      expect(new Set(own.map(({ read }) => read))).toEqual(new Set([true, false]));
    }
  });
});

describe('the modules of the demo data', () => {
  it('are fifteen for $0 to $39 (product 2.29, 2.31), with repositories that nobody owns, such as the upload form takes', async () => {
    const rows = await test.db.select().from(modules);
    expect(rows).toHaveLength(15);
    const prices = rows.map(({ priceCents }) => priceCents);
    expect([Math.min(...prices), Math.max(...prices)]).toEqual([0, 3900]);
    for (const { title, description, tags, priceCents, license, documentation, repositoryUrl } of rows) {
      const price = priceCents === 0 ? { price: 'free' } : { price: 'paid', priceAmount: String(priceCents / 100) };
      const fields = { title, description, techStack: tags, ...price, license, documentation, repositoryUrl };
      expect(() => moduleFieldsRules.validateSync(fields)).not.toThrow();
      expect(new URL(repositoryUrl ?? '').hostname).toMatch(/\.example$/);
    }
    for (const version of await test.db.select().from(moduleVersions))
      expect(() => moduleVersionRules.validateSync(version)).not.toThrow();
  });

  it('have archives that our own checks pass, of the size and with the fingerprint that they say', async () => {
    const archives = (await test.db.select().from(files)).filter(({ purpose }) => purpose === 'module');
    expect(archives.length).toBeGreaterThan(15);
    for (const { storageKey, size, sha256, visibility } of archives) {
      expect(visibility).toBe('private');
      expect(await checkArchive(test.ports.files, { key: storageKey, size })).toMatchObject({ findings: [] });
      const content = await test.ports.files.read(storageKey);
      const bytes = Buffer.concat((await content?.toArray()) ?? []);
      expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([size, sha256]);
    }
  });

  it('show the address of who wrote them, and nobody else shows theirs', async () => {
    const authors = new Set((await test.db.select().from(modules)).map(({ authorId }) => authorId));
    const showing = await test.db.select().from(users).where(eq(users.showsEmail, true));
    expect(new Set(showing.map(({ id }) => id))).toEqual(authors);
  });

  it('are packed to the same bytes each time', async () => {
    const [once, again] = [
      await zipPackage('dark-mode', await readModulePackage('dark-mode')),
      await readModulePackage('dark-mode'),
    ];
    expect((await zipPackage('dark-mode', again)).equals(once)).toBe(true);
  });

  it('show what they have, and are downloaded, the free ones by anybody, the paid ones by nobody who did not pay', async () => {
    for (const { slug, priceCents } of await test.db.select().from(modules)) {
      const { body } = await test.request('GET', `/api/modules/${slug}`);
      expect(body['module']).toMatchObject({ slug, status: 'published', license: 'MIT', version: '1.0.0' });
      // The response schema guarantees the type.
      const { previewImages } = body['module'] as { previewImages: { size: number }[] };
      expect(previewImages).toHaveLength(2);
      for (const { size } of previewImages) expect(size).toBeLessThan(MODULE.imageMaxBytes);
      const { status } = await test.request('GET', `/api/modules/${slug}/download`);
      expect([slug, status]).toEqual([slug, priceCents === 0 ? 200 : 401]);
    }
    const old = await test.request('GET', '/api/modules/dark-mode/download?version=0.9.0');
    expect(old.headers['content-disposition']).toBe('attachment; filename="dark-mode-0.9.0.zip"');
  });
});

describe('seeding', () => {
  it('leaves a database alone in which somebody is', async () => {
    const before = await test.db.$count(files);
    expect(await seedDemo(test.ports, NOW)).toBe(false);
    expect(await test.db.$count(files)).toBe(before);
  });

  it('fills the database once when two servers start at once', async () => {
    const fresh = await createTestApp();
    const done = await Promise.all([seedDemo(fresh.ports, NOW), seedDemo(fresh.ports, NOW)]);
    expect(done.filter(Boolean)).toHaveLength(1);
    expect(await fresh.db.$count(modules)).toBe(15);
    await fresh.close();
  });

  it('leaves nothing behind when it fails half-way', async () => {
    const fresh = await createTestApp();
    await fresh.db.execute(sql`ALTER TABLE notifications ADD CONSTRAINT none_at_all CHECK (false)`);
    await expect(seedDemo(fresh.ports, NOW)).rejects.toThrow('insert into "notifications"');
    expect(await fresh.db.$count(users)).toBe(0);
    await fresh.close();
  });
});
