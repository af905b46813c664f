import type { Page } from '@playwright/test';
import { openConversation, sendMessage, writeMessage } from '../src/chat.ts';
import { expect, test } from '../src/index.ts';
import { getAuthHeaders, postProblem } from '../src/marketplace.ts';
import { watchReports } from '../src/reports.ts';
import { expectNoOverflow } from '../src/touch-targets.ts';

/** Accepted before the rule of levels (decision 0029). */
const QUOTES = `${'>'.repeat(6000)} quoted`;
const LISTS = Array.from({ length: 130 }, (_, level) => `${'  '.repeat(level)}- item ${level}`).join('\n');
/** Nested marks, which the rule does not limit. */
const STARS = `${'*'.repeat(1500)}emphasis${'*'.repeat(1500)}`;

const PLACEHOLDER = 'The test replaces this text in responses.';

/** Replaces the placeholder in responses, as if the database contained the old text. */
async function answerWith(page: Page, address: RegExp, old: string): Promise<void> {
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(JSON.stringify(PLACEHOLDER), JSON.stringify(old));
    await route.fulfill({ response, body });
  });
}

// The test replaces responses to the browser alone.
test.use({ renderedBy: 'browser' });

test('a problem and a conversation whose texts cannot be formatted show them as written, and work (product 5.15)', async ({
  page,
  people,
  request,
  remotes,
  screens,
  consoleWatch,
}) => {
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver', 'Jonas Weber')];
  await test.step('a problem', async () => {
    const { _id, title } = await postProblem(request, ines, { body: PLACEHOLDER });
    const comment = { headers: getAuthHeaders(ines), data: { content: STARS } };
    expect((await request.post(`/api/problems/${_id}/comments`, comment)).ok()).toBe(true);
    const { version } = await remotes.pinned('marketplace');
    for (const old of [QUOTES, LISTS]) {
      const reports = watchReports(page);
      await answerWith(page, new RegExp(`/api/problems/${_id}$`), old);
      await screens.problem(_id).open();
      await expect(screens.problem(_id).heading).toHaveText(title);
      await expect(page.getByText(old.slice(-100))).toBeVisible();
      await expect(page.getByText(STARS)).toBeVisible();
      await expect.poll(() => reports.loaded('marketplace', version)).toBe(true);
      expect(await reports.errors('marketplace', version)).toEqual([]);
      await expectNoOverflow(page);
    }
    consoleWatch.verify();
  });
  await test.step('a conversation', async () => {
    const { _id } = await openConversation(request, ines, jonas);
    for (const text of [PLACEHOLDER, STARS, 'The last one']) await writeMessage(request, jonas, _id, text);
    const { version } = await remotes.pinned('messaging');
    const reports = watchReports(page);
    await answerWith(page, /\/api\/chat\/messages\//, QUOTES);
    await people.signIn(ines);
    const { open, thread } = screens.conversation(_id);
    await open();
    await expect(thread.message('The last one')).toBeVisible();
    await expect(thread.message('>'.repeat(6000))).toBeVisible();
    await expect(thread.message(STARS)).toBeVisible();
    await sendMessage(page, 'I can still read you');
    await expect(thread.message('I can still read you')).toContainText('Sent');
    await expect.poll(() => reports.loaded('messaging', version)).toBe(true);
    expect(await reports.errors('messaging', version)).toEqual([]);
    await expectNoOverflow(page);
    consoleWatch.verify();
  });
});

/** Runs in the page. Adds a letter above its line, as stacked accents are. @returns whether it is visible there */
function isRenderedAbove(element: Element): boolean {
  const letter = document.createElement('span');
  letter.textContent = 'x';
  Object.assign(letter.style, { position: 'relative', top: '-30px' });
  element.append(letter);
  const { x, y, width, height } = letter.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2) === letter;
}

test('accents of an earlier name and text are not drawn over other content (product 5.26)', async ({
  page,
  people,
  request,
  screens,
}) => {
  const jonas = await people.create('solver', 'Jonas Weber');
  const { _id } = await postProblem(request, await people.create('seeker'));
  const comment = { headers: getAuthHeaders(jonas), data: { content: 'Which version is it?' } };
  expect((await request.post(`/api/problems/${_id}/comments`, comment)).ok()).toBe(true);
  await screens.problem(_id).open();
  for (const text of ['Jonas Weber', 'Which version is it?']) {
    const shown = page.getByRole('main').getByText(text).first();
    await shown.scrollIntoViewIfNeeded();
    expect(await shown.evaluate(isRenderedAbove), text).toBe(false);
  }
});
