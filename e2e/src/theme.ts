import type { Page } from '@playwright/test';

export interface ThemeControl {
  /** The page starts in this theme, as if the person had chosen it. */
  use: (theme: 'light' | 'dark') => Promise<void>;
}

/** Chooses the theme before the page's own first script runs. */
export function createTheme(page: Page): ThemeControl {
  return {
    async use(theme) {
      await page.addInitScript((value) => localStorage.setItem('theme', value), theme);
    },
  };
}
