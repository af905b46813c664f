import { CATEGORIES } from '@solvent/contracts';
import { clearSession, keepPendingAction } from '@solvent/store';
import { intersect, observedElements } from '@solvent/testing/browser-parts';
import { buildProblem, signInAs } from '@solvent/testing/factories';
import { refuse } from '@solvent/testing/fake-api';
import { act, screen, waitFor, within } from '@testing-library/react';
import { openBrowse } from '../../testing/open-browse.tsx';
import { problemsAnswer, problemsPage } from '../../testing/problems-answer.ts';

const FAILED = 'Failed to load problems. Please try again.';
const never = () => new Promise<never>(() => undefined);

let restore = () => undefined as void;
function open(...args: Parameters<typeof openBrowse>) {
  const opened = openBrowse(...args);
  restore = opened.api.restore;
  return opened;
}
afterEach(() => {
  clearSession();
  restore();
});

/** The person scrolls to within 200 px of the end. */
function reachEnd() {
  const end = observedElements().find((element) => element.getAttribute('data-part') === 'end');
  if (!end) throw new Error('Nobody watches the end of the list.');
  act(() => intersect(end));
}

describe('/problems (product 2.16)', () => {
  it('is headed Browse Problems and asks for exactly the opening parameters (product 7.4)', async () => {
    const { asked } = open(() => problemsAnswer([buildProblem({ title: 'Flaky test' })]));
    expect(screen.getByRole('heading', { level: 1, name: 'Browse Problems' })).toBeVisible();
    expect(await screen.findByRole('article', { name: 'Flaky test' })).toBeVisible();
    expect(asked()).toEqual([{ price_min: 0, price_max: 1000, page: 1 }]);
    expect(Object.keys(asked()[0] ?? {})).toHaveLength(3);
  });

  it('shows a big spinner while the first page loads', async () => {
    open(never);
    expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
    expect(screen.queryByRole('list', { name: 'Problems' })).toBeNull();
  });

  it.each([
    [0, '0 problems'],
    [1, '1 problem'],
    [10_000, '10,000 problems'],
  ])('announces how many there are: %d', async (total, text) => {
    open(() => problemsAnswer(total === 0 ? [] : [buildProblem()], { total }));
    expect(await screen.findByText(text)).toHaveAttribute('role', 'status');
  });

  it('shows every category with the number that the list has of it, with the other filters', async () => {
    const categories = [{ value: 'ai-ml', label: '', count: 12 }];
    const { api } = open(() => problemsAnswer([]), {
      at: '/problems?q=socket&tags=React&category=cloud&sort=bids',
      routes: { 'GET /problems/categories': () => ({ categories }) },
    });
    const group = within(screen.getByRole('group', { name: 'Categories' }));
    expect(await group.findByRole('button', { name: 'AI & Machine Learning 12' })).toBeVisible();
    for (const label of Object.values(CATEGORIES))
      expect(group.getByRole('button', { name: new RegExp(`^${label}`) })).toBeVisible();
    expect(api.requests.find(({ path }) => path === '/problems/categories')?.params).toEqual({
      search: 'socket',
      tags: 'React',
      price_min: 0,
      price_max: 1000,
    });
  });

  it('says how many more there are above its highest price, and shows them at a press', async () => {
    const count = (request: { params?: Record<string, unknown> }) => (request.params?.['price_min'] === 1001 ? 21 : 5);
    const { user, asked } = open(() => problemsAnswer([buildProblem()], { total: 5 }), {
      routes: {
        'GET /problems/categories': (request) => ({ categories: [{ value: 'cloud', label: '', count: count(request) }] }),
      },
    });
    await user.click(await screen.findByRole('button', { name: '21 more above $1,000' }));
    await waitFor(() => expect(asked().at(-1)).toEqual({ price_min: 0, price_max: 10_000, page: 1 }));
    expect(screen.queryByRole('button', { name: /more above/ })).toBeNull();
  });

  it('says what was searched for in place of a search with a typo', async () => {
    open(() => ({ ...problemsAnswer([buildProblem({ title: 'Found' })]), searchedFor: 'websocket' }), {
      at: '/problems?q=websokcet',
    });
    expect(await screen.findByText('“websocket”')).toBeVisible();
    expect(screen.getByText('Nothing was found for “websokcet”.')).toBeVisible();
    expect(await screen.findByRole('article', { name: 'Found' })).toBeVisible();
  });

  it('does without the numbers when they cannot be had', async () => {
    open(() => problemsAnswer([buildProblem({ title: 'Still here' })]), {
      routes: { 'GET /problems/categories': () => refuse('internal', 'No') },
    });
    expect(await screen.findByText('Still here')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Blockchain' })).toBeVisible();
  });
});

describe('failures of the list (product 8.6)', () => {
  it.each([
    ['the server fails', () => refuse('internal', 'Boom')],
    ['the answer has no array of problems (product 5.5)', () => ({ problems: 'none' })],
  ])('when %s, says so in place of the list, and tries again', async (_case, failure) => {
    let isBroken = true;
    const { user } = open(() => (isBroken ? failure() : problemsAnswer([buildProblem({ title: 'Here it is' })])));
    expect(await screen.findByRole('alert')).toHaveTextContent(FAILED);
    expect(screen.queryByRole('list', { name: 'Problems' })).toBeNull();
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Here it is')).toBeVisible();
    expect(screen.queryByText(FAILED)).toBeNull();
  });

  it('a failed next page keeps the list, says so below it, and tries again', async () => {
    let isBroken = true;
    const { user } = open(({ params }) =>
      params.page === 2 && isBroken ? refuse('internal', 'Boom') : problemsPage(Number(params.page), 2),
    );
    await screen.findByText('Problem 1');
    reachEnd();
    expect(await screen.findByRole('alert')).toHaveTextContent(FAILED);
    expect(screen.getByText('Problem 1')).toBeVisible();
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Problem 11')).toBeVisible();
    expect(screen.queryByText(FAILED)).toBeNull();
  });

  it('does not ask for a failed next page by itself', async () => {
    const { asked } = open(({ params }) => (params.page === 2 ? refuse('internal', 'Boom') : problemsPage(1, 2)));
    await screen.findByText('Problem 1');
    reachEnd();
    await screen.findByRole('alert');
    expect(() => reachEnd()).toThrow('Nobody watches');
    expect(asked()).toHaveLength(2);
  });
});

describe('an empty list (product 2.17)', () => {
  it('without filters says "No problems found."', async () => {
    open(() => problemsAnswer([]));
    expect(await screen.findByText('No problems found.')).toBeVisible();
    expect(screen.queryByText('No problems found matching your criteria')).toBeNull();
  });

  it('with filters says so, with a link that resets them', async () => {
    const { user, address } = open(
      ({ params }) => problemsAnswer(params.search ? [] : [buildProblem({ title: 'All of them' })]),
      {
        at: '/problems?q=zzz&tags=React&category=cloud&sort=bids',
      },
    );
    expect(await screen.findByText('No problems found matching your criteria')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Reset filters' }));
    expect(await screen.findByText('All of them')).toBeVisible();
    expect(address()).toBe('/problems');
    expect(screen.getByRole('textbox', { name: 'Search problems' })).toHaveValue('');
  });
});

describe('further pages (product 2.17 and 7.5)', () => {
  it('come near the end of the list, with a small spinner, below what is there', async () => {
    let answer = (_page: object) => undefined as void;
    const { asked } = open(({ params }) =>
      params.page === 1 ? problemsPage(1, 2) : new Promise<object>((resolve) => (answer = resolve)),
    );
    await screen.findByText('Problem 10');
    reachEnd();
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeVisible();
    expect(screen.getByText('Problem 1')).toBeVisible();
    answer(problemsPage(2, 2));
    expect(await screen.findByText('Problem 20')).toBeVisible();
    expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull();
    expect(asked().map(({ page }) => page)).toEqual([1, 2]);
    expect(asked()[1]).toEqual({ price_min: 0, price_max: 1000, page: 2 });
  });

  it('end with the last one', async () => {
    open(({ params }) => problemsPage(Number(params.page), 1));
    await screen.findByText('Problem 10');
    expect(() => reachEnd()).toThrow('Nobody watches');
  });

  it('are one when the server does not say how many there are', async () => {
    open(() => ({ problems: [buildProblem({ title: 'Alone' })] }));
    await screen.findByText('Alone');
    expect(() => reachEnd()).toThrow('Nobody watches');
  });

  it('are made ready by HEAD with the same query and the next page', async () => {
    const { asked } = open(({ params }) => problemsPage(Number(params.page), 3), { at: '/problems?tags=React&sort=bids' });
    await screen.findByText('Problem 1');
    const query = { tags: 'React', price_min: 0, price_max: 1000, sort: 'bids' };
    await waitFor(() => expect(asked('HEAD')).toEqual([{ ...query, page: 2 }]));
    reachEnd();
    await screen.findByText('Problem 20');
    await waitFor(() =>
      expect(asked('HEAD')).toEqual([
        { ...query, page: 2 },
        { ...query, page: 3 },
      ]),
    );
  });

  it('are not made ready when there are none', async () => {
    const { asked } = open(() => problemsPage(1, 1));
    await screen.findByText('Problem 1');
    expect(asked('HEAD')).toEqual([]);
  });

  it('come though making ready failed', async () => {
    open(({ params }) => problemsPage(Number(params.page), 2), {
      routes: { 'HEAD /problems': () => refuse('internal', 'Boom') },
    });
    await screen.findByText('Problem 1');
    reachEnd();
    expect(await screen.findByText('Problem 11')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

it('saves what somebody wanted to save before signing in, once the problems are there', async () => {
  keepPendingAction('save-problem', 'p1');
  signInAs();
  const { api } = open(() => problemsAnswer([buildProblem({ _id: 'p1', title: 'Flaky test' })]), {
    routes: { 'PUT /problems/:id/save': () => ({}) },
  });
  expect(await screen.findByText('Problem saved')).toBeInTheDocument();
  expect(await within(screen.getByRole('article', { name: 'Flaky test' })).findByRole('button', { name: 'Saved' })).toBeVisible();
  expect(api.requests.filter(({ method }) => method === 'PUT').map(({ path }) => path)).toEqual(['/problems/p1/save']);
});
