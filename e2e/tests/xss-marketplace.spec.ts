import type { APIRequestContext, Page } from '@playwright/test';
import { expect, ready, test } from '../src/index.ts';
import type { Person } from '../src/index.ts';
import { readServed } from '../src/composition/served-html.ts';
import { getAuthHeaders, placeBid, postProblem } from '../src/marketplace.ts';
import { XSS_MARKDOWN, XSS_STORABLE as TEXTS } from '../src/xss-corpus.ts';
import { watchForXss } from '../src/xss-watch.ts';

const ALL = [...TEXTS, ...XSS_MARKDOWN].join('\n\n');
const toTag = (text: string) => text.replaceAll(',', ';').slice(0, 30).trim();

async function poison(request: APIRequestContext, poster: Person, solver: Person): Promise<string> {
  const { _id: id } = await postProblem(request, poster, { body: ALL, tags: TEXTS.slice(0, 5).map(toTag) });
  const bid = await placeBid(request, solver, id, { message: TEXTS.join(' ').slice(0, 2000) });
  const reason = TEXTS.join(' ').slice(0, 500);
  const rejected = await request.put(`/api/bids/${bid._id}/reject`, { headers: getAuthHeaders(poster), data: { reason } });
  expect(rejected.ok(), await rejected.text()).toBe(true);
  const comments = `/api/problems/${id}/comments`;
  const commented = await request.post(comments, { headers: getAuthHeaders(solver), data: { content: ALL } });
  const { comment } = (await commented.json()) as { comment: { _id: string } };
  const answer = { content: `${ALL}\n\nThe end.`, parentId: comment._id };
  expect((await request.post(comments, { headers: getAuthHeaders(poster), data: answer })).ok()).toBe(true);
  return id;
}

async function expectHarmless(page: Page, id: string): Promise<void> {
  const xss = await watchForXss(page);
  await page.goto(`/view-problems/${id}`);
  const details = page.getByRole('button', { name: 'Details' });
  const posterTab = page.getByRole('tab', { name: /^Questions/ });
  await expect(details.or(page.getByRole('region', { name: 'Your bid' })).first()).toBeVisible();
  if (await posterTab.isVisible()) await details.click();
  await expect(page.getByRole('region', { name: /^(Your bid|Bids)/ })).toContainText('<script>window.__xss=1;alert(1)</script>');
  if (await posterTab.isVisible()) await posterTab.click();
  await expect(page.getByRole('list', { name: 'Answers' })).toContainText('The end.');
  if (await posterTab.isVisible()) await page.getByRole('tab', { name: 'Brief' }).click();
  await expect(page.getByRole('list', { name: 'Tags' })).toContainText('<script>');
  await xss.verify();
}

test('no text of a problem, its bids, questions or answers runs for the poster and the solver (product 5.15, 5.16)', async ({
  people,
  request,
  openBrowserAs,
}) => {
  const [poster, solver] = [await people.create('seeker'), await people.create('solver')];
  const id = await poison(request, poster, solver);
  for (const viewer of [poster, solver]) {
    const { page, close } = await openBrowserAs(viewer);
    await expectHarmless(page, id);
    await close();
  }
});

const MAX_TITLE = 120;

/** Packs all texts into few titles, without direction overrides, which are refused. */
function pack(texts: readonly string[]): string[] {
  const titles: string[] = [];
  for (const text of texts.map((one) => one.replaceAll('\u202E', ''))) {
    const joined = `${titles.at(-1) ?? ''} ${text}`;
    if (titles.length > 0 && joined.length <= MAX_TITLE) titles[titles.length - 1] = joined;
    else titles.push(`Title: ${text}`);
  }
  return titles;
}

test('no title of a problem runs, on its page as rendered by the server, in structured data, and as the title of the tab (product 5.16, 10.17)', async ({
  page,
  people,
  request,
}) => {
  const xss = await watchForXss(page);
  const poster = await people.create('seeker');
  for (const packed of pack(TEXTS)) {
    const { _id, title } = await postProblem(request, poster, { title: packed });
    const { data } = await readServed(request, `/problems/${_id}`);
    expect(data?.['title'], 'structured data').toBe(title);
    await page.goto(`/problems/${_id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page).toHaveTitle(`${title} · Solvent`);
    await ready(page);
    await xss.verify();
  }
});
