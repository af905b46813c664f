import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import { createParticipants } from '../src/participants.ts';
import { expectReady } from '../src/screens/screen.ts';
import { expectNoOverflow, findSmallTargets } from '../src/touch-targets.ts';

const [PHONE, NARROWEST] = [390, 320];

const setWidth = (page: Page, width: number) => page.setViewportSize({ width, height: 844 });

async function expectToFit(page: Page, path: string): Promise<void> {
  await setWidth(page, PHONE);
  await page.goto(path);
  await expectReady(page);
  expect.soft(await findSmallTargets(page), path).toEqual([]);
  await setWidth(page, NARROWEST);
  await expectNoOverflow(page, path);
}

const PUBLIC_PATHS = ['/home', '/problems', '/toolbox', '/toolbox/dark-mode', '/contact', '/terms', '/privacy'];
const FORM_PATHS = ['/signin', '/signup', '/reset-password', '/reset-password?mode=signIn', '/finishSignUp'];

test('public pages and entry forms with their messages fit phones (product 10.5, 10.15)', async ({ page }) => {
  for (const path of PUBLIC_PATHS) await expectToFit(page, path);
  for (const path of FORM_PATHS) {
    await expectToFit(page, path);
    await page.getByRole('main').locator('button[type=submit]').first().click();
    await expect(page.getByText('Email is required')).toBeVisible();
    await expectNoOverflow(page, `${path} with messages`);
  }
});

for (const role of ['seeker', 'solver'] as const) {
  test(`all pages of a ${role} fit phones, also with the longest names (product 10.5, 10.15)`, async ({
    page,
    people,
    request,
  }) => {
    const { person, paths } = (await createParticipants(people, request))[role];
    await people.signIn(person);
    for (const path of paths) await expectToFit(page, path);
  });
}

test('the buttons of a profile fill their rows, and the editor shows all of its tools (product 10.15)', async ({
  page,
  people,
  screens,
}) => {
  await people.signIn(await people.create('seeker'));
  await setWidth(page, PHONE);
  await screens.profile.open();
  const getEdges = async (button: Locator) => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await button.boundingBox()) ?? {};
    return { left: x, right: x + width, top: y, bottom: y + height };
  };
  const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true });
  const [edit, view, problems] = [
    await getEdges(screens.profile.edit),
    await getEdges(link('Settings')),
    await getEdges(link('My problems')),
  ];
  expect(view.top).toBeCloseTo(edit.top, 0);
  expect(problems.top).toBeGreaterThanOrEqual(edit.bottom);
  expect(problems.left).toBeCloseTo(edit.left, 0);
  expect(problems.right).toBeCloseTo(view.right, 0);

  await screens.postProblem.open();
  const toolbar = page.getByRole('main').getByRole('toolbar', { name: 'Formatting' });
  for (const width of [PHONE, NARROWEST]) {
    await setWidth(page, width);
    await expect(toolbar.getByRole('button', { name: 'Syntax help' })).toBeVisible();
    expect(await toolbar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
  }
});
