import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

/** What every page object has. */
export interface Screen {
  /** The page's own heading: it is there once the page stands. */
  heading: Locator;
  /** Goes there by its address, and waits until it stands. */
  open: () => Promise<void>;
}

interface Place {
  path: string;
  /** The heading's words; whichever they are, where they are somebody's. */
  heading?: string | RegExp;
  /** Whether the heading is the page's first only until something stands beside it that has one. */
  isAnyLevel?: boolean;
}

/** A screen and how to get there. */
export function screenAt(page: Page, { path, heading: name, isAnyLevel = false }: Place): Screen {
  const heading = page.getByRole('heading', { ...(!isAnyLevel && { level: 1 }), ...(name !== undefined && { name }) });
  return {
    heading,
    async open() {
      await page.goto(path);
      await expect(heading).toBeVisible();
    },
  };
}

/** Waits until the page stands whole: its heading, and nothing that it still loads. */
export async function expectToStand(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
}
