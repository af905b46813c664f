import { TOAST } from '@solvent/contracts';
import type { Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import { expectToLast, toastsOf } from '../src/toasts.ts';
import { smallTargets } from '../src/touch-targets.ts';

const LINKEDIN = 'LinkedIn login is not yet implemented';
const tabsOf = (page: Page) => page.getByRole('navigation', { name: 'Tabs' });

async function failAtLinkedIn(page: Page): Promise<void> {
  await page.goto('/signup');
  await page.getByRole('button', { name: /LinkedIn/ }).tap();
  await expect(toastsOf(page).withText(LINKEDIN)).toBeVisible();
}

test('what a signed-out Alerts tap says is gone after 4 s (product 8.8)', async ({ page }) => {
  await page.goto('/problems');
  await tabsOf(page).getByRole('link', { name: 'Alerts' }).tap();
  await expectToLast(toastsOf(page).withText('Please log in to view notifications'));
});

test('three toasts leave the tabs free, and the fourth follows (product 8.8)', async ({ page, people }) => {
  await people.signIn(await people.create('seeker'));
  await page.goto('/profile');
  const sound = page.getByRole('switch', { name: /sound/i });
  for (let time = 1; time <= 4; time += 1) await sound.tap();
  await expect(toastsOf(page).all).toHaveCount(3);
  await expect(toastsOf(page).withText('Notification sound enabled')).toHaveCount(1);
  const tabs = await tabsOf(page).boundingBox();
  for (const { x, right, bottom } of await toastsOf(page).boxes()) {
    expect(x).toBeGreaterThanOrEqual(16);
    expect(right).toBeLessThanOrEqual(390 - 16);
    expect(bottom).toBeLessThan(tabs?.y ?? 0);
  }
  await expect(toastsOf(page).withText('Notification sound disabled')).toHaveCount(0, { timeout: TOAST.duration + 6000 });
  await expectToLast(toastsOf(page).withText('Notification sound enabled'));
});

test("what closes a toast is a finger's target of 44 px", async ({ page }) => {
  await failAtLinkedIn(page);
  expect((await smallTargets(page)).filter((target) => target.includes('close'))).toEqual([]);
  await expect(toastsOf(page).withText(LINKEDIN)).toBeVisible();
});

test('a toast that was tapped stays until the next tap elsewhere', async ({ page }) => {
  await failAtLinkedIn(page);
  const toast = toastsOf(page).withText(LINKEDIN);
  await toast.tap();
  const since = Date.now();
  await expect.poll(() => Date.now() - since, { timeout: 10_000 }).toBeGreaterThan(TOAST.duration + 1000);
  await expect(toast).toBeVisible();
  await page.getByRole('heading', { name: 'Create an Account' }).tap();
  await expect(toast).toHaveCount(0, { timeout: TOAST.duration + 6000 });
});

test('a finger swipes a toast away after 20 px (product 8.8)', async ({ page, context }) => {
  await failAtLinkedIn(page);
  const toast = toastsOf(page).withText(LINKEDIN);
  const [box] = await toastsOf(page).boxes();
  const finger = await context.newCDPSession(page);
  const [x, y] = [(box?.x ?? 0) + 100, (box?.y ?? 0) + 20];
  const swipe = async (distance: number) => {
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x + distance / 2, y }] });
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x + distance, y }] });
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await swipe(18);
  await expect(toast).toBeVisible();
  await swipe(22);
  await expect(toast).toHaveCount(0, { timeout: 3500 });
});
