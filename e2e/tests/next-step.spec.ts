import type { APIRequestContext, Page } from '@playwright/test';
import type { Agreement } from '@solvent/contracts';
import { expect, test } from '../src/index.ts';
import type { Person } from '../src/index.ts';
import { getAuthHeaders, parseResponse, placeBid, postProblem } from '../src/marketplace.ts';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const BODY = 'It fails at night, and the log has no reason. '.repeat(87).slice(0, 4000);
const NOTE = 'The branch has the fix, and a test that failed before. '.repeat(30);

type NextSteps = [state: string, poster: string | RegExp, solver: string, visitor: string];

/** Moves one problem through its states. */
async function* moveThroughStates(
  request: APIRequestContext,
  ines: Person,
  jonas: Person,
  id: string,
): AsyncGenerator<NextSteps> {
  const send = async (method: 'post' | 'put', as: Person, path: string, data: object = {}) =>
    parseResponse<object>(await request[method](`/api${path}`, { headers: getAuthHeaders(as), data }));
  const setStatus = (status: string) => send('put', ines, `/problems/${id}/status`, { status });
  const [bidding, closed] = ['Sign in to bid', 'This problem is closed and no longer accepts bids.'];
  yield ['without bids', 'Invite solvers', 'Place bid', bidding];
  const bid = await placeBid(request, jonas, id, { message: NOTE });
  yield ['with a bid', /^(Accept \$250 bid|Review bids)$/, 'Edit bid', bidding];
  await setStatus('closed');
  yield ['closed', 'Reopen', closed, closed];
  await setStatus('open');
  await send('put', ines, `/bids/${bid._id}/accept`);
  const { agreements } = await parseResponse<{ agreements: Agreement[] }>(
    await request.get('/api/agreements', { headers: getAuthHeaders(jonas) }),
  );
  const agreement = `/agreements/${agreements[0]?._id}`;
  const working = 'This problem is in progress and no longer accepts bids.';
  yield ['accepted', 'Message Jonas Weber', 'Mark delivered', working];
  await send('post', jonas, `${agreement}/changes`, { amount: 280, days: 9, note: 'A second bug.' });
  yield ['with a proposed change', 'Agree', 'Mark delivered', working];
  await send('put', jonas, `${agreement}/deliver`, { note: NOTE });
  yield ['delivered', 'Mark solved', 'Message Ines Duarte', working];
  await send('post', ines, `${agreement}/dispute`, { view: 'It still fails every night, and nobody answers my questions.' });
  yield ['in dispute', 'Message Jonas Weber', 'Write your view', working];
  await request.delete(`/api${agreement}/dispute`, { headers: getAuthHeaders(ines) });
  await setStatus('solved');
  const solved = 'This problem is solved and no longer accepts bids.';
  yield ['solved', 'Mark as paid', 'Rate Ines Duarte', solved];
  await send('put', ines, `${agreement}/paid`);
  yield ['paid', 'Rate Jonas Weber', 'Confirm payment', solved];
  await send('put', jonas, `${agreement}/received`);
  yield ['confirmed', 'Rate Jonas Weber', 'Rate Ines Duarte', solved];
}

async function expectInSight(page: Page, step: string | RegExp, message: string): Promise<void> {
  const main = page.getByRole('main');
  const controls = main.getByRole('button', { name: step, exact: true }).or(main.getByRole('link', { name: step, exact: true }));
  const target = main.getByText(step, { exact: true }).or(controls).filter({ visible: true }).first();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expect(target, `${message} at ${size.width} px`).toBeInViewport({ ratio: 1 });
    // Scrolls if something covers it.
    await target.hover({ trial: true });
    expect(await page.evaluate(() => scrollY), `${message} at ${size.width} px: covered`).toBe(0);
  }
}

test('the next step of both people and of visitors is in sight in each state of a problem with a long text (product 2.56)', async ({
  people,
  request,
  page,
  openBrowserAs,
}) => {
  test.slow();
  const [ines, jonas] = [await people.create('seeker'), await people.create('solver')];
  const { _id: id } = await postProblem(request, ines, { body: BODY });
  const [hers, his] = [await openBrowserAs(ines), await openBrowserAs(jonas)];
  for (const reader of [hers.page, his.page]) await reader.goto(`/view-problems/${id}`);
  for await (const [state, poster, solver, visitor] of moveThroughStates(request, ines, jonas, id)) {
    // The page does not replace the text that its poster reads by the first bid.
    // Not a reload, which restores the position of another width.
    if (state === 'with a bid') await hers.page.goto(`/view-problems/${id}`);
    await expectInSight(hers.page, poster, `poster, ${state}`);
    await expectInSight(his.page, solver, `solver, ${state}`);
    // Visitors have no live events.
    await page.goto(`/view-problems/${id}`);
    await expectInSight(page, visitor, `visitor, ${state}`);
  }
  await hers.page.goto(`/view-problems/${id}?tab=bids#bids`);
  await expect(hers.page.getByRole('tab', { name: 'Brief' })).toHaveAttribute('aria-selected', 'true');
  await expect(hers.page.getByRole('list', { name: 'Bids' })).toContainText('Jonas Weber');
  await hers.close();
  await his.close();
});
