import { expect, test } from '../src/index.ts';
import { LANDING, LOAD_ERRORS } from '../src/landing.ts';
import { REMOTE_NAMES } from '../src/remotes.ts';
import type { RemoteName } from '../src/remotes.ts';

/** A page of some other remote. */
const elsewhere = (name: RemoteName) => (name === 'marketplace' ? LANDING.toolbox : LANDING.marketplace);

const FAILURE = 'This page could not be loaded';

// What remotes do in a browser: what the server makes of them is served-pages.spec.ts's.
test.use({ drawnBy: 'browser' });

test.describe('the composed page', () => {
  test('fetches each remote from a path of its own, and has one React', async ({ page, remotes, people }) => {
    await people.signIn(await people.create('seeker'));
    await page.goto('/home');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const name of REMOTE_NAMES) {
      await expect.poll(() => remotes.requested(name).some((url) => /remoteEntry\.[0-9a-f]+\.js$/.test(url)), name).toBe(true);
    }
    const copies = await page.evaluate(() => {
      const scopes = (
        globalThis as unknown as {
          __FEDERATION__: { __SHARE__: Record<string, Record<string, Record<string, Record<string, unknown>>>> };
        }
      ).__FEDERATION__;
      return Object.values(scopes.__SHARE__).flatMap((owner) =>
        Object.values(owner).flatMap((scope) => Object.keys(scope.react ?? {})),
      );
    });
    expect(copies).toHaveLength(1);
  });

  test('hints what the landing route needs, and downloads nothing twice', async ({ page }) => {
    const scripts: string[] = [];
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    await page.goto('/problems');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const hinted = await page
      .locator('link[rel=preload][as=script]')
      .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));
    expect(hinted.some((url) => url.includes('/remotes/marketplace/'))).toBe(true);
    expect(new Set(scripts).size).toBe(scripts.length);
    const used = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    for (const url of hinted) expect(used).toContain(url);
  });

  test('fetches the code behind a link when it is hovered', async ({ page, remotes }) => {
    await page.goto('/privacy');
    const before = remotes.requested('auth').length;
    await page.getByRole('link', { name: 'Sign In' }).hover();
    await expect.poll(() => remotes.requested('auth').length).toBeGreaterThan(before);
  });
});

for (const name of REMOTE_NAMES) {
  const { path, heading } = LANDING[name];

  test(`${name} blocked: the rest works, and Try again recovers without a reload`, async ({
    page,
    remotes,
    people,
    consoleWatch,
  }) => {
    consoleWatch.expectErrors(LOAD_ERRORS);
    if (name === 'messaging') await people.signIn(await people.demo('solver'));
    await remotes.kill(name);
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading', { name: FAILURE })).toBeVisible();
    await page.evaluate(() => Object.assign(window, { kept: true }));

    await page.getByRole('link', { name: 'Privacy' }).click();
    await expect(page.getByRole('heading', { name: 'Privacy Policy' })).toBeVisible();
    const other = elsewhere(name);
    if (name === 'marketplace') await page.evaluate(() => history.back());
    else {
      await page.getByRole('banner').getByRole('link', { name: 'Browse Problems' }).click();
      await expect(page.getByRole('heading', { level: 1, name: other.heading })).toBeVisible();
      await page.evaluate(() => history.go(-2));
    }

    await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toBeVisible();
    await remotes.restore(name);
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    expect(await page.evaluate(() => 'kept' in window), 'the page was not reloaded').toBe(true);
  });
}

for (const [what, how] of [
  ['answers 500', 'fail'],
  ['answers HTML in place of scripts', 'corrupt'],
] as const) {
  test(`a remote that ${what} shows the card, and Try again recovers`, async ({ page, remotes, consoleWatch }) => {
    consoleWatch.expectErrors(LOAD_ERRORS);
    consoleWatch.expectErrors(/500/);
    await remotes[how]('toolbox');
    await page.goto('/toolbox');
    await expect(page.getByRole('heading', { name: FAILURE })).toBeVisible();
    await remotes.restore('toolbox');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Toolbox' })).toBeVisible();
  });
}

test('a remote that hangs is given up after 8 s for the version before it, which has two tries, and Try again recovers at once', async ({
  page,
  remotes,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(LOAD_ERRORS);
  await page.clock.install();
  await remotes.hang('toolbox');
  // The page's hints hang too, so the browser never says that it has loaded.
  await page.goto('/toolbox', { waitUntil: 'commit' });
  await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toBeVisible();
  const failure = page.getByRole('heading', { name: FAILURE });
  const began = await page.evaluate(() => Date.now());
  await expect(async () => {
    await page.clock.runFor(1000);
    await expect(failure).toBeVisible({ timeout: 100 });
  }).toPass();
  expect((await page.evaluate(() => Date.now())) - began).toBeLessThan(35_000);
  await remotes.restore('toolbox');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Toolbox' })).toBeVisible({ timeout: 7500 });
});

test('a failed bell leaves the rest of the bar in place', async ({ page, remotes, people, consoleWatch }) => {
  consoleWatch.expectErrors(LOAD_ERRORS);
  const person = await people.demo('solver');
  await people.signIn(person);
  await remotes.kill('messaging');
  await page.goto('/problems');
  const retry = page.getByRole('button', { name: 'Notifications could not be loaded. Try again' });
  await expect(retry).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: `${person.name}, profile` })).toBeVisible();
  await remotes.restore('messaging');
  await retry.click();
  await expect(page.getByRole('banner').getByRole('button', { name: /^Notifications/ })).toBeVisible();
  await expect(retry).toBeHidden();
});

test('a failed dialog says so, and its button tries again', async ({ page, remotes, consoleWatch }) => {
  consoleWatch.expectErrors(LOAD_ERRORS);
  await remotes.kill('toolbox');
  await page.goto('/problems');
  await page.getByRole('banner').getByRole('button', { name: 'Toolbox' }).click();
  await expect(page.getByText('The Toolbox could not be loaded. Please try again.')).toBeVisible();
});
