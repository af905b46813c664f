import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { ready } from '../ready.ts';

export interface Screen {
  heading: Locator;
  /** Loads the page and waits until it is ready. */
  open: () => Promise<void>;
}

interface ScreenOptions {
  path: string;
  heading?: string | RegExp;
  isAnyLevel?: boolean;
}

export function createScreen(page: Page, { path, heading: name, isAnyLevel = false }: ScreenOptions): Screen {
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

export async function expectReady(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await ready(page);
}
