import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

interface Finding {
  id: string;
  impact?: string | null;
  help: string;
  nodes: { html: string; failureSummary?: string }[];
}

const describeFinding = ({ id, help, nodes }: Finding) =>
  [`${id}: ${help}`, ...nodes.slice(0, 4).map(({ html, failureSummary }) => `    ${html}\n    ${failureSummary ?? ''}`)].join(
    '\n',
  );

/**
 * Runs axe on the page as it is now, once its animations have ended. What nobody sees is not waited for: the clock of a
 * toast is one.
 *
 * @throws Error that lists everything serious or critical
 */
export async function checkAccessibility(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
        .filter(({ effect }) => effect instanceof KeyframeEffect && effect.target?.checkVisibility({ visibilityProperty: true }))
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
  // Not "legacy", it opens another page for each result, which costs more than the search; that serves frames of other origins.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  if (serious.length > 0) throw new Error(`axe found on ${page.url()}:\n${serious.map(describeFinding).join('\n')}`);
}

/**
 * Runs axe on the page as it is now in the light theme and in the dark one, as the system of somebody without a choice goes
 * from one to the other. It is light again afterwards.
 *
 * @throws Error that lists everything serious or critical
 */
export async function checkBothThemes(page: Page): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator('html'), 'the theme follows the system').toHaveClass(new RegExp(`\\b${theme}\\b`));
    await checkAccessibility(page).catch((error: unknown) => {
      throw new Error(`In the ${theme} theme`, { cause: error });
    });
  }
}
