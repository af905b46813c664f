import type { BidStatus, MyBid, OwnProblem, ProblemStatus } from '@solvent/contracts';
import { clearSession, onPageRequest } from '@solvent/store';
import { buildBid, buildProblem, signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import type { RecordedRequest } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, waitFor, within } from '@testing-library/react';
import { Component as MyBids } from './features/my-bids/my-bids-page.tsx';
import { Component as MyProblems } from './features/my-problems/my-problems-page.tsx';
import { Component as SavedProblems } from './features/saved-problems/saved-problems-page.tsx';
import { problemsAnswer } from './testing/problems-answer.ts';

type User = ReturnType<typeof renderScreen>['user'];
type Routes = Parameters<typeof fakeApi>[0];
let api: ReturnType<typeof fakeApi>;

const row = (title: string) => screen.findByRole('row', { name: new RegExp(title) });
const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);
const tab = (name: string) => screen.getByRole('tab', { name });
const address = () => screen.getByLabelText('Address').textContent;
const expectFirstRequest = (params: object) => expect(api.requests[0]?.params).toEqual(params);
async function openMenu(title: string, user: User) {
  await user.click(within(await row(title)).getByRole('button', { name: `More for ${title}` }));
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent?.trim());
}
const choose = (name: string, user: User) => user.click(screen.getByRole('menuitem', { name }));
async function readMenu(title: string, user: User) {
  const items = await openMenu(title, user);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  return items;
}

function buildPage<Item extends { status: string }>(all: readonly Item[], { params }: RecordedRequest, pageSize: number) {
  const found = all.filter(({ status }) => !params['search'] && (!params['status'] || status === params['status']));
  const page = Number(params['page']);
  const counts: Record<string, number> = { all: all.length };
  for (const { status } of all) counts[status] = (counts[status] ?? 0) + 1;
  const items = found.slice((page - 1) * pageSize, page * pageSize);
  return { items, counts, totalPages: Math.max(1, Math.ceil(found.length / pageSize)) };
}

afterEach(() => {
  api.restore();
  clearSession();
  window.localStorage.clear();
});

describe('My Bids (product 2.23)', () => {
  const poster = { _id: 'mira', name: 'Mira Chen', image: null };
  const build = (status: BidStatus, title: string, given: Partial<MyBid> = {}, problemStatus: ProblemStatus = 'open'): MyBid => ({
    ...buildBid({ status }),
    problem: { _id: `p-${title}`, title, status: problemStatus, budget: 250, user: poster },
    ...given,
  });
  const counts = { pending: 0, accepted: 0, rejected: 0, withdrawn: 0 };
  function open(bids: MyBid[], at = '/my-bids', { pageSize = 20, refusals = [] as object[] } = {}) {
    let all = bids;
    const change = (path: string, given: Partial<MyBid>) => {
      all = all.map((bid) => (path.includes(bid._id) ? { ...bid, ...given } : bid));
      return { bid: all.find(({ _id }) => path.includes(_id)) };
    };
    const getTotal = (state: BidStatus) => all.reduce((sum, { status, amount }) => sum + (status === state ? amount : 0), 0);
    api = fakeApi({
      'GET /bids': (request) => {
        const { items, ...page } = buildPage(all, request, pageSize);
        const sums = { pending: getTotal('pending'), accepted: getTotal('accepted') };
        return refusals.shift() ?? { ...page, bids: items, sums, counts: { ...counts, ...page.counts } };
      },
      'PUT /bids/:id/withdraw': ({ path }) => change(path, { status: 'withdrawn' }),
      'PUT /bids/:id': ({ path, body }) => change(path, body as Partial<MyBid>),
    });
    return renderScreen(<MyBids />, { at });
  }
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const BIDS = [
    build('pending', 'Flaky tests', { _id: 'b1', createdAt: daysAgo(3), updatedAt: daysAgo(1) }),
    build('accepted', 'Slow query', { amount: 270, agreedAmount: 290, estimatedDays: 1 }),
    build('rejected', 'Broken build', { reason: 'Somebody was quicker.', createdAt: daysAgo(3), updatedAt: daysAgo(1) }),
    build('pending', 'Dead letters', { amount: 1000 }, 'closed'),
  ];
  beforeEach(() => void signInAs({ _id: 'user-solver', role: 'solver' }));

  it('lists the bids with amounts, days, states, sums and menus; an unknown tab is All', async () => {
    const { user } = open(BIDS, '/my-bids?status=lost');
    const pending = await row('Flaky tests');
    expect(pending).toHaveTextContent(/Mira Chen.*\$200.*\$50 under budget.*3 days.*Pending/);
    expect(within(pending).getByRole('link', { name: 'Flaky tests' })).toHaveAttribute('href', '/view-problems/p-Flaky tests');
    const message = within(pending).getByRole('link', { name: 'Message Mira Chen' });
    expect(message).toHaveAttribute('href', '/conversations?with=mira&problem=p-Flaky+tests');
    expect(await row('Slow query')).toHaveTextContent(/\$290.*agreed.*1 day.*Accepted/);
    expect(await row('Dead letters')).toHaveTextContent('$750 above budget');
    expect(await row('Broken build')).toHaveTextContent('Reason: Somebody was quicker.');
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(heads).toEqual(['Problem', 'Amount', 'Days', 'Status', 'Date', 'Actions']);
    expect(pending).toHaveTextContent(/Pending3d ago/);
    expect(await row('Broken build')).toHaveTextContent(/Rejected1d ago/);
    const sums = ['Total pending', 'Total won'].map((name) => screen.getByText(name).parentElement?.textContent);
    expect(sums).toEqual(['Total pending$1,200', 'Total won$270']);
    expect(tabs()).toEqual(['All4', 'Pending2', 'Accepted1', 'Rejected1', 'Withdrawn0']);
    expectFirstRequest({ page: 1, limit: 20, sort: 'accepted' });
    expect(await readMenu('Flaky tests', user)).toEqual(['Edit bid', 'Withdraw', 'View']);
    expect(await readMenu('Dead letters', user)).toEqual(['Withdraw', 'View']);
    expect(await openMenu('Slow query', user)).toEqual(['View']);
    expect(screen.getByRole('menuitem', { name: 'View' })).toHaveAttribute('href', '/view-problems/p-Slow query');
  });

  it('has a tab for each state with its own address, by click, arrow keys and address', async () => {
    const { user } = open(BIDS, '/my-bids?status=rejected');
    await row('Broken build');
    expectFirstRequest({ page: 1, limit: 20, status: 'rejected', sort: 'accepted' });
    await user.click(tab('Accepted 1'));
    expect(await row('Slow query')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('row', { name: /Broken build/ })).not.toBeInTheDocument());
    expect(address()).toBe('/my-bids?status=accepted');
    expect(tab('Accepted 1')).toHaveAttribute('aria-selected', 'true');
    await user.keyboard('{ArrowLeft}');
    expect(tab('Pending 2')).toHaveFocus();
    expect(address()).toBe('/my-bids?status=pending');
    await user.keyboard('{Home}{ArrowLeft}');
    expect(tab('Withdrawn 0')).toHaveFocus();
    expect(await screen.findByText('No withdrawn bids')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Show all bids' })).toHaveAttribute('href', '/my-bids');
  });

  it('searches and sorts on the server, in all tabs', async () => {
    const { user } = open(BIDS);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'Newest first');
    await user.type(screen.getByRole('textbox', { name: 'Search your bids' }), 'nothing{Enter}');
    expect(await screen.findByText('No bids for "nothing"')).toBeVisible();
    expect(address()).toBe('/my-bids?q=nothing&sort=newest');
    expect(api.requests.at(-1)?.params).toEqual({ page: 1, limit: 20, search: 'nothing', sort: 'newest' });
    await user.click(screen.getByRole('link', { name: 'Clear search' }));
    expect(await row('Flaky tests')).toBeVisible();
  });

  it('edits and withdraws a pending bid', async () => {
    const { user } = open(BIDS);
    await openMenu('Flaky tests', user);
    await choose('Edit bid', user);
    const amount = await screen.findByRole('textbox', { name: /^Amount/ });
    await user.clear(amount);
    await user.type(amount, '230');
    await user.click(screen.getByRole('button', { name: 'Save bid' }));
    await waitFor(async () => expect(await row('Flaky tests')).toHaveTextContent('$20 under budget'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await openMenu('Flaky tests', user);
    await choose('Withdraw', user);
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw' }));
    expect(await screen.findByRole('tab', { name: 'Withdrawn 1' })).toBeVisible();
    expect(await row('Flaky tests')).toHaveTextContent('Withdrawn');
    await waitFor(async () => expect(await row('Flaky tests')).toHaveFocus());
  });

  it('loads page by page, and again after a failure; without bids it links to the problems', async () => {
    const refusals: object[] = [refuse('internal', 'No')];
    const { user, unmount } = open(BIDS.slice(0, 3), '/my-bids', { pageSize: 2, refusals });
    const retry = () => user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Your bids could not be loaded')).toBeVisible();
    await retry();
    await row('Slow query');
    refusals.push(refuse('internal', 'No'));
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('More bids could not be loaded.')).toBeVisible();
    await retry();
    expect(await row('Broken build')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
    unmount();
    api.restore();
    open([]);
    expect(await screen.findByText('No bids yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Browse problems' })).toHaveAttribute('href', '/problems');
  });
});

describe('My Problems (product 2.50)', () => {
  const build = (title: string, given: Partial<OwnProblem> = {}): OwnProblem => ({
    ...buildProblem({ _id: `p-${title}`, title }),
    pendingBids: 0,
    newBids: 0,
    openQuestions: 0,
    work: null,
    agreedAmount: null,
    ...given,
  });
  const counts = { open: 0, 'in-progress': 0, solved: 0, closed: 0 };
  function open(problems: OwnProblem[], refusals: object[] = []) {
    let all = problems;
    api = fakeApi({
      'GET /problems/user': (request) => {
        const { items, ...page } = buildPage(all, request, 20);
        return refusals.shift() ?? { ...page, problems: items, counts: { ...counts, ...page.counts } };
      },
      'PUT /problems/:id/status': ({ path, body }) => {
        const { status } = body as Pick<OwnProblem, 'status'>;
        all = all.map((problem) => (path.includes(encodeURIComponent(problem._id)) ? { ...problem, status } : problem));
        return { problem: {} };
      },
    });
    return renderScreen(<MyProblems />, { at: '/my-problems' });
  }
  beforeEach(() => void signInAs({ _id: 'user-poster' }));

  it('lists the problems with what needs attention and menus, and reopens one', async () => {
    const person = { _id: 'diego', name: 'Diego Fuentes', image: null };
    const { user } = open([
      build('Flaky tests', { pendingBids: 3, newBids: 2, openQuestions: 1, budget: 250 }),
      build('Slow query', {
        status: 'in-progress',
        work: { step: 'accepted', person, dueAt: '2099-12-24T12:00:00.000Z' },
        budget: 250,
        agreedAmount: 200,
      }),
      build('Broken build', { status: 'closed', bidCount: 1, pendingBids: 1, newBids: 1 }),
    ]);
    expect(screen.getByRole('heading', { level: 1, name: 'My Problems' })).toBeVisible();
    const flaky = await row('Flaky tests');
    expect(flaky).toHaveTextContent(/\$250.*budget.*Open.*3 bids, 2 new · 1 open question/);
    expect(within(flaky).getByRole('link', { name: 'Flaky tests' })).toHaveAttribute('href', '/view-problems/p-Flaky tests');
    const edit = within(flaky).getByRole('link', { name: 'Edit Flaky tests' });
    expect(edit).toHaveAttribute('href', '/post-problem?edit=p-Flaky tests');
    expect(await row('Slow query')).toHaveTextContent(/\$200.*agreed.*In progress.*Diego Fuentes · due Dec 24, 2099/);
    expect(await row('Broken build')).toHaveTextContent(/Closed.*1 bid/);
    expect(await row('Broken build')).not.toHaveTextContent('new');
    expect(within(await row('Broken build')).queryByRole('link', { name: /Edit/ })).toBeNull();
    expectFirstRequest({ page: 1, limit: 20 });
    expect(tabs()).toEqual(['All3', 'Open1', 'In progress1', 'Solved0', 'Closed1']);
    expect(await readMenu('Flaky tests', user)).toEqual(['View', 'Close problem']);
    expect(await readMenu('Slow query', user)).toEqual(['View', 'Message the solver']);
    expect(await openMenu('Broken build', user)).toEqual(['View', 'Reopen']);
    await choose('Reopen', user);
    expect(await screen.findByText('Problem reopened')).toBeVisible();
    expect(await screen.findByRole('tab', { name: 'Closed 0' })).toBeVisible();
  });

  it('retries after a failure; an empty tab links to all problems, and without any to the form', async () => {
    const { user, unmount } = open([build('Flaky tests')], [refuse('internal', 'No')]);
    expect(await screen.findByText('Your problems could not be loaded')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await row('Flaky tests');
    await user.click(tab('Solved 0'));
    expect(await screen.findByRole('link', { name: 'Show all problems' })).toHaveAttribute('href', '/my-problems');
    expect(address()).toBe('/my-problems?status=solved');
    unmount();
    api.restore();
    open([]);
    const requested: string[] = [];
    const stop = onPageRequest((path) => requested.push(path));
    await user.click(await screen.findByRole('button', { name: 'Post a problem' }));
    stop();
    expect(requested).toEqual(['/post-problem']);
  });
});

describe('Saved Problems (product 2.22)', () => {
  const open = (routes: Routes) => {
    api = fakeApi(routes);
    return renderScreen(<SavedProblems />, { at: '/saved-problems' });
  };
  const article = () => screen.getByRole('article', { name: 'Newest saved' });
  const button = (name: string) => within(article()).getByRole('button', { name });
  const titles = () => screen.getAllByRole('article').map((card) => within(card).getAllByRole('link')[0]?.textContent);
  beforeEach(() => void signInAs());

  it('offers Undo in the position of a removed problem, and keeps it after a failure', async () => {
    const saved = [buildProblem({ _id: 'p1', title: 'Newest saved' }), buildProblem({ _id: 'p2', title: 'Saved before' })];
    let isOffline = true;
    const { user } = open({
      'GET /problems/saved': () => problemsAnswer(saved),
      'PUT /problems/:id/save': () => ({}),
      'DELETE /problems/:id/save': () => (isOffline ? NETWORK_FAILURE : {}),
    });
    expect(screen.getByRole('heading', { level: 1, name: 'Saved Problems' })).toBeVisible();
    await screen.findByRole('article', { name: 'Newest saved' });
    expect(titles()).toEqual(['Newest saved', 'Saved before']);
    expect(button('Saved')).toHaveAttribute('aria-pressed', 'true');
    await user.click(button('Saved'));
    expect(await screen.findByText('Failed to remove the saved problem. Please try again.')).toBeInTheDocument();
    isOffline = false;
    await user.click(button('Saved'));
    expect(article()).toHaveTextContent('Newest saved is no longer saved.');
    expect(button('Undo')).toHaveFocus();
    expect(titles()).toEqual(['Newest saved', 'Saved before']);
    await screen.findByText('Problem no longer saved');
    await user.click(button('Undo'));
    expect(button('Saved')).toHaveFocus();
    expect(await screen.findByText('Problem saved')).toBeInTheDocument();
    expect(api.requests.map(({ method }) => method)).toEqual(['GET', 'DELETE', 'DELETE', 'PUT']);
  });

  it('retries after a failure, and links to the problems while none are saved', async () => {
    let isBroken = true;
    const { user } = open({ 'GET /problems/saved': () => (isBroken ? refuse('internal', 'No') : problemsAnswer([])) });
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load your saved problems. Please try again.');
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No saved problems yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Browse problems' })).toHaveAttribute('href', '/problems');
  });
});
