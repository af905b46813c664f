import { readFile } from 'node:fs/promises';
import { expect, test } from '../src/index.ts';
import { headersOf, postProblem } from '../src/marketplace.ts';

test('a person downloads the own data and deletes the account; the problem stays under "Deleted user" (product 2.14, 5.21, 6.9, 8.9, 8.12)', async ({
  page,
  people,
  request,
  screens,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/401|404|410|422|ERR_FAILED|delete-account|auth\/export/);
  const person = await people.create('seeker', 'Ines Duarte');
  const { _id: id, title } = await postProblem(request, person);
  await people.signIn(person);
  const { profile, frame } = screens;
  await profile.open();
  await test.step('download', async () => {
    await page.route('**/api/auth/export', (route) => route.abort('failed'));
    await profile.download.click();
    await expect(page.getByText('Failed to download your data')).toBeVisible();
    await page.unroute('**/api/auth/export');
    const started = page.waitForEvent('download');
    await profile.download.click();
    const download = await started;
    expect(download.suggestedFilename()).toMatch(/\.json$/);
    const text = await readFile(await download.path(), 'utf8');
    expect(JSON.parse(text)).toMatchObject({ status: true });
    for (const part of [person._id, person.email, 'Ines Duarte', title]) expect(text).toContain(part);
    expect(text).not.toContain(person.token);
    expect(text).not.toMatch(/argon2|passwordHash|tokenHash/);
  });
  const field = profile.deletionDialog.getByLabel('Your password');
  const confirm = profile.deletionDialog.getByRole('button', { name: 'Delete my account' });
  await test.step('a wrong password', async () => {
    await profile.deleteAccount.click();
    await expect(profile.deletionDialog.getByText(/under the name “Deleted user”/)).toBeVisible();
    await field.fill('not-my-password');
    await confirm.click();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('not-my-password');
  });
  await test.step('no response', async () => {
    await field.fill(person.password);
    await page.route('**/api/auth/delete-account', (route) => route.abort('failed'));
    await confirm.click();
    await expect(page.getByText('Failed to delete your account')).toBeVisible();
    await expect(field).toHaveValue(person.password);
    await page.unroute('**/api/auth/delete-account');
    expect((await request.get('/api/auth/profile', { headers: headersOf(person) })).ok()).toBe(true);
  });
  await test.step('deleted', async () => {
    await confirm.click();
    await expect(page.getByText('Your account was deleted')).toBeVisible();
    await expect(page).toHaveURL(/\/home$/);
    await expect(frame.signIn).toBeVisible();
    await expect(page.getByText('You were signed out on this device')).toBeHidden();
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
    expect((await request.get('/api/auth/profile', { headers: headersOf(person) })).status()).toBe(401);
  });
  await screens.problem(id).open();
  await expect(screens.problem(id).heading).toHaveText(title);
  await expect(page.getByRole('main').getByText('Deleted user').first()).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Deleted user' })).toHaveCount(0);
  await expect(page.getByText('Ines Duarte')).toBeHidden();
  await screens.publicProfile(person._id).open();
  await expect(screens.publicProfile(person._id).heading).toHaveText('This profile does not exist');
});
