import { expect, test } from '../src/index.ts';

test('/ redirects to /home', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/home$/);
  await expect(page).toHaveTitle('Home · Solvent');
});

test('a path that nobody owns is a real 404 with the not-found screen', async ({ page, consoleWatch }) => {
  consoleWatch.expectErrors(/404/);
  const response = await page.goto('/no/such/page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Back to home' }).click();
  await expect(page).toHaveURL(/\/home$/);
});

test('the page is served under a strict policy and is never cached', async ({ request }) => {
  const response = await request.get('/home');
  const policy = response.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("'strict-dynamic'");
  expect(policy).not.toContain('unsafe-eval');
  expect(policy).not.toContain('unsafe-inline');
  expect(response.headers()['cache-control']).toBe('no-cache');
  const script = /<script[^>]+src="([^"]+)"/.exec(await response.text())?.[1] ?? '';
  const asset = await request.get(script, { headers: { 'Accept-Encoding': 'br' } });
  expect(asset.headers()['cache-control']).toContain('immutable');
  expect(asset.headers()['content-encoding']).toBe('br');
});

test('text is in the product’s font, which comes once and without a stylesheet that the page would wait for', async ({
  page,
}) => {
  const files: string[] = [];
  page.on('request', (request) => {
    if (['font', 'stylesheet'].includes(request.resourceType())) files.push(request.url());
  });
  await page.goto('/privacy');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /^"?Inter Variable/);
  const loaded = () =>
    page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family));
  await expect.poll(loaded).toContain('Inter Variable');
  expect(files).toEqual([expect.stringMatching(/latin-wght-normal\.\w+\.woff2$/)]);
});

test('the theme follows the system, and a choice is kept; no frame is drawn in the other one', async ({ page }) => {
  const [dark, light] = ['rgb(11, 11, 14)', 'rgb(250, 250, 250)'];
  await page.addInitScript(() => {
    const drawn = new Set<string>();
    Object.assign(window, { drawn });
    const look = () => {
      drawn.add(getComputedStyle(document.documentElement).backgroundColor);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const drawn = () => page.evaluate(() => [...(window as unknown as { drawn: Set<string> }).drawn]);
  const heading = page.getByRole('heading', { level: 1 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/privacy');
  await expect(heading).toBeVisible();
  expect(await drawn()).toEqual([dark]);
  await page.getByRole('banner').getByRole('button', { name: 'Switch to light theme' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Switch to dark theme' })).toBeVisible();
  await page.reload();
  await expect(heading).toBeVisible();
  expect(await drawn()).toEqual([light]);
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light');
});

test('a change of route moves the focus to the heading and changes the title', async ({ page }) => {
  await page.goto('/privacy');
  await expect(page).toHaveTitle('Privacy · Solvent');
  await page.getByRole('link', { name: 'Terms' }).click();
  await expect(page.getByRole('heading', { name: 'Terms of Service' })).toBeFocused();
  await expect(page).toHaveTitle('Terms · Solvent');
});

test('the keyboard skips the bar and comes to the page', async ({ page }) => {
  await page.goto('/terms');
  await expect(page.getByRole('heading', { name: 'Terms of Service' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('what opens from the top bar stays under it while the page scrolls', async ({ page, people }) => {
  await people.signIn(await people.demo('seeker'));
  await page.goto('/home');
  const bar = page.getByRole('banner');
  for (const [button, opened] of [
    [bar.getByRole('button', { name: 'Account' }), page.getByRole('menu', { name: 'Account' })],
    [bar.getByRole('button', { name: /^Notifications/ }), page.getByRole('dialog', { name: 'Notifications' })],
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

test('Post Problem asks an anonymous visitor to log in', async ({ page }) => {
  await page.goto('/privacy');
  await page.getByRole('banner').getByRole('button', { name: 'Post Problem' }).click();
  await expect(page.getByText('Please login to post a problem')).toBeVisible();
  await expect(page).toHaveURL(/\/signin$/);
});

test('Post Problem offers a solver to become a seeker', async ({ page, people }) => {
  await people.signIn(await people.create('solver'));
  await page.goto('/privacy');
  await page.getByRole('banner').getByRole('button', { name: 'Post Problem' }).click();
  await expect(page.getByRole('dialog', { name: 'Switch to Seeker Account' })).toBeVisible();
});

test('the Toolbox entry opens the Coming Soon dialog', async ({ page }) => {
  await page.goto('/privacy');
  await page.getByRole('banner').getByRole('button', { name: 'Toolbox' }).click();
  const dialog = page.getByRole('dialog', { name: 'Developer Toolbox' });
  await expect(dialog).toContainText('Coming Soon');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('a message to the team is stored and gets a reference number', async ({ page }) => {
  await page.goto('/contact');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.getByLabel('Name').fill('Ada Park');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Topic').fill('My address');
  await page.getByLabel('Message').fill('I cannot find where to change my e-mail address.');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText(/SOL-[A-Z0-9]{6}/)).toBeVisible();
});
