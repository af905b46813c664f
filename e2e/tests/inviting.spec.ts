import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import type { Person } from '../src/people.ts';

const headersOf = ({ token }: Person) => ({ 'x-app-key': 'solvent-web', Authorization: `Bearer ${token}` });

/** An open problem that asks for what new solvers of tests know. */
async function postProblem(request: APIRequestContext, seeker: Person, title: string): Promise<string> {
  const body = 'Since the last release some of the messages get lost when the socket comes back.';
  const data = { title, body, category: 'backend', tags: ['React', 'TypeScript'], budget: 250 };
  const response = await request.post('/api/problems', { headers: headersOf(seeker), data });
  expect(response.ok(), await response.text()).toBe(true);
  return ((await response.json()) as { problem: { _id: string } }).problem._id;
}

const told = (page: Page, text: string | RegExp) => expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();

test('a seeker invites a solver from the profile, who is told and finds the problem', async ({
  page,
  people,
  request,
  expectAccessible,
}) => {
  const [seeker, solver] = [await people.create('seeker', 'Maren Vogt'), await people.create('solver', 'Tariq Aziz')];
  const title = 'Sockets lose messages on reconnect';
  const problemId = await postProblem(request, seeker, title);
  await people.signIn(seeker);
  await page.goto(`/profile/${solver._id}`);
  await page.getByRole('button', { name: 'Invite to a problem' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite Tariq Aziz' });
  await expect(dialog.getByRole('link', { name: title })).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('button', { name: `Invite to ${title}` }).click();
  await expect(dialog.getByText('Invited', { exact: true })).toBeVisible();
  await told(page, 'Tariq Aziz was invited');

  await people.signIn(solver);
  await page.goto('/notifications');
  await page.getByText(`Maren Vogt invites you to bid on "${title}"`).click();
  await expect(page).toHaveURL(new RegExp(`/view-problems/${problemId}$`));
  await expect(page.getByRole('button', { name: 'Place bid' })).toBeVisible();
});

test('a seeker invites a suggested solver from the problem, and sees that they have bid', async ({ page, people, request }) => {
  const [seeker, solver] = [await people.create('seeker'), await people.create('solver', 'Nadia Petrenko')];
  const problemId = await postProblem(request, seeker, 'A list that stutters while it scrolls');
  await people.signIn(seeker);
  await page.goto(`/view-problems/${problemId}`);
  const card = page.getByRole('region', { name: 'Invite solvers' });
  const first = card.getByRole('listitem').first();
  await expect(card.getByRole('listitem')).toHaveCount(5);
  await first.getByRole('button', { name: /^Invite/ }).click();
  await expect(first.getByText('Invited', { exact: true })).toBeVisible();

  const invited = await request.post(`/api/problems/${problemId}/invitations`, {
    headers: headersOf(seeker),
    data: { solverId: solver._id },
  });
  expect([201, 409]).toContain(invited.status());
  const message = 'I have mended such lists before, and would measure it first.';
  const bid = { problemId, amount: 200, estimatedDays: 3, message };
  expect((await request.post('/api/bids', { headers: headersOf(solver), data: bid })).status()).toBe(201);
  await expect(card.getByText('Has bid')).toBeVisible();
});

test('who is blocked cannot write, and is written to again once that is over', async ({
  page,
  people,
  request,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/403/);
  const [solver, seeker] = [await people.create('solver', 'Tariq Aziz'), await people.create('seeker', 'Maren Vogt')];
  await people.signIn(solver);
  await page.goto(`/profile/${seeker._id}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Block' }).click();
  await page.getByRole('dialog', { name: 'Block Maren Vogt?' }).getByRole('button', { name: 'Block' }).click();
  await told(page, 'You have blocked Maren Vogt');

  const writing = () => request.post('/api/chat/conversations', { headers: headersOf(seeker), data: { userId: solver._id } });
  const refused = await writing();
  expect([refused.status(), ((await refused.json()) as { message: string }).message]).toEqual([
    403,
    'You cannot write to this person.',
  ]);

  await page.goto('/profile');
  const blocked = page.getByRole('region', { name: 'Blocked people' });
  await blocked.getByRole('button', { name: 'Unblock Maren Vogt' }).click();
  await expect(blocked.getByText('You have blocked nobody.')).toBeVisible();
  expect((await writing()).status()).toBe(201);
});

test('a solver says where they are, and everybody reads it by name', async ({ page, people, expectAccessible }) => {
  const solver = await people.create('solver');
  await people.signIn(solver);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit profile' }).click();
  await page.getByRole('combobox', { name: 'Country' }).selectOption({ label: 'Mexico' });
  await page.getByRole('combobox', { name: 'Time zone' }).selectOption('America/Mexico_City');
  await expectAccessible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await told(page, 'Profile updated');
  await page.goto(`/profile/${solver._id}`);
  await expect(page.getByText('Verified: email address')).toBeVisible();
  const about = page.getByRole('region', { name: 'About' });
  await expect(about).toContainText('Mexico');
  await expect(about).toContainText(/\d:\d\d [AP]M local time/);
});
