import type { Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import { findLayoutFaults } from '../src/layout-faults.ts';
import { createParticipants } from '../src/participants.ts';
import { expectReady } from '../src/screens/screen.ts';

/** A4 without margins of 1 cm, in CSS pixels. */
const PAPER_WIDTH = 718;

/** Runs in the page. @returns controls, what is fixed, and what is not black on white */
function listUnprintable(): string[] {
  const faults = new Set<string>();
  for (const element of document.querySelectorAll('body, body *')) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (!(element instanceof HTMLElement)) continue;
    const name = `${element.tagName.toLowerCase()} "${(element.ariaLabel ?? element.innerText).slice(0, 40)}"`;
    if (element.matches('button:not([role=tab]), input, select, textarea, nav:not(main *), footer'))
      faults.add(`control: ${name}`);
    if (!/\S/.test(element.innerText)) continue;
    const { position, color, backgroundColor } = getComputedStyle(element);
    if (position === 'fixed' || position === 'sticky') faults.add(`${position}: ${name}`);
    if (element.closest('svg, img, picture')) continue;
    if (color !== 'rgb(0, 0, 0)') faults.add(`${color}: ${name}`);
    if (!['rgba(0, 0, 0, 0)', 'rgb(255, 255, 255)'].includes(backgroundColor)) faults.add(`on ${backgroundColor}: ${name}`);
  }
  return [...faults];
}

async function expectPrintable(page: Page, path: string, texts: (string | RegExp)[]): Promise<void> {
  await page.emulateMedia({ media: 'screen' });
  await page.goto(path);
  await expectReady(page);
  await page.emulateMedia({ media: 'print' });
  for (const text of texts) await expect(page.getByRole('main').getByText(text).filter({ visible: true }).first()).toBeVisible();
  expect.soft([...(await page.evaluate(listUnprintable)), ...(await findLayoutFaults(page, 'main'))], path).toEqual([]);
}

test.use({ viewport: { width: PAPER_WIDTH, height: 1000 } });

for (const colorScheme of ['light', 'dark'] as const)
  test(`problems, agreements, documentation, receipts and terms print black on white, without controls, uncut, in the ${colorScheme} theme (product 10.30)`, async ({
    page,
    people,
    request,
  }) => {
    await page.emulateMedia({ colorScheme });
    const { seeker, problemId, agreedId, moduleId, receiptPath } = await createParticipants(people, request);
    await people.signIn(seeker.person);
    await expectPrintable(page, `/view-problems/${problemId}`, ['After a reconnect', 'I would start with a test', '2 Bids']);
    await expectPrintable(page, `/view-problems/${agreedId}`, ['Agreed price', 'does the work and delivers it']);
    await expectPrintable(page, `/toolbox/${moduleId}?tab=documentation`, ['How to use it', 'npm install', 'guide']);
    const guide = page.getByRole('main').getByRole('link', { name: 'guide' });
    expect(await guide.evaluate((link) => getComputedStyle(link, '::after').content)).toContain('https://example.com/guide');
    await expectPrintable(page, receiptPath, ['Receipt', '$24.50']);
    await expectPrintable(page, '/terms', ['Terms of Service', 'Closing your account']);
  });
