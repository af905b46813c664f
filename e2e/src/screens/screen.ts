import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { ready } from '../ready.ts';

/** What every page object has. */
export interface Screen {
  /** The page's own heading. */
  heading: Locator;
  /** Loads the page and waits until it is ready. */
  open: () => Promise<void>;
}

interface ScreenOptions {
  path: string;
  /** The heading's words; left out where they depend on data. */
  heading?: string | RegExp;
  /** Whether the heading's level depends on what else is on the page. */
  isAnyLevel?: boolean;
}

/** A screen and its address. */
export function screenAt(page: Page, { path, heading: name, isAnyLevel = false }: ScreenOptions): Screen {
  const heading = page.getByRole('heading', { ...(!isAnyLevel && { level: 1 }), ...(name !== undefined && { name }) });
  return {
    heading,
    async open() {
      await page.goto(path);
      await expect(heading).toBeVisible();
      await ready(page);
    },
  };
}

/** Waits until the page shows its heading and is ready. */
export async function expectReady(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await ready(page);
}
