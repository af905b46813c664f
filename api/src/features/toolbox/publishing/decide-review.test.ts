import type { TestCaller } from '../../../testing/factories.ts';
import { setUp } from '../../../testing/set-up.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import { picture } from '../../../testing/uploads.ts';
import { buy, sendVersion } from '../../../testing/published-modules.ts';
import { goodZip, imagePart, getModule, publish, zipPart } from '../../../testing/publishing.ts';
import { testOutbox } from '../../../testing/test-outbox.ts';
import { addJobWithoutWake } from '../../../platform/jobs/jobs.ts';
import { takeDownModule } from '../take-downs.ts';
import { decideReview, listPendingVersions } from './versions.ts';
import type { ReviewDecision } from './versions.ts';

const test = setUpTestApp({ config: { moduleReview: 'manual' } });
const author = setUp(() => test.signedIn('solver', { name: 'Ada' }));

const upload = async (title: string) =>
  getModule(await publish(test, author, { title }, [zipPart(await goodZip()), imagePart(await picture('png'))]));
const fetchModule = async (slug: string, as?: TestCaller) => test.request('GET', `/api/modules/${slug}`, { as });
const decide = (slug: string, decision: ReviewDecision) =>
  decideReview({ transact: testOutbox(test.db).transact, add: addJobWithoutWake }, slug, decision);
const REJECTED = { publish: false, reason: 'It contains third-party code. Leave out vendor/.' } as const;

describe('a module in review (product 4.17)', () => {
  it('is listed for the team, and visible only to its author, with links to its images', async () => {
    const { previewImage, previewImages, ...module } = await upload('Waits');
    expect(module).toMatchObject({ status: 'in-review', review: { stage: 'team', reason: null, findings: [] } });
    expect((await fetchModule('waits')).status).toBe(404);
    expect((await test.request('GET', '/api/modules')).body['modules']).toEqual([]);
    expect(await listPendingVersions(test.db)).toEqual([
      { slug: 'waits', title: 'Waits', version: '1.0.0', author: 'Ada', findings: 0 },
    ]);
    const own = (await test.request('GET', '/api/modules/own', { as: author })).body['modules'];
    for (const url of [previewImage, previewImages[0]?.url, (own as { previewImage: string }[])[0]?.previewImage]) {
      expect((await test.app.inject(url ?? '')).statusCode).toBe(200);
      expect((await test.app.inject(url?.split('?')[0] ?? '')).statusCode).toBe(404);
    }
  });

  it('is published by the team with its images', async () => {
    const before = await upload('Good');
    expect(await decide('good', { publish: true })).toBe('1.0.0');
    const module = getModule(await fetchModule('good'));
    expect(module).toMatchObject({ status: 'published', versions: [{ version: '1.0.0' }] });
    expect(module.releasedAt > before.releasedAt).toBe(true);
    expect((await test.app.inject(module.previewImages[0]?.url ?? '')).statusCode).toBe(200);
    expect(await decide('good', { publish: true })).toBeUndefined();
  });

  it('is not published while it is taken down, but can be rejected', async () => {
    const { id } = await upload('Harmful');
    await decide('harmful', { publish: true });
    await sendVersion(test, author, id, '1.0.1');
    const takeDown = { reason: 'It is a copy.', by: 'ada', isMalware: false };
    await testOutbox(test.db).transact((tx, events) => takeDownModule(tx, events, id, takeDown));
    await expect(decide('harmful', { publish: true })).rejects.toThrow('harmful is taken down');
    expect(await decide('harmful', REJECTED)).toBe('1.0.1');
  });

  it('is rejected with a reason for its author; a new version is reviewed again', async () => {
    const { id } = await upload('Not good');
    expect(await decide('not-good', REJECTED)).toBe('1.0.0');
    expect((await fetchModule('not-good')).status).toBe(404);
    expect(getModule(await fetchModule('not-good', author))).toMatchObject({
      status: 'rejected',
      review: { stage: 'team', reason: REJECTED.reason },
    });
    expect(getModule(await sendVersion(test, author, id, '1.0.1'))).toMatchObject({
      status: 'in-review',
      review: { reason: null },
    });
    expect(await decide('not-good', { publish: true })).toBe('1.0.1');
    expect(getModule(await fetchModule('not-good'))).toMatchObject({ version: '1.0.1', versions: [{ version: '1.0.1' }] });
  });
});

describe('the decision', () => {
  const listNotifications = async (as: TestCaller) => {
    await test.runJobs();
    return (await test.request('GET', '/api/notifications', { as })).body['notifications'];
  };

  it('notifies the author, and the owners of a published version', async () => {
    const lena = await test.signedIn('solver', { name: 'Lena' });
    const buyer = await test.signedIn('seeker');
    const { id } = getModule(await publish(test, lena, { title: 'Decided' }));
    await decide('decided', { publish: true });
    const decided = { type: 'module_decided', data: { moduleId: id }, actor: null };
    const passed = 'Version 1.0.0 of "Decided" passed the review and is in the Toolbox.';
    expect(await listNotifications(lena)).toMatchObject([{ ...decided, title: 'Your module is published', message: passed }]);
    await buy(test, buyer, id);
    await sendVersion(test, lena, id, '1.1.0');
    expect(await listNotifications(buyer)).toEqual([]);
    await test.request('PUT', '/api/notifications/read-all', { as: lena });
    await decide('decided', REJECTED);
    const failed = `Version 1.1.0 of "Decided" was not published: ${REJECTED.reason}`;
    expect(await listNotifications(lena)).toMatchObject([
      { ...decided, title: 'Your module was not published', message: failed },
      { type: 'module_sold' },
      { type: 'module_decided' },
    ]);
    expect(await listNotifications(buyer)).toEqual([]);
    await sendVersion(test, lena, id, '1.2.0');
    await decide('decided', { publish: true });
    expect(await listNotifications(buyer)).toMatchObject([
      { type: 'module_version', message: 'Version 1.2.0 of "Decided" is out.' },
    ]);
  });
});

describe('a new version in review', () => {
  it('is hidden until it is published; the latest replaces earlier ones', async () => {
    const { id } = await upload('Grows');
    await decide('grows', { publish: true });
    for (const version of ['1.1.0', '1.2.0']) await sendVersion(test, author, id, version);
    expect(getModule(await fetchModule('grows'))).toMatchObject({ status: 'published', version: '1.0.0' });
    expect(await decide('grows', { publish: true })).toBe('1.2.0');
    expect(getModule(await fetchModule('grows')).versions.map(({ version }) => version)).toEqual(['1.2.0', '1.0.0']);
  });

  it('leaves the module unchanged if it is rejected', async () => {
    const { id } = await upload('Stays');
    await decide('stays', { publish: true });
    await sendVersion(test, author, id, '2.0.0');
    await decide('stays', REJECTED);
    expect(getModule(await fetchModule('stays'))).toMatchObject({ status: 'published', version: '1.0.0' });
    expect(getModule(await fetchModule('stays', author)).review?.reason).toBe(REJECTED.reason);
  });

  it('is no longer pending after the module is deleted', async () => {
    const { id } = await upload('Left');
    await decide('left', { publish: true });
    await buy(test, await test.signedIn('seeker'), id);
    await sendVersion(test, author, id, '1.1.0');
    await test.request('DELETE', `/api/modules/${id}`, { as: author });
    expect((await listPendingVersions(test.db)).filter(({ slug }) => slug === 'left')).toEqual([]);
    for (const slug of ['left', 'nothing']) expect(await decide(slug, { publish: true })).toBeUndefined();
  });
});
