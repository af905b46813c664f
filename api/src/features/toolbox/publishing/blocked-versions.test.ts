import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp, setUpTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { picture } from '../../../testing/uploads.ts';
import { buildZip } from '../../../testing/archives.ts';
import { createPublishedModule, sendVersion } from '../../../testing/published-modules.ts';
import { goodZip, imagePart, getModule, publish, zipPart } from '../../../testing/publishing.ts';
import { testOutbox } from '../../../testing/test-outbox.ts';
import { addJobWithoutWake } from '../../../platform/jobs/jobs.ts';
import { takeDownModule } from '../take-downs.ts';
import { decideReview, listPendingVersions } from './versions.ts';

const automatic = setUpTestApp();
let manual: TestApp;
let author: TestCaller;
let otherUser: TestCaller;
beforeAll(async () => {
  author = await automatic.signedIn('solver');
  otherUser = await automatic.signedIn('seeker');
  manual = await createTestApp({ config: { moduleReview: 'manual' } });
});
afterAll(() => manual.close());

// Assembled, so that secret scanners do not report this file.
const KEY = `sk_${['live', 'aB3d'.repeat(6)].join('_')}`;
const withSecret = (text = '') => buildZip({ 'index.js': text, '.env': `STRIPE_API_KEY=${KEY}\nPORT=1` });

const FREE = { price: 'free', priceAmount: '' };
const upload = async (title: string, test = automatic, as = author) =>
  getModule(await publish(test, as, { ...FREE, title }, [zipPart(await withSecret(title)), imagePart(await picture('png'))]));

const read = (path: string, as?: TestCaller) => automatic.request('GET', `/api/modules/${path}`, { as });
const confirm = (id: string, version: string, as = author, test = automatic) =>
  test.request('PUT', `/api/modules/${id}/versions/${version}/no-secret`, { as });

const SERVED = (id: string, version: string) => [`${id}/download?version=${version}`, `${id}/archive.zip?version=${version}`];

describe('a module with a possible secret (product 4.17)', () => {
  it('is visible only to its author, and is served to no one', async () => {
    const { id, slug, previewImages, ...module } = await upload('With a key');
    expect(module).toMatchObject({
      status: 'in-review',
      review: { version: '1.0.0', stage: 'secrets', reason: null },
    });
    expect(module.review?.findings[0]).toMatchObject({ path: '.env', line: 1 });
    for (const as of [undefined, otherUser])
      for (const path of [id, slug, `${id}/files`, `${id}/card.png`, ...SERVED(id, '1.0.0')])
        expect([path, (await read(path, as)).status]).toEqual([path, 404]);
    for (const path of [`${id}/files`, `${id}/card.png`, ...SERVED(id, '1.0.0'), `${id}/download`])
      expect([path, (await read(path, author)).status]).toEqual([path, 404]);
    expect((await automatic.app.inject(`/api/files/${previewImages[0]?._id}`)).statusCode).toBe(404);
    expect((await automatic.request('GET', '/api/modules?search=key')).body['modules']).toEqual([]);
    expect((await automatic.request('GET', '/api/modules/own', { as: author })).body['modules']).toMatchObject([
      { id, review: { stage: 'secrets' } },
    ]);
  });

  it('is published when its author confirms that there is no secret, idempotently', async () => {
    const { id, previewImages } = await upload('Confirmed');
    expect((await confirm(id, '1.0.0', otherUser)).status).toBe(404);
    expect((await confirm(id, '1.0.1')).status).toBe(404);
    const response = await confirm(id, '1.0.0');
    expect(getModule(response)).toMatchObject({
      status: 'published',
      review: { stage: 'done' },
      versions: [{ version: '1.0.0' }],
    });
    expect(getModule(await confirm(id, '1.0.0')).releasedAt).toBe(getModule(response).releasedAt);
    for (const path of [id, `${id}/files`, ...SERVED(id, '1.0.0')]) expect((await read(path, otherUser)).status).toBe(200);
    expect((await automatic.app.inject(`/api/files/${previewImages[0]?._id}`)).statusCode).toBe(200);
  });

  it('is replaced by an upload without secrets, and is never served', async () => {
    const { id } = await upload('Replaced');
    expect(getModule(await sendVersion(automatic, author, id, '1.0.1'))).toMatchObject({ status: 'published', version: '1.0.1' });
    expect(await confirm(id, '1.0.0')).toMatchObject({ status: 409, body: { message: 'Replaced by version 1.0.1.' } });
    for (const path of SERVED(id, '1.0.0')) expect((await read(path, author)).status).toBe(404);
    expect(getModule(await read(id, otherUser)).versions.map(({ version }) => version)).toEqual(['1.0.1']);
  });
});

describe('a version with a possible secret (product 4.17)', () => {
  it('is not current, announced or served until it is confirmed', async () => {
    const id = await createPublishedModule(automatic, author, FREE);
    await read(`${id}/download`, otherUser);
    const blocked = getModule(await sendVersion(automatic, author, id, '1.1.0', { zip: await withSecret() }));
    expect(blocked).toMatchObject({ status: 'published', version: '1.0.0', review: { version: '1.1.0', stage: 'secrets' } });
    const visible = getModule(await read(id, otherUser));
    expect([visible.version, visible.versions.map(({ version }) => version), visible.review]).toEqual(['1.0.0', ['1.0.0'], null]);
    for (const as of [undefined, otherUser, author])
      for (const path of SERVED(id, '1.1.0')) expect((await read(path, as)).status).toBe(404);
    const listNotifications = async () => {
      await automatic.runJobs();
      return (await automatic.request('GET', '/api/notifications', { as: otherUser })).body['notifications'];
    };
    expect(await listNotifications()).toEqual([]);
    expect(getModule(await confirm(id, '1.1.0'))).toMatchObject({ version: '1.1.0' });
    expect(await listNotifications()).toMatchObject([{ type: 'module_version' }]);
    expect((await read(`${id}/download?version=1.1.0`, otherUser)).status).toBe(200);
  });

  it('cannot be confirmed while its module is taken down', async () => {
    const id = await createPublishedModule(automatic, author, FREE);
    await sendVersion(automatic, author, id, '1.1.0', { zip: await withSecret() });
    const takeDown = { reason: 'It is a copy.', by: 'ada', isMalware: false };
    await testOutbox(automatic.db).transact((tx, events) => takeDownModule(tx, events, id, takeDown));
    expect((await confirm(id, '1.1.0')).status).toBe(409);
  });
});

it('a blocked version waits for its author, then for manual review', async () => {
  const ada = await manual.signedIn('solver');
  const { id, slug } = await upload('Twice', manual, ada);
  const decide = (decision: Parameters<typeof decideReview>[2]) =>
    decideReview({ transact: testOutbox(manual.db).transact, add: addJobWithoutWake }, slug, decision);
  expect(await listPendingVersions(manual.db)).toEqual([]);
  expect(await decide({ publish: true })).toBeUndefined();
  expect(getModule(await confirm(id, '1.0.0', ada, manual))).toMatchObject({ status: 'in-review', review: { stage: 'team' } });
  expect(await listPendingVersions(manual.db)).toMatchObject([{ slug, version: '1.0.0', findings: 2 }]);
  await sendVersion(manual, ada, id, '1.0.1', { zip: await withSecret('again') });
  expect(await decide({ publish: true })).toBe('1.0.0');
  expect(getModule(await manual.request('GET', `/api/modules/${id}`, { as: ada }))).toMatchObject({
    version: '1.0.0',
    review: { version: '1.0.1', stage: 'secrets' },
  });
  await sendVersion(manual, ada, id, '1.0.2', { zip: await goodZip('clean') });
  expect(await decide({ publish: true })).toBe('1.0.2');
});
