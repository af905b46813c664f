import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { ATTACHMENTS } from '@solvent/contracts';
import { files } from '../../schema/index.ts';
import { setUpEach } from '../../testing/set-up.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { getStoredFile, phonePhotograph, picture, removeUnusedUploads, upload } from '../../testing/uploads.ts';

const test = setUpTestApp();
const caller = setUpEach(() => test.signedIn('seeker'));

const attach = (name: string, content: Uint8Array | string, type = 'application/octet-stream') =>
  upload(test, caller, [{ name, type, content: Buffer.from(content) }], '?purpose=attachment');
const findStored = async (id: string) => (await test.db.select().from(files).where(eq(files.id, id)))[0];
const publish = (id: string) => test.db.update(files).set({ visibility: 'public' }).where(eq(files.id, id));
const get = (url: string) => test.app.inject({ method: 'GET', url });

const PDF = '%PDF-1.7\n1 0 obj\n<<>>\nendobj';

describe('POST /api/file-upload?purpose=attachment (product 5.17, 7.8)', () => {
  it.each([
    ['crash.log', 'at line 7: 😀', 'crash.log', 'text/plain'],
    ['README.MD', '# Hello', 'README.md', 'text/markdown'],
    ['rows.csv', 'a,b\r\n1,2', 'rows.csv', 'text/csv'],
    ['answer.json', '{"a":1}', 'answer.json', 'application/json'],
    ['query.sql', 'SELECT 1', 'query.sql.txt', 'text/plain'],
    ['page.html', '<script>alert(1)</script>', 'page.html.txt', 'text/plain'],
    ['picture.png', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'picture.png.txt', 'text/plain'],
    ['Dockerfile', 'FROM scratch', 'Dockerfile.txt', 'text/plain'],
    ['x.__proto__', 'text', 'x.__proto__.txt', 'text/plain'],
    ['x.constructor', 'text', 'x.constructo.txt', 'text/plain'],
    ['looks.gif', 'GIF89a, or so one says', 'looks.gif.txt', 'text/plain'],
    // Browsers encode a quote in a file name as %22.
    ['the "last" one.txt', 'It is', 'the last one.txt', 'text/plain'],
    [`${'a'.repeat(79)}😀.txt`, 'text', `${'a'.repeat(79)}.txt`, 'text/plain'],
    [`${'a'.repeat(60_000)}.txt`, 'text', `${'a'.repeat(80)}.txt`, 'text/plain'],
    ['report.exe', PDF, 'report.pdf', 'application/pdf'],
    ['', PDF, 'attachment.pdf', 'application/pdf'],
    ['../../a\u202eX: y.pdf', PDF, 'aX y.pdf', 'application/pdf'],
  ])('detects the kind of %j by its content', async (name, content, storedName, mimeType) => {
    const response = await attach(name, content, name === '' ? undefined : 'text/html');
    const file = getStoredFile(response);
    expect(file).toMatchObject({ name: storedName, mimeType, size: Buffer.byteLength(content) });
    expect(await findStored(file._id)).toMatchObject({ ownerId: caller.user.id, purpose: 'attachment', visibility: 'private' });
  });

  it.each(['png', 'jpeg', 'webp', 'gif'] as const)('keeps the size of a %s', async (format) => {
    const file = getStoredFile(await attach('x', await picture(format, 90, 40)));
    expect(file).toMatchObject({ mimeType: `image/${format}`, name: `x.${format === 'jpeg' ? 'jpg' : format}` });
    await publish(file._id);
    const { rawPayload, headers } = await get(file.url);
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format, width: 90, height: 40 });
    expect(headers['content-disposition']).toBe(`inline; filename=${file.name}`);
  });

  it('rotates a photo upright and removes its metadata', async () => {
    const file = getStoredFile(await attach('me.jpg', await phonePhotograph()));
    await publish(file._id);
    const stored = (await get(file.url)).rawPayload;
    const { exif, orientation, width, height } = await sharp(stored).metadata();
    expect([exif, orientation ?? 1, width, height]).toEqual([undefined, 1, 60, 90]);
    expect(stored.includes('SecretCamera')).toBe(false);
  });

  it('keeps animations', async () => {
    const frames = await Promise.all([10, 200].map((red) => picture('png', 20, 20, red)));
    const moving = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const file = getStoredFile(await attach('moving.gif', moving));
    await publish(file._id);
    expect(await sharp((await get(file.url)).rawPayload, { animated: true }).metadata()).toMatchObject({ pages: 2 });
  });

  it('is unreadable before it belongs to a problem; then a download with its own name', async () => {
    const file = getStoredFile(await attach('Zoë; x=1.html', '<script>alert(1)</script>'));
    expect((await test.request('GET', file.url, { as: caller })).status).toBe(404);
    await publish(file._id);
    const { headers, body } = await get(file.url);
    expect(body).toBe('<script>alert(1)</script>');
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename="Zo?; x=1.html.txt"; filename*=UTF-8''Zo%C3%AB%3B%20x%3D1.html.txt`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=3600',
    });
    const again = await test.app.inject({ method: 'GET', url: file.url, headers: { 'if-none-match': headers['etag'] } });
    expect(again.statusCode).toBe(304);
  });

  it.each([
    ['logs.zip', '504b030414', 'logs.zip', 'application/zip'],
    ['offer.docx', '504b030414', 'offer.docx', 'application/zip'],
    ['tool.jar', '504b030414', 'tool.zip', 'application/zip'],
    ['page.html', '1f8b0800', 'page.gz', 'application/gzip'],
  ])('accepts the archive %s as a download', async (name, hex, storedName, mimeType) => {
    const file = getStoredFile(await attach(name, Buffer.from(hex, 'hex')));
    expect(file).toMatchObject({ name: storedName, mimeType });
    await publish(file._id);
    const { headers } = await get(file.url);
    expect(headers).toMatchObject({ 'content-type': mimeType, 'content-disposition': `attachment; filename=${storedName}` });
  });

  it('returns one file for concurrent and repeated uploads of the same content and name', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => attach('a.txt', 'same')));
    responses.push(await attach('a.txt', 'same'));
    expect(new Set(responses.map((response) => getStoredFile(response)._id)).size).toBe(1);
    await attach('b.txt', 'same');
    expect(await test.db.$count(files, eq(files.ownerId, caller.user.id))).toBe(2);
  });

  it.each<[what: string, content: () => Uint8Array | Promise<Uint8Array>]>([
    ['a program', () => Buffer.from('7f454c46020101000000', 'hex')],
    ['a text with a NUL far behind', () => Buffer.from(`${'x'.repeat(300_000)}\0`)],
    ['a text in another encoding', () => Buffer.from('Zo\u00eb!', 'latin1')],
    ['a text cut in a character', () => Buffer.from([0x61, 0xc3])],
    ['a TIFF', () => picture('tiff')],
  ])('rejects %s: 415 with the accepted kinds', async (_what, content) => {
    const message =
      'This kind of file is not taken. Attach PNG, JPEG, WebP or GIF pictures, PDFs, ZIP or GZ archives, Office documents, or plain texts in UTF-8 (TXT, LOG, MD, CSV, JSON, source code).';
    expect(await attach('a.txt', await content())).toMatchObject({ status: 415, body: { message } });
  });

  it('accepts exactly the maximum size', async () => {
    expect((await attach('a.txt', 'x'.repeat(ATTACHMENTS.maxBytes))).status).toBe(201);
    expect(await attach('a.txt', 'x'.repeat(ATTACHMENTS.maxBytes + 1))).toMatchObject({
      status: 413,
      body: { code: 'too_large', message: 'A file can have at most 10 MB.' },
    });
  });

  it('rejects an unknown purpose', async () => {
    const response = await upload(test, caller, [{ content: await picture('png') }], '?purpose=site');
    expect(response).toMatchObject({ status: 422, body: { errors: { purpose: 'Unknown upload purpose' } } });
  });

  it('deletes unused files after two days', async () => {
    const [old, young] = [getStoredFile(await attach('a.txt', 'old')), getStoredFile(await attach('b.txt', 'young'))];
    const key = (await findStored(old._id))?.storageKey ?? '';
    const createdAt = new Date(Date.now() - 49 * 3_600_000);
    await test.db.update(files).set({ createdAt }).where(eq(files.id, old._id));
    expect(await test.ports.files.exists(key)).toBe(true);
    await removeUnusedUploads(test);
    expect(await findStored(old._id)).toBeUndefined();
    expect(await test.ports.files.read(key)).toBeUndefined();
    expect(await findStored(young._id)).toBeDefined();
  });

  it('deletes the bytes later if the store failed (product 7.21)', async () => {
    const file = getStoredFile(await attach('a.txt', 'to be deleted'));
    const key = (await findStored(file._id))?.storageKey ?? '';
    await test.db
      .update(files)
      .set({ createdAt: new Date(0) })
      .where(eq(files.id, file._id));
    const failing = jest.spyOn(test.ports.files, 'delete').mockRejectedValue(new Error('It does not answer'));
    await removeUnusedUploads(test);
    failing.mockRestore();
    expect([await findStored(file._id), await test.ports.files.exists(key)]).toEqual([undefined, true]);
    // The retry is due later.
    await test.db.execute(sql`UPDATE pgboss.job SET start_after = now() WHERE name = 'delete-bytes'`);
    await test.runJobs();
    expect(await test.ports.files.exists(key)).toBe(false);
  });

  it('keeps bytes that another file shares', async () => {
    const [one, other] = [getStoredFile(await attach('a.txt', 'one')), getStoredFile(await attach('b.txt', 'other'))];
    const storageKey = (await findStored(one._id))?.storageKey ?? '';
    await test.db.update(files).set({ storageKey, visibility: 'public' }).where(eq(files.id, other._id));
    await test.db
      .update(files)
      .set({ createdAt: new Date(0) })
      .where(eq(files.id, one._id));
    await removeUnusedUploads(test);
    expect([await findStored(one._id), await test.ports.files.exists(storageKey)]).toEqual([undefined, true]);
  });
});
