import { expect, test } from '../src/index.ts';
import { postProblem } from '../src/marketplace.ts';
import { signOutByMenu } from '../src/pages.ts';
import { createScreens } from '../src/screens/index.ts';

const PASSWORD = 'correct-horse-battery-9';

test('a visitor signs up to post a first problem, types nothing twice, and is signed in in every tab until signing out (product 2.7, 2.11, 2.12, 2.13, 2.63, 3.1, 3.2, 4.1, 4.3, 4.4, 5.2)', async ({
  page: firstTab,
  context,
  people,
  mailbox,
  screens,
}) => {
  const address = people.newAddress();
  const { browse, frame, signIn, signUp } = screens;
  await test.step('the sign-in says why, and passes the address on', async () => {
    await browse.open();
    await frame.postProblem.click();
    await expect(frame.toast('Please login to post a problem')).toBeVisible();
    await expect(firstTab.getByText('Sign in to post a problem')).toBeVisible();
    await signIn.email.fill(address);
    await signIn.createAccount.click();
    await expect(signUp.heading).toBeVisible();
    await expect(firstTab.getByText('Create an account to post a problem')).toBeVisible();
    await expect(signUp.email).toHaveValue(address);
  });
  await test.step('the form, with the role of a solver', async () => {
    await signUp.name.fill('Ines Duarte');
    await signUp.password.fill(PASSWORD);
    await signUp.solver.check();
    await signUp.areas.fill('Rust');
    await signUp.areas.press('Enter');
    await signUp.agree.check();
    await signUp.submit.click();
    await expect(signUp.checkEmail).toContainText(address);
    await firstTab.reload();
    await expect(signUp.checkEmail).toContainText(address);
  });
  const page = await context.newPage();
  const own = createScreens(page);
  const form = own.postProblem;
  await test.step('the link leads to the role switch, and that to the form', async () => {
    await page.goto(await mailbox.linkFor(address));
    await expect(own.frame.roleSwitchDialog.getByText('Rust')).toBeVisible();
    await own.frame.roleSwitchDialog.getByRole('button', { name: 'Switch to Seeker' }).click();
    await expect(page).toHaveURL(/\/post-problem$/);
  });
  await test.step('the form keeps what is typed over a reload and a visit elsewhere', async () => {
    await form.title.fill('Messages are lost after a reconnect');
    await form.description.fill('After a reconnect the client misses what was sent meanwhile.');
    await page.reload();
    await form.tags.fill('React,');
    await form.category.selectOption({ label: 'Backend Development' });
    await own.frame.browse.click();
    await expect(own.browse.heading).toBeVisible();
    await own.frame.postProblem.click();
    await expect(form.title).toHaveValue('Messages are lost after a reconnect');
    await expect(form.category).toHaveValue('backend');
    await form.budget.fill('300');
    await form.post.click();
    await expect(page).toHaveURL(/\/view-problems\/[0-9a-f-]{36}$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Messages are lost after a reconnect' })).toBeVisible();
    await expect(own.frame.toast('Your problem is live.')).toBeVisible();
  });
  await test.step('signing out, in every tab', async () => {
    const otherTab = await context.newPage();
    await createScreens(otherTab).notifications.open();
    await expect(own.frame.profile('Ines Duarte')).toBeVisible();
    await signOutByMenu(page);
    await expect(own.frame.signIn).toBeVisible();
    await expect(otherTab).toHaveURL(/\/signin$/);
  });
});

test('a visitor who wants to bid signs up, and the link opens the form of the bid; another browser asks for the address (product 2.12, 2.63)', async ({
  page,
  browser,
  context,
  people,
  request,
  mailbox,
  screens,
}) => {
  const { _id: id, title } = await postProblem(request, await people.create('seeker'));
  const address = people.newAddress();
  const { problem, signIn, signUp } = screens;
  await problem(id).open();
  await problem(id).side.getByRole('link', { name: 'Sign in to bid' }).click();
  await expect(page.getByText(`Sign in to bid on "${title}"`)).toBeVisible();
  await signIn.createAccount.click();
  await expect(page.getByText(`Create an account to bid on "${title}"`)).toBeVisible();
  await expect(signUp.solver).toBeChecked();
  await signUp.name.fill('Jonas Weber');
  await signUp.email.fill(address);
  await signUp.password.fill(PASSWORD);
  await signUp.areas.fill('Rust');
  await signUp.areas.press('Enter');
  await signUp.agree.check();
  await signUp.submit.click();
  await expect(signUp.checkEmail).toContainText('A verification link was sent');
  await page.reload();
  await expect(signUp.checkEmail).toContainText(address);

  const link = await mailbox.linkFor(address);
  const elsewhere = await browser.newContext();
  const phone = await elsewhere.newPage();
  await phone.goto(link);
  await expect(phone.getByRole('heading', { level: 1, name: 'Confirm your email' })).toBeVisible();
  await elsewhere.close();
  const tab = await context.newPage();
  await tab.goto(link);
  await expect(tab).toHaveURL(`/view-problems/${id}`);
  await expect(tab.getByRole('dialog', { name: 'Bid on this problem' })).toBeVisible();
});

test('an unverified account gets its link again, and the link works in a browser where another account is signed in (product 2.13, 4.2)', async ({
  page,
  people,
  request,
  mailbox,
  screens,
  openBrowserAs,
}) => {
  const email = people.newAddress();
  const data = { email, password: PASSWORD, name: 'Ada Park', role: 'seeker' };
  await request.post('/api/auth/signup', { headers: { 'x-app-key': 'solvent-web' }, data });
  await screens.signIn.open();
  await screens.signIn.submitWith({ email, password: PASSWORD });
  await expect(page.getByText('Please verify your email to continue').first()).toBeVisible();
  await page.getByRole('button', { name: 'Send the link again' }).click();
  await expect(page.getByText(`A new link is on its way to ${email}`)).toBeVisible();

  const jonas = await people.create('solver', 'Jonas Weber');
  const phone = await openBrowserAs(jonas);
  phone.console.expectErrors(/401/);
  const there = phone.page.getByRole('main');
  await phone.page.goto(await mailbox.linkFor(email));
  await expect(there.getByRole('heading', { level: 1, name: 'You are signed in as Jonas Weber' })).toBeFocused();
  await there.getByRole('button', { name: 'Continue as the new account' }).click();
  await there.getByLabel('Email').fill('another.address@example.com');
  await there.getByLabel('Email').press('Enter');
  await expect(there.getByText('This link was sent to another address.')).toBeVisible();
  await there.getByLabel('Email').fill(email);
  await there.getByLabel('Email').press('Enter');
  await expect(createScreens(phone.page).frame.profile('Ada Park')).toBeVisible();
  const headers = { 'x-app-key': 'solvent-web', Authorization: `Bearer ${jonas.token}` };
  await expect.poll(async () => (await request.get('/api/auth/profile', { headers })).status()).toBe(401);
  await phone.close();
});
