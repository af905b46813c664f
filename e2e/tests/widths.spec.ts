import type { Page } from '@playwright/test';
import { waitForAnimations } from '../src/accessibility.ts';
import { expect, ready, test } from '../src/index.ts';
import { findLayoutFaults } from '../src/layout-faults.ts';
import { createParticipants, LONG_TITLE } from '../src/participants.ts';
import { expectReady } from '../src/screens/screen.ts';
import { createPackageZip, toZipUpload } from '../src/toolbox.ts';
import { findSmallTargets } from '../src/touch-targets.ts';
import { createUploadPage, fillUploadForm } from '../src/upload-page.ts';

const WIDTHS = [1920, 1440, 1024, 768, 640, 560, 480, 390, 320];
const HEIGHT = 844;

interface Measured {
  widths?: number[];
  /** Selector of what is measured. */
  root?: string;
}

async function expectToFit(page: Page, screen: string, { widths = WIDTHS, root }: Measured = {}): Promise<void> {
  const faults = new Map<string, number[]>();
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT });
    await ready(page);
    await waitForAnimations(page);
    const small = await findSmallTargets(page, [44, 24], root);
    const found = [...(await findLayoutFaults(page, root)), ...small.map((one) => `small: ${one}`)];
    for (const fault of found) faults.set(fault, [...(faults.get(fault) ?? []), width]);
  }
  const lines = Array.from(faults, ([fault, where]) => `${fault} @ ${where.join(', ')}`);
  expect.soft(lines, screen).toEqual([]);
}

async function openAt(page: Page, path: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT });
  await page.goto(path);
  await expectReady(page);
}

async function openAll(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await openAt(page, path, 1440);
    await expectToFit(page, path);
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

const [DESKTOP_WIDTHS, PHONE_WIDTHS] = [WIDTHS.filter((width) => width >= 768), WIDTHS.filter((width) => width < 768)];
const [DIALOG, MENU] = ['[role=dialog]', '[role=menu]'];

interface Layer extends Measured {
  name: string;
  path: string;
  open: () => Promise<unknown>;
  root: string;
}

test('menus, panels and dialogs fit nine widths @full (product 10.15)', async ({ page, people, request, screens }) => {
  test.slow();
  const { seeker, solver, problemId, agreedId, moduleId } = await createParticipants(people, request);
  const main = page.getByRole('main');
  const click = (name: string | RegExp) => () => main.getByRole('button', { name }).first().click();
  const openConfirmation = async () => {
    await fillUploadForm(page, { title: LONG_TITLE.slice(0, 100), zip: toZipUpload(await createPackageZip()) });
    await createUploadPage(page).submit.click();
  };
  const { frame } = screens;
  const ofSeeker: Layer[] = [
    { name: 'account menu', path: '/home', open: () => frame.account.click(), root: MENU, widths: DESKTOP_WIDTHS },
    { name: 'menu of phones', path: '/home', open: () => frame.menuButton.click(), root: DIALOG, widths: PHONE_WIDTHS },
    { name: 'notifications', path: '/home', open: () => frame.bell.click(), root: DIALOG, widths: DESKTOP_WIDTHS },
    { name: 'command palette', path: '/home', open: () => page.keyboard.press('Control+k'), root: DIALOG },
    { name: 'filters of problems', path: '/problems', open: click(/^Filters/), root: DIALOG, widths: PHONE_WIDTHS },
    { name: 'row menu', path: '/my-problems', open: click(/^More for/), root: MENU },
    { name: 'proposal', path: `/view-problems/${agreedId}`, open: click('Propose a change'), root: DIALOG },
    { name: 'report of a module', path: `/toolbox/${moduleId}`, open: click('Report'), root: DIALOG },
  ];
  const ofSolver: Layer[] = [
    { name: 'bid', path: `/view-problems/${problemId}`, open: click('Edit bid'), root: DIALOG },
    { name: 'report', path: `/view-problems/${problemId}`, open: click('Report'), root: DIALOG },
    { name: 'delivery', path: `/view-problems/${agreedId}`, open: click('Mark delivered'), root: DIALOG },
    { name: 'confirmation of an upload', path: '/toolbox/upload', open: openConfirmation, root: DIALOG },
  ];
  for (const [{ person }, layers] of [
    [seeker, ofSeeker],
    [solver, ofSolver],
  ] as const) {
    await people.signIn(person);
    for (const { name, path, open, ...measured } of layers) {
      await openAt(page, path, measured.widths?.[0] ?? 1440);
      await open();
      await expect(page.locator(measured.root).filter({ visible: true })).toBeVisible();
      await expectToFit(page, name, measured);
    }
  }
});
