import { eq, sql } from 'drizzle-orm';
import { files } from '../features/files/schema.ts';
import { moduleReviews, modules, moduleVersions } from '../features/toolbox/schema.ts';
import { users } from '../features/accounts/schema.ts';
import { createTestApp } from '../testing/test-app.ts';
import type { TestApp } from '../testing/test-app.ts';
import { seedDemo } from './seed-demo.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
  await seedDemo(test.ports, NOW);
  // As the release left it that had no archives.
  for (const table of ['module_versions', 'module_media', 'module_purchases', 'module_downloads', 'module_reviews'])
    await test.db.execute(sql`DELETE FROM ${sql.identifier(table)}`);
  await test.db.execute(sql`DELETE FROM files WHERE purpose IN ('module', 'module-media')`);
  await test.db.execute(sql`UPDATE modules SET documentation = '', preview_image = NULL, repository_url = NULL`);
  await test.db.execute(sql`UPDATE module_figures SET rating_total = 700, rating_count = 176, downloads = 2384`);
});
afterEach(() => test.close());

describe('demo data of a release in which modules had no archives', () => {
  it('is completed at the next start, once though two servers start, and with the stars that people gave', async () => {
    await Promise.all([seedDemo(test.ports, NOW), seedDemo(test.ports, NOW)]);
    expect(await seedDemo(test.ports, NOW)).toBe(false);
    expect(await test.db.select().from(moduleVersions)).toHaveLength(17);
    const { body } = await test.ask('GET', '/api/modules/payment-setup');
    expect(body['module']).toMatchObject({
      ratingCount: 3,
      downloads: 23,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      documentation: expect.stringContaining('# Payment Setup'),
      repositoryUrl: 'https://git.example/diego-fuentes/payment-setup',
    });
    expect((await test.ask('GET', '/api/modules/dark-mode/download')).status).toBe(200);
  });

  it('leaves out who has left, and modules of theirs', async () => {
    await test.db.delete(users).where(eq(users.email, 'wei-chen@example.com'));
    await test.db.delete(modules).where(eq(modules.slug, 'auth-kit'));
    await seedDemo(test.ports, NOW);
    const { body } = await test.ask('GET', '/api/modules/dark-mode');
    expect(body['module']).toMatchObject({ ratingCount: 3 });
    expect((await test.ask('GET', '/api/modules/auth-kit')).status).toBe(404);
  });

  it('leaves alone a module of the same address that somebody else wrote', async () => {
    const other = await test.user();
    await test.db.update(modules).set({ authorId: other.id }).where(eq(modules.slug, 'dark-mode'));
    await seedDemo(test.ports, NOW);
    const { body } = await test.ask('GET', '/api/modules/dark-mode');
    expect(body['module']).toMatchObject({ documentation: '', versions: [] });
  });

  it('touches nothing that is complete', async () => {
    await seedDemo(test.ports, NOW);
    await test.db.delete(moduleReviews);
    const before = await test.db.$count(files);
    await seedDemo(test.ports, NOW);
    expect([await test.db.$count(files), await test.db.$count(moduleReviews)]).toEqual([before, 0]);
  });
});
