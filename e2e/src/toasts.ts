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
  // Looks twice as often as an assertion, which may see it a second late.
  await toast.waitFor();
  const since = Date.now();
  // Its way out; how late a busy machine is says nothing of it.
  await expect(toast).toHaveCount(0, { timeout: TOAST.duration + 6000 });
  // It stood before it was seen here.
  expect(Date.now() - since).toBeGreaterThan(TOAST.duration - 1000);
}
