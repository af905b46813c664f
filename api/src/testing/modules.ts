import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Module } from '@solvent/contracts';
import { files, moduleFigures, modulePurchases, modules, moduleVersions } from '../schema/index.ts';
import { newId } from '../platform/db/new-id.ts';
import type { TestCaller } from './factories.ts';
import { getField } from './get-field.ts';
import type { TestApp } from './test-app.ts';

export const MISSING_MODULE = '00000000-0000-7000-8000-000000000000';

let count = 0;

interface BuiltModule {
  id: string;
  slug: string;
  fileId: string;
  archive: Buffer;
}

/** Stores a version with a unique archive of 1,000 bytes. */
export async function addVersion(
  test: TestApp,
  { id, authorId }: { id: string; authorId: string },
  given: Partial<typeof moduleVersions.$inferInsert> = {},
): Promise<{ fileId: string; archive: Buffer }> {
  const fileId = newId();
  const archive = Buffer.from(`archive ${fileId} `.padEnd(1000, '0123456789'));
  const storageKey = `modules/${fileId}`;
  await test.ports.files.put(storageKey, archive);
  const sha256 = createHash('sha256').update(archive).digest('hex');
  const file = { name: 'module.zip', mimeType: 'application/zip', size: archive.length, sha256, storageKey };
  const now = new Date();
  await test.db
    .insert(files)
    .values({ ...file, id: fileId, ownerId: authorId, purpose: 'module', visibility: 'private', createdAt: now });
  const version = { version: '1.0.0', status: 'published', stage: 'done', createdAt: now, releasedAt: now } as const;
  await test.db.insert(moduleVersions).values({ ...version, moduleId: id, fileId, ...given });
  return { fileId, archive };
}

/** Stores a published, free module with its archive. */
export async function buildModule(
  test: TestApp,
  author: TestCaller,
  given: Partial<typeof modules.$inferInsert> = {},
): Promise<BuiltModule> {
  count += 1;
  const id = newId();
  const now = new Date();
  const text = { title: `Module ${count}`, description: 'Ready to use.', tags: ['React'], documentation: '# Use it' };
  const row = { id, slug: `module-${count}`, authorId: author.user.id, ...text, priceCents: 0, version: '1.0.0', ...given };
  await test.db.insert(modules).values({ status: 'published', releasedAt: now, updatedAt: now, ...row });
  const status = row.status === 'in-review' || row.status === 'rejected' ? row.status : 'published';
  const stored = await addVersion(test, { id, authorId: author.user.id }, { version: row.version, status });
  return { id, slug: row.slug, ...stored };
}

export async function buildPurchase(test: TestApp, moduleId: string, { user }: TestCaller): Promise<void> {
  const [module] = await test.db.select().from(modules).where(eq(modules.id, moduleId));
  if (module === undefined) throw new Error('Module not found');
  const { title, version } = module;
  const paid = { license: 'standard', title, version, priceCents: 1900, payment: `test-${newId()}`, testMode: true } as const;
  await test.db.insert(modulePurchases).values({ ...paid, moduleId, userId: user.id, createdAt: new Date() });
}

export async function findModuleFigures(test: TestApp, moduleId: string) {
  const [row] = await test.db.select().from(moduleFigures).where(eq(moduleFigures.moduleId, moduleId));
  return row;
}

export const fetchModule = async (test: TestApp, idOrSlug: string, as?: TestCaller): Promise<Module> =>
  getField(await test.request('GET', `/api/modules/${idOrSlug}`, { as }), 'module');

export function download(test: TestApp, idOrSlug: string, as?: TestCaller, headers: Record<string, string> = {}, query = '') {
  const url = `/api/modules/${idOrSlug}/download${query}`;
  return test.app.inject({ method: 'GET', url, headers: { 'x-app-key': test.config.appKey, ...as?.headers, ...headers } });
}
