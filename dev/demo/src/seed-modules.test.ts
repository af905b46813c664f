import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { ModuleReviewsAnswer } from '@solvent/contracts';
import { MODULE } from '@solvent/contracts';
import { moduleFieldsRules, moduleVersionRules } from '@solvent/contracts/rules';
import { checkArchive } from '../../../api/src/features/toolbox/archives/check-archive.ts';
import { files } from '../../../api/src/features/files/schema.ts';
import { modules, moduleVersions } from '../../../api/src/features/toolbox/schema.ts';
import { users } from '../../../api/src/features/accounts/schema.ts';
import { createTestApp } from '../../../api/src/testing/test-app.ts';
import type { TestApp } from '../../../api/src/testing/test-app.ts';
import { modulePackage, zipped } from './rows/archives.ts';
import { seedDemo } from './seed-demo.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  await seedDemo(test.ports, NOW);
});
afterAll(() => test.close());

const wrong = async (query: ReturnType<typeof sql>) => (await test.db.execute(query)).rows;

describe('the modules of the demo data', () => {
  it('are such as the upload form takes', async () => {
    for (const { title, description, tags, priceCents, license, documentation, repositoryUrl } of await test.db
      .select()
      .from(modules)) {
      const price = priceCents === 0 ? { price: 'free' } : { price: 'paid', priceAmount: String(priceCents / 100) };
      const fields = { title, description, techStack: tags, ...price, license, documentation, repositoryUrl };
      expect(() => moduleFieldsRules.validateSync(fields)).not.toThrow();
    }
    for (const version of await test.db.select().from(moduleVersions))
      expect(() => moduleVersionRules.validateSync(version)).not.toThrow();
  });

  it('have a repository at an address that nobody owns (product 2.31)', async () => {
    const { body } = await test.ask('GET', '/api/modules/dark-mode');
    expect(body['module']).toMatchObject({ repositoryUrl: 'https://git.example/nadia-rahman/dark-mode' });
    for (const { repositoryUrl } of await test.db.select().from(modules))
      expect(new URL(repositoryUrl ?? '').hostname).toMatch(/\.example$/);
  });

  it('have archives that our own checks pass, of the size and with the fingerprint that they say', async () => {
    const archives = (await test.db.select().from(files)).filter(({ purpose }) => purpose === 'module');
    expect(archives.length).toBeGreaterThan(15);
    for (const { storageKey, size, sha256, visibility } of archives) {
      expect(visibility).toBe('private');
      expect(await checkArchive(test.ports.files, { key: storageKey, size })).toEqual([]);
      const content = await test.ports.files.read(storageKey);
      const bytes = Buffer.concat((await content?.toArray()) ?? []);
      expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([size, sha256]);
    }
  });

  it('show the address of who wrote them, and nobody else shows theirs', async () => {
    const authors = new Set((await test.db.select().from(modules)).map(({ authorId }) => authorId));
    const showing = await test.db.select().from(users).where(eq(users.showsEmail, true));
    expect(new Set(showing.map(({ id }) => id))).toEqual(authors);
    const { body } = await test.ask('GET', '/api/modules/dark-mode');
    expect(body['module']).toMatchObject({ authorEmail: expect.stringMatching(/@/) });
  });

  it('are packed to the same bytes each time', async () => {
    const [once, again] = [await zipped('dark-mode', await modulePackage('dark-mode')), await modulePackage('dark-mode')];
    expect((await zipped('dark-mode', again)).equals(once)).toBe(true);
  });

  it('are downloaded, the free ones by anybody and the paid ones by nobody who did not pay', async () => {
    for (const { slug, priceCents } of await test.db.select().from(modules)) {
      const { status } = await test.ask('GET', `/api/modules/${slug}/download`);
      expect([slug, status]).toEqual([slug, priceCents === 0 ? 200 : 401]);
    }
    const old = await test.ask('GET', '/api/modules/dark-mode/download?version=0.9.0');
    expect(old.headers['content-disposition']).toBe('attachment; filename="dark-mode-0.9.0.zip"');
  });

  it('show what they have, with pictures that everybody sees', async () => {
    for (const { slug } of await test.db.select().from(modules)) {
      const { body } = await test.ask('GET', `/api/modules/${slug}`);
      expect(body['module']).toMatchObject({ slug, status: 'published', license: 'MIT', version: '1.0.0' });
      // The answer's schema lets nothing else out.
      const { previewImages } = body['module'] as { previewImages: { url: string; size: number }[] };
      expect(previewImages).toHaveLength(2);
      for (const { url, size } of previewImages) {
        expect(size).toBeLessThan(MODULE.imageMaxBytes);
        expect((await test.app.inject({ method: 'GET', url })).statusCode).toBe(200);
      }
    }
  });

  it('have the version that they say, newest last change first', async () => {
    expect(
      await wrong(sql`SELECT slug FROM modules WHERE NOT EXISTS (
        SELECT FROM module_versions WHERE module_id = modules.id AND version = modules.version AND status = 'published')`),
    ).toEqual([]);
    const { body } = await test.ask('GET', '/api/modules/seo-tools');
    expect(body['module']).toMatchObject({ versions: [{ version: '1.0.0' }, { version: '0.9.0', notes: '' }] });
  });
});

describe('what people say of modules in the demo data', () => {
  it('is where the stars come from', async () => {
    expect(
      await wrong(sql`
        SELECT slug FROM modules JOIN module_figures AS figures ON figures.module_id = modules.id
        LEFT JOIN LATERAL (SELECT count(*) AS number, sum(rating) AS total FROM module_reviews WHERE module_id = modules.id) AS said ON true
        WHERE rating_count <> said.number OR rating_total <> said.total OR said.number < 2`),
    ).toEqual([]);
  });

  it('is said by people who have them, not by their authors, and after they came', async () => {
    expect(
      await wrong(sql`
        SELECT slug, users.name FROM module_reviews AS said
        JOIN modules ON modules.id = said.module_id JOIN users ON users.id = said.user_id
        LEFT JOIN module_purchases AS bought ON bought.module_id = said.module_id AND bought.user_id = said.user_id
        LEFT JOIN module_downloads AS taken ON taken.module_id = said.module_id AND taken.user_id = said.user_id
        WHERE said.user_id = author_id OR taken.day IS NULL OR taken.day < released_at::date
          OR (modules.price_cents > 0) <> (bought.id IS NOT NULL) OR bought.created_at < greatest(released_at, users.created_at)
          OR said.created_at < bought.created_at OR said.created_at < users.created_at OR answered_at > ${NOW.toISOString()}`),
    ).toEqual([]);
  });

  it('was paid for in test mode, extended licences at their price, and downloads count at least these', async () => {
    expect(
      await wrong(sql`
        SELECT slug FROM module_purchases AS bought JOIN modules ON modules.id = module_id
        WHERE NOT test_mode OR bought.price_cents <> modules.price_cents * CASE bought.license WHEN 'extended' THEN 3 ELSE 1 END`),
    ).toEqual([]);
    expect(
      await wrong(sql`SELECT module_id FROM module_figures AS figures
        WHERE downloads < (SELECT count(*) FROM module_downloads WHERE module_id = figures.module_id)`),
    ).toEqual([]);
  });

  it('stands on the module’s page, some of it answered', async () => {
    const { body } = await test.ask('GET', '/api/modules/payment-setup/reviews');
    const answer = body as unknown as ModuleReviewsAnswer;
    expect(answer.total).toBe(3);
    expect(answer.reviews[0]).toMatchObject({
      author: { name: 'Maya Okafor' },
      answer: { text: expect.stringContaining('Maya') },
    });
  });
});
