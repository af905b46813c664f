import { jest } from '@jest/globals';
import { CATEGORIES, FILTER_TECHNOLOGIES } from '@solvent/contracts';
import { clearSession, savePendingAction } from '@solvent/store';
import { intersect, observedElements } from '@solvent/testing/browser-apis';
import { buildProblem, signInAs } from '@solvent/testing/factories';
import { fakeApi, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { problemsAnswer, problemsPage } from '../../testing/problems-answer.ts';
import { Component as BrowsePage } from './browse-page.tsx';

type Routes = Parameters<typeof fakeApi>[0];
const OPENING = { price_min: 0, price_max: 1000, page: 1 };
const FAILED = 'Failed to load problems. Please try again.';

let api: ReturnType<typeof fakeApi>;
function open(list: Routes[string] = () => problemsAnswer([buildProblem()]), at = '/problems', routes: Routes = {}) {
  api = fakeApi({
    'GET /problems': list,
    'HEAD /problems': () => ({}),
    'GET /problems/categories': () => ({ categories: [] }),
    ...routes,
  });
  return renderScreen(<BrowsePage />, { at });
}
const requested = (method = 'GET') =>
  api.requests.filter((request) => request.method === method && request.path === '/problems').map(({ params }) => params);
const expectRequest = (params: object) => waitFor(() => expect(requested().at(-1)).toEqual(params));
const address = () => screen.getByLabelText('Address').textContent;
const panel = () => within(screen.getByRole('complementary', { name: 'Filters' }));
const search = () => screen.getByRole('textbox', { name: 'Search problems' });
const chips = () =>
  within(screen.getByRole('group', { name: 'Active filters' }))
    .queryAllByRole('button')
    .map((chip) => chip.textContent);
const getEnd = () => observedElements().find((element) => element.getAttribute('data-part') === 'end');
const reachEnd = () => act(() => intersect(getEnd() as Element));

afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
  clearSession();
  api.restore();
});

describe('the list of problems (product 2.16, 2.17)', () => {
  it('requests exactly the initial parameters (product 7.4), and counts problems above the highest price (product 2.48)', async () => {
    const count = (request: { params: Record<string, unknown> }) => (request.params['price_min'] === 1001 ? 21 : 5);
    const { user } = open(() => problemsAnswer([buildProblem({ title: 'Flaky test' })], { total: 10_000 }), '/problems', {
      'GET /problems/categories': (request) => ({ categories: [{ value: 'cloud', label: '', count: count(request) }] }),
    });
    expect(screen.getByRole('heading', { level: 1, name: 'Browse Problems' })).toBeVisible();
    expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
    expect(screen.queryByRole('list', { name: 'Problems' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Saved searches' })).toBeVisible();
    expect(await screen.findByRole('article', { name: 'Flaky test' })).toBeVisible();
    expect(screen.getByText('10,000 problems')).toHaveAttribute('role', 'status');
    expect(requested()).toEqual([OPENING]);
    await user.click(await screen.findByRole('button', { name: '21 more above $1,000' }));
    await expectRequest({ ...OPENING, price_max: 10_000 });
    expect(screen.queryByRole('button', { name: /more above/ })).toBeNull();
    await screen.findByRole('article', { name: 'Flaky test' });
  });

  it('shows the categories with their counts within the other filters (product 2.47), or without counts after a failure', async () => {
    const at = '/problems?q=socket&tags=React&category=cloud&sort=bids';
    const { unmount } = open(() => problemsAnswer([]), at, {
      'GET /problems/categories': () => ({ categories: [{ value: 'ai-ml', label: '', count: 12 }] }),
    });
    const group = within(panel().getByRole('group', { name: 'Categories' }));
    expect(await group.findByRole('button', { name: 'AI & Machine Learning 12' })).toBeVisible();
    for (const label of Object.values(CATEGORIES)) expect(group.getByText(label)).toBeVisible();
    const counted = api.requests.find(({ path }) => path === '/problems/categories');
    expect(counted?.params).toEqual({ search: 'socket', tags: 'React', price_min: 0, price_max: 1000 });
    unmount();
    api.restore();
    open(() => problemsAnswer([buildProblem()]), '/problems', {
      'GET /problems/categories': () => refuse('internal', 'No'),
    });
    expect(await screen.findByText('1 problem')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Blockchain' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows a failure instead of the list, also for a malformed response (product 5.5, 8.6), and loads again', async () => {
    const answers: object[] = [refuse('internal', 'Boom'), { problems: 'none' }];
    const { user } = open(() => answers.shift() ?? problemsAnswer([buildProblem({ title: 'Here it is' })]));
    for (const _failure of [1, 2]) {
      expect(await screen.findByRole('alert')).toHaveTextContent(FAILED);
      expect(screen.queryByRole('list', { name: 'Problems' })).toBeNull();
      await user.click(screen.getByRole('button', { name: 'Try again' }));
    }
    expect(await screen.findByText('Here it is')).toBeVisible();
    expect(screen.queryByText(FAILED)).toBeNull();
  });

  it('distinguishes an empty search result, which can be reset, from an empty list (product 2.17)', async () => {
    const { user } = open(() => problemsAnswer([]), '/problems?q=zzz&tags=React&category=cloud&sort=bids');
    expect(await screen.findByText('No problems found matching your criteria')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Tell me when one appears' })).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Search at any price' }));
    await expectRequest({
      search: 'zzz',
      tags: 'React',
      category: 'cloud',
      sort: 'bids',
      price_min: 0,
      price_max: 10_000,
      page: 1,
    });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Search at any price' })).toBeNull());
    await user.click(await screen.findByRole('link', { name: 'Reset filters' }));
    expect(await screen.findByText('No problems found.')).toBeVisible();
    expect(screen.queryByText('No problems found matching your criteria')).toBeNull();
    expect(address()).toBe('/problems');
    expect(search()).toHaveValue('');
  });

  it('loads further pages near its end, prepared by HEAD, with a retry after a failure (product 2.17, 4.15, 7.5, 8.6)', async () => {
    let answer = (_answer: object) => undefined as void;
    const { user } = open(
      ({ params }) => (params.page === 1 ? problemsPage(1, 2) : new Promise<object>((resolve) => (answer = resolve))),
      '/problems?tags=React&sort=bids',
      { 'HEAD /problems': () => refuse('internal', 'Boom') },
    );
    const query = { ...OPENING, tags: 'React', sort: 'bids' };
    await screen.findByText('Problem 10');
    await waitFor(() => expect(requested('HEAD')).toEqual([{ ...query, page: 2 }]));
    reachEnd();
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeVisible();
    answer(refuse('internal', 'Boom'));
    expect(await screen.findByRole('alert')).toHaveTextContent(FAILED);
    expect(screen.getByText('Problem 1')).toBeVisible();
    expect(getEnd()).toBeUndefined();
    expect(requested()).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(requested()).toEqual([query, { ...query, page: 2 }, { ...query, page: 2 }]));
    answer(problemsPage(2, 2));
    expect(await screen.findByText('Problem 20')).toBeVisible();
    expect(screen.getByText('Problem 1')).toBeVisible();
    expect(screen.queryByText(FAILED)).toBeNull();
    expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull();
    expect(getEnd()).toBeUndefined();
    expect(requested('HEAD')).toHaveLength(1);
  });

  it('loads a fourth page on a click, which moves the focus to its first card (product 2.17)', async () => {
    const { user } = open(({ params }) => {
      const page = Number(params.page);
      return problemsAnswer([buildProblem({ _id: `p${page}`, title: `Problem ${page}` })], { page, totalPages: 5 });
    });
    for (const page of [1, 2]) {
      await screen.findByText(`Problem ${page}`);
      reachEnd();
    }
    await screen.findByText('Problem 3');
    expect(getEnd()).toBeUndefined();
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByRole('link', { name: 'Problem 4' })).toHaveFocus();
    reachEnd();
    expect(await screen.findByText('Problem 5')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  it('shows the corrected search after a typo (product 2.48), and saves a problem after the sign-in', async () => {
    savePendingAction('save-problem', 'p1');
    signInAs();
    const list = { problems: [buildProblem({ _id: 'p1', title: 'Found' })], searchedFor: 'websocket' };
    open(() => list, '/problems?q=websokcet', { 'PUT /problems/:id/save': () => ({}) });
    expect(await screen.findByText('“websocket”')).toBeVisible();
    expect(screen.getByText('No results for “websokcet”.')).toBeVisible();
    const card = within(await screen.findByRole('article', { name: 'Found' }));
    expect(await screen.findByText('Problem saved')).toBeInTheDocument();
    expect(await card.findByRole('button', { name: 'Saved' })).toBeVisible();
    expect(api.requests.filter(({ method }) => method === 'PUT').map(({ path }) => path)).toEqual(['/problems/p1/save']);
    expect(getEnd()).toBeUndefined();
    expect(requested('HEAD')).toEqual([]);
  });
});

it("covers Save on the cards that the server rendered for visitors until the user's own list arrives (product 10.9)", async () => {
  signInAs();
  const answers: ((answer: object) => void)[] = [];
  const { queryClient } = open(() => new Promise<object>((resolve) => answers.push(resolve)));
  const answer = (savedByMe: boolean) =>
    act(async () => answers.shift()?.(problemsAnswer([buildProblem({ _id: 'p1', savedByMe })])));
  await waitFor(() => expect(answers).toHaveLength(1));
  await answer(false);
  const save = (name: string) => screen.findByRole('button', { name });
  expect((await save('Save')).closest('[inert]')).toBeNull();
  const [list] = queryClient.getQueriesData({ queryKey: ['problems', 'list'] });
  act(() => void queryClient.setQueryData(list?.[0] ?? [], list?.[1], { updatedAt: 0 }));
  act(() => void queryClient.refetchQueries({ queryKey: list?.[0] ?? [] }));
  await waitFor(async () => expect((await save('Save')).closest('[inert]')).not.toBeNull());
  await waitFor(() => expect(answers).toHaveLength(1));
  await answer(true);
  expect((await save('Saved')).closest('[inert]')).toBeNull();
});

describe('filters (product 2.16, 3.20)', () => {
  it('has each technology as a toggle (product 3.23); a change aborts the request (product 4.15), Back needs none', async () => {
    const scrollTo = jest.spyOn(window, 'scrollTo');
    let isFirst = true;
    const { user, router, queryClient } = open(({ params }) => {
      if (isFirst) return new Promise<never>(() => undefined);
      return params.tags ? problemsAnswer([buildProblem({ title: 'Tagged' })]) : problemsPage(1, 2);
    });
    const group = within(panel().getByRole('group', { name: 'Technologies' }));
    expect(group.getAllByRole('button').map((button) => button.textContent)).toEqual([...FILTER_TECHNOLOGIES]);
    const technology = (name: string) => group.getByRole('button', { name });
    expect(technology('React')).toHaveAttribute('aria-pressed', 'false');
    const [first] = queryClient.getQueryCache().findAll({ queryKey: ['problems', 'list'] });
    expect(first?.state.fetchStatus).toBe('fetching');
    isFirst = false;
    await user.click(technology('React'));
    expect(await screen.findByText('Tagged')).toBeVisible();
    expect(first?.state).toMatchObject({ fetchStatus: 'idle', error: null });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(technology('React')).toHaveAttribute('aria-pressed', 'true');
    expect(scrollTo).toHaveBeenCalledWith({ top: 0 });

    await act(() => router.navigate(-1));
    expect(await screen.findByText('Problem 10')).toBeVisible();
    expect(technology('React')).toHaveAttribute('aria-pressed', 'false');
    const before = requested().length;
    await act(() => router.navigate(1));
    expect(await screen.findByText('Tagged')).toBeVisible();
    expect(screen.getAllByRole('article')).toHaveLength(1);
    expect(requested()).toHaveLength(before);
    await user.click(technology('Ruby on Rails'));
    await expectRequest({ ...OPENING, tags: 'React,Ruby on Rails' });
    expect(address()).toBe('/problems?tags=React,Ruby+on+Rails');
    await screen.findByText('Tagged');
  });

  it('changes price, status, category and order, removes filters one by one, and resets all', async () => {
    const { user } = open(undefined, '/problems?q=socket&tags=React,AWS&category=cloud&price=50-9000');
    expect(chips()).toEqual(['“socket”', 'Cloud Services', '$50–$9,000', 'React', 'AWS']);
    const sort = screen.getByRole('combobox', { name: 'Sort' });
    expect(sort).toHaveDisplayValue('Best match');
    await user.selectOptions(sort, 'Most bids');
    expect(address()).toContain('&sort=bids');
    await user.click(screen.getByRole('button', { name: 'Remove filter React' }));
    expect(screen.getByRole('group', { name: 'Active filters' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Remove filter “socket”' }));
    expect(search()).toHaveValue('');
    await user.click(screen.getByRole('button', { name: /^Cloud Services/, pressed: true }));
    await user.click(screen.getByRole('button', { name: 'Database' }));
    await user.click(panel().getByRole('button', { name: 'Solved' }));
    fireEvent.keyDown(panel().getByRole('slider', { name: 'Highest price' }), { key: 'PageUp' });
    const query = { price_min: 50, price_max: 9500, tags: 'AWS', category: 'database', sort: 'bids', page: 1 };
    await expectRequest({ ...query, status: 'solved' });
    await user.click(panel().getByRole('button', { name: 'Any' }));
    await expectRequest(query);
    await user.click(panel().getByRole('button', { name: 'Reset' }));
    expect(address()).toBe('/problems');
    expect(panel().getByRole('slider', { name: 'Highest price' })).toHaveAttribute('aria-valuenow', '1000');
    expect(chips()).toEqual([]);
    await screen.findByRole('article');
  });

  it('searches 500 ms after the last key (product 9.7), trimmed, with one history entry', async () => {
    jest.useFakeTimers();
    const { router } = open(undefined, '/problems?sort=bids');
    const type = (text: string) => fireEvent.change(search(), { target: { value: text } });
    const wait = (duration: number) => act(() => jest.advanceTimersByTimeAsync(duration));
    const query = { ...OPENING, sort: 'bids' };
    expect(search()).toHaveAttribute('placeholder', 'Search problems...');
    type('web');
    await wait(500);
    type(' websocket ');
    await wait(499);
    expect(requested().at(-1)).toEqual({ ...query, search: 'web' });
    await wait(1);
    expect(requested().at(-1)).toEqual({ ...query, search: 'websocket' });
    expect(address()).toBe('/problems?q=websocket&sort=bids');
    await act(() => router.navigate(-1));
    expect(address()).toBe('/problems?sort=bids');
    expect(search()).toHaveValue('');
    type('   ');
    await wait(500);
    expect(address()).toBe('/problems?sort=bids');
  });

  it('are in a sheet named Filters on small screens', async () => {
    const { user } = open(() => problemsAnswer([buildProblem()], { total: 24 }));
    await screen.findByText('24 problems');
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }));
    await user.click(sheet.getByRole('button', { name: 'Docker' }));
    await waitFor(() => expect(address()).toBe('/problems?tags=Docker'));
    await user.click(sheet.getByRole('button', { name: 'Reset' }));
    await waitFor(() => expect(address()).toBe('/problems'));
    await user.click(await sheet.findByRole('button', { name: 'Show 24 problems' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
