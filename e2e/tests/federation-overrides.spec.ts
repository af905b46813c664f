import { expect, test } from '../src/index.ts';
import { LOAD_ERRORS } from '../src/landing.ts';

test('a published version is put into this tab by its address, kept in it, shown, and taken back', async ({
  page,
  screens,
  remotes,
}) => {
  const { version, previous } = await remotes.pinned('toolbox');
  test.skip(previous === undefined, 'Only one version of the toolbox is published there.');
  const { remotesPanel } = screens;
  await page.goto(`/toolbox?remote=toolbox@${previous?.version}`);
  await expect(screens.catalogue.heading).toBeVisible();
  await expect(remotesPanel.banner).toContainText(`toolbox runs from ${previous?.version}`);
  await page.goto('/privacy');
  await expect(remotesPanel.banner, 'the tab keeps it').toBeVisible();
  await remotesPanel.open();
  await expect(remotesPanel.row('toolbox')).toContainText('override');
  await remotesPanel.resetAll.click();
  await expect(screens.privacy.heading).toBeVisible();
  await expect(remotesPanel.banner).toHaveCount(0);
  await screens.catalogue.open();
  expect(remotes.requested('toolbox').at(-1)).toContain(`/${version}/`);
});

test('an origin that is not allowed is refused with a reason, nobody asks it, and the live version runs', async ({
  page,
  screens,
  outsideRequests,
}) => {
  await page.goto('/toolbox?remote=toolbox@https://builds.example.com');
  await expect(screens.catalogue.heading).toBeVisible();
  await expect(screens.remotesPanel.banner).toContainText('toolbox@https://builds.example.com does not run');
  await expect(screens.remotesPanel.banner).toContainText('overrides allow https://builds.example.com');
  expect(outsideRequests).toEqual([]);
  await screens.remotesPanel.reset.click();
  await expect(screens.remotesPanel.banner).toHaveCount(0);
});

test('use() runs another version past the address, and refuses what the server refuses', async ({
  page,
  screens,
  remotes,
  composition,
}) => {
  const { previous } = await remotes.pinned('auth');
  test.skip(previous === undefined, 'Only one version of auth is published there.');
  await remotes.use('auth', previous?.version ?? '');
  await screens.signIn.open();
  await expect(page).toHaveURL(/\/signin$/);
  expect(remotes.requested('auth').at(-1)).toContain(`/${previous?.version}/`);
  const { remotes: ran } = await composition.versions();
  expect(ran).toContainEqual({ name: 'auth', version: previous?.version });
  await expect(remotes.use('auth', '9.9.9')).rejects.toThrow(/auth@9\.9\.9 cannot run at .+9\.9\.9/);
});

test('the panel puts a version in, and says what is wrong with what was typed', async ({
  screens,
  remotes,
  expectAccessible,
}) => {
  const { previous } = await remotes.pinned('toolbox');
  test.skip(previous === undefined, 'Only one version of the toolbox is published there.');
  const { remotesPanel } = screens;
  await screens.privacy.open();
  await expect(async () => {
    await remotesPanel.open();
    await expect(remotesPanel.panel).toBeVisible({ timeout: 1000 });
  }).toPass();
  await remotesPanel.remote.fill('toolbox');
  await remotesPanel.target.fill('yesterday');
  await remotesPanel.target.press('Enter');
  await expect(remotesPanel.panel.getByRole('alert')).toContainText('Type an origin');
  await expectAccessible();
  await remotesPanel.target.fill(previous?.version ?? '');
  await remotesPanel.run.click();
  await expect(remotesPanel.banner).toContainText(`toolbox runs from ${previous?.version}`);
});

test('a dropped socket comes back by itself', async ({ people, socket, screens, consoleWatch }) => {
  consoleWatch.expectErrors(LOAD_ERRORS);
  await people.signIn(await people.demo('seeker'));
  await screens.conversations.open();
  await expect.poll(() => socket.opened()).toBe(1);
  await socket.drop();
  await expect.poll(() => socket.opened()).toBe(2);
});
