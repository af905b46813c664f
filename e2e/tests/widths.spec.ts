import type { Page } from '@playwright/test';
import { waitForAnimations } from '../src/accessibility.ts';
import { expect, ready, test } from '../src/index.ts';
import { findLayoutFaults } from '../src/layout-faults.ts';
import { createParticipants } from '../src/participants.ts';
import { expectReady } from '../src/screens/screen.ts';
import { findSmallTargets } from '../src/touch-targets.ts';

const WIDTHS = [1920, 1440, 1024, 768, 640, 560, 480, 390, 320];

async function expectToFitAllWidths(page: Page, screen: string): Promise<void> {
  const faults = new Map<string, number[]>();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    await ready(page);
    await waitForAnimations(page);
    const found = [...(await findLayoutFaults(page)), ...(await findSmallTargets(page, [44, 24])).map((one) => `small: ${one}`)];
    for (const fault of found) faults.set(fault, [...(faults.get(fault) ?? []), width]);
  }
  const lines = Array.from(faults, ([fault, widths]) => `${fault} @ ${widths.join(', ')}`);

  expect.soft(lines, screen).toEqual([]);
}

async function openAll(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.setViewportSize({ width: 1440, height: 844 });
    await page.goto(path);
    await expectReady(page);
    await expectToFitAllWidths(page, path);
  }
}

const PUBLIC_PATHS = [
  '/home',
  '/problems',
  '/problems?q=zzzz',
  '/toolbox',
  '/toolbox/dark-mode',
  '/contact',
  '/terms',
  '/privacy',
];
const FORM_PATHS = ['/signin', '/signup', '/reset-password', '/reset-password?mode=signIn', '/finishSignUp'];

test('public pages fit nine widths @full (product 10.15)', async ({ page, people, request, consoleWatch }) => {
  test.slow();
  consoleWatch.expectErrors(/404/);
  const { problemId, agreedId, moduleId, seeker, solver } = await createParticipants(people, request);
  const paths = [`/view-problems/${problemId}`, `/view-problems/${agreedId}`, `/toolbox/${moduleId}`];
  const profiles = [seeker, solver].map(({ person }) => `/profile/${person._id}`);
  await openAll(page, [...PUBLIC_PATHS, ...FORM_PATHS, ...paths, ...profiles, '/no-such-page']);
});

for (const role of ['seeker', 'solver'] as const)
  test(`all screens of a ${role} fit nine widths @full (product 10.15)`, async ({ page, people, request }) => {
    test.slow();
    const { person, paths } = (await createParticipants(people, request))[role];
    await people.signIn(person);
    await openAll(page, paths);
  });
