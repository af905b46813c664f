import { eq } from 'drizzle-orm';
import { notifications } from '../../schema/index.ts';
import { deleteOldNotifications } from './service.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { setUpEach } from '../../testing/set-up.ts';
import { setUpTestApp } from '../../testing/test-app.ts';

const test = setUpTestApp();
const owner = setUpEach(() => test.signedIn('seeker'));

/** @param ages in days */
async function addAged(read: boolean, ...ages: number[]): Promise<void> {
  const rows = ages.map((days) => ({
    userId: owner.user.id,
    type: 'new_bid' as const,
    title: `${read ? 'read' : 'unread'}, ${days} days old`,
    message: 'You have a bid of $100',
    read,
    createdAt: new Date(Date.now() - days * DAY_MS),
  }));
  await test.db.insert(notifications).values(rows);
}

describe('retention of notifications (product 4.5)', () => {
  it('is 90 days for read and 365 days for unread ones, checked hourly', async () => {
    await addAged(true, 89, 91, 400);
    await addAged(false, 1, 91, 364, 366);
    await test.runJobs();
    const { body } = await test.request('GET', '/api/notifications', { as: owner });
    const titles = ['unread, 1 days old', 'read, 89 days old', 'unread, 91 days old', 'unread, 364 days old'];
    expect(body).toMatchObject({ notifications: titles.map((title) => ({ title })), unreadCount: 3 });
  });

  it.each([1, 2, 3, 100])('deletes all in batches of %s', async (batchSize) => {
    await addAged(true, 1, 91, 92, 93, 94);
    await addAged(false, 1, 366, 367, 368);
    await deleteOldNotifications(test.db, batchSize);
    const remaining = await test.db.select().from(notifications).where(eq(notifications.userId, owner.user.id));
    expect(remaining.map(({ title }) => title).toSorted()).toEqual(['read, 1 days old', 'unread, 1 days old']);
  });
});
