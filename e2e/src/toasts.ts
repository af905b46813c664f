import { TOAST } from '@solvent/contracts';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

/** The toasts that stand, also those on their way out. */
export function toastsOf(page: Page) {
  const area = page.getByRole('region', { name: /^Toasts/ });
  const close = area.getByRole('button', { name: 'close' });
  const all = area.locator('.Toastify__toast');
  return {
    /** There once the code of toasts is. */
    area,
    all,
    close,
    withText: (text: string) => area.getByText(text),
    /** Where they are, from the top to the bottom. */
    boxes: () =>
      all.evaluateAll((toasts) =>
        toasts.map((toast) => {
          const { x, y, right, bottom, width } = toast.getBoundingClientRect();
          return { x, y, right, bottom, width };
        }),
      ),
  };
}

/** A toast that is there now stands for about 4 s (product 8.8), and then it is gone. */
export async function expectToLast(toast: Locator): Promise<void> {
  await expect(toast).toBeVisible();
  const since = Date.now();
  // Its way out, and a busy machine.
  await expect(toast).toHaveCount(0, { timeout: TOAST.duration + 2500 });
  // It stood before it was seen here.
  expect(Date.now() - since).toBeGreaterThan(TOAST.duration - 1000);
}
