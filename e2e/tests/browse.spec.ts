import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import { postProblem } from '../src/marketplace.ts';

const [PAGES, SIZE] = [12, 10];
const COUNT = PAGES * SIZE;

/** Fulfills requests for the list of problems; the first one has long texts. @returns requested pages */
async function answerWithLongList(page: Page): Promise<string[]> {
  const requested: string[] = [];
  await page.route('**/api/problems?**', async (route) => {
    const at = Number(new URL(route.request().url()).searchParams.get('page'));
    if (route.request().method() === 'GET') requested.push(String(at));
    const problems = Array.from({ length: SIZE }, (_, index) => {
      const number = (at - 1) * SIZE + index + 1;
      return number === 1
        ? { _id: 'p1-0', title: 'A title '.repeat(60), description: 'word '.repeat(200) }
        : { _id: `p${at}-${index}`, title: `Card ${number}` };
    });
    await route.fulfill({ json: { status: true, problems, total: COUNT, page: at, limit: SIZE, totalPages: PAGES } });
  });
  const paging = { total: 0, page: 1, limit: 10, totalPages: 1 };
  await page.route(/\/api\/problems\/p\d/, (route) =>
    route.fulfill({ json: { status: true, problem: { _id: 'p1', title: 'Some card' }, comments: [], ...paging } }),
  );
  return requested;
}

const getHeight = async (part: Locator) => (await part.boundingBox())?.height;

test.describe('rendered by the browser', () => {
  // The test replaces responses to the browser alone.
  test.use({ renderedBy: 'browser' });

  test('a long list loads its next page 200 px before the end, keeps filters in reach and few cards in the page, and Back returns to the card (product 2.16, 2.17, 2.18, 9.7, 9.9, 10.16)', async ({
    page,
    screens,
  }) => {
    await page.setViewportSize({ width: 1440, height: 600 });
    const requested = await answerWithLongList(page);
    const { cards, heading, open } = screens.browse;
    await open();
    await expect(cards).toHaveCount(SIZE);
    await test.step('a card has two lines of title and of description', async () => {
      expect(await getHeight(cards.first().getByText(/^word word/))).toBe(40);
      expect(await getHeight(cards.first().getByRole('heading'))).toBe(48);
    });
    await test.step('the next page', async () => {
      const scrollUntilLeft = (left: number) =>
        cards.last().evaluate((card, px) => {
          scrollBy({ top: card.getBoundingClientRect().bottom - innerHeight - px, behavior: 'instant' });
          // Two frames: intersection observers have run by then.
          return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        }, left);
      await scrollUntilLeft(260);
      expect(requested).toEqual(['1']);
      await scrollUntilLeft(150);
      await expect.poll(() => cards.count()).toBe(2 * SIZE);
      expect(requested).toEqual(['1', '2']);
    });
    await test.step('the filters', async () => {
      const filters = page.getByRole('complementary', { name: 'Filters' });
      await expect(heading).not.toBeInViewport();
      await expect(filters.getByRole('slider', { name: 'Highest price' })).toBeInViewport();
      await filters.hover();
      await page.mouse.wheel(0, 900);
      await expect(filters.getByText('Ruby on Rails')).toBeInViewport({ ratio: 1 });
    });
    await test.step('scroll far down and return', async () => {
      const more = page.getByRole('button', { name: 'Load more' });
      const reachEnd = async () => {
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        if (await more.isVisible()) {
          const footer = page.getByRole('contentinfo');
          // Cards above it that are measured late move it.
          await expect(async () => {
            await footer.scrollIntoViewIfNeeded();
            await expect(footer).toBeInViewport({ timeout: 500 });
          }).toPass();
          await more.click();
        }
        return page.getByRole('article', { name: `Card ${COUNT}` }).isVisible();
      };
      await expect.poll(reachEnd, { intervals: [50], timeout: 60_000 }).toBe(true);
      const card = page.getByRole('article', { name: `Card ${COUNT - 5}` });
      await card.scrollIntoViewIfNeeded();
      await expect.poll(() => cards.count()).toBeLessThan(60);
      const { y } = (await card.boundingBox()) ?? { y: 0 };
      await card.getByRole('heading').getByRole('link').click();
      await expect(page.getByRole('heading', { level: 1, name: 'Some card' })).toBeVisible();
      await page.goBack();
      await expect(card).toBeInViewport();
      await expect.poll(async () => Math.abs(((await card.boundingBox())?.y ?? Infinity) - y)).toBeLessThan(20);
    });
  });
});

test('a search tolerates a typo; Back restores it and the scroll position; an opened address starts at its top (product 2.15, 2.16, 2.19, 2.48, 3.20, 10.16)', async ({
  page,
  people,
  request,
  screens,
}) => {
  const word = `reconnect${crypto.randomUUID().slice(0, 8)}`;
  const poster = await people.create('seeker', 'Mira Chen');
  const { _id: id, title } = await postProblem(request, poster, { title: `Lost after a ${word}` });
  const { browse, problem, publicProfile, privacy, terms } = screens;
  await test.step('a search with a typo', async () => {
    await browse.open();
    const typo = word.replace('reconnect', 'reconenct');
    await browse.search.fill(typo);
    await expect(page.getByText(`Results for “${word}”. No results for “${typo}”.`)).toBeVisible();
    await browse.search.fill(word);
    await expect(page).toHaveURL(new RegExp(word));
    await expect(browse.count).toHaveText('1 problem');
  });
  await test.step('open the problem and its poster from the list, and go back', async () => {
    await browse.card(title).getByRole('heading').getByRole('link').click();
    await expect(problem(id).heading).toHaveText(title);
    await page.getByRole('article').getByRole('link', { name: 'Mira Chen' }).first().click();
    await expect(page).toHaveURL(new RegExp(`/profile/${poster._id}$`));
    await expect(publicProfile(poster._id).heading).toHaveText('Mira Chen');
    await page.goBack();
    await expect(problem(id).heading).toHaveText(title);
    await page.goBack();
    await expect(browse.search).toHaveValue(word);
    await expect(browse.card(title)).toBeVisible();
  });
  await test.step('scroll positions', async () => {
    const scrolled = () => page.evaluate(() => Math.round(window.scrollY));
    await terms.open();
    await page.evaluate(() => window.scrollTo({ top: 500, behavior: 'instant' }));
    await privacy.open();
    await terms.open();
    expect(await scrolled()).toBe(0);
    await page.goBack();
    await expect(privacy.heading).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/terms/);
    await expect.poll(scrolled).toBe(500);
  });
});
