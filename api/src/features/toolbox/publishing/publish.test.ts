import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { MODULE } from '@solvent/contracts';
import { files, modules, moduleVersions } from '../../../schema/index.ts';
import { openFolder } from '@solvent/object-store';
import { buildRawZip, buildZip } from '../../../testing/archives.ts';
import { temporaryFolder } from '../../../testing/server-process.ts';
import { setUp } from '../../../testing/set-up.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import { buildForm, phonePhotograph, picture } from '../../../testing/uploads.ts';
import type { FormPart } from '../../../testing/uploads.ts';
import {
  GOOD_TEXTS,
  goodZip,
  imagePart,
  getModule,
  MP4,
  publish,
  listStoredFiles,
  textParts,
  videoPart,
  WEBM,
  zipPart,
} from '../../../testing/publishing.ts';

const folder = temporaryFolder();
const store = openFolder(folder.path);
const test = setUpTestApp({ ports: { files: store } });
const author = setUp(() => test.signedIn('solver'));
afterAll(() => folder.remove());

describe('POST /api/modules (product 3.13, 4.21)', () => {
  it('stores and publishes a module with fields in any order', async () => {
    const zip = await goodZip();
    const parts = [
      videoPart(MP4, 'a.exe'),
      imagePart(await phonePhotograph(), 'me.gif'),
      zipPart(zip),
      imagePart(await picture('png'), 'two.png'),
      videoPart(WEBM, 'b.webm'),
      ...textParts({ ...GOOD_TEXTS, title: '  Payments & Receipts ', keyFeatures: '[" Receipts ","","Refunds"]' }),
    ];
    const response = await test.request('POST', '/api/modules', { as: author, ...(await buildForm(parts)) });
    expect(response.status).toBe(201);
    const module = getModule(response);
    expect(module).toMatchObject({
      title: 'Payments & Receipts',
      slug: 'payments-and-receipts',
      tags: ['React', 'Node.js'],
      keyFeatures: ['Receipts', 'Refunds'],
      priceCents: 1990,
      status: 'published',
      version: '1.0.0',
      license: 'MIT',
      repositoryUrl: 'https://git.example/payments',
      demoUrl: null,
      sizeBytes: zip.length,
      sha256: createHash('sha256').update(zip).digest('hex'),
      author: { _id: author.user.id },
      review: { stage: 'done', reason: null, findings: [] },
      previewImages: [
        { name: 'me.jpg', mimeType: 'image/jpeg' },
        { name: 'two.png', mimeType: 'image/png' },
      ],
      previewVideos: [
        { name: 'a.mp4', mimeType: 'video/mp4' },
        { name: 'b.webm', mimeType: 'video/webm' },
      ],
    });
    expect(module.previewImage).toBe(module.previewImages[0]?.url);
    const listed = await test.request('GET', '/api/modules?search=receipts');
    expect(listed.body['modules']).toMatchObject([{ id: module.id }]);
    const shown = await test.app.inject(module.previewImages[0]?.url ?? '');
    expect([shown.statusCode, shown.rawPayload.includes('SecretCamera')]).toEqual([200, false]);
  });

  it('stores the archive unchanged and private', async () => {
    const zip = await goodZip('something else');
    const { id } = getModule(await publish(test, author, {}, [zipPart(zip)]));
    const [version] = await test.db.select().from(moduleVersions).where(eq(moduleVersions.moduleId, id));
    const [file] = await test.db
      .select()
      .from(files)
      .where(eq(files.id, version?.fileId ?? ''));
    const content = await store.read(file?.storageKey ?? '');
    expect(content && (await buffer(content)).equals(zip)).toBe(true);
    expect(file?.visibility).toBe('private');
    expect((await test.app.inject(`/api/files/${file?.id}`)).statusCode).toBe(404);
  });

  it('normalizes CRLF line breaks of forms', async () => {
    const texts = { title: 'With lines', description: `${'ab\n'.repeat(166)}ab`, documentation: '# Use\n\n1. one\n2. two' };
    expect(texts.description).toHaveLength(MODULE.descriptionMax);
    expect(getModule(await publish(test, author, texts))).toMatchObject(texts);
  });

  it('accepts a free module without media, and removes duplicate tags', async () => {
    const texts = { price: 'free', priceAmount: '', techStack: '["API","API"]', repositoryUrl: '' };
    expect(getModule(await publish(test, author, texts))).toMatchObject({
      priceCents: 0,
      tags: ['API'],
      repositoryUrl: null,
      previewImage: null,
      previewImages: [],
    });
  });

  it.each([undefined, '', ' ', '0', '-0', '0.00'])(
    'is free if a paid module has the amount %j (product 3.12 and 5.12)',
    async (priceAmount) => {
      expect(getModule(await publish(test, author, { price: 'paid', priceAmount })).priceCents).toBe(0);
    },
  );

  it('publishes an archive with files to leave out, and shows them only to the author (product 4.17)', async () => {
    const zip = await buildZip({ 'index.js': '', 'node_modules/a/index.js': '' });
    const module = getModule(await publish(test, author, { title: 'With dependencies' }, [zipPart(zip)]));
    expect(module.status).toBe('published');
    expect(module.review?.findings).toEqual([
      { path: 'node_modules/', line: null, text: expect.stringContaining('Leave this folder out') },
    ]);
    expect(getModule(await test.request('GET', '/api/modules/with-dependencies')).review).toBeNull();
  });

  it('replaces backslashes of old Windows tools (product 5.17)', async () => {
    const zip = buildRawZip([
      { path: 'src\\', method: 0 },
      { path: 'src\\lib\\index.js', content: 'a\\b' },
      { path: 'README.md', content: 'c:\\' },
    ]);
    const upload = () =>
      publish(test, author, { title: 'From Windows', price: 'free' }, [zipPart(zip)], { 'idempotency-key': 'w1' });
    const { id, sha256, sizeBytes } = getModule(await upload());
    const { rawPayload } = await test.app.inject(`/api/modules/${id}/archive.zip`);
    expect(rawPayload.length).toBe(sizeBytes);
    expect(createHash('sha256').update(rawPayload).digest('hex')).toBe(sha256);
    const names = ['src/', 'src/lib/index.js', 'README.md'];
    for (const name of names) expect(rawPayload.toString('latin1').split(name)).toHaveLength(name === 'src/' ? 5 : 3);
    expect(rawPayload.includes('src\\')).toBe(false);
    expect(await test.request('GET', `/api/modules/${id}/files`)).toMatchObject({
      body: { files: [{ path: 'README.md' }, { path: 'src/lib/index.js', size: 3 }] },
    });
    expect((await upload()).status).toBe(200);
  });

  it('ignores fields that the server sets', async () => {
    const texts = { slug: 'chosen', status: 'rejected', authorId: 'me', downloads: '99', rating: '5', version: '9.0.0' };
    const module = getModule(await publish(test, author, { title: 'Mass assignment', ...texts }));
    expect(module).toMatchObject({ slug: 'mass-assignment', status: 'published', downloads: 0, version: '1.0.0' });
  });
});

describe('slugs (product 3.14)', () => {
  const publishAndGetSlug = async (title: string) => getModule(await publish(test, author, { title })).slug;

  it('are derived from the title, with a number if taken', async () => {
    expect([
      await publishAndGetSlug('React Hooks'),
      await publishAndGetSlug('React Hooks'),
      await publishAndGetSlug('react – hooks!'),
    ]).toEqual(['react-hooks', 'react-hooks-2', 'react-hooks-3']);
    expect(await publishAndGetSlug('React Hooks 4')).toBe('react-hooks-4');
    expect([await publishAndGetSlug('React Hooks'), await publishAndGetSlug('React Hooks 4')]).toEqual([
      'react-hooks-5',
      'react-hooks-4-2',
    ]);
  });

  it('do not use reserved paths', async () => {
    expect([await publishAndGetSlug('Own'), await publishAndGetSlug('saved'), await publishAndGetSlug('Upload')]).toEqual([
      'own-2',
      'saved-2',
      'upload-2',
    ]);
  });

  it('are unique for concurrent uploads', async () => {
    const slugs = await Promise.all(Array.from({ length: 8 }, () => publishAndGetSlug('At once')));
    expect(slugs.toSorted()).toEqual(['at-once', ...[2, 3, 4, 5, 6, 7, 8].map((number) => `at-once-${number}`)]);
  });
});

const countModules = (title: string) => test.db.$count(modules, eq(modules.title, title));
const send = (title: string, key: string, as = author) => publish(test, as, { title }, undefined, { 'idempotency-key': key });

describe('an Idempotency-Key (product 11.7)', () => {
  it('creates one module for repeated and concurrent requests of an author', async () => {
    const first = await send('Once', 'one');
    const again = await send('Once', 'one');
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(getModule(again).id).toBe(getModule(first).id);
    const before = listStoredFiles(folder.path).length;
    const together = await Promise.all(Array.from({ length: 5 }, () => send('Together', 'two')));
    expect(together.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(together.map((response) => getModule(response).id)).size).toBe(1);
    expect([await countModules('Once'), await countModules('Together')]).toEqual([1, 1]);
    // Only the archive and its mark: the other four left nothing.
    expect(listStoredFiles(folder.path)).toHaveLength(before + 2);
    expect((await send('Once', 'one', await test.signedIn('seeker'))).status).toBe(201);
  });

  it('returns 409 for another text, archive or image, and stores nothing', async () => {
    const key = { 'idempotency-key': 'same' };
    const first = getModule(await publish(test, author, { title: 'Same' }, undefined, key));
    const before = listStoredFiles(folder.path).length;
    const zip = zipPart(await goodZip());
    const message = expect.stringContaining('“Same” was published before with what this form held then');
    for (const [texts, ...parts] of [
      [{ description: 'Says something else now.' }, zip],
      [{}, zipPart(await goodZip('export default 1;'))],
      [{}, zip, imagePart(await picture('png'))],
    ] as [object, ...FormPart[]][]) {
      const response = await publish(test, author, { title: 'Same', ...texts }, parts, key);
      expect(response).toMatchObject({ status: 409, body: { code: 'conflict', message } });
    }
    expect(listStoredFiles(folder.path)).toHaveLength(before);
    expect(getModule(await test.request('GET', `/api/modules/${first.id}`, { as: author }))).toEqual(first);
  });
});

describe('an upload that is cancelled by its key', () => {
  const cancel = (key: string, as = author) => test.request('DELETE', `/api/modules/uploads/${key}`, { as });

  it('is rejected if it arrives later, and stores nothing', async () => {
    const before = listStoredFiles(folder.path).length;
    expect((await cancel('early')).status).toBe(200);
    expect(await send('Early', 'early')).toMatchObject({ status: 409, body: { message: 'This upload was cancelled.' } });
    expect([await countModules('Early'), listStoredFiles(folder.path).length]).toEqual([0, before]);
  });

  it('is deleted if it was published, only by its author, idempotently', async () => {
    const countFiles = () => listStoredFiles(join(folder.path, 'modules')).length;
    const before = countFiles();
    await send('Late', 'late');
    await cancel('late', await test.signedIn('solver'));
    expect(await countModules('Late')).toBe(1);
    expect([(await cancel('late')).status, (await cancel('late')).status]).toEqual([200, 200]);
    await test.runJobs();
    expect([await countModules('Late'), countFiles()]).toEqual([0, before]);
  });

  it('leaves nothing in a race with its cancellation', async () => {
    const keys = Array.from({ length: 8 }, (_, index) => `race-${index}`);
    await Promise.all(keys.flatMap((key) => [send('Race', key), cancel(key)]));
    expect(await countModules('Race')).toBe(0);
  });
});

it('an archive of 50 MB is accepted', async () => {
  const empty = buildRawZip([{ path: 'noise.bin', method: 0 }]).length;
  const big = buildRawZip([{ path: 'noise.bin', content: Buffer.alloc(MODULE.zipMaxBytes - empty, 7), method: 0 }]);
  expect(big).toHaveLength(50 * 1024 * 1024);
  expect((await publish(test, author, { title: 'Large' }, [zipPart(big)])).status).toBe(201);
});
