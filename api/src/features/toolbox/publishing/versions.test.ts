import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { buildRawZip } from '../../../testing/archives.ts';
import { openFolder } from '@solvent/object-store';
import { temporaryFolder } from '../../../testing/server-process.ts';
import { setUp } from '../../../testing/set-up.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import { goodZip, getModule, listStoredFiles } from '../../../testing/publishing.ts';
import { createPublishedModule, sendVersion } from '../../../testing/published-modules.ts';

const folder = temporaryFolder();
const test = setUpTestApp({ ports: { files: openFolder(folder.path) } });
const author = setUp(() => test.signedIn('solver'));
afterAll(() => folder.remove());

const listVersions = async (id: string) =>
  getModule(await test.request('GET', `/api/modules/${id}`)).versions.map(({ version }) => version);

describe('POST /api/modules/:id/versions (product 5.13)', () => {
  it('publishes a higher version with notes and archive, and keeps slug and release date', async () => {
    const id = await createPublishedModule(test, author);
    const before = getModule(await test.request('GET', `/api/modules/${id}`));
    const zip = await goodZip('export const more = 1;');
    const response = await sendVersion(test, author, id, '1.1.0', { notes: '  - one\n- two ', zip });
    expect(response.status).toBe(201);
    expect(getModule(response)).toMatchObject({
      slug: before.slug,
      releasedAt: before.releasedAt,
      version: '1.1.0',
      status: 'published',
      sizeBytes: zip.length,
      sha256: createHash('sha256').update(zip).digest('hex'),
      versions: [
        { version: '1.1.0', notes: '- one\n- two' },
        { version: '1.0.0', notes: '' },
      ],
    });
  });

  it.each([
    ['1.0.0', '1.0.0', '1.0.1'],
    ['0.9.9', '1.0.0', '1.0.1'],
    ['1.9.0', '1.10.0', '1.10.1'],
  ])('rejects %s after %s, and suggests the next one', async (version, latest, next) => {
    const id = await createPublishedModule(test, author);
    if (latest !== '1.0.0') await sendVersion(test, author, id, latest);
    const stored = listStoredFiles(folder.path).length;
    const { status, body } = await sendVersion(test, author, id, version);
    expect([status, body['code'], body['message']]).toEqual([
      409,
      'conflict',
      `The latest version is ${latest}. Use a higher number, such as ${next}.`,
    ]);
    expect(listStoredFiles(folder.path)).toHaveLength(stored);
  });

  it('creates one version for concurrent and repeated requests', async () => {
    const id = await createPublishedModule(test, author);
    const responses = await Promise.all(Array.from({ length: 5 }, () => sendVersion(test, author, id, '2.0.0')));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(4);
    const zip = await goodZip('the same');
    expect((await sendVersion(test, author, id, '2.1.0', { zip })).status).toBe(201);
    expect((await sendVersion(test, author, id, '2.1.0', { zip })).status).toBe(200);
    expect(await listVersions(id)).toEqual(['2.1.0', '2.0.0', '1.0.0']);
  });

  it('rejects an invalid version and an invalid archive', async () => {
    const id = await createPublishedModule(test, author);
    const version = 'A version is three numbers, such as 1.2.0';
    expect(await sendVersion(test, author, id, '1.2')).toMatchObject({ status: 422, body: { errors: { version } } });
    const zip = buildRawZip([{ path: 'a', content: '/etc/passwd', mode: 0o120_777 }]);
    const { status, body } = await sendVersion(test, author, id, '1.1.0', { zip });
    expect([status, body['errors']]).toEqual([422, { zipFile: expect.stringContaining('“a” is a symbolic link') }]);
    expect(await listVersions(id)).toEqual(['1.0.0']);
  });

  it('stores nothing for a missing or hidden module, or one of another user', async () => {
    const otherUser = await test.signedIn('solver');
    const id = await createPublishedModule(test, author);
    const hidden = await createPublishedModule(test, author);
    await test.request('PUT', `/api/modules/${hidden}/status`, { as: author, payload: { status: 'unpublished' } });
    const marks = readdirSync(`${folder.path}/incoming-modules`).length;
    expect((await sendVersion(test, otherUser, id, '1.1.0')).status).toBe(403);
    expect((await sendVersion(test, otherUser, hidden, '1.1.0')).status).toBe(404);
    expect((await sendVersion(test, otherUser, 'nothing', '1.1.0')).status).toBe(404);
    expect(readdirSync(`${folder.path}/incoming-modules`)).toHaveLength(marks);
  });
});
