import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import type { Person } from '../src/index.ts';
import { createMailbox } from '../src/mailbox.ts';
import { newBrowser, signOutByMenu } from '../src/pages.ts';
import { createPeople } from '../src/people.ts';
import { createOwnProduct } from '../src/setup/own-product.ts';

async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** Strangers in twenty networks try passwords until the account takes no more of them. */
async function guess(request: APIRequestContext, url: string, { email }: Person): Promise<void> {
  const guessFrom = (network: number) =>
    request.post(`${url}/api/auth/login`, {
      headers: { 'x-app-key': 'solvent-web', 'x-forwarded-for': `192.0.2.${network}` },
      data: { email, password: 'a-guess', deviceToken: '' },
    });
  const guesses = await Promise.all(Array.from({ length: 100 }, (_, count) => guessFrom(count % 20)));
  expect(new Set(guesses.map((answer) => answer.status()))).toEqual(new Set([401]));
  expect((await guessFrom(100)).status()).toBe(429);
}

test('while strangers guess at a password, its owner gets in where they have been before, and is told the way elsewhere', async ({
  page,
  browser,
  request,
  playwright,
  people,
  consoleWatch,
}) => {
  test.setTimeout(240_000);
  consoleWatch.expectErrors(/429/);
  // Its people prove their addresses where everybody's are proven.
  const { port } = new URL(await people.identityAt());
  const product = await createOwnProduct({ IDENTITY_PORT: port, RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'loopback' });
  const requestOfOwn = await playwright.request.newContext({ baseURL: product.url });
  try {
    await product.start();
    const owner = await createPeople(page, requestOfOwn, createMailbox(requestOfOwn), product.url).create('seeker');
    await page.goto(`${product.url}/signin`);
    await signIn(page, owner);
    await expect(page.getByText('Logged in successfully!')).toBeVisible();
    await expect(page).toHaveURL(/\/home$/);
    await signOutByMenu(page);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();

    await guess(request, product.url, owner);

    const elsewhere = await newBrowser(browser, product.url);
    const strange = await elsewhere.newPage();
    await strange.goto('/signin');
    await signIn(strange, owner);
    await expect(
      strange.getByText(/Too many tries\. Please wait .* choose a new password with "Forgot password\?"/),
    ).toBeVisible();
    await elsewhere.close();

    await page.goto(`${product.url}/signin`);
    await signIn(page, owner);
    await expect(page.getByText('Logged in successfully!')).toBeVisible();
    await expect(page).toHaveURL(/\/home$/);
  } finally {
    // A page that is open would miss its server.
    await page.goto('about:blank');
    await requestOfOwn.dispose();
    await product.remove();
  }
});
