import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import axe from 'axe-core';

const formatViolation = ({ id, help, nodes }: axe.Result) =>
  [`${id}: ${help}`, ...nodes.slice(0, 4).map(({ html, failureSummary }) => `    ${html}\n    ${failureSummary ?? ''}`)].join(
    '\n',
  );

/** Disables transitions: axe would check colors between two states. @returns enables them again */
async function disableTransitions(page: Page): Promise<() => Promise<void>> {
  const sheet = await page.evaluateHandle(() => {
    const styles = new CSSStyleSheet();
    styles.replaceSync('*, *::before, *::after { transition: none !important }');
    document.adoptedStyleSheets.push(styles);
    return styles;
  });
  return () =>
    sheet.evaluate((styles) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== styles);
    });
}

/** Waits until all visible animations have ended. Invisible ones, such as a toast's clock, may run. */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const running = () =>
      document
        .getAnimations()
        .filter(({ effect, playState }) => playState === 'running' && effect?.getTiming().iterations !== Infinity)
        .filter(({ effect }) => effect instanceof KeyframeEffect && effect.target?.checkVisibility({ visibilityProperty: true }));
    // Two frames: animations that the last change causes have begun by then.
    do {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      await Promise.all(running().map((animation) => animation.finished.catch(() => undefined)));
    } while (running().length > 0);
  });
}

/** Rules whose result depends on the theme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

interface AxeOptions {
  prefix?: string;
  rules?: readonly string[];
}

export async function checkAccessibility(page: Page, { prefix = '', rules }: AxeOptions = {}): Promise<void> {
  const enableTransitions = await disableTransitions(page);
  await waitForAnimations(page);
  for (const frame of page.frames()) if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
  // @axe-core/playwright opens another page for each result, which takes longer than the check.
  const { violations } = await page.evaluate(
    (runOnly) =>
      (window as unknown as { axe: typeof axe }).axe.run({
        resultTypes: ['violations'],
        ...(runOnly && { runOnly: [...runOnly] }),
      }),
    rules,
  );
  await enableTransitions();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  if (serious.length > 0) throw new Error(`${prefix}axe found on ${page.url()}:\n${serious.map(formatViolation).join('\n')}`);
}

/** Runs axe in the dark theme (colors only) and in the light one, which stays. @throws Error with violations */
export async function checkBothThemes(page: Page): Promise<void> {
  const themes = [{ theme: 'dark', rules: COLOR_RULES }, { theme: 'light' }] as const;
  for (const { theme, ...options } of themes) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator('html'), 'the theme follows the system').toHaveClass(new RegExp(`\\b${theme}\\b`));
    await checkAccessibility(page, { prefix: `In the ${theme} theme, `, ...options });
  }
}
