import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

export interface XssWatch {
  /** @throws when a text ran, opened a dialog, violated the policy, or made a link that runs */
  verify: () => Promise<void>;
}

const RUNNING_LINK = /^\s*(?:javascript|data|vbscript|blob|file):/i;

/** Call it before the first navigation. */
export async function watchForXss(page: Page): Promise<XssWatch> {
  const seen: string[] = [];
  page.on('dialog', (dialog) => {
    seen.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.exposeFunction('__reportXss', (description: string) => void seen.push(description));
  await page.addInitScript(() => {
    const report = (description: string) =>
      (window as unknown as { __reportXss: (text: string) => void }).__reportXss(description);
    // Text must not run even without the policy.
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      report(`policy: ${violatedDirective} ${blockedURI} ${sample}`),
    );
  });
  return {
    async verify() {
      expect(await page.evaluate(() => (window as { __xss?: unknown }).__xss)).toBeUndefined();
      const links = await page
        .locator('a[href], form[action], iframe[src]')
        .evaluateAll((elements) =>
          elements.map((element) => ['href', 'action', 'src'].map((name) => element.getAttribute(name) ?? '').join('')),
        );
      expect(links.filter((link) => RUNNING_LINK.test(link))).toEqual([]);
      expect(seen).toEqual([]);
    },
  };
}
