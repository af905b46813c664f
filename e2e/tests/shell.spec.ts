import { expect, test } from '../src/index.ts';

test('/ leads to /home, and an unknown path is a 404 with a link to home (product 2.1, 2.40, 10.17)', async ({
  page,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/404/);
  const response = await page.goto('/no/such/page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Back to home' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await page.goto('/');
  await expect(page).toHaveURL(/\/home$/);
  await expect(page).toHaveTitle('Home · Solvent');
});

test('the theme follows the system until the switch stores a choice, before the first paint; the font loads once, without a stylesheet (product 2.3, 10.1, 10.3, 10.7)', async ({
  page,
}) => {
  const [dark, light] = ['rgb(11, 11, 14)', 'rgb(250, 250, 250)'];
  const files: string[] = [];
  page.on('request', (request) => {
    if (['font', 'stylesheet'].includes(request.resourceType())) files.push(request.url());
  });
  await page.addInitScript(() => {
    const painted = new Set<string>();
    Object.assign(window, { painted });
    const look = () => {
      painted.add(getComputedStyle(document.documentElement).backgroundColor);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const painted = () => page.evaluate(() => [...(window as unknown as { painted: Set<string> }).painted]);
  const heading = page.getByRole('heading', { level: 1 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/privacy');
  await expect(heading).toHaveCSS('font-family', /^"?Inter Variable/);
  const loaded = () =>
    page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family));
  await expect.poll(loaded).toContain('Inter Variable');
  expect(files).toEqual([expect.stringMatching(/latin-wght-normal\.\w+\.woff2$/)]);
  expect(await painted()).toEqual([dark]);
  await page.getByRole('banner').getByRole('button', { name: 'Switch to light theme' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Switch to dark theme' })).toBeVisible();
  await page.reload();
  await expect(heading).toBeVisible();
  expect(await painted()).toEqual([light]);
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light');
});

test('a change of route moves the focus to the heading and changes the title; the keyboard skips the bar (product 10.17, 10.19)', async ({
  page,
  screens,
}) => {
  await screens.privacy.open();
  await expect(page).toHaveTitle('Privacy · Solvent');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('link', { name: 'Terms' }).click();
  await expect(screens.terms.heading).toBeFocused();
  await expect(page).toHaveTitle('Terms · Solvent');
});

test('menus of the top bar stay below it while the page scrolls (product 2.4)', async ({ page, people, screens }) => {
  await people.signIn(await people.create('seeker'));
  await screens.browse.open();
  for (const [button, opened] of [
    [screens.frame.account, page.getByRole('menu', { name: 'Account' })],
    [screens.frame.bell, page.getByRole('dialog', { name: 'Notifications' })],
  ] as const) {
    await button.click();
    await expect(opened).toBeInViewport();
    const { moved, scrolled } = await opened.evaluate((element) => {
      const before = { top: element.getBoundingClientRect().top, scroll: window.scrollY };
      window.scrollBy({ top: 40, behavior: 'instant' });
      return { moved: element.getBoundingClientRect().top - before.top, scrolled: window.scrollY - before.scroll };
    });
    expect(scrolled).toBe(40);
    expect(moved).toBe(0);
    await page.keyboard.press('Escape');
    await expect(opened).toBeHidden();
  }
});

test('the Toolbox in the bar opens a dialog of its remote, which is accessible and returns the focus (product 1.5, 2.4)', async ({
  page,
  screens,
  expectAccessible,
}) => {
  const { toolbox, toolboxDialog } = screens.frame;
  await screens.privacy.open();
  await toolbox.press('Enter');
  await expect(toolboxDialog).toContainText('Coming Soon');
  await expectAccessible();
  await page.keyboard.press('Escape');
  await expect(toolboxDialog).toBeHidden();
  await expect(toolbox).toBeFocused();
});

test('a message to the team is stored and gets a reference number (product 2.39)', async ({ page, screens }) => {
  const { contact } = screens;
  await contact.open();
  await contact.name.fill('Ada Park');
  await contact.email.fill('ada@example.com');
  await contact.topic.fill('My address');
  await contact.message.fill('I cannot find where to change my e-mail address.');
  await contact.send.click();
  await expect(page.getByText(/SOL-[A-Z0-9]{6}/)).toBeVisible();
});
