import { TOAST } from '@solvent/contracts';
import type { Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import { expectToLast, toastsOf } from '../src/toasts.ts';

// The same button pressed again before a page answers is pressed once: presses are counted here on pages that answer once they are seen.
test.use({ drawnBy: 'browser' });

const LINKEDIN = 'LinkedIn login is not yet implemented';
const POST = 'Please login to post a problem';

const linkedIn = (page: Page) => page.getByRole('button', { name: /LinkedIn/ });
const postProblem = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Post Problem' });

/** One after the other, as fast as a person clicks. */
async function failAtLinkedIn(page: Page, times: number): Promise<void> {
  await page.goto('/signup');
  for (let time = 1; time <= times; time += 1) await linkedIn(page).click();
  await expect(toastsOf(page).withText(LINKEDIN)).toHaveCount(Math.min(times, TOAST.limit));
}

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`a toast is gone after 4 s (product 8.8), motion: ${reducedMotion}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    await failAtLinkedIn(page, 1);
    await expectToLast(toastsOf(page).withText(LINKEDIN));
  });

  test(`a toast that is closed leaves, motion: ${reducedMotion}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    await failAtLinkedIn(page, 1);
    await toastsOf(page).close.click();
    // Before its time is over.
    await expect(toastsOf(page).withText(LINKEDIN)).toHaveCount(0, { timeout: 3500 });
  });
}

test('a toast that is closed above a dialog leaves the dialog open', async ({ page }) => {
  await failAtLinkedIn(page, 1);
  await page.getByRole('banner').getByRole('button', { name: 'Toolbox' }).click();
  const dialog = page.getByRole('dialog', { name: 'Developer Toolbox' });
  await expect(dialog).toBeVisible();
  await toastsOf(page).close.click();
  await expect(toastsOf(page).withText(LINKEDIN)).toHaveCount(0, { timeout: 3500 });
  await expect(dialog).toBeVisible();
});

test('the same text twice is two toasts', async ({ page }) => {
  await failAtLinkedIn(page, 2);
  await expect(toastsOf(page).all).toHaveCount(2);
});

test('with three standing, the fourth follows when one has closed (product 8.8)', async ({ page }) => {
  await failAtLinkedIn(page, 3);
  await postProblem(page).click();
  const fourth = toastsOf(page).withText(POST);
  await expect(page).toHaveURL(/\/signin$/);
  await expect(fourth).toBeHidden();
  await expect(toastsOf(page).all).toHaveCount(3);
  await expect(fourth).toBeVisible({ timeout: TOAST.duration + 6000 });
  await expectToLast(fourth);
  await expect(toastsOf(page).all).toHaveCount(0);
});

test('three toasts stand at the bottom right, 356 px wide and 14 px apart (product 8.8)', async ({ page, expectAccessible }) => {
  await failAtLinkedIn(page, 3);
  await toastsOf(page).all.first().hover();
  const measure = async () => {
    const boxes = await toastsOf(page).boxes();
    const gaps = boxes.slice(1).map((box, index) => box.y - (boxes[index]?.bottom ?? 0));
    return { widths: boxes.map(({ width }) => width), gaps };
  };
  // They unfold under the pointer.
  await expect.poll(measure).toEqual({ widths: [356, 356, 356], gaps: [14, 14] });
  const lowest = (await toastsOf(page).boxes()).at(-1);
  expect(lowest?.right).toBeGreaterThan(1400);
  expect(lowest?.right).toBeLessThanOrEqual(1440);
  expect(lowest?.bottom).toBeGreaterThan(850);
  expect(lowest?.bottom).toBeLessThanOrEqual(900);
  await expectAccessible();
});

test('a toast that is pointed at stays; the others go', async ({ page }) => {
  await failAtLinkedIn(page, 1);
  const pointedAt = toastsOf(page).withText(LINKEDIN);
  await pointedAt.hover();
  await postProblem(page).press('Enter');
  await expectToLast(toastsOf(page).withText(POST));
  await expect(pointedAt).toBeVisible();
  await page.mouse.move(10, 450);
  await expect(pointedAt).toHaveCount(0, { timeout: TOAST.duration + 6000 });
});

test('a toast that comes under the pointer stays, and goes once the pointer has', async ({ page }) => {
  await page.goto('/signup');
  await page.mouse.move(1200, 855);
  await linkedIn(page).press('Enter');
  const pointedAt = toastsOf(page).withText(LINKEDIN);
  await expect(pointedAt).toBeVisible();
  await postProblem(page).press('Enter');
  await expectToLast(toastsOf(page).withText(POST));
  await expect(pointedAt).toBeVisible();
  await page.mouse.move(10, 450);
  await expect(pointedAt).toHaveCount(0, { timeout: TOAST.duration + 6000 });
});

test('toasts stay while the keyboard is at one of them: Alt+T goes there', async ({ page }) => {
  await failAtLinkedIn(page, 2);
  const since = Date.now();
  await page.keyboard.press('Alt+KeyT');
  await expect(toastsOf(page).all.first()).toBeFocused();
  await expect.poll(() => Date.now() - since, { timeout: 10_000 }).toBeGreaterThan(TOAST.duration + 1000);
  await page.keyboard.press('Tab');
  await expect(toastsOf(page).all).toHaveCount(2);
  // Closing one leaves the keyboard nowhere, and must not hold the other for good.
  await page.keyboard.press('Enter');
  await expect(toastsOf(page).all).toHaveCount(0, { timeout: TOAST.duration + 6000 });
});

test('a toast is swiped away after 20 px (product 8.8)', async ({ page }) => {
  await failAtLinkedIn(page, 1);
  const toast = toastsOf(page).withText(LINKEDIN);
  await toast.hover();
  const [box] = await toastsOf(page).boxes();
  const [x, y] = [(box?.x ?? 0) + 100, (box?.y ?? 0) + 20];
  const drag = async (distance: number) => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + distance, y, { steps: 5 });
  };
  await drag(18);
  await expect.poll(async () => (await toastsOf(page).boxes())[0]?.x).toBe((box?.x ?? 0) + 18);
  await page.mouse.up();
  await expect.poll(async () => (await toastsOf(page).boxes())[0]?.x).toBe(box?.x);
  await drag(22);
  await page.mouse.up();
  await expect(toast).toHaveCount(0, { timeout: 3500 });
});
