import { and, eq, isNull, sql } from 'drizzle-orm';
import { files, moduleDownloads, modules } from '../../schema/index.ts';
import { createFileLinks } from '../files/links.ts';
import { getSecret } from '../../platform/secrets/secrets.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { setUp } from '../../testing/set-up.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { addVersion, buildModule, buildPurchase, download, findModuleFigures, fetchModule } from '../../testing/modules.ts';
import { countDownload } from './download.ts';

const DAY_MS = 24 * 3_600_000;

/** Headers of full, partial and conditional requests. */
const REQUEST_HEADERS: Record<string, string>[] = [{}, { range: 'bytes=0-0' }, { range: 'bytes=-1' }, { 'if-none-match': '*' }];

const test = setUpTestApp();
const author = setUp(() => test.signedIn('solver'));
const buyer = setUp(() => test.signedIn('seeker'));
const otherUser = setUp(() => test.signedIn('solver'));

const countDownloads = async (id: string) => (await findModuleFigures(test, id))?.downloads;

/** Builds a paid module that `buyer` owns. */
async function buildSoldModule(overrides: Parameters<typeof buildModule>[2] = {}) {
  const module = await buildModule(test, author, { priceCents: 1900, ...overrides });
  await buildPurchase(test, module.id, buyer);
  return module;
}

describe('GET /api/modules/:id/download (product 4.19)', () => {
  it('streams a free module’s archive to everyone, with a file name', async () => {
    const { id, slug, archive, fileId } = await buildModule(test, author);
    const [file] = await test.db.select().from(files).where(eq(files.id, fileId));
    for (const as of [undefined, otherUser, author]) {
      const response = await download(test, id, as);
      expect(response.statusCode).toBe(200);
      expect(response.rawPayload.equals(archive)).toBe(true);
      expect(response.headers).toMatchObject({
        'content-type': 'application/zip',
        'content-length': '1000',
        'content-disposition': `attachment; filename="${slug}-1.0.0.zip"`,
        'cache-control': 'private, no-cache',
        'accept-ranges': 'bytes',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        etag: `"${file?.sha256}"`,
      });
    }
  });

  it('resumes in the middle, also for a paid module', async () => {
    const { id, archive } = await buildSoldModule();
    const part = await download(test, id, buyer, { range: 'bytes=600-' });
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, 'bytes 600-999/1000']);
    expect(part.rawPayload.equals(archive.subarray(600))).toBe(true);
    const beyond = await download(test, id, buyer, { range: 'bytes=1000-' });
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, 'bytes */1000']);
    const other = await download(test, id, buyer, { range: 'bytes=600-', 'if-range': '"of another version"' });
    expect([other.statusCode, other.rawPayload.length]).toEqual([200, 1000]);
    const same = await download(test, id, buyer, { 'if-none-match': String(part.headers['etag']) });
    expect([same.statusCode, same.body]).toEqual([304, '']);
  });

  it('serves other versions by number, pending ones only to the author', async () => {
    const module = await buildSoldModule({ version: '1.1.0' });
    const mine = { id: module.id, authorId: author.user.id };
    const old = await addVersion(test, mine, { version: '1.0.0' });
    const waiting = { version: '2.0.0', status: 'in-review', stage: 'team', releasedAt: null } as const;
    const next = await addVersion(test, mine, waiting);
    const get = (as: TestCaller, query: string) => download(test, module.slug, as, {}, query);
    expect((await get(buyer, '')).rawPayload.equals(module.archive)).toBe(true);
    const earlier = await get(buyer, '?version=1.0.0');
    expect(earlier.rawPayload.equals(old.archive)).toBe(true);
    expect(earlier.headers['content-disposition']).toBe(`attachment; filename="${module.slug}-1.0.0.zip"`);
    expect((await get(author, '?version=2.0.0')).rawPayload.equals(next.archive)).toBe(true);
    for (const version of ['2.0.0', '9.9.9', '../..', '1.0.0"'])
      expect([version, (await get(buyer, `?version=${encodeURIComponent(version)}`)).statusCode]).toEqual([version, 404]);
    expect((await get(buyer, '?version=1.0.0&version=1.1.0')).statusCode).toBe(422);
  });

  it('does not count a HEAD request or a missing file', async () => {
    const { id, fileId } = await buildModule(test, author);
    const { status, headers } = await test.request('HEAD', `/api/modules/${id}/download`);
    expect([status, headers['content-length']]).toEqual([200, '1000']);
    await test.ports.files.delete(`modules/${fileId}`);
    expect((await download(test, id, otherUser)).statusCode).toBe(404);
    expect(await countDownloads(id)).toBe(0);
  });
});

describe('a paid module’s file', () => {
  it('is served only to its buyers and its author, also in part', async () => {
    const { id } = await buildSoldModule();
    const rejected: [TestCaller | undefined, number, string][] = [
      [undefined, 401, 'Please sign in to download a module that you bought.'],
      [otherUser, 403, 'Buy this module to download it.'],
    ];
    for (const [as, status, message] of rejected) {
      for (const headers of REQUEST_HEADERS) {
        const response = await download(test, id, as, headers);
        expect([response.statusCode, response.json<object>()]).toEqual([status, expect.objectContaining({ message })]);
        expect(response.headers).not.toHaveProperty('etag');
      }
      expect((await test.request('HEAD', `/api/modules/${id}/download`, { as })).status).toBe(status);
    }
    expect(await countDownloads(id)).toBe(0);
    for (const as of [buyer, author]) expect((await download(test, id, as)).statusCode).toBe(200);
  });

  it('is not served by its file id, by a link, or by its storage key', async () => {
    const { fileId } = await buildSoldModule();
    const links = await createFileLinks(test.db);
    for (const as of [undefined, otherUser, buyer, author]) {
      for (const url of [`/api/files/${fileId}`, links.linkTo(fileId)]) {
        const response = await test.app.inject({ method: 'GET', url, headers: { ...as?.headers } });
        expect(response.statusCode).toBe(404);
      }
    }
    for (const as of [otherUser, buyer, author])
      expect((await test.request('GET', `/api/files/${fileId}/link`, { as })).status).toBe(404);
    for (const url of [`/api/modules/${fileId}/download`, `/api/files/modules/${fileId}`])
      expect((await test.request('GET', url, { as: otherUser })).status).toBe(404);
  });

  it('is not served to users who downloaded it while it was free', async () => {
    const { id } = await buildModule(test, author);
    const link = `/api/modules/${id}/download`;
    expect((await test.request('GET', link, { as: otherUser })).status).toBe(200);
    await test.db.update(modules).set({ priceCents: 500 }).where(eq(modules.id, id));
    expect((await test.request('GET', link, { as: otherUser })).status).toBe(403);
  });
});

describe('downloads', () => {
  it('are counted once per user or visitor, but not for the author or in part (product 4.19)', async () => {
    const { id } = await buildModule(test, author);
    await download(test, id, author);
    expect(await countDownloads(id)).toBe(0);
    await Promise.all(Array.from({ length: 20 }, () => download(test, id, otherUser)));
    expect(await countDownloads(id)).toBe(1);
    for (const range of ['bytes=0-0', 'bytes=0-998', 'bytes=500-', 'bytes=-1'])
      expect((await download(test, id, buyer, { range })).statusCode).toBe(206);
    expect(await countDownloads(id)).toBe(1);
    expect((await download(test, id, buyer, { range: 'bytes=0-' })).statusCode).toBe(206);
    await download(test, id, buyer);
    expect(await countDownloads(id)).toBe(2);
    await Promise.all([download(test, id), download(test, id)]);
    expect(await countDownloads(id)).toBe(3);
    expect(await fetchModule(test, id)).toMatchObject({ downloads: 3 });
  });

  it('are counted again the next day, without storing an address or a lasting identifier of a visitor', async () => {
    const { id } = await buildModule(test, author);
    const key = await getSecret(test.db, 'visitors');
    const visitor = { userId: undefined, ip: '203.0.113.9' };
    const person = { userId: buyer.user.id, ip: '203.0.113.9' };
    for (const days of [0, 0, 1, 2]) {
      const at = new Date(Date.UTC(2026, 10, 1) + days * DAY_MS);
      for (const one of [visitor, person]) await countDownload(test.db, key, { moduleId: id, version: '1.0.0' }, one, at);
    }
    expect(await countDownloads(id)).toBe(6);
    const ofVisitors = and(eq(moduleDownloads.moduleId, id), isNull(moduleDownloads.userId));
    const rows = await test.db.select().from(moduleDownloads).where(ofVisitors);
    expect(new Set(rows.map(({ who }) => who)).size).toBe(3);
    for (const row of rows) expect(row).toMatchObject({ who: expect.stringMatching(/^[0-9a-f]{64}$/), version: null });
  });

  it('do not update the module’s row or search index', async () => {
    const { id } = await buildModule(test, author);
    const readRow = async () => {
      const { rows } = await test.db.execute(sql`SELECT ctid::text, xmin::text FROM modules WHERE id = ${id}`);
      return rows[0];
    };
    const before = await readRow();
    await download(test, id, otherUser);
    expect(await countDownloads(id)).toBe(1);
    expect(await readRow()).toEqual(before);
  });

  it('are counted in a transaction: if it fails, nothing is stored or sent', async () => {
    const { id } = await buildModule(test, author);
    await test.db.execute(sql`ALTER TABLE module_figures ADD CONSTRAINT none_more CHECK (downloads < 1) NOT VALID`);
    try {
      expect((await download(test, id, otherUser)).statusCode).toBe(500);
    } finally {
      await test.db.execute(sql`ALTER TABLE module_figures DROP CONSTRAINT none_more`);
    }
    const own = and(eq(moduleDownloads.moduleId, id), eq(moduleDownloads.userId, otherUser.user.id));
    expect(await test.db.$count(moduleDownloads, own)).toBe(0);
    expect((await download(test, id, otherUser)).statusCode).toBe(200);
    expect(await countDownloads(id)).toBe(1);
  });
});
