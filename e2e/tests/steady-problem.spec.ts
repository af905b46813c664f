import type { Page } from '@playwright/test';
import { expect, test } from '../src/index.ts';
import { headersOf, placeBid, postProblem } from '../src/marketplace.ts';
import { readServed } from '../src/composition/served-html.ts';

/** How far the page has jumped so far (product 10.6), and what did. */
const shiftOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ sum: number; of: string[] }>((done) => {
        const shifts = new PerformanceObserver((list) => {
          // The DOM's types do not know this kind of entry.
          const entries = list.getEntries() as (PerformanceEntry & { value: number; sources: { node: Node | null }[] })[];
          shifts.disconnect();
          done({
            sum: entries.reduce((sum, { value }) => sum + value, 0),
            of: entries.flatMap(({ sources }) => sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? '')),
          });
        });
        shifts.observe({ type: 'layout-shift', buffered: true });
        // Where nothing ever jumped, it is not called.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done({ sum: 0, of: [] }), 100)));
      }),
  );

for (const width of [390, 1440]) {
  test(`a problem's page stands still for its two people and for others, ${width} px wide`, async ({
    page,
    people,
    request,
    browser,
    baseURL,
  }) => {
    const [owner, bidder] = [await people.create('seeker'), await people.create('solver')];
    const body = 'It fails at night, and nobody knows why. '.repeat(60);
    const open = await postProblem(request, owner, { body });
    const agreed = await postProblem(request, owner, { body });
    await placeBid(request, bidder, open._id);
    const bid = await placeBid(request, bidder, agreed._id);
    const accepted = await request.put(`/api/bids/${bid._id}/accept`, { headers: headersOf(owner), data: {} });
    expect(accepted.ok()).toBe(true);

    const stand = async (reader: Page, id: string, shows: RegExp) => {
      // The page that the server makes is everybody's.
      await readServed(request, `/problems/${id}`);
      await reader.goto(`/problems/${id}`);
      await expect(reader.getByText(shows).filter({ visible: true }).first()).toBeVisible();
      await expect(reader.getByText('It fails at night').first()).toBeVisible();
      const { sum, of } = await shiftOf(reader);
      expect(sum, of.join(' | ')).toBeLessThanOrEqual(0.02);
    };
    await page.setViewportSize({ width, height: 844 });
    await stand(page, open._id, /Sign in to bid/);
    await people.signIn(owner);
    await stand(page, open._id, /Close problem/);
    await stand(page, agreed._id, /Agreed sum/);
    const other = await browser.newPage({ viewport: { width, height: 844 }, ...(baseURL ? { baseURL } : {}) });
    const { password: _password, ...session } = bidder;
    await other.addInitScript((user) => localStorage.setItem('user', user), JSON.stringify(session));
    await stand(other, open._id, /Edit bid/);
    await stand(other, agreed._id, /Agreed sum/);
    await other.close();
  });
}
