import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';

interface Seen {
  method: string;
  query: Record<string, string>;
}

function watchProblems(page: Page): Seen[] {
  const seen: Seen[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/problems') seen.push({ method: request.method(), query: Object.fromEntries(url.searchParams) });
  });
  return seen;
}

// Of pages that the browser draws: the server would have asked, and scripts come after the first paint.
test.use({ drawnBy: 'browser' });

test('the list asks with exactly its parameters (product 7.4)', async ({ page }) => {
  const seen = watchProblems(page);
  await page.goto('/problems');
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(seen[0]).toEqual({ method: 'GET', query: { price_min: '0', price_max: '1000', page: '1' } });
  await expect
    .poll(() => seen.find(({ method }) => method === 'HEAD')?.query)
    .toEqual({ price_min: '0', price_max: '1000', page: '2' });

  await page.getByPlaceholder('Search problems...').fill('database');
  await expect.poll(() => seen.at(-1)?.query).toMatchObject({ search: 'database', price_min: '0', price_max: '1000' });
  await expect(page).toHaveURL(/database/);
  await page.getByPlaceholder('Search problems...').fill('');
  await expect(page).not.toHaveURL(/database/);

  await page.getByText('React', { exact: true }).first().click();
  await expect.poll(() => seen.findLast(({ method }) => method === 'GET')?.query.tags).toBe('React');
  expect(seen.findLast(({ method }) => method === 'GET')?.query).not.toHaveProperty('search');
});

test('the next page is asked for within 200 px of the end, and not before (product 2.17)', async ({ page }) => {
  const seen = watchProblems(page);
  const pages = () => seen.filter(({ method }) => method === 'GET').map(({ query }) => query.page);
  await page.goto('/problems');
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(10);
  const scrollUntilLeft = (left: number) =>
    cards.last().evaluate((card, still) => {
      scrollBy({ top: card.getBoundingClientRect().bottom - innerHeight - still, behavior: 'instant' });
      // Two frames: what watches the end has looked by then.
      return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }, left);
  await scrollUntilLeft(260);
  expect(pages()).toEqual(['1']);
  await scrollUntilLeft(150);
  await expect.poll(() => cards.count()).toBeGreaterThan(10);
  expect(pages()).toEqual(['1', '2']);
});

test('typing asks once, 500 ms after the last key; what is no longer wanted is aborted (product 4.15 and 9.7)', async ({
  page,
}) => {
  // Its own clock: keys that a busy machine types slowly are not typed slowly here.
  await page.clock.install();
  await page.goto('/problems');
  await expect(page.getByRole('article').first()).toBeVisible();
  let held: () => void = () => {};
  const holding = new Promise<void>((resolve) => (held = resolve));
  const asked: (string | null)[] = [];
  await page.route(/\/api\/problems\?.*search=/, async (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('search'));
    await holding;
    await route.continue().catch(() => undefined);
  });
  const search = page.getByPlaceholder('Search problems...');
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  for (const key of 'react') {
    await search.press(key);
    await page.clock.runFor(50);
  }
  await page.clock.runFor(449);
  expect(asked).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(() => asked).toEqual(['react']);
  const aborted = page.waitForEvent('requestfailed', (request) => request.url().includes('search=react'));
  await search.fill('');
  await page.clock.resume();
  expect((await aborted).failure()?.errorText).toBe('net::ERR_ABORTED');
  expect(asked).toEqual(['react']);
  held();
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('a long title and a long description take two lines each (product 2.18)', async ({ page }) => {
  const problem = { _id: 'p1', title: 'A title '.repeat(60), description: 'word '.repeat(200) };
  await page.route('**/api/problems?**', (route) =>
    route.fulfill({ json: { status: true, problems: [problem], total: 1, page: 1, limit: 10, totalPages: 1 } }),
  );
  await page.goto('/problems');
  const card = page.getByRole('article');
  const heightOf = async (part: Locator) => (await part.boundingBox())?.height;
  expect(await heightOf(card.getByText(/^word word/))).toBe(40);
  expect(await heightOf(card.getByRole('heading'))).toBe(48);
});

test('on a wide screen the filters stay in view beside a long list, all of them within reach', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 600 });
  await page.goto('/problems');
  await expect(page.getByRole('article')).toHaveCount(10);
  await page.mouse.move(900, 400);
  await page.mouse.wheel(0, 1200);
  const filters = page.getByRole('complementary', { name: 'Filters' });
  await expect(page.getByRole('heading', { level: 1 })).not.toBeInViewport();
  await expect(filters.getByRole('slider', { name: 'Highest price' })).toBeInViewport();
  await filters.hover();
  await page.mouse.wheel(0, 400);
  await expect(filters.getByText('Ruby on Rails')).toBeInViewport({ ratio: 1 });
});

test('filters live in the address, and Back brings them and the place in the list back', async ({ page }) => {
  await page.goto('/problems');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.getByPlaceholder('Search problems...').fill('react');
  await expect(page).toHaveURL(/react/);
  await page.getByRole('link', { name: 'Privacy' }).click();
  await expect(page.getByRole('heading', { name: 'Privacy Policy' })).toBeVisible();
  await page.goBack();
  await expect(page.getByPlaceholder('Search problems...')).toHaveValue('react');
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('far down a long list few cards stand in the page, and Back returns to the same one', async ({ page }) => {
  const [pages, size] = [30, 10];
  await page.route('**/api/problems?**', async (route) => {
    const at = Number(new URL(route.request().url()).searchParams.get('page'));
    const problems = Array.from({ length: size }, (_, index) => ({
      _id: `p${at}-${index}`,
      title: `Card ${(at - 1) * size + index + 1}`,
    }));
    await route.fulfill({ json: { status: true, problems, total: pages * size, page: at, limit: size, totalPages: pages } });
  });
  const paging = { total: 0, page: 1, limit: 10, totalPages: 1 };
  await page.route(/\/api\/problems\/p\d/, (route) =>
    route.fulfill({ json: { status: true, problem: { _id: 'p1', title: 'Some card' }, comments: [], ...paging } }),
  );
  await page.goto('/problems');
  const cards = page.getByRole('article');
  const reachEnd = async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    return page.getByRole('article', { name: 'Card 300' }).isVisible();
  };
  await expect.poll(reachEnd, { timeout: 30_000, intervals: [50] }).toBe(true);
  await page.getByRole('article', { name: 'Card 295' }).scrollIntoViewIfNeeded();
  await expect.poll(() => cards.count()).toBeLessThan(60);

  const card = page.getByRole('article', { name: 'Card 295' });
  const { y } = (await card.boundingBox()) ?? { y: 0 };
  await card.getByRole('heading').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Some card' })).toBeVisible();
  await page.goBack();
  await expect(card).toBeInViewport();
  await expect.poll(async () => Math.abs(((await card.boundingBox())?.y ?? Infinity) - y)).toBeLessThan(20);
});

test('no match is said, and Reset filters brings the list back', async ({ page }) => {
  await page.goto('/problems');
  await page.getByPlaceholder('Search problems...').fill('zzzz-no-such-thing');
  await expect(page.getByText('No problems found matching your criteria')).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('button', { name: 'Reset filters' })
    .or(page.getByRole('link', { name: 'Reset filters' }))
    .first()
    .click();
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('a failed list says so, and Try again brings it', async ({ page, consoleWatch }) => {
  consoleWatch.expectErrors(/503|Failed to load resource/);
  const failing = '**/api/problems?**';
  await page.route(failing, (route) =>
    route.fulfill({ status: 503, json: { status: false, code: 'unavailable', message: 'Please try again soon.' } }),
  );
  await page.goto('/problems');
  await expect(page.getByText('Failed to load problems. Please try again.')).toBeVisible();
  await page.unroute(failing);
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('the price slider commits with a key', async ({ page }) => {
  const seen = watchProblems(page);
  await page.goto('/problems');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.getByRole('slider', { name: 'Highest price' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => seen.findLast(({ method }) => method === 'GET')?.query.price_max).toBe('1005');
});

test('/home counts up, and its sections come as they are scrolled to', async ({ page }) => {
  await page.goto('/home');
  await expect(page.getByText('Solve Problems.')).toBeVisible();
  const hero = page.getByRole('main');
  await expect(hero.getByText('500', { exact: true })).toBeVisible();
  for (const name of ['How it works', 'Why Choose Us']) {
    await expect(async () => {
      await page.mouse.wheel(0, 600);
      await expect(page.getByRole('heading', { name })).toBeInViewport({ timeout: 500 });
    }).toPass();
  }
  for (const name of ['Expert Developer Solutions', 'Collaborative Discussion', 'Reward Good Solutions']) {
    await expect(page.getByRole('heading', { name })).toBeAttached();
  }
});
