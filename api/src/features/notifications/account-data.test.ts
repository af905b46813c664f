import { eq } from 'drizzle-orm';
import { collectNotificationIds, readNotifications } from './account-data.ts';
import { notifications } from '../../schema/index.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { setUpEach } from '../../testing/set-up.ts';
import { setUpTestApp } from '../../testing/test-app.ts';

const test = setUpTestApp();
const owner = setUpEach(() => test.signedIn('seeker'));
beforeEach(async () => {
  await add(owner, 'one', 'two', 'three', 'four', 'five');
  await add(await test.signedIn('solver'), 'not mine');
});

/** Stores notifications with the same time. */
async function add({ user }: TestCaller, ...titles: string[]): Promise<void> {
  const about = { userId: user.id, type: 'new_bid', message: 'You have a bid', createdAt: new Date('2026-11-01') } as const;
  await test.db.insert(notifications).values(titles.map((title) => ({ ...about, title })));
}

const collectIds = () => test.db.transaction((tx) => collectNotificationIds(tx, owner.user.id));

/** Titles of the pages; `afterFirst` runs between the first page and the second. */
async function readTitles(pageSize: number, afterFirst?: (rest: string[]) => Promise<unknown>): Promise<string[][]> {
  const ids = await collectIds();
  const pages: string[][] = [];
  for await (const page of readNotifications(test.db, ids, pageSize)) {
    pages.push(page.map(({ title }) => title));
    if (pages.length === 1) await afterFirst?.(ids.slice(pageSize));
  }
  return pages;
}

describe('pages of notifications in the export (product 5.21)', () => {
  it.each([
    [1, [['five'], ['four'], ['three'], ['two'], ['one']]],
    [2, [['five', 'four'], ['three', 'two'], ['one']]],
    [5, [['five', 'four', 'three', 'two', 'one']]],
    [6, [['five', 'four', 'three', 'two', 'one']]],
  ])('of %s have no gaps or duplicates', async (pageSize, pages) => {
    expect(await readTitles(pageSize)).toEqual(pages);
  });

  it('contain a notification that is extended meanwhile and moves up in the list', async () => {
    const extend = ([, , last = '']: string[]) =>
      test.db.update(notifications).set({ createdAt: new Date() }).where(eq(notifications.id, last));
    expect(await readTitles(2, extend)).toEqual([['five', 'four'], ['three', 'two'], ['one']]);
  });

  it('omit notifications that are deleted meanwhile', async () => {
    const remove = ([next = '']: string[]) => test.db.delete(notifications).where(eq(notifications.id, next));
    expect(await readTitles(2, remove)).toEqual([['five', 'four'], ['two'], ['one']]);
    const clear = () => test.db.delete(notifications).where(eq(notifications.userId, owner.user.id));
    expect(await readTitles(3, clear)).toEqual([['five', 'four', 'two']]);
    expect(await readTitles(3)).toEqual([]);
  });
});
