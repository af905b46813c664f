import { eq } from 'drizzle-orm';
import { STORAGE } from '@solvent/contracts';
import { modules } from '../schema.ts';
import { storedBytes } from '../../files/schema.ts';
import { openFolder } from '@solvent/object-store';
import { rawZip } from '../../../testing/archives.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { temporaryFolder } from '../../../testing/server-process.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { noise } from '../../../testing/uploads.ts';
import type { Part } from '../../../testing/uploads.ts';
import { goodZip, image, MP4, publish, storedIn, video, zipPart } from '../../../testing/publishing.ts';

const folder = temporaryFolder();
let test: TestApp;
let author: TestCaller;
beforeAll(async () => {
  test = await createTestApp({ ports: { files: openFolder(folder.path) } });
  author = await test.signedIn('solver');
});
afterAll(async () => {
  await test.close();
  folder.remove();
});

/** One white pixel. */
const WHITE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
  'base64',
);

describe('of what is refused nothing stays (product 5.11, 5.12)', () => {
  let before: number;
  beforeEach(() => {
    before = storedIn(folder.path).length;
  });
  afterEach(async () => {
    const left = storedIn(folder.path).length - before;
    const rows = await test.db.$count(modules, eq(modules.title, 'Refused'));
    if (left !== 0 || rows !== 0) throw new Error(`A refused module left ${left} files and ${rows} rows`);
  });

  const refused = (texts: Record<string, string | undefined>, parts?: Part[]) =>
    publish(test, author, { title: 'Refused', ...texts }, parts);

  it.each<[field: string, texts: Record<string, string | undefined>, message: string]>([
    ['slug', { title: '日本語モジュール' }, 'Slug must be at least 3 characters'],
    ['description', { description: 'short' }, 'Description must be at least 10 characters'],
    ['techStack', { techStack: '[]' }, 'Select at least one technology'],
    ['techStack', { techStack: 'React' }, 'Select at least one technology'],
    ['techStack', { techStack: undefined }, 'Select at least one technology'],
    ['priceAmount', { priceAmount: '-5' }, 'Price cannot be negative'],
    ['documentation', { documentation: 'é'.repeat(400_000) }, 'Documentation cannot exceed 50,000 characters'],
    ['termsAgreement', { termsAgreement: 'false' }, 'You must agree to the terms and conditions'],
    ['termsAgreement', { termsAgreement: undefined }, 'You must agree to the terms and conditions'],
    ['description', { description: 'a\0 NUL in a text' }, 'This text holds a character that cannot be stored'],
  ])('%s: %j', async (field, texts, message) => {
    const { status, body } = await refused(texts);
    expect([status, body['code'], body['errors']]).toEqual([422, 'invalid', { [field]: message }]);
  });

  it('lists and texts that are there to keep the server busy', async () => {
    const deep = `["React",${'['.repeat(50_000)}${']'.repeat(50_000)}]`;
    const long = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => index));
    const told = async (texts: Record<string, string>) => Object.values((await refused(texts)).body['errors'] ?? {});
    expect(await told({ techStack: deep })).toEqual(['This value has the wrong form']);
    expect(await told({ techStack: long })).toEqual(['You can select up to 10 technologies']);
    expect(await told({ title: '&'.repeat(200_000) })).toEqual(['Title cannot exceed 100 characters']);
  });

  it.each(['', 'ab'])('a title of %j, and the slug that is made of it (product 5.11)', async (title) => {
    const { status, body } = await refused({ title });
    const errors = { title: 'Title must be at least 3 characters', slug: 'Slug must be at least 3 characters' };
    expect([status, body['errors']]).toEqual([422, errors]);
  });

  it.each<[what: string, status: number, field: string, message: string, parts: () => Part[] | Promise<Part[]>]>([
    ['no archive', 422, 'zipFile', 'Please select a .zip file', () => []],
    ['an archive that was not chosen', 422, 'zipFile', 'Please select a .zip file', () => [zipPart(Buffer.alloc(0), '')]],
    ['an empty archive', 422, 'zipFile', 'This file is empty', () => [zipPart(Buffer.alloc(0))]],
    ['another name', 415, 'zipFile', 'Only .zip files are allowed', async () => [zipPart(await goodZip(), 'a.rar')]],
    ['two archives', 422, 'zipFile', 'Send one .zip file', async () => [zipPart(await goodZip()), zipPart(await goodZip())]],
    [
      'an archive of 50 MB and a byte',
      413,
      'zipFile',
      'File size must be less than 50MB',
      () => [zipPart(Buffer.alloc(50 * 1024 * 1024 + 1))],
    ],
    [
      'six pictures',
      422,
      'previewImages',
      'Maximum 5 preview images allowed',
      async () => [zipPart(await goodZip()), ...Array.from({ length: 6 }, () => image(WHITE))],
    ],
    [
      'a picture too large',
      413,
      'previewImages',
      'Each image must be less than 2MB',
      async () => [image(await noise('png', 900)), zipPart(await goodZip())],
    ],
    [
      'a picture that is a page',
      415,
      'previewImages',
      'Only PNG, JPG, GIF and WEBP images are allowed',
      async () => [image(Buffer.from('<svg onload="alert(1)"/>')), zipPart(await goodZip())],
    ],
    [
      'half a picture',
      422,
      'previewImages',
      '“half”: This picture is damaged and cannot be read',
      async () => [image((await noise('png', 300)).subarray(0, 90_000), 'half.png'), zipPart(await goodZip())],
    ],
    [
      'six videos',
      422,
      'previewVideos',
      'Maximum 5 preview videos allowed',
      async () => [zipPart(await goodZip()), ...Array.from({ length: 6 }, () => video(MP4))],
    ],
    [
      'a video too large',
      413,
      'previewVideos',
      'Each video must be less than 5MB',
      async () => [video(Buffer.concat([MP4, Buffer.alloc(5 * 1024 * 1024)])), zipPart(await goodZip())],
    ],
    [
      'a video that is a page',
      415,
      'previewVideos',
      'Only MP4 and WEBM videos are allowed',
      async () => [video('<!doctype html><script>alert(1)</script>'), zipPart(await goodZip())],
    ],
    [
      'a video that is a picture of the same family',
      415,
      'previewVideos',
      'Only MP4 and WEBM videos are allowed',
      async () => [video(Buffer.from('0000001c667479706865696300000000686569636d696631', 'hex')), zipPart(await goodZip())],
    ],
    [
      'an unknown file',
      422,
      'malware',
      'This form takes no such file',
      async () => [zipPart(await goodZip()), { field: 'malware', content: Buffer.from('x') }],
    ],
    [
      'an archive that leads out of its folder',
      422,
      'zipFile',
      "The path “../x” leads out of the module's folder.",
      () => [zipPart(rawZip([{ path: '../x' }]))],
    ],
    [
      'no zip at all',
      422,
      'zipFile',
      'This file is not a zip archive, or a part of it is missing. Make the archive again and upload that.',
      () => [zipPart(Buffer.from('MZ'))],
    ],
  ])('%s', async (_what, status, field, message, parts) => {
    const answer = await refused({}, await parts());
    expect(answer.status).toBe(status);
    expect(answer.body['errors']).toEqual({ [field]: expect.stringContaining(message) });
  });

  it('tells all that is wrong at once', async () => {
    const { status, body } = await refused({ title: 'a', termsAgreement: 'no' }, [video('<html>'), zipPart(await goodZip())]);
    expect([status, body['errors']]).toEqual([
      422,
      {
        title: 'Title must be at least 3 characters',
        slug: 'Slug must be at least 3 characters',
        termsAgreement: 'You must agree to the terms and conditions',
        previewVideos: 'Only MP4 and WEBM videos are allowed',
      },
    ]);
  });
});

describe('a module of somebody whose files take all that they may', () => {
  it('is refused with a sentence, and nothing of it stays', async () => {
    const full = await test.signedIn('solver');
    const before = storedIn(folder.path).length;
    await test.db.insert(storedBytes).values({ userId: full.user.id, bytes: STORAGE.maxBytes });
    const { status, body } = await publish(test, full);
    expect(storedIn(folder.path)).toHaveLength(before);
    expect([status, body['message']]).toEqual([413, expect.stringContaining('All files of an account can take 5 GB')]);
    await test.db.delete(storedBytes).where(eq(storedBytes.userId, full.user.id));
    expect((await publish(test, full)).status).toBe(201);
  });
});
