import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import { headersOf, postProblem } from '../src/marketplace.ts';
import { newBrowser } from '../src/pages.ts';
import { drawPicture } from '../src/pictures.ts';

const BODY = `It fails as the table says, and as https://example.com/log shows.

| Browser | Times | Operating system | First seen | Last seen |
| :------ | ----: | ---------------- | ---------- | --------- |
| Firefox | 3 | Debian | Monday | Wednesday |
| Chromium | 12 | Windows | Tuesday | Wednesday |

- [x] Found where
- [ ] Found *why*

~~It is the cache.~~

\`\`\`ts
// Waits for the socket, and then for whatever was sent meanwhile, which is a line that is longer than any phone is wide.
const wait = 'long';
\`\`\`
`;

const isScrolled = (locator: Locator) => locator.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
const colourOf = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).color);
const scrollsSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

test('a problem shows tables, tasks, struck words, bare links and coloured code that can be copied', async ({
  page,
  people,
  request,
  context,
  expectAccessibleInBothThemes,
}) => {
  const poster = await people.create('seeker');
  const { _id } = await postProblem(request, poster, { body: BODY });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/view-problems/${_id}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('cell', { name: '12' })).toHaveCSS('text-align', 'right');
  await expect(main.getByRole('checkbox', { name: 'Found where' })).toBeChecked();
  await expect(main.getByRole('checkbox', { name: 'Found why' })).not.toBeChecked();
  await expect(main.getByRole('checkbox', { name: 'Found why' })).toBeDisabled();
  await expect(main.getByText('It is the cache.')).toHaveCSS('text-decoration-line', 'line-through');
  await expect(main.getByRole('link', { name: 'https://example.com/log' })).toHaveAttribute('href', 'https://example.com/log');

  const code = main.getByRole('group', { name: 'Code, TypeScript' });
  const keyword = code.getByText('const', { exact: true });
  await expect(keyword).toBeVisible();
  expect(await colourOf(keyword)).not.toBe(await colourOf(code));
  await main.getByRole('button', { name: 'Copy code' }).focus();
  await page.keyboard.press('Enter');
  await expect(main.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^\/\/ Waits for the socket[^]*const wait = 'long';$/,
  );
  await page.keyboard.press('Tab');
  await expect(code).toBeFocused();
  await expectAccessibleInBothThemes();

  await page.setViewportSize({ width: 320, height: 700 });
  expect(await scrollsSideways(page)).toBe(false);
  expect(await isScrolled(code)).toBe(true);
  expect(await isScrolled(main.getByRole('group', { name: 'Table' }))).toBe(true);
});

test('the page without scripts shows the same', async ({ browser, baseURL, people, request }) => {
  const { _id } = await postProblem(request, await people.create('seeker'), { body: BODY });
  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), javaScriptEnabled: false });
  const page = await context.newPage();
  const shown = page.getByRole('group', { name: 'Code, TypeScript' });
  // The server may have had no time for the first one.
  await expect(async () => {
    await page.goto(`/view-problems/${_id}`);
    await expect(shown).toContainText("const wait = 'long';", { timeout: 2000 });
  }).toPass();
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Found where' })).toBeChecked();
  await context.close();
});

test('the toolbar works by the keyboard, and undo takes back what it did', async ({
  page,
  people,
  expectAccessibleInBothThemes,
}) => {
  await people.signIn(await people.create('seeker'));
  await page.goto('/post-problem');
  const field = page.getByRole('main').getByRole('textbox', { name: 'Description' });
  const bold = page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name: 'Bold' });
  await expect(bold).toBeVisible();
  await field.fill('It fails');
  await field.selectText();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Home');
  await expect(bold).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('**It fails**');
  await expect(field).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(field).toHaveValue('It fails');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('button', { name: 'Syntax help' })).toBeFocused();
  await expectAccessibleInBothThemes();
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await scrollsSideways(page)).toBe(false);
});

/** Pastes a picture, as a screenshot is. */
async function paste(page: Page, field: Locator, name: string): Promise<void> {
  const { buffer } = await drawPicture(page, [640, 360]);
  const data = await page.evaluateHandle(
    ([bytes, called]) => {
      const transfer = new DataTransfer();
      const content = Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0));
      transfer.items.add(new File([content], called, { type: 'image/png' }));
      return transfer;
    },
    [buffer.toString('base64'), name] as const,
  );
  await field.focus();
  await field.evaluate((element, clipboardData) => {
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, data);
}

test('a picture that is pasted into a problem and a question is seen by everybody, its place kept', async ({
  page,
  people,
  browser,
  baseURL,
  request,
}) => {
  const poster = await people.create('seeker');
  const { _id } = await postProblem(request, poster, { body: BODY });
  await people.signIn(poster);
  await page.goto(`/post-problem?edit=${_id}`);
  const main = page.getByRole('main');
  const field = main.getByRole('textbox', { name: 'Description' });
  await expect(main.getByRole('button', { name: 'Picture' })).toBeVisible();
  await paste(page, field, 'fault.png');
  await expect(field).toHaveValue(/!\[fault\]\(\/api\/files\/[\da-f-]{36}#640x360\)/);
  await main.getByRole('tab', { name: 'Preview' }).click();
  await expect(main.getByRole('img', { name: 'fault' })).toHaveJSProperty('naturalWidth', 640);
  await main.getByRole('button', { name: 'Save changes' }).click();
  await expect(page).toHaveURL(/\/view-problems\//);
  await main.getByRole('textbox', { name: 'Your question' }).fill('Like this? ');
  await expect(main.getByRole('button', { name: 'Picture' })).toBeVisible();
  await paste(page, main.getByRole('textbox', { name: 'Your question' }), 'like this.png');
  await expect(main.getByRole('textbox', { name: 'Your question' })).toHaveValue(/#640x360\)$/);
  await main.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(main.getByRole('img', { name: 'like this' })).toBeVisible();

  const visitor = await (await newBrowser(browser, baseURL)).newPage();
  await visitor.goto(`/view-problems/${_id}`);
  for (const name of ['fault', 'like this']) {
    await visitor.getByRole('img', { name }).scrollIntoViewIfNeeded();
    await expect(visitor.getByRole('img', { name })).toHaveJSProperty('naturalWidth', 640);
  }
  await visitor.context().close();
});

test('a picture that cannot be sent is said so; the text stays, and it can be sent again', async ({
  page,
  people,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/file-upload/);
  await people.signIn(await people.create('seeker'));
  await page.goto('/post-problem');
  const main = page.getByRole('main');
  const field = main.getByRole('textbox', { name: 'Description' });
  await expect(main.getByRole('button', { name: 'Picture' })).toBeVisible();
  await field.fill('It fails like this: ');
  await page.route(/\/api\/file-upload/, (route) => route.abort());
  await paste(page, field, 'fault.png');
  await expect(main.getByRole('alert').filter({ hasText: 'fault.png' })).toBeVisible();
  await expect(field).toHaveValue('It fails like this: ');
  await page.unroute(/\/api\/file-upload/);
  await main.getByRole('button', { name: 'Try again' }).click();
  await expect(field).toHaveValue(/^It fails like this: !\[fault\]\(\/api\/files\//);
});

test('a summary has no marks of a table or a task', async ({ page, people, request }) => {
  const poster = await people.create('seeker');
  const { _id, title } = await postProblem(request, poster, { title: `Tables ${crypto.randomUUID()}`, body: BODY });
  const answer = await request.get(`/api/problems?search=${encodeURIComponent(title)}`, { headers: headersOf(poster) });
  const { problems } = (await answer.json()) as { problems: { _id: string; description: string }[] };
  expect(problems.find((problem) => problem._id === _id)?.description).toBe(
    'It fails as the table says, and as https://example.com/log shows. Found where Found why It is the cache.',
  );
  await page.goto(`/problems?q=${encodeURIComponent(title)}`);
  await expect(page.getByText('Found where Found why')).toBeVisible();
});
