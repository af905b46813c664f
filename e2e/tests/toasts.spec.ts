import { TOAST } from '@solvent/contracts';
import type { Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import { expectClockRuns, expectClockStops, expectToExpire, slowClocks, getToasts } from '../src/toasts.ts';

// Repeated clicks count only on a hydrated page.
test.use({ renderedBy: 'browser' });

const LINKEDIN = 'LinkedIn login is not yet implemented';
const POST = 'Please login to post a problem';

const linkedIn = (page: Page) => page.getByRole('button', { name: /LinkedIn/ });
const postProblem = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Post Problem' });

async function failAtLinkedIn(page: Page, times: number): Promise<void> {
  await page.goto('/signup');
  for (let time = 1; time <= times; time += 1) await linkedIn(page).click();
  await expect(getToasts(page).withText(LINKEDIN)).toHaveCount(times);
}

test.beforeEach(({ page }) => slowClocks(page));

test('a toast disappears after 4 s, also with reduced motion, and when it is closed, which closes no dialog below it (product 8.8)', async ({
  page,
}) => {
  const toast = getToasts(page).withText(LINKEDIN);
  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    await page.emulateMedia({ reducedMotion });
    await failAtLinkedIn(page, 1);
    await expectToExpire(toast);
    await linkedIn(page).click();
    await page.getByRole('banner').getByRole('button', { name: 'Toolbox' }).click();
    const dialog = page.getByRole('dialog', { name: 'Developer Toolbox' });
    await expect(dialog).toBeVisible();
    await getToasts(page).close.hover();
    await expectClockStops(toast);
    await getToasts(page).close.click();
    await expect(toast).toHaveCount(0);
    await expect(dialog).toBeVisible();
  }
});

test('three toasts, also equal ones, are at the bottom right, 356 px wide and 14 px apart; the fourth follows (product 8.8)', async ({
  page,
  expectAccessible,
}) => {
  await failAtLinkedIn(page, TOAST.limit);
  await getToasts(page).all.first().hover();
  const measure = async () => {
    const boxes = await getToasts(page).boxes();
    const gaps = boxes.slice(1).map((box, index) => box.y - (boxes[index]?.bottom ?? 0));
    return { widths: boxes.map(({ width }) => width), gaps };
  };
  await expect.poll(measure).toEqual({ widths: [356, 356, 356], gaps: [14, 14] });
  const lowest = (await getToasts(page).boxes()).at(-1);
  expect(lowest?.right).toBeGreaterThan(1400);
  expect(lowest?.right).toBeLessThanOrEqual(1440);
  expect(lowest?.bottom).toBeGreaterThan(850);
  expect(lowest?.bottom).toBeLessThanOrEqual(900);
  // While one of them has the focus, none closes.
  await page.keyboard.press('Alt+KeyT');
  await expectAccessible();
  await postProblem(page).click();
  await expect(page).toHaveURL(/\/signin$/);
  const fourth = getToasts(page).withText(POST);
  for (const toast of await getToasts(page).withText(LINKEDIN).all()) await expectClockRuns(toast);
  await expect(fourth).toBeHidden();
  await expect(getToasts(page).all).toHaveCount(TOAST.limit);
  await getToasts(page).close.first().click();
  await expect(fourth).toBeVisible();
  await page.mouse.move(10, 450);
  await expectToExpire(fourth);
});

test('a toast stays while the pointer that moved onto it is there; under a resting pointer it disappears, as others do (product 8.8)', async ({
  page,
}) => {
  const pointedAt = getToasts(page).withText(LINKEDIN);
  await page.goto('/signup');
  await page.mouse.move(1200, 855);
  await linkedIn(page).press('Enter');
  await expectClockRuns(pointedAt);
  await page.mouse.move(1202, 856);
  await expectClockStops(pointedAt);
  await page.mouse.move(10, 450);
  await expectClockRuns(pointedAt);
  await pointedAt.hover();
  await expectClockStops(pointedAt);
  await postProblem(page).press('Enter');
  await expectToExpire(getToasts(page).withText(POST));
  await page.mouse.move(10, 450);
  await expectToExpire(pointedAt);
});

test('toasts stay while one of them has the focus, to which Alt+T moves it (product 8.8, 10.13)', async ({ page }) => {
  await failAtLinkedIn(page, 2);
  const { all } = getToasts(page);
  await page.keyboard.press('Alt+KeyT');
  await expect(all.first()).toBeFocused();
  for (const toast of await all.all()) await expectClockStops(toast);
  await page.keyboard.press('Tab');
  for (const toast of await all.all()) await expectClockStops(toast);
  // The closed toast takes the focus with it.
  await page.keyboard.press('Enter');
  await expect(all).toHaveCount(1);
  await expectToExpire(getToasts(page).withText(LINKEDIN));
});

test('a toast is swiped away after 20 px (product 8.8)', async ({ page }) => {
  await failAtLinkedIn(page, 1);
  const toast = getToasts(page).withText(LINKEDIN);
  await toast.hover();
  const [box] = await getToasts(page).boxes();
  const [x, y] = [(box?.x ?? 0) + 100, (box?.y ?? 0) + 20];
  const drag = async (distance: number) => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + distance, y, { steps: 5 });
  };
  const left = async () => (await getToasts(page).boxes())[0]?.x;
  await drag(18);
  await expect.poll(left).toBe((box?.x ?? 0) + 18);
  await page.mouse.up();
  await expect.poll(left).toBe(box?.x);
  await drag(22);
  // Hovering stops the clock: only the swipe closes it.
  await page.mouse.up();
  await expect(toast).toHaveCount(0);
});
