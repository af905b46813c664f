import { eq } from 'drizzle-orm';
import { STORAGE } from '@solvent/contracts';
import { modules, storedBytes } from '../../../schema/index.ts';
import { openFolder } from '@solvent/object-store';
import { buildRawZip } from '../../../testing/archives.ts';
import { temporaryFolder } from '../../../testing/server-process.ts';
import { setUp } from '../../../testing/set-up.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import { noise } from '../../../testing/uploads.ts';
import type { FormPart } from '../../../testing/uploads.ts';
import { imagePart, MP4, publish, listStoredFiles, videoPart, zipPart } from '../../../testing/publishing.ts';

const folder = temporaryFolder();
const test = setUpTestApp({ ports: { files: openFolder(folder.path) } });
const author = setUp(() => test.signedIn('solver'));
afterAll(() => folder.remove());

/** A white pixel. */
const WHITE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
  'base64',
);

describe('a rejected upload stores nothing (product 5.11, 5.12)', () => {
  let before: number;
  beforeEach(() => {
    before = listStoredFiles(folder.path).length;
  });
  afterEach(async () => {
    const left = listStoredFiles(folder.path).length - before;
    const rows = await test.db.$count(modules, eq(modules.title, 'Rejected'));
    if (left !== 0 || rows !== 0) throw new Error(`A rejected module left ${left} files and ${rows} rows`);
  });

  const publishRejected = (texts: Record<string, string | undefined>, parts?: FormPart[]) =>
    publish(test, author, { title: 'Rejected', ...texts }, parts);

  const TERMS = 'You must agree to the terms and conditions';
  it.each<[field: string, texts: Record<string, string | undefined>, message: string]>([
    ['slug', { title: '日本語モジュール' }, 'Slug must be at least 3 characters'],
    ['techStack', { techStack: 'React' }, 'Select at least one technology'],
    ['priceAmount', { priceAmount: '-5' }, 'Price cannot be negative'],
    ['documentation', { documentation: 'é'.repeat(400_000) }, 'Documentation cannot exceed 50,000 characters'],
    ['termsAgreement', { termsAgreement: 'false' }, TERMS],
    ['termsAgreement', { termsAgreement: undefined }, TERMS],
    ['description', { description: 'a\0 NUL in a text' }, 'This text holds a character that cannot be stored'],
  ])('%s: %j', async (field, texts, message) => {
    const { status, body } = await publishRejected(texts);
    expect([status, body['code'], body['errors']]).toEqual([422, 'invalid', { [field]: message }]);
  });

  it('rejects a text of allowed length whose marks make it too large', async () => {
    const { status, body } = await publishRejected({ documentation: `漢${'\u0301'.repeat(2)}`.repeat(50_000) });
    const message = 'This text is too large: it can have at most 256 KB. Please shorten it.';
    expect({ status, body }).toMatchObject({ status: 413, body: { code: 'too_large', errors: { documentation: message } } });
  });

  it('rejects lists and texts that would overload the server', async () => {
    const deep = `["React",${'['.repeat(50_000)}${']'.repeat(50_000)}]`;
    const long = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => index));
    const getMessages = async (texts: Record<string, string>) =>
      Object.values((await publishRejected(texts)).body['errors'] ?? {});
    expect(await getMessages({ techStack: deep })).toEqual(['This value has the wrong form']);
    expect(await getMessages({ techStack: long })).toEqual(['You can select up to 10 technologies']);
    expect(await getMessages({ title: '&'.repeat(200_000) })).toEqual(['Title cannot exceed 100 characters']);
  });

  const ZIP = zipPart(buildRawZip([{ path: 'a.ts', content: 'a' }]));
  const NO_ZIP = 'Please select a .zip file';
  const NO_PICTURE = 'Only PNG, JPG, GIF and WEBP images are allowed';
  const NO_VIDEO = 'Only MP4 and WEBM videos are allowed';
  const HEIC = Buffer.from('0000001c667479706865696300000000686569636d696631', 'hex');
  const truncated = async () => imagePart((await noise('png', 300)).subarray(0, 90_000), 'half.png');
  const tooLong = () => videoPart(Buffer.concat([MP4, Buffer.alloc(5 * 1024 * 1024)]));

  it.each<[what: string, status: number, field: string, message: string, parts: () => FormPart[] | Promise<FormPart[]>]>([
    ['no archive', 422, 'zipFile', NO_ZIP, () => []],
    ['an archive field without a file', 422, 'zipFile', NO_ZIP, () => [zipPart(Buffer.alloc(0), '')]],
    ['an empty archive', 422, 'zipFile', 'This file is empty', () => [zipPart(Buffer.alloc(0))]],
    ['another extension', 415, 'zipFile', 'Only .zip files are allowed', () => [{ ...ZIP, name: 'a.rar' }]],
    ['two archives', 422, 'zipFile', 'Upload one .zip file', () => [ZIP, ZIP]],
    [
      'an archive over 50 MB',
      413,
      'zipFile',
      'File size must be less than 50MB',
      () => [zipPart(Buffer.alloc(50 * 1024 * 1024 + 1))],
    ],
    [
      'a path outside',
      422,
      'zipFile',
      "“../x” leads out of the module's folder.",
      () => [zipPart(buildRawZip([{ path: '../x' }]))],
    ],
    [
      'six images',
      422,
      'previewImages',
      'Maximum 5 preview images allowed',
      () => [ZIP, ...Array<FormPart>(6).fill(imagePart(WHITE))],
    ],
    [
      'an image that is too large',
      413,
      'previewImages',
      'Each image must be less than 2MB',
      async () => [imagePart(await noise('png', 900)), ZIP],
    ],
    ['SVG as an image', 415, 'previewImages', NO_PICTURE, () => [imagePart(Buffer.from('<svg onload="alert(1)"/>')), ZIP]],
    [
      'a truncated image',
      422,
      'previewImages',
      '“half”: This picture is damaged and cannot be read',
      async () => [await truncated(), ZIP],
    ],
    [
      'six videos',
      422,
      'previewVideos',
      'Maximum 5 preview videos allowed',
      () => [ZIP, ...Array<FormPart>(6).fill(videoPart(MP4))],
    ],
    ['a video that is too large', 413, 'previewVideos', 'Each video must be less than 5MB', () => [tooLong(), ZIP]],
    ['HTML as a video', 415, 'previewVideos', NO_VIDEO, () => [videoPart('<!doctype html><script>alert(1)</script>'), ZIP]],
    ['an HEIC image as a video', 415, 'previewVideos', NO_VIDEO, () => [videoPart(HEIC), ZIP]],
    ['an unknown file field', 422, 'malware', 'This form does not accept this file', () => [ZIP, { ...ZIP, field: 'malware' }]],
  ])('%s', async (_what, status, field, message, parts) => {
    const response = await publishRejected({}, await parts());
    expect(response.status).toBe(status);
    expect(response.body['errors']).toEqual({ [field]: expect.stringContaining(message) });
  });

  it('reports all errors at once, also for the derived slug', async () => {
    const { status, body } = await publishRejected({ title: '', termsAgreement: 'no' }, [videoPart('<html>'), ZIP]);
    expect(status).toBe(422);
    expect(body['errors']).toEqual({
      title: 'Title must be at least 3 characters',
      slug: 'Slug must be at least 3 characters',
      termsAgreement: TERMS,
      previewVideos: NO_VIDEO,
    });
  });
});

it('an upload without storage quota is rejected and stores nothing', async () => {
  const full = await test.signedIn('solver');
  const before = listStoredFiles(folder.path).length;
  await test.db.insert(storedBytes).values({ userId: full.user.id, bytes: STORAGE.maxBytes });
  const { status, body } = await publish(test, full);
  expect(listStoredFiles(folder.path)).toHaveLength(before);
  expect([status, body['message']]).toEqual([413, expect.stringContaining('All files of an account can take 5 GB')]);
  await test.db.delete(storedBytes).where(eq(storedBytes.userId, full.user.id));
  expect((await publish(test, full)).status).toBe(201);
});
