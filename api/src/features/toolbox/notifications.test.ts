import type { Notification } from '@solvent/contracts';
import { eq } from 'drizzle-orm';
import { modules, notifications } from '../../schema/index.ts';
import { takeDownModule } from './take-downs.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { setUpEach } from '../../testing/set-up.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { testOutbox } from '../../testing/test-outbox.ts';
import { buildModule, buildPurchase, download } from '../../testing/modules.ts';
import { buy, createPublishedModule, sendVersion } from '../../testing/published-modules.ts';

const test = setUpTestApp();
const author = setUpEach(() => test.signedIn('solver', { name: 'Lena Vogt' }));
const buyer = setUpEach(() => test.signedIn('seeker', { name: 'Maya Okafor' }));

async function listNotifications(as: TestCaller): Promise<Notification[]> {
  await test.runJobs();
  const { body } = await test.request('GET', '/api/notifications', { as });
  // The response schema guarantees it.
  return body['notifications'] as Notification[];
}
const readAll = (as: TestCaller) => test.request('PUT', '/api/notifications/read-all', { as });
const review = (id: string, as: TestCaller, rating: number, text = '') =>
  test.request('POST', `/api/modules/${id}/reviews`, { as, payload: { rating, text } });

describe('a sale (product 4.27)', () => {
  it('notifies the author once, with the buyer’s name, but not the buyer', async () => {
    const { id } = await buildModule(test, author, { title: 'Maps', priceCents: 1950 });
    for (const as of [buyer, buyer]) await buy(test, as, id);
    expect(await listNotifications(author)).toMatchObject([
      {
        type: 'module_sold',
        title: 'New sale',
        message: 'Maya Okafor bought "Maps" under the Standard license for $19.50.',
        actor: { _id: buyer.user.id, name: 'Maya Okafor' },
        data: { moduleId: id },
        read: false,
      },
    ]);
    expect(await listNotifications(buyer)).toEqual([]);
  });

  it('is grouped with unread sales; a later one creates a new notification', async () => {
    const { id } = await buildModule(test, author, { title: 'Maps', priceCents: 1950 });
    const other = await buildModule(test, author, { title: 'Forms', priceCents: 900 });
    const second = await test.signedIn('seeker', { name: 'Noah Berger' });
    for (const as of [buyer, second]) await buy(test, as, id);
    await buy(test, buyer, other.id);
    expect(await listNotifications(author)).toMatchObject([
      { title: 'New sale', data: { moduleId: other.id } },
      { title: '2 new sales', message: expect.stringContaining('Noah Berger bought "Maps"'), data: { moduleId: id } },
    ]);
    await readAll(author);
    await buy(test, await test.signedIn('seeker'), id, 'extended');
    expect(await listNotifications(author)).toMatchObject([{ title: 'New sale', read: false }, { read: true }, { read: true }]);
  });

  it('is counted in one notification with concurrent sales', async () => {
    const { id } = await buildModule(test, author, { priceCents: 1950 });
    const buyers = await Promise.all(Array.from({ length: 20 }, () => test.signedIn('seeker')));
    await Promise.all(buyers.map((as) => buy(test, as, id)));
    expect(await listNotifications(author)).toMatchObject([{ title: '20 new sales' }]);
  });
});

describe('a review', () => {
  it('notifies the author of first reviews, not of changes, and counts them', async () => {
    const { id } = await buildModule(test, author, { title: 'Maps', priceCents: 1950 });
    await buildPurchase(test, id, buyer);
    await review(id, buyer, 4, '**Clear** and quick.');
    await review(id, buyer, 5, 'Better still.');
    expect(await listNotifications(author)).toMatchObject([
      {
        type: 'module_reviewed',
        title: 'New review',
        message: 'Maya Okafor gave "Maps" 4 of 5 stars: Clear and quick.',
        actor: { _id: buyer.user.id },
        data: { moduleId: id },
      },
    ]);
    expect(await listNotifications(buyer)).toEqual([]);
    const other = await test.signedIn('seeker', { name: 'Noah Berger' });
    await buildPurchase(test, id, other);
    await review(id, other, 3);
    expect(await listNotifications(author)).toMatchObject([
      { title: '2 new reviews', message: 'Noah Berger gave "Maps" 3 of 5 stars.' },
    ]);
  });
});

describe('a new version', () => {
  it('notifies buyers, but not the author or a user who saved it', async () => {
    const otherUser = await test.signedIn('seeker');
    const id = await createPublishedModule(test, author, { title: 'Payments of Lena' });
    await test.request('PUT', `/api/modules/${id}/save`, { as: otherUser });
    await buy(test, buyer, id);
    await readAll(author);
    await sendVersion(test, author, id, '1.1.0', { notes: 'Refunds in parts.' });
    await sendVersion(test, author, id, '1.2.0');
    expect(await listNotifications(buyer)).toMatchObject([
      {
        type: 'module_version',
        title: 'New version',
        message: 'Version 1.2.0 of "Payments of Lena" is out.',
        actor: null,
        data: { moduleId: id },
      },
    ]);
    expect(await listNotifications(otherUser)).toEqual([]);
    expect((await listNotifications(author)).map(({ type }) => type)).toEqual(['module_sold']);
  });

  it('of a free module notifies users who downloaded it, while it is published', async () => {
    const id = await createPublishedModule(test, author, { title: 'Free of Lena', price: 'free' });
    await download(test, id, buyer);
    await sendVersion(test, author, id, '1.1.0', { notes: 'Refunds in parts.' });
    expect(await listNotifications(buyer)).toMatchObject([
      { message: 'Version 1.1.0 of "Free of Lena" is out: Refunds in parts.' },
    ]);
    await readAll(buyer);
    await test.db.update(modules).set({ status: 'unpublished' }).where(eq(modules.id, id));
    await sendVersion(test, author, id, '1.2.0');
    expect(await listNotifications(buyer)).toHaveLength(1);
  });

  it('of a module that was taken down meanwhile notifies no one', async () => {
    const id = await createPublishedModule(test, author, { title: 'Taken down' });
    await buy(test, buyer, id);
    await sendVersion(test, author, id, '1.1.0');
    const takeDown = { reason: 'It is a copy.', by: 'ada', isMalware: false };
    await testOutbox(test.db).transact((tx, events) => takeDownModule(tx, events, id, takeDown));
    expect(await listNotifications(buyer)).toEqual([]);
  });

  it('notifies all of many owners', async () => {
    const id = await createPublishedModule(test, author, { title: 'Many have it' });
    const buyers = await Promise.all(Array.from({ length: 12 }, () => test.user()));
    for (const user of buyers) await buildPurchase(test, id, { ...buyer, user });
    await sendVersion(test, author, id, '1.1.0');
    await test.runJobs();
    expect(await test.db.$count(notifications, eq(notifications.moduleId, id))).toBe(12);
  });
});
