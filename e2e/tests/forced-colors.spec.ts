import type { Locator, Page } from '@playwright/test';
import { expect, ready, test } from '../src/index.ts';
import { createParticipants } from '../src/participants.ts';
import { expectReady } from '../src/screens/screen.ts';

/** Runs in the page. */
function readLook(control: Element) {
  const shown = control.closest('label') ?? control;
  const { backgroundColor, color, forcedColorAdjust, outlineColor, outlineStyle } = getComputedStyle(shown);
  const icons = [...shown.querySelectorAll('svg')].map((icon) => getComputedStyle(icon).fill);
  return { background: backgroundColor, color, forcedColorAdjust, outline: `${outlineStyle} ${outlineColor}`, icons };
}
const read = (control: Locator) => control.evaluate(readLook);

/** The selected control has another background, on which its text has a color of its own. */
async function expectSelected(selected: Locator, other: Locator): Promise<void> {
  const [look, otherLook] = [await read(selected), await read(other)];
  expect.soft(look.background, String(selected)).not.toBe(otherLook.background);
  expect.soft(look.color, String(selected)).not.toBe(otherLook.color);
  // Otherwise the browser paints the page's color behind the text.
  expect.soft(look.forcedColorAdjust, String(selected)).toBe('none');
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectReady(page);
}

test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' }));

test('chips, the slider, tabs, menus, options and rows show what is selected in forced colors (product 10.30)', async ({
  page,
  people,
  request,
  screens,
}) => {
  const { seeker, conversationId, moduleId } = await createParticipants(people, request);
  await people.signIn(seeker.person);
  const main = page.getByRole('main');
  const { bar } = screens.frame;

  await open(page, '/problems');
  const filters = main.getByRole('complementary', { name: 'Filters' });
  const any = filters.getByRole('button', { name: 'Any', exact: true });
  const chip = filters.getByRole('button', { name: 'Open', exact: true });
  await expectSelected(any, chip);
  await expectSelected(bar.getByRole('link', { name: 'Browse Problems' }), bar.getByRole('link', { name: 'My Bids' }));
  const track = filters.getByRole('slider').first().locator('xpath=..');
  const [line, range] = [await read(track.locator('> *').nth(0)), await read(track.locator('> *').nth(1))];
  const panel = await filters.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.background = 'Canvas';
    const { backgroundColor } = getComputedStyle(probe);
    probe.remove();
    return backgroundColor;
  });
  expect([line.background, range.background]).not.toContain(panel);
  expect(line.background).not.toBe(range.background);
  await chip.click();
  await expectSelected(filters.getByRole('button', { name: 'Open', exact: true, pressed: true }), any);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  const focused = await read(chip);
  expect(focused.outline).toMatch(/^solid/);
  expect(focused.outline).not.toContain(focused.background);

  await open(page, '/my-problems');
  const tab = (name: RegExp) => main.getByRole('tab', { name });
  await expectSelected(tab(/^All/), tab(/^Open/));
  await main
    .getByRole('button', { name: /^More for/ })
    .first()
    .click();
  const menu = page.getByRole('menu');
  await menu.getByRole('menuitem').first().hover();
  await expectSelected(menu.locator('[data-highlighted]'), menu.locator('[role=menuitem]:not([data-highlighted])').first());
  expect((await read(menu)).outline).toMatch(/^solid/);

  await open(page, `/conversations?conversation=${conversationId}`);
  const rows = screens.conversations.list.getByRole('link');
  await expectSelected(rows.and(page.locator('[aria-current]')), rows.and(page.locator(':not([aria-current])')).first());

  await page.keyboard.press('Control+k');
  const option = (isSelected: boolean) => screens.frame.palette.getByRole('option', { selected: isSelected }).first();
  await expectSelected(option(true), option(false));

  await open(page, '/post-problem');
  await main.getByRole('combobox', { name: 'Tags' }).fill('re');
  await page.keyboard.press('ArrowDown');
  const suggestion = (isSelected: boolean) => main.getByRole('option', { selected: isSelected }).first();
  await expectSelected(suggestion(true), suggestion(false));

  await open(page, `/toolbox/${moduleId}`);
  await main.getByRole('button', { name: 'Write a Review' }).click();
  const star = (name: string) => page.getByRole('radio', { name });
  await star('3 stars').check();
  expect((await read(star('3 stars'))).icons).not.toEqual((await read(star('4 stars'))).icons);

  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/problems');
  const { tabs } = screens.frame;
  await expectSelected(tabs.getByRole('link', { name: 'Problems' }), tabs.getByRole('link', { name: 'Home' }));
});

test('switches and choices of forms show their state in forced colors (product 10.30)', async ({ page, people }) => {
  await people.signIn(await people.create('solver'));
  const main = page.getByRole('main');
  await open(page, '/profile/settings/notifications');
  const sound = main.getByRole('switch', { name: 'Notification sound' });
  const readTrack = () => read(sound.locator('[aria-hidden=true]:not(svg)').last());
  const before = await readTrack();
  await sound.click();
  await ready(page);
  expect((await readTrack()).background).not.toBe(before.background);
  expect(before.outline).toMatch(/^solid/);

  await open(page, '/toolbox/upload');
  await main.getByRole('checkbox', { name: 'React', exact: true }).check();
  await expectSelected(
    main.getByRole('checkbox', { name: 'React', exact: true }),
    main.getByRole('checkbox', { name: 'Docker' }),
  );
  await main.getByRole('radio', { name: 'Paid' }).check();
  await expectSelected(main.getByRole('radio', { name: 'Paid' }), main.getByRole('radio', { name: 'Free' }));
});
