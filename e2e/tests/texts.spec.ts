import type { Page } from '@playwright/test';
import { openConversation, threadOf, writeMessage } from '../src/chat.ts';
import { expect, test } from '../src/index.ts';
import { headersOf, postProblem } from '../src/marketplace.ts';
import { watchReports } from '../src/reports.ts';

/** As it was taken before there was the rule of levels (decision 0029). */
const QUOTES = `${'>'.repeat(6000)} quoted`;
const LISTS = Array.from({ length: 130 }, (_, level) => `${'  '.repeat(level)}- item ${level}`).join('\n');
/** Marks within marks, of which the rule says nothing. */
const STARS = `${'*'.repeat(1500)}emphasis${'*'.repeat(1500)}`;

const PLACE = 'In this place stands a text that is older than the rule.';

/** The page gets an old text in the place of this one, as if the database held it. */
async function answerWith(page: Page, address: RegExp, old: string): Promise<void> {
  await page.route(address, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll(JSON.stringify(PLACE), JSON.stringify(old)) });
  });
}

const scrollsSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

test.describe('drawn by the browser', () => {
  // The test answers in the place of the API, to the browser alone.
  test.use({ drawnBy: 'browser' });

  test('a problem whose text nothing can format stands, its text as it was written', async ({
    page,
    people,
    request,
    remotes,
    consoleWatch,
  }) => {
    const poster = await people.create('seeker');
    const { _id, title } = await postProblem(request, poster, { body: PLACE });
    const asked = await request.post(`/api/problems/${_id}/comments`, { headers: headersOf(poster), data: { content: STARS } });
    expect(asked.ok(), await asked.text()).toBe(true);
    const { version } = await remotes.pinned('marketplace');
    for (const old of [QUOTES, LISTS]) {
      const reports = watchReports(page);
      await answerWith(page, new RegExp(`/api/problems/${_id}$`), old);
      await page.goto(`/view-problems/${_id}`);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.getByText(old.slice(-100))).toBeVisible();
      await expect(page.getByText(STARS)).toBeVisible();
      await expect.poll(() => reports.loaded('marketplace', version)).toBe(true);
      expect(await reports.errors('marketplace', version)).toEqual([]);
      expect(await scrollsSideways(page)).toBe(false);
    }
    consoleWatch.verify();
  });
});

test('a conversation with messages that nothing can format goes on', async ({ page, people, request, remotes, consoleWatch }) => {
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver', 'Jonas Weber')];
  const { _id } = await openConversation(request, ines, jonas);
  for (const text of [PLACE, STARS, 'The last one']) await writeMessage(request, jonas, _id, text);
  const { version } = await remotes.pinned('messaging');
  const reports = watchReports(page);
  await answerWith(page, /\/api\/chat\/messages\//, QUOTES);
  await people.signIn(ines);
  await page.goto(`/conversations?conversation=${_id}`);
  const thread = threadOf(page);
  await expect(thread.message('The last one')).toBeVisible();
  await expect(thread.message('>'.repeat(6000))).toBeVisible();
  await expect(thread.message(STARS)).toBeVisible();
  await thread.field.fill('I still read you');
  await thread.send.click();
  await expect(thread.message('I still read you')).toContainText('Sent');
  await expect.poll(() => reports.loaded('messaging', version)).toBe(true);
  expect(await reports.errors('messaging', version)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
  consoleWatch.verify();
});

test('who posts a text that is nested too deeply is told what to do, and keeps it', async ({ page, people, request }) => {
  const poster = await people.create('seeker');
  const refused = await request.post('/api/problems', {
    headers: headersOf(poster),
    data: { title: 'Quotes without end', body: QUOTES, category: 'backend', tags: ['React'], budget: 300 },
  });
  expect(refused.status()).toBe(422);
  await people.signIn(poster);
  await page.goto('/post-problem');
  const description = page.getByRole('textbox', { name: 'Description' });
  await description.fill(QUOTES);
  await description.blur();
  await expect(description).toHaveAccessibleErrorMessage(/^Description is nested too deeply: use at most 30 levels/);
  await page.getByRole('tab', { name: 'Preview' }).first().click();
  await expect(page.getByRole('tabpanel', { name: 'Preview' })).toContainText('quoted');
  await expect(description).toHaveValue(QUOTES);
});
