import { readFile } from 'node:fs/promises';
import { expect, test } from '../src/index.ts';
import { getAuthHeaders, postProblem } from '../src/marketplace.ts';

test('a user downloads their data and deletes the account; the problem stays under "Deleted user" (product 2.14, 5.21, 6.9)', async ({
  page,
  people,
  request,
  screens,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/401|404|410/);
  const person = await people.create('seeker', 'Ines Duarte');
  const { _id: id, title } = await postProblem(request, person);
  await people.signIn(person);
  const { profile, settings, frame } = screens;
  await settings('data').open();
  await test.step('download', async () => {
    const started = page.waitForEvent('download');
    await profile.download.click();
    const download = await started;
    expect(download.suggestedFilename()).toMatch(/\.json$/);
    const text = await readFile(await download.path(), 'utf8');
    expect(JSON.parse(text)).toMatchObject({ status: true });
    for (const part of [person._id, person.email, 'Ines Duarte', title]) expect(text).toContain(part);
  });
  await test.step('delete', async () => {
    await profile.deleteAccount.click();
    await profile.deletionDialog.getByLabel('Your password').fill(person.password);
    await profile.deletionDialog.getByRole('button', { name: 'Delete my account' }).click();
    await expect(page.getByText('Your account was deleted')).toBeVisible();
    await expect(page).toHaveURL(/\/home$/);
    await expect(frame.signIn).toBeVisible();
    await expect(page.getByText('You were signed out on this device')).toBeHidden();
    expect((await request.get('/api/auth/profile', { headers: getAuthHeaders(person) })).status()).toBe(401);
  });
  await screens.problem(id).open();
  await expect(screens.problem(id).heading).toHaveText(title);
  await expect(page.getByRole('main').getByText('Deleted user').first()).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Deleted user' })).toHaveCount(0);
  await expect(page.getByText('Ines Duarte')).toBeHidden();
  await screens.publicProfile(person._id).open();
  await expect(screens.publicProfile(person._id).heading).toHaveText('This profile does not exist');
});
