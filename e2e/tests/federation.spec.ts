import { REVISION_HEADER } from '@solvent/contracts';
import { expect, test } from '../src/index.ts';
import { LANDING_PAGES, REMOTE_LOAD_ERRORS } from '../src/landing.ts';
import { checkForNewRevision } from '../src/pages.ts';
import { REMOTE_NAMES } from '../src/remotes.ts';

// served-pages.spec.ts tests server rendering.
test.use({ renderedBy: 'browser' });

interface Shared {
  __FEDERATION__: { __SHARE__: Record<string, Record<string, Record<string, Record<string, unknown>>>> };
}

test('a page loads each remote from a path of its own, with one React, hints what it needs and downloads nothing twice (product 10.22)', async ({
  page,
  remotes,
  people,
}) => {
  const scripts: string[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await people.signIn(await people.create('seeker'));
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const name of REMOTE_NAMES)
    await expect.poll(() => remotes.requested(name).some((url) => /remoteEntry\.[0-9a-f]+\.js$/.test(url)), name).toBe(true);
  const copies = await page.evaluate(() =>
    Object.values((globalThis as unknown as Shared).__FEDERATION__.__SHARE__).flatMap((owner) =>
      Object.values(owner).flatMap((scope) => Object.keys(scope.react ?? {})),
    ),
  );
  expect(copies).toHaveLength(1);
  const hinted = await page
    .locator('link[rel=preload][as=script]')
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));
  expect(hinted.some((url) => url.includes('/remotes/marketplace/'))).toBe(true);
  expect(new Set(scripts).size).toBe(scripts.length);
  const used = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  for (const url of hinted) expect(used).toContain(url);
});

test('an open page keeps its versions until a link loads the new revision; a page with a draft keeps them longer (decision 0018)', async ({
  page,
  screens,
}) => {
  const { contact, frame, browse } = screens;
  await page.route(
    ({ pathname }) => pathname === '/contact',
    async (route) => {
      if (route.request().method() !== 'HEAD') return route.continue();
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), [REVISION_HEADER]: '1000000' } });
    },
  );
  for (const isTyped of [true, false]) {
    await contact.open();
    if (isTyped) await contact.message.fill('A draft');
    await page.evaluate(() => Object.assign(window, { kept: true }));
    const isKept = () => page.evaluate(() => 'kept' in window);
    await checkForNewRevision(page);
    expect(await isKept(), 'nothing is replaced in an open page').toBe(true);
    await frame.browse.click();
    await expect(browse.heading).toBeVisible();
    expect(await isKept()).toBe(isTyped);
  }
});

for (const name of REMOTE_NAMES) {
  const { path, heading, session = false } = LANDING_PAGES[name];

  test(`without ${name} the rest works; its page shows a card, requests nothing for 30 s, and recovers with Try again (product 10.18)`, async ({
    page,
    remotes,
    screens,
    people,
    consoleWatch,
  }) => {
    consoleWatch.expectErrors(REMOTE_LOAD_ERRORS);
    const { failure, frame } = screens;
    if (session) await people.signIn(await people.create('solver'));
    // The 30 s start at the failure: for this page, no time passes.
    await page.clock.setFixedTime(new Date());
    await remotes.kill(name);
    await page.goto(path);
    await expect(failure.card).toBeVisible();
    await page.evaluate(() => Object.assign(window, { kept: true }));
    const entries = () => remotes.requested(name).filter((url) => url.includes('/remoteEntry.')).length;
    const requested = entries();

    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
    await expect(screens.privacy.heading).toBeVisible();
    const [link, other] = name === 'marketplace' ? [frame.signIn, screens.signIn] : [frame.browse, screens.browse];
    await link.click();
    await expect(other.heading).toBeVisible();
    await page.evaluate(() => history.go(-2));
    await expect(failure.card).toBeVisible();
    expect(entries(), 'requests since the failure').toBe(requested);

    await remotes.restore(name);
    await failure.tryAgain.click();
    await expect(page.getByRole('main').getByRole('heading', { level: 1, name: heading })).toBeVisible();
    expect(await page.evaluate(() => 'kept' in window), 'the page was not reloaded').toBe(true);
  });
}

test('slots that cannot be loaded leave the top bar working, and reload on a click (product 10.18, 8.21)', async ({
  page,
  remotes,
  screens,
  people,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(REMOTE_LOAD_ERRORS);
  const { frame } = screens;
  const person = await people.create('solver');
  await people.signIn(person);
  await remotes.kill('messaging');
  await remotes.kill('toolbox');
  await page.goto('/problems');
  await expect(frame.bellFailure).toBeVisible();
  await expect(frame.profile(person.name)).toBeVisible();
  await frame.toolbox.click();
  await expect(page.getByText('The Toolbox could not be loaded. Please try again.')).toBeVisible();
  await remotes.restore('messaging');
  await remotes.restore('toolbox');
  await frame.bellFailure.click();
  await expect(frame.bell).toBeVisible();
  await expect(frame.bellFailure).toBeHidden();
  await frame.toolbox.click();
  await expect(frame.toolboxDialog).toBeVisible();
});
