import type { Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import { expectClockRuns, expectClockStops, slowClocks, getToasts } from '../src/toasts.ts';
import { findSmallTargets } from '../src/touch-targets.ts';

const LINKEDIN = 'LinkedIn login is not yet implemented';
const getTabs = (page: Page) => page.getByRole('navigation', { name: 'Tabs' });

test.beforeEach(({ page }) => slowClocks(page));

test('three toasts do not cover the tabs (product 8.8)', async ({ page, people, ready }) => {
  await people.signIn(await people.create('seeker'));
  await page.goto('/profile/settings/notifications');
  await ready();
  const sound = page.getByRole('switch', { name: /sound/i });
  for (let time = 1; time <= 3; time += 1) await sound.tap();
  const { all, boxes } = getToasts(page);
  await expect(all).toHaveCount(3);
  const tabs = await getTabs(page).boundingBox();
  for (const { x, right, bottom } of await boxes()) {
    expect(x).toBeGreaterThanOrEqual(16);
    expect(right).toBeLessThanOrEqual(390 - 16);
    expect(bottom).toBeLessThan(tabs?.y ?? 0);
  }
});

test('a tapped toast stays until a tap elsewhere, has a close button of 44 px, and is swiped away after 20 px (product 8.8, 10.15)', async ({
  page,
  context,
}) => {
  await page.goto('/signup');
  await page.getByRole('button', { name: /LinkedIn/ }).tap();
  const toast = getToasts(page).withText(LINKEDIN);
  await expectClockRuns(toast);
  await toast.tap();
  await expectClockStops(toast);
  expect((await findSmallTargets(page)).filter((target) => target.includes('close'))).toEqual([]);
  const finger = await context.newCDPSession(page);
  const [box] = await getToasts(page).boxes();
  const [x, y] = [(box?.x ?? 0) + 100, (box?.y ?? 0) + 20];
  const swipe = async (distance: number) => {
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    for (const moved of [distance / 2, distance])
      await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x + moved, y }] });
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await swipe(18);
  await expect.poll(async () => (await getToasts(page).boxes())[0]?.x).toBe(box?.x);
  await page.getByRole('heading', { name: 'Create an Account' }).tap();
  await expectClockRuns(toast);
  await toast.tap();
  await expectClockStops(toast);
  await swipe(22);
  await expect(toast).toHaveCount(0);
});
