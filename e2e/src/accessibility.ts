import { AxeBuilder } from '@axe-core/playwright';
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
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  if (serious.length > 0) throw new Error(`axe found on ${page.url()}:\n${serious.map(describeFinding).join('\n')}`);
}
