import { expect, test } from '../src/index.ts';

test('a visitor goes from one remote to the next, and no remote is loaded twice', async ({ page, screens, remotes }) => {
  await screens.home.open();
  await screens.frame.browse.click();
  await expect(screens.browse.heading).toBeVisible();
  await screens.browse.cards.first().getByRole('link').first().click();
  await expect(page).toHaveURL(/\/(?:view-)?problems\//);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await screens.frame.signIn.click();
  await expect(screens.signIn.heading).toBeVisible();
  const entries = remotes.requested('marketplace').filter((url) => url.includes('/remoteEntry.'));
  expect(new Set(entries).size, 'one build of the marketplace').toBe(1);
});

test('the catalogue and a module of it open', async ({ page, screens }) => {
  await screens.catalogue.open();
  await screens.catalogue.cards.first().getByRole('link').first().click();
  await expect(page).toHaveURL(/\/toolbox\/.+/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(screens.failure.card).toHaveCount(0);
});

test('a user who signs in has a bell, conversations, notifications and a profile', async ({ page, screens, people }) => {
  const person = await people.demo('seeker');
  await screens.signIn.open();
  await screens.signIn.email.fill(person.email);
  await screens.signIn.password.fill(person.password);
  await screens.signIn.submit.click();
  await expect(screens.frame.profile(person.name)).toBeVisible();
  await screens.frame.bell.click();
  await expect(screens.bellPanel.sound).toBeVisible();
  await page.keyboard.press('Escape');
  for (const screen of [screens.conversations, screens.notifications, screens.profile]) await screen.open();
  await expect(screens.profile.heading).toHaveText(person.name);
});

test('the page runs exactly the versions that it should, and one React', async ({ page, screens, composition }) => {
  await screens.home.open();
  await screens.remotesPanel.open();
  await expect(screens.remotesPanel.panel).toBeVisible();
  const { remotes } = await composition.versions();
  for (const { name, version } of remotes) {
    const row = screens.remotesPanel.row(name);
    await expect(row).toContainText(version);
    await expect(row).toContainText(name in composition.overrides() ? 'override' : /live|candidate/);
  }
  const copies = await page.evaluate(() => {
    const { __SHARE__ } = (
      globalThis as unknown as {
        __FEDERATION__: { __SHARE__: Record<string, Record<string, Record<string, Record<string, unknown>>>> };
      }
    ).__FEDERATION__;
    return Object.values(__SHARE__).flatMap((owner) => Object.values(owner).flatMap((scope) => Object.keys(scope.react ?? {})));
  });
  expect(copies).toHaveLength(1);
});
