import { eq } from 'drizzle-orm';
import { moduleFigures, modules } from './schema.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { buildModule } from '../../testing/modules.ts';
import { sendVersion } from '../../testing/own-modules.ts';
import { goodZip, moduleIn, publish, zipPart } from '../../testing/publishing.ts';
import { rawZip, zipOf } from '../../testing/archives.ts';

let test: TestApp;
let author: TestCaller;
let stranger: TestCaller;
beforeAll(async () => {
  test = await createTestApp();
  author = await test.signedIn('solver');
  stranger = await test.signedIn('seeker');
});
afterAll(() => test.close());

const filesOf = (idOrSlug: string, as?: TestCaller) => test.ask('GET', `/api/modules/${idOrSlug}/files`, { as });
const unpublish = (id: string) => test.db.update(modules).set({ status: 'unpublished' }).where(eq(modules.id, id));

describe('GET /api/modules/:id/files', () => {
  it('names the files of the archive with their sizes, also of one that has to be bought', async () => {
    const paths = { 'src/': '', 'src/index.ts': 'export {};', 'README.md': '# Maps', 'src/a/': '', 'src/a/b.ts': 'ab' };
    const zip = rawZip(Object.entries(paths).map(([path, content]) => ({ path, content, method: 0 })));
    const { id, slug } = moduleIn(await publish(test, author, { title: 'Maps with files' }, [zipPart(zip)]));
    const answer = {
      status: true,
      version: '1.0.0',
      files: [
        { path: 'README.md', size: 6 },
        { path: 'src/a/b.ts', size: 2 },
        { path: 'src/index.ts', size: 10 },
      ],
    };
    for (const as of [undefined, stranger, author]) expect((await filesOf(id, as)).body).toEqual(answer);
    expect((await filesOf(slug)).body).toEqual(answer);
  });

  it('is about the latest version', async () => {
    const { id } = moduleIn(await publish(test, author, { title: 'Grows a file' }));
    await filesOf(id);
    await sendVersion(test, author, id, '1.1.0', { zip: await zipOf({ 'other.ts': 'x' }) });
    expect((await filesOf(id)).body).toMatchObject({ version: '1.1.0', files: [{ path: 'other.ts', size: 1 }] });
  });

  it('lists 5,000 files', async () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`src/${at}.ts`, 'x']));
    const { id } = moduleIn(await publish(test, author, { title: 'Many files' }, [zipPart(await zipOf(many))]));
    expect((await filesOf(id)).body['files']).toHaveLength(5000);
  });

  it('is there for who may see the module, and for nobody else', async () => {
    const { id } = moduleIn(await publish(test, author, { title: 'Leaves' }));
    await unpublish(id);
    expect((await filesOf(id)).status).toBe(404);
    expect((await filesOf(id, stranger)).status).toBe(404);
    expect((await filesOf(id, author)).status).toBe(200);
    expect((await filesOf('no-such-module')).status).toBe(404);
  });
});

describe('GET /api/modules/:id/archive.zip', () => {
  const archiveOf = (id: string) => test.app.inject(`/api/modules/${id}/archive.zip`);

  it('is the archive of a free module, without an access header, and counts as a visitor’s download', async () => {
    const zip = await goodZip('export const free = true;');
    const { id } = moduleIn(await publish(test, author, { title: 'Free to install', price: 'free' }, [zipPart(zip)]));
    const answer = await archiveOf(id);
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.equals(zip)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="free-to-install-1.0.0.zip"',
    });
    await archiveOf(id);
    expect(await test.db.select().from(moduleFigures).where(eq(moduleFigures.moduleId, id))).toMatchObject([{ downloads: 1 }]);
  });

  it('is no way to one that is paid for, or not in the catalogue, whoever asks', async () => {
    const paid = await buildModule(test, author, { priceCents: 1900 });
    expect((await archiveOf(paid.id)).statusCode).toBe(401);
    const signedIn = { url: `/api/modules/${paid.id}/archive.zip`, headers: author.headers };
    expect((await test.app.inject(signedIn)).statusCode).toBe(401);
    const hidden = await buildModule(test, author, { status: 'unpublished' });
    expect((await archiveOf(hidden.id)).statusCode).toBe(404);
  });
});
