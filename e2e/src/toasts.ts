import { TOAST } from '@solvent/contracts';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

/** Toasts on the page, including those that animate out. */
export function getToasts(page: Page) {
  const area = page.getByRole('region', { name: /^Toasts/ });
  const close = area.getByRole('button', { name: 'close' });
  const all = area.locator('.Toastify__toast');
  return {
    area,
    all,
    close,
    withText: (text: string) => area.getByText(text),
    boxes: () =>
      all.evaluateAll((toasts) =>
        toasts.map((toast) => {
          const { x, y, right, bottom, width } = toast.getBoundingClientRect();
          return { x, y, right, bottom, width };
        }),
      ),
  };
}

/** Reads the animation whose end closes a toast (decision 0021). @returns state 'none' before it starts */
const readClock = (toast: Locator, end: boolean): Promise<{ state: string; duration: unknown }> =>
  toast.evaluate((element, isToEnd) => {
    const animations = element.closest('.Toastify__toast')?.getAnimations({ subtree: true }) ?? [];
    const clock = animations.find((one) => one instanceof CSSAnimation && one.animationName === 'toast-time');
    const state = { state: clock?.playState ?? 'none', duration: clock?.effect?.getTiming().duration };
    if (isToEnd) clock?.finish();
    return state;
  }, end);

/** Slows the clocks of toasts by 100, so that toasts close only if a test ends their clock. */
export async function slowClocks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener('animationstart', ({ animationName }) => {
      if (animationName !== 'toast-time') return;
      for (const animation of document.getAnimations())
        if (animation instanceof CSSAnimation && animation.animationName === animationName) animation.playbackRate = 0.01;
    });
  });
}

/** Waits until the toast's 4 s elapse (product 8.8). */
export async function expectClockRuns(toast: Locator): Promise<void> {
  await expect.poll(() => readClock(toast, false)).toEqual({ state: 'running', duration: TOAST.duration });
}

export async function expectClockStops(toast: Locator): Promise<void> {
  await expect(toast).toBeVisible();
  await expect.poll(async () => (await readClock(toast, false)).state).not.toBe('running');
}

async function endClock(toast: Locator): Promise<void> {
  await expectClockRuns(toast);
  await readClock(toast, true);
}

/** Ends the toast's 4 s and waits until it closes (product 8.8). */
export async function expectToExpire(toast: Locator): Promise<void> {
  await endClock(toast);
  await expect(toast).toHaveCount(0);
}
