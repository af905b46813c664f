import type { Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import { signOutByMenu } from '../src/pages.ts';

const readSession = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? 'null') as Record<string, unknown> | null);

test('a solver signs up with GitHub, signs out and in again, without a request to another machine (product 1.7, 2.11, 3.18, 7.12)', async ({
  page,
  people,
  screens,
  mailbox,
  providerPopup,
  outsideRequests,
}) => {
  const email = people.newAddress();
  const { frame, signIn, signUp } = screens;
  await signUp.open();
  await signUp.solver.check();
  await signUp.areas.fill('Elixir');
  await signUp.areas.press('Enter');
  await signUp.agree.check();
  await providerPopup.signInAsNew('GitHub', { email, name: 'Jonas Weber' });
  await expect(signUp.checkEmail).toContainText('A verification link was sent');
  await page.goto(await mailbox.linkFor(email));
  await expect(page).toHaveURL(/\/home$/);
  const made = await readSession(page);
  expect(made).toMatchObject({ email, name: 'Jonas Weber', role: 'solver', expertiseAreas: ['Elixir'], isEmailVerified: true });

  await signOutByMenu(page);
  await expect(frame.signIn).toBeVisible();
  expect(await readSession(page)).toBeNull();
  await signIn.open();
  await providerPopup.signInAgain('GitHub', email);
  await expect(page).toHaveURL(/\/home$/);
  expect(await readSession(page)).toMatchObject({ _id: made?.['_id'], role: 'solver' });
  expect(outsideRequests).toEqual([]);
});

test('popups that are closed, blocked or refused leave the user signed out, and the next one works (product 8.3, 11.11)', async ({
  page,
  people,
  screens,
  remotes,
  providerPopup,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/40[0139]/);
  const person = await people.create('seeker');
  const { email, providers, open } = screens.signIn;
  const [github, google] = [providers.getByRole('button', { name: 'GitHub' }), providers.getByRole('button', { name: 'Google' })];
  await open();
  await test.step("the provider's code is loaded when its buttons are near", async () => {
    const files = () => remotes.requested('auth').filter((url) => /firebase|identity-emulator/.test(url));
    await email.fill('typed@example.com');
    expect(files()).toEqual([]);
    await github.hover();
    await expect.poll(() => files().length).toBe(2);
  });
  await test.step('closed', async () => {
    const popup = await providerPopup.open('GitHub');
    await expect(github).toHaveAttribute('aria-busy', 'true');
    await expect(google).toBeDisabled();
    await popup.close();
    await expect(google).toBeEnabled();
    await expect(email).toHaveValue('typed@example.com');
    const second = await providerPopup.open('Google');
    await expect(github).toBeDisabled();
    await second.close();
    await expect(github).toBeEnabled();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
  await test.step('blocked', async () => {
    await page.evaluate(() => void (window.open = () => null));
    await google.click();
    await expect(page.getByRole('main').getByText(/Your browser blocked the sign-in window/)).toBeVisible();
    await expect(google).toBeEnabled();
  });
  await test.step('an address that the provider has not verified', async () => {
    await open();
    await providerPopup.signInAsNew('GitHub', { email: person.email, name: 'Not Ines', verified: false });
    await expect(
      page.getByRole('main').getByText(/already uses another way to sign in|No account uses this GitHub identity/),
    ).toBeVisible();
    await expect(page).toHaveURL(/\/signin$/);
    expect(await readSession(page)).toBeNull();
  });
  await test.step('an address of an account, which the provider has verified', async () => {
    await providerPopup.signInAsNew('Google', { email: person.email, name: 'Another Name' });
    await expect(page.getByRole('main').getByText(/No account uses this Google identity yet/)).toBeVisible();
    expect(await readSession(page)).toBeNull();
  });
});

test('a user adds Google on the profile after the password, signs in with it, and removes it (product 2.14, 11.19)', async ({
  page,
  people,
  screens,
  providerPopup,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/401/);
  const person = await people.create('seeker');
  const { signIn, profile, settings } = screens;
  await people.signIn(person);
  await settings('security').open();
  await profile.waysToSignIn.getByRole('button', { name: 'Add Google' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Google' });
  await dialog.getByLabel('Your password').fill(person.password);
  const opened = page.waitForEvent('popup');
  await dialog.getByRole('button', { name: 'Continue with Google' }).click();
  const popup = await opened;
  const email = people.newAddress();
  if (!(await popup.getByLabel('Email').isVisible())) await popup.getByText('Add new account').click();
  await popup.getByLabel('Email').fill(email);
  await popup.getByRole('button', { name: 'Sign in with Google' }).click();
  await expect(page.getByText('Google was added')).toBeVisible();
  await expect(profile.waysToSignIn.getByRole('listitem')).toHaveText([/^Email and password/, new RegExp(email)]);
  await page.goto('/notifications');
  await expect(page.getByText('New way to sign in').first()).toBeVisible();

  await signOutByMenu(page);
  await signIn.open();
  await providerPopup.signInAgain('Google', email);
  await expect(page).toHaveURL(/\/home$/);
  expect(await readSession(page)).toMatchObject({ _id: person._id });
  await settings('security').open();
  await profile.waysToSignIn.getByRole('button', { name: `Remove Google (${email})` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Google' }).click();
  await expect(profile.waysToSignIn.getByRole('listitem')).toHaveText([/^Email and password/]);
});

test('a Google-only account is deleted after another sign-in with it, and not with another Google account (product 2.14, 8.9)', async ({
  page,
  people,
  screens,
  mailbox,
  providerPopup,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/40[0-9]|422/);
  const email = people.newAddress();
  const { signUp, profile, settings, frame } = screens;
  await signUp.open();
  await signUp.seeker.check();
  await signUp.agree.check();
  await providerPopup.signInAsNew('Google', { email, name: 'Ines Duarte' });
  await expect(signUp.checkEmail).toContainText('A verification link was sent');
  await page.goto(await mailbox.linkFor(email));
  await expect(page).toHaveURL(/\/home$/);
  await settings('security').open();
  await expect(profile.waysToSignIn.getByRole('listitem')).toHaveText([/^Google/]);
  await settings('data').open();
  await profile.deleteAccount.click();
  const confirm = profile.deletionDialog.getByRole('button', { name: 'Delete with Google' });
  const openPopup = async () => {
    const popup = page.waitForEvent('popup');
    await confirm.click();
    return popup;
  };
  const popup = await openPopup();
  await popup.getByText('Add new account').click();
  await popup.getByLabel('Email').fill(people.newAddress());
  await popup.getByRole('button', { name: 'Sign in with Google' }).click();
  await expect(page.getByText(/That is another GitHub or Google account/)).toBeVisible();
  await expect(profile.deletionDialog).toBeVisible();
  expect(await readSession(page)).not.toBeNull();

  await (await openPopup()).getByRole('button', { name: email }).click();
  await expect(page.getByText('Your account was deleted')).toBeVisible();
  await expect(page).toHaveURL(/\/home$/);
  await expect(frame.signIn).toBeVisible();
  expect(await readSession(page)).toBeNull();
});
