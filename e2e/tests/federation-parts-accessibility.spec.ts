import { expect, test } from '../src/index.ts';
import { LOAD_ERRORS } from '../src/landing.ts';

const SCREENS = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
};
const REFUSED = 'toolbox@https://builds.example.com';

for (const [screen, size] of Object.entries(SCREENS)) {
  test.describe(`axe finds nothing serious in both themes, ${screen}`, () => {
    test.use({ viewport: size });

    test('on the banner and the panel with an override and a refused one', async ({
      page,
      screens,
      remotes,
      expectAccessibleInBothThemes,
    }) => {
      const { version } = await remotes.pinned('auth');
      await page.goto(`/privacy?remote=auth@${version}&remote=${REFUSED}`);
      const { remotesPanel } = screens;
      await expect(remotesPanel.banner).toContainText(`auth runs from ${version}`);
      await expect(remotesPanel.banner).toContainText(`${REFUSED} does not run`);
      await expectAccessibleInBothThemes();
      await remotesPanel.details.click();
      await expect(remotesPanel.row('auth')).toContainText('override');
      await expect(remotesPanel.panel).toContainText('overrides allow https://builds.example.com');
      await expectAccessibleInBothThemes();
    });

    test('on the failure card, and the panel with what failed', async ({
      page,
      screens,
      remotes,
      consoleWatch,
      expectAccessibleInBothThemes,
    }) => {
      consoleWatch.expectErrors(LOAD_ERRORS);
      await remotes.kill('toolbox');
      await page.goto('/toolbox');
      await expect(screens.failure.card).toBeVisible();
      await expectAccessibleInBothThemes();
      await screens.remotesPanel.open();
      await expect(screens.remotesPanel.failures).toContainText(/toolbox@\S+ load: /);
      await expectAccessibleInBothThemes();
    });
  });
}

test('the keyboard alone puts an override in, takes it back, and comes back to where it was', async ({
  page,
  screens,
  remotes,
}) => {
  const { version } = await remotes.pinned('auth');
  const { remotesPanel } = screens;
  const { keyboard } = page;
  await screens.privacy.open();
  await remotesPanel.open();
  await expect(remotesPanel.remote).toBeFocused();
  await keyboard.type('auth');
  await keyboard.press('Tab');
  await keyboard.type(version);
  await keyboard.press('Enter');
  await expect(remotesPanel.banner).toContainText(`auth runs from ${version}`);

  await remotesPanel.open();
  const reset = remotesPanel.panel.getByRole('button', { name: 'Reset auth' });
  await expect(async () => {
    await keyboard.press('Shift+Tab');
    await expect(reset).toBeFocused({ timeout: 100 });
  }).toPass();
  await keyboard.press('Enter');
  await expect(screens.privacy.heading).toBeVisible();
  await expect(remotesPanel.banner).toHaveCount(0);

  await screens.frame.home.focus();
  await remotesPanel.open();
  await expect(remotesPanel.remote).toBeFocused();
  await keyboard.press('Escape');
  await expect(remotesPanel.panel).toHaveCount(0);
  await expect(screens.frame.home).toBeFocused();
});
