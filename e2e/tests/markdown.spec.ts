import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import { openServed } from '../src/composition/served-html.ts';
import { postProblem } from '../src/marketplace.ts';
import { openBrowser } from '../src/pages.ts';
import { drawPicture } from '../src/pictures.ts';
import { expectNoOverflow } from '../src/touch-targets.ts';

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
const getColor = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).color);

test('a problem shows tables, tasks, strikethrough and colored code on screens of any width, also without scripts (product 5.15, 10.2, 10.24)', async ({
  page,
  browser,
  baseURL,
  people,
  request,
  expectAccessibleInBothThemes,
}) => {
  const poster = await people.create('seeker');
  const { _id } = await postProblem(request, poster, { body: BODY });
  await page.goto(`/view-problems/${_id}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('cell', { name: '12' })).toHaveCSS('text-align', 'right');
  await expect(main.getByText('It is the cache.')).toHaveCSS('text-decoration-line', 'line-through');

  const code = main.getByRole('group', { name: 'Code, TypeScript' });
  const keyword = code.getByText('const', { exact: true });
  await expect(keyword).toBeVisible();
  expect(await getColor(keyword)).not.toBe(await getColor(code));
  await expectAccessibleInBothThemes();

  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoOverflow(page);
  expect(await isScrolled(code)).toBe(true);
  expect(await isScrolled(main.getByRole('group', { name: 'Table' }))).toBe(true);

  await test.step('without scripts', async () => {
    const withoutScripts = await browser.newContext({ ...(baseURL ? { baseURL } : {}), javaScriptEnabled: false });
    const served = await withoutScripts.newPage();
    await openServed(served, `/view-problems/${_id}`);
    await expect(served.getByRole('group', { name: 'Code, TypeScript' })).toContainText("const wait = 'long';");
    await expect(served.getByRole('table')).toBeVisible();
    await expect(served.getByRole('checkbox', { name: 'Found where' })).toBeChecked();
    await withoutScripts.close();
  });
});

async function paste(page: Page, field: Locator, name: string): Promise<void> {
  const { buffer } = await drawPicture(page, [640, 360]);
  const data = await page.evaluateHandle(
    ([bytes, called]) => {
      const transfer = new DataTransfer();
      const content = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0));
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

test('a description is formatted by keyboard with undo, and pasted pictures are retried and visible to everyone (product 5.19, 10.25)', async ({
  page,
  people,
  screens,
  browser,
  baseURL,
  request,
  consoleWatch,
}) => {
  consoleWatch.expectErrors(/file-upload/);
  const poster = await people.create('seeker');
  const { _id } = await postProblem(request, poster, { body: BODY });
  await people.signIn(poster);
  await page.goto(`/post-problem?edit=${_id}`);
  const main = page.getByRole('main');
  const field = screens.postProblem.description;
  const bold = page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name: 'Bold' });
  await expect(bold).toBeVisible();
  await test.step('the toolbar', async () => {
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
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    await page.setViewportSize({ width: 320, height: 700 });
    await expectNoOverflow(page);
    await page.setViewportSize({ width, height });
  });
  await test.step('a picture that fails at first', async () => {
    await field.fill('It fails like this: ');
    await page.route(/\/api\/file-upload/, (route) => route.abort());
    await paste(page, field, 'fault.png');
    await expect(main.getByRole('alert').filter({ hasText: 'fault.png' })).toBeVisible();
    await expect(field).toHaveValue('It fails like this: ');
    await page.unroute(/\/api\/file-upload/);
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect(field).toHaveValue(/^It fails like this: !\[fault\]\(\/api\/files\/[\da-f-]{36}#640x360\)/);
    await field.press('End');
    await field.pressSequentially(' and then nothing is sent any more.');
    await main.getByRole('tab', { name: 'Preview' }).click();
    await expect(main.getByRole('img', { name: 'fault' })).toHaveJSProperty('naturalWidth', 640);
    await main.getByRole('button', { name: 'Save changes' }).click();
    await expect(page).toHaveURL(/\/view-problems\//);
  });
  await test.step('a picture in an update', async () => {
    await main.getByRole('tab', { name: /^Questions/ }).click();
    const update = main.getByRole('textbox', { name: 'Your update' });
    await update.fill('Like this? ');
    await expect(main.getByRole('button', { name: 'Picture' })).toBeVisible();
    await paste(page, update, 'like this.png');
    await expect(update).toHaveValue(/#640x360\)$/);
    await main.getByRole('button', { name: 'Add an update', exact: true }).click();
    await expect(main.getByRole('img', { name: 'like this' })).toBeVisible();
  });
  const visitor = await (await openBrowser(browser, baseURL)).newPage();
  await visitor.goto(`/view-problems/${_id}`);
  for (const name of ['fault', 'like this']) {
    await visitor.getByRole('img', { name }).scrollIntoViewIfNeeded();
    await expect(visitor.getByRole('img', { name })).toHaveJSProperty('naturalWidth', 640);
  }
  await visitor.context().close();
});
