import { expect, test } from '../src/index.ts';
import { newBrowser, signOutByMenu } from '../src/pages.ts';

const PASSWORD = 'correct-horse-battery-9';

test('a seeker signs up, proves the address, and is signed in after a reload, in every tab until signing out', async ({
  page,
  context,
  people,
  mailbox,
}) => {
  const address = people.newAddress();
  await page.goto('/signin');
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { name: 'Create an Account' })).toBeVisible();
  await page.getByLabel('Full name').fill('Ines Duarte');
  await page.getByLabel('Email').fill(address);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('radio', { name: /Find Solutions/ }).check();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create Account' }).click();

  const dialog = page.getByRole('dialog', { name: 'Check your email' });
  await expect(dialog).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('emailForSignIn'))).toBe(address);
  expect(await page.evaluate(() => localStorage.getItem('tempToken'))).toBeTruthy();
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();

  await page.goto(await mailbox.linkFor(address));
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Ines Duarte, profile' })).toBeVisible();
  expect(await page.evaluate(() => [localStorage.getItem('tempToken'), localStorage.getItem('emailForSignIn')])).toEqual([
    null,
    null,
  ]);

  await page.reload();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Ines Duarte, profile' })).toBeVisible();

  const otherTab = await context.newPage();
  await otherTab.goto('/notifications');
  await expect(otherTab.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
  await signOutByMenu(page);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect(otherTab).toHaveURL(/\/signin$/);
});

test('a solver signs up with areas of expertise; every message of the form stands under its field', async ({
  page,
  people,
  mailbox,
}) => {
  const address = people.newAddress();
  await page.goto('/signup');
  await page.getByRole('radio', { name: /Become a Solver/ }).check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();
  await expect(page.getByText('Please add at least one area of expertise')).toBeVisible();
  const terms = page.getByText('You must agree to the Terms of Service and Privacy Policy');
  await expect(terms).toBeVisible();
  await page.getByRole('checkbox').check();
  await expect(terms).toBeHidden();

  const skills = page.getByRole('combobox');
  await skills.fill('script');
  await expect(page.getByRole('option')).toHaveText(['JavaScript', 'TypeScript']);
  await page.getByRole('option', { name: 'TypeScript' }).click();
  await skills.fill('  Elixir ');
  await skills.press('Enter');
  await expect(page.getByText('2 skill(s) added')).toBeVisible();

  await page.getByLabel('Full name').fill('Jonas Weber');
  await page.getByLabel('Email').fill(address);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('dialog', { name: 'Check your email' })).toBeVisible();
  await page.goto(await mailbox.linkFor(address));
  await expect(page).toHaveURL(/\/home$/);
  const user = await page.evaluate(
    () => JSON.parse(localStorage.getItem('user') ?? '{}') as { role: string; expertiseAreas: string[] },
  );
  expect(user).toMatchObject({ role: 'solver', expertiseAreas: ['TypeScript', 'Elixir'] });
});

test('the link on another device asks for the address', async ({ page, browser, people, mailbox, baseURL }) => {
  const address = people.newAddress();
  await page.goto('/signup');
  await page.getByLabel('Full name').fill('Ines Duarte');
  await page.getByLabel('Email').fill(address);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('radio', { name: /Find Solutions/ }).check();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('dialog', { name: 'Check your email' })).toBeVisible();

  const phone = await newBrowser(browser, baseURL);
  const there = await phone.newPage();
  await there.goto(await mailbox.linkFor(address));
  await there.getByLabel('Email').fill(address);
  await there.getByRole('main').getByRole('button').first().click();
  await expect(there).toHaveURL(/\/home$/);
  await phone.close();
});

test('a person signs in, and comes to where they were going', async ({ page, people }) => {
  const person = await people.create('seeker');
  await page.goto('/notifications');
  await expect(page).toHaveURL(/\/signin$/);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Logged in successfully!')).toBeVisible();
  await expect(page).toHaveURL(/\/notifications$/);
});

test('a wrong password is refused with a sentence, and what was typed stays', async ({ page, people, consoleWatch }) => {
  consoleWatch.expectErrors(/401/);
  const person = await people.create('seeker');
  await page.goto('/signin');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await expect(page).toHaveURL(/\/signin$/);
});

test('an address that was not proven is told so', async ({ page, people, request }) => {
  const email = people.newAddress();
  const body = { email, password: PASSWORD, name: 'Ada Park', role: 'seeker' };
  await request.post('/api/auth/signup', { headers: { 'x-app-key': 'solvent-web' }, data: body });
  await page.goto('/signin');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Please verify your email to continue').first()).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
});

test('the identity package is no part of /home, /problems or a plain sign-in', async ({ page, people }) => {
  const person = await people.create('seeker');
  const scripts: string[] = [];
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'script' && (await response.text().catch(() => '')).includes('identitytoolkit'))
      scripts.push(response.url());
  });
  await page.goto('/home');
  await page.goto('/problems');
  await page.goto('/signin');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/home$/);
  expect(scripts).toEqual([]);
});

test('an address that was not proven gets its link again', async ({ page, people, request, mailbox }) => {
  const email = people.newAddress();
  const body = { email, password: PASSWORD, name: 'Ada Park', role: 'seeker' };
  await request.post('/api/auth/signup', { headers: { 'x-app-key': 'solvent-web' }, data: body });
  await page.goto('/signin');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Send the link again' }).click();
  await expect(page.getByText(`A new link is on its way to ${email}`)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled();
  await page.goto(await mailbox.linkFor(email));
  await expect(page.getByRole('banner').getByRole('link', { name: 'Ada Park, profile' })).toBeVisible();
});

test('an address that is taken leads to its account; what was typed stays', async ({ page, people, consoleWatch }) => {
  consoleWatch.expectErrors(/409/);
  const person = await people.create('seeker');
  await page.goto('/signup');
  await page.getByLabel('Full name').fill('Ines Duarte');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD);
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(PASSWORD);
  await page.getByRole('link', { name: 'reset your password' }).click();
  await expect(page).toHaveURL(/\/reset-password$/);
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await page.goBack();
  await expect(page).toHaveURL(/\/signup$/);
  await page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/signin$/);
});

test('a breached password is refused under its field', async ({ page, people, consoleWatch }) => {
  consoleWatch.expectErrors(/422/);
  await page.goto('/signup');
  await page.getByLabel('Full name').fill('Ines Duarte');
  await page.getByLabel('Email').fill(people.newAddress());
  await page.getByLabel('Password', { exact: true }).fill('password123');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
});

test('LinkedIn is offered at sign-up alone, and says that it is not there yet', async ({ page }) => {
  await page.goto('/signin');
  await expect(page.getByRole('button', { name: 'Google' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'LinkedIn' })).toHaveCount(0);
  await page.goto('/signup');
  await page.getByRole('button', { name: 'LinkedIn' }).click();
  await expect(page.getByText('LinkedIn login is not yet implemented')).toBeVisible();
});

test('a person signs in with the keyboard alone', async ({ page, people }) => {
  const person = await people.create('seeker');
  await page.goto('/signin');
  await page.getByLabel('Email').focus();
  await page.keyboard.type(person.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(person.password);
  for (const name of ['Show password', 'Forgot password?', 'Sign In']) {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveAccessibleName(name);
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/home$/);
});

test('signing in leads to no other site', async ({ page, people }) => {
  const person = await people.create('seeker');
  await people.signIn(person);
  await page.addInitScript(() => history.replaceState({ usr: { from: '//example.org' }, key: 'k', idx: 0 }, ''));
  await page.goto('/signin');
  await expect(page).toHaveURL(/localhost[^/]*\/home$/);
});
