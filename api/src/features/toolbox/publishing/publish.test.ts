import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { MODULE } from '@solvent/contracts';
import { files } from '../../files/schema.ts';
import { modules, moduleVersions } from '../schema.ts';
import { openFolder } from '@solvent/object-store';
import { buildRawZip, buildZip } from '../../../testing/archives.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { temporaryFolder } from '../../../testing/server-process.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
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
let test: TestApp;
let author: TestCaller;
beforeAll(async () => {
  test = await createTestApp({ ports: { files: store } });
  author = await test.signedIn('solver');
});
afterAll(async () => {
  await test.close();
  folder.remove();
});

describe('POST /api/modules (product 3.13, 4.21)', () => {
  it('stores and publishes a module with all that was sent, in whatever order', async () => {
    const zip = await goodZip();
    const parts = [
      videoPart(MP4, 'a.exe'),
      imagePart(await phonePhotograph(), 'me.gif'),
      zipPart(zip),
      imagePart(await picture('png'), 'two.png'),
      videoPart(WEBM, 'b.webm'),
      ...textParts({ ...GOOD_TEXTS, title: '  Payments & Receipts ' }),
    ];
    const answer = await test.request('POST', '/api/modules', { as: author, ...(await buildForm(parts)) });
    expect(answer.status).toBe(201);
    const module = getModule(answer);
    expect(module).toMatchObject({
      title: 'Payments & Receipts',
      slug: 'payments-and-receipts',
      tags: ['React', 'Node.js'],
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

  it('keeps the archive byte for byte, for nobody without the module', async () => {
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

  it('counts and stores texts as they were typed, though a form brings each line break as CRLF', async () => {
    const texts = { title: 'With lines', description: `${'ab\n'.repeat(166)}ab`, documentation: '# Use\n\n1. one\n2. two' };
    expect(texts.description).toHaveLength(MODULE.descriptionMax);
    expect(getModule(await publish(test, author, texts))).toMatchObject(texts);
  });

  it('takes a free one without media, and drops what repeats', async () => {
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
    'is free where a paid one has an amount of %j (product 3.12 and 5.12)',
    async (priceAmount) => {
      expect(getModule(await publish(test, author, { price: 'paid', priceAmount })).priceCents).toBe(0);
    },
  );

  it('publishes an archive with files that should be left out, and only its author reads of them (product 4.17)', async () => {
    const zip = await buildZip({ 'index.js': '', 'node_modules/a/index.js': '' });
    const module = getModule(await publish(test, author, { title: 'With dependencies' }, [zipPart(zip)]));
    expect(module.status).toBe('published');
    expect(module.review?.findings).toEqual([
      { path: 'node_modules/', line: null, text: expect.stringContaining('Leave this folder out') },
    ]);
    expect(getModule(await test.request('GET', '/api/modules/with-dependencies')).review).toBeNull();
  });

  it('stores an archive of an old Windows tool with slashes, of which its name is the same everywhere (product 5.17)', async () => {
    const zip = buildRawZip([
      { path: 'src\\', method: 0 },
      { path: 'src\\lib\\index.js', content: 'a\\b' },
      { path: 'README.md', content: 'c:\\' },
    ]);
    const sent = () =>
      publish(test, author, { title: 'From Windows', price: 'free' }, [zipPart(zip)], { 'idempotency-key': 'w1' });
    const { id, sha256, sizeBytes } = getModule(await sent());
    const { rawPayload } = await test.app.inject(`/api/modules/${id}/archive.zip`);
    expect(rawPayload.length).toBe(sizeBytes);
    expect(createHash('sha256').update(rawPayload).digest('hex')).toBe(sha256);
    const names = ['src/', 'src/lib/index.js', 'README.md'];
    for (const name of names) expect(rawPayload.toString('latin1').split(name)).toHaveLength(name === 'src/' ? 5 : 3);
    expect(rawPayload.includes('src\\')).toBe(false);
    expect(await test.request('GET', `/api/modules/${id}/files`)).toMatchObject({
      body: { files: [{ path: 'README.md' }, { path: 'src/lib/index.js', size: 3 }] },
    });
    expect((await sent()).status).toBe(200);
  });

  it('takes nothing of what the server decides', async () => {
    const texts = { slug: 'chosen', status: 'rejected', authorId: 'me', downloads: '99', rating: '5', version: '9.0.0' };
    const module = getModule(await publish(test, author, { title: 'Mass assignment', ...texts }));
    expect(module).toMatchObject({ slug: 'mass-assignment', status: 'published', downloads: 0, version: '1.0.0' });
  });
});

describe('addresses (product 3.14)', () => {
  const slugOf = async (title: string) => getModule(await publish(test, author, { title })).slug;

  it('come from the title; a second one gets a number, and so on', async () => {
    expect([await slugOf('React Hooks'), await slugOf('React Hooks'), await slugOf('react – hooks!')]).toEqual([
      'react-hooks',
      'react-hooks-2',
      'react-hooks-3',
    ]);
    expect(await slugOf('React Hooks 4')).toBe('react-hooks-4');
    expect([await slugOf('React Hooks'), await slugOf('React Hooks 4')]).toEqual(['react-hooks-5', 'react-hooks-4-2']);
  });

  it('are never those of the pages beside them', async () => {
    expect([await slugOf('Own'), await slugOf('saved'), await slugOf('Upload')]).toEqual(['own-2', 'saved-2', 'upload-2']);
  });

  it('are one for each of many at once', async () => {
    const slugs = await Promise.all(Array.from({ length: 8 }, () => slugOf('At once')));
    expect(slugs.toSorted()).toEqual(['at-once', ...[2, 3, 4, 5, 6, 7, 8].map((number) => `at-once-${number}`)]);
  });
});

const own = (title: string) => test.db.$count(modules, eq(modules.title, title));
const sent = (title: string, key: string, as = author) => publish(test, as, { title }, undefined, { 'idempotency-key': key });

describe('an Idempotency-Key (product 11.7)', () => {
  it('makes one module of many requests of one author, after each other and at once', async () => {
    const first = await sent('Once', 'one');
    const again = await sent('Once', 'one');
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(getModule(again).id).toBe(getModule(first).id);
    const before = listStoredFiles(folder.path).length;
    const together = await Promise.all(Array.from({ length: 5 }, () => sent('Together', 'two')));
    expect(together.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(together.map((answer) => getModule(answer).id)).size).toBe(1);
    expect([await own('Once'), await own('Together')]).toEqual([1, 1]);
    // The archive and its mark: nothing is left of the other four.
    expect(listStoredFiles(folder.path)).toHaveLength(before + 2);
    expect((await sent('Once', 'one', await test.signedIn('seeker'))).status).toBe(201);
  });

  it('stands for one upload alone: 409 with another text, another archive or a picture more, and nothing of it stays', async () => {
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
      const answer = await publish(test, author, { title: 'Same', ...texts }, parts, key);
      expect(answer).toMatchObject({ status: 409, body: { code: 'conflict', message } });
    }
    expect(listStoredFiles(folder.path)).toHaveLength(before);
    expect(getModule(await test.request('GET', `/api/modules/${first.id}`, { as: author }))).toEqual(first);
  });
});

describe('an upload that is called off by its key', () => {
  const callOff = (key: string, as = author) => test.request('DELETE', `/api/modules/uploads/${key}`, { as });

  it('is not published when it comes later, and nothing of it stays', async () => {
    const before = listStoredFiles(folder.path).length;
    expect((await callOff('early')).status).toBe(200);
    expect(await sent('Early', 'early')).toMatchObject({ status: 409, body: { message: 'This upload was cancelled.' } });
    expect([await own('Early'), listStoredFiles(folder.path).length]).toEqual([0, before]);
  });

  it('is deleted where it was published already, by its author alone; asked again, it is done', async () => {
    const before = listStoredFiles(folder.path).length;
    await sent('Late', 'late');
    await callOff('late', await test.signedIn('solver'));
    expect(await own('Late')).toBe(1);
    expect([(await callOff('late')).status, (await callOff('late')).status]).toEqual([200, 200]);
    expect([await own('Late'), listStoredFiles(folder.path).length]).toEqual([0, before]);
  });

  it('leaves nothing, whichever of the two is quicker', async () => {
    const keys = Array.from({ length: 8 }, (_, index) => `race-${index}`);
    await Promise.all(keys.flatMap((key) => [sent('Race', key), callOff(key)]));
    expect(await own('Race')).toBe(0);
  });
});

describe('the largest archive', () => {
  it('is taken: 50 MB', async () => {
    const empty = buildRawZip([{ path: 'noise.bin', method: 0 }]).length;
    const big = buildRawZip([{ path: 'noise.bin', content: Buffer.alloc(MODULE.zipMaxBytes - empty, 7), method: 0 }]);
    expect(big).toHaveLength(50 * 1024 * 1024);
    expect((await publish(test, author, { title: 'Large' }, [zipPart(big)])).status).toBe(201);
  });
});
