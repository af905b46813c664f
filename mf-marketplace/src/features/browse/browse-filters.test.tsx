import { jest } from '@jest/globals';
import { FILTER_TECHNOLOGIES } from '@solvent/contracts';
import { buildProblem } from '@solvent/testing/factories';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { openBrowse } from '../../testing/open-browse.tsx';
import { problemsAnswer, problemsPage } from '../../testing/problems-answer.ts';

const OPENING = { price_min: 0, price_max: 1000, page: 1 };
const never = () => new Promise<never>(() => undefined);

let restore = () => undefined as void;
function open(...args: Partial<Parameters<typeof openBrowse>>) {
  const [list = () => problemsAnswer([buildProblem()]), options] = args;
  const opened = openBrowse(list, options);
  restore = opened.api.restore;
  return opened;
}
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
  restore();
});

const panel = () => within(screen.getByRole('complementary', { name: 'Filters' }));
const technology = (name: string) => panel().getByRole('button', { name });
const search = () => screen.getByRole('textbox', { name: 'Search problems' });
const chips = () =>
  within(screen.getByRole('group', { name: 'Active filters' }))
    .queryAllByRole('button')
    .map((chip) => chip.textContent);

describe('the filter panel', () => {
  it('has each technology as a toggle, by its exact name (product 3.23)', () => {
    open(never);
    const group = within(panel().getByRole('group', { name: 'Technologies' }));
    expect(group.getAllByRole('button').map((button) => button.textContent)).toEqual([...FILTER_TECHNOLOGIES]);
    for (const button of group.getAllByRole('button')) expect(button).toHaveAttribute('aria-pressed', 'false');
  });

  it('asks for tags, joined by commas, at page 1 and from the top', async () => {
    const scrollTo = jest.spyOn(window, 'scrollTo');
    const { user, asked, address } = open();
    await user.click(technology('React'));
    await user.click(technology('Ruby on Rails'));
    expect(technology('React')).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() => expect(asked().at(-1)).toEqual({ ...OPENING, tags: 'React,Ruby on Rails' }));
    expect(address()).toBe('/problems?tags=React,Ruby+on+Rails');
    expect(scrollTo).toHaveBeenCalledWith({ top: 0 });
    await user.click(technology('React'));
    await waitFor(() => expect(asked().at(-1)).toEqual({ ...OPENING, tags: 'Ruby on Rails' }));
  });

  it('starts again at page 1', async () => {
    const { user } = open(({ params }) =>
      params.tags ? problemsAnswer([buildProblem({ title: 'Only one' })]) : problemsPage(1, 2),
    );
    await screen.findByText('Problem 10');
    await user.click(technology('React'));
    expect(await screen.findByText('Only one')).toBeVisible();
    expect(screen.getAllByRole('article')).toHaveLength(1);
  });

  it('asks for the committed price range', async () => {
    const { asked, address } = open();
    fireEvent.keyDown(panel().getByRole('slider', { name: 'Highest price' }), { key: 'PageUp' });
    await waitFor(() => expect(asked().at(-1)).toEqual({ price_min: 0, price_max: 1500, page: 1 }));
    expect(address()).toBe('/problems?price=0-1500');
  });

  it('asks for a status only when one is chosen', async () => {
    const { user, asked } = open();
    await user.click(panel().getByRole('button', { name: 'Solved' }));
    await waitFor(() => expect(asked().at(-1)).toEqual({ ...OPENING, status: 'solved' }));
    await user.click(panel().getByRole('button', { name: 'Any' }));
    await waitFor(() => expect(panel().getByRole('button', { name: 'Any' })).toHaveAttribute('aria-pressed', 'true'));
    expect(asked().at(-1)).toEqual({ ...OPENING, status: 'solved' });
  });

  it('Reset brings back the opening state', async () => {
    const { user, address } = open(undefined, {
      at: '/problems?q=socket&tags=React&price=50-9000&category=cloud&status=open&sort=bids',
    });
    await user.click(panel().getByRole('button', { name: 'Reset' }));
    expect(address()).toBe('/problems');
    expect(search()).toHaveValue('');
    expect(panel().getByRole('slider', { name: 'Highest price' })).toHaveAttribute('aria-valuenow', '1000');
    expect(chips()).toEqual(['$0–$1,000']);
  });
});

describe('order and category', () => {
  it.each([
    ['Highest budget', 'budget'],
    ['Most bids', 'bids'],
  ])('sorts by %s', async (name, sort) => {
    const { user, asked, address } = open();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), name);
    await waitFor(() => expect(asked().at(-1)).toEqual({ ...OPENING, sort }));
    expect(address()).toBe(`/problems?sort=${sort}`);
  });

  it('has the best matches of a search first, until another order is chosen', async () => {
    const { user, asked, address } = open(undefined, { at: '/problems?q=socket' });
    const sort = () => screen.getByRole('combobox', { name: 'Sort' });
    expect(sort()).toHaveDisplayValue('Best match');
    await waitFor(() => expect(asked().at(-1)).toEqual({ ...OPENING, search: 'socket' }));
    await user.selectOptions(sort(), 'Newest');
    await waitFor(() => expect(asked().at(-1)).toEqual({ ...OPENING, search: 'socket', sort: 'newest' }));
    await user.selectOptions(sort(), 'Best match');
    expect(address()).toBe('/problems?q=socket');
  });

  it('has no best match where nothing is searched for', async () => {
    const { user, address } = open(undefined, { at: '/problems?sort=bids' });
    expect(screen.queryByRole('option', { name: 'Best match' })).not.toBeInTheDocument();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'Newest');
    expect(address()).toBe('/problems');
  });

  it('asks for one category, and for all again', async () => {
    const { user, asked } = open();
    const chip = () => screen.getByRole('button', { name: 'Cloud Services' });
    await user.click(chip());
    await waitFor(() => expect(asked().at(-1)).toEqual({ ...OPENING, category: 'cloud' }));
    expect(chip()).toHaveAttribute('aria-pressed', 'true');
    await user.click(chip());
    await waitFor(() => expect(chip()).toHaveAttribute('aria-pressed', 'false'));
  });
});

describe('search', () => {
  const type = (text: string) => fireEvent.change(search(), { target: { value: text } });
  const wait = (duration: number) => act(() => jest.advanceTimersByTimeAsync(duration));

  it('happens 500 ms after the last letter (product 9.7), without spaces around it', async () => {
    jest.useFakeTimers();
    const { asked, address } = open();
    expect(search()).toHaveAttribute('placeholder', 'Search problems...');
    type('web');
    await wait(499);
    type(' websocket ');
    await wait(499);
    expect(asked().some((params) => 'search' in params)).toBe(false);
    await wait(1);
    expect(asked().at(-1)).toEqual({ ...OPENING, search: 'websocket' });
    expect(address()).toBe('/problems?q=websocket');
  });

  it('sends no parameter when it is empty', async () => {
    jest.useFakeTimers();
    const { asked } = open(undefined, { at: '/problems?q=websocket' });
    type('   ');
    await wait(500);
    expect(asked().at(-1)).toEqual(OPENING);
    expect(asked().at(-1)).not.toHaveProperty('search');
  });

  it('is one entry of the history, however often somebody types', async () => {
    jest.useFakeTimers();
    const { router, address } = open();
    type('web');
    await wait(500);
    type('websocket');
    await wait(500);
    expect(address()).toBe('/problems?q=websocket');
    await act(() => router.navigate(-1));
    expect(address()).toBe('/problems');
    expect(search()).toHaveValue('');
  });

  it('takes the focus on "/"', () => {
    open(never);
    fireEvent.keyDown(document.body, { key: '/' });
    expect(search()).toHaveFocus();
  });
});

describe('active filters', () => {
  it('show the opening range, which can be taken away to see all prices', async () => {
    const { user, asked, address } = open();
    expect(chips()).toEqual(['$0–$1,000']);
    await user.click(screen.getByRole('button', { name: 'Remove filter $0–$1,000' }));
    await waitFor(() => expect(asked().at(-1)).toEqual({ price_min: 0, price_max: 10_000, page: 1 }));
    expect(address()).toBe('/problems?price=0-10000');
    expect(chips()).toEqual([]);
  });

  it('can be taken away one by one, and keep the focus', async () => {
    const { user, address } = open(undefined, { at: '/problems?q=socket&tags=React,AWS&category=cloud' });
    expect(chips()).toEqual(['“socket”', 'Cloud Services', '$0–$1,000', 'React', 'AWS']);
    await user.click(screen.getByRole('button', { name: 'Remove filter React' }));
    expect(address()).toBe('/problems?q=socket&tags=AWS&category=cloud');
    expect(screen.getByRole('group', { name: 'Active filters' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Remove filter “socket”' }));
    expect(search()).toHaveValue('');
  });
});

describe('the address', () => {
  it('brings the filters along, and Back brings them and their list back without asking again', async () => {
    const { user, router, asked } = open(({ params }) =>
      problemsAnswer([buildProblem({ title: params.tags ? 'Tagged' : 'Untagged' })]),
    );
    await screen.findByText('Untagged');
    await user.click(technology('React'));
    await screen.findByText('Tagged');
    await act(() => router.navigate(-1));
    expect(await screen.findByText('Untagged')).toBeVisible();
    expect(technology('React')).toHaveAttribute('aria-pressed', 'false');
    expect(asked()).toHaveLength(2);
  });
});

describe('a request under way', () => {
  it('is aborted when a filter changes, and nobody hears of it (product 4.15)', async () => {
    const { user, queryClient } = open(({ params }) =>
      params.tags ? problemsAnswer([buildProblem({ title: 'Tagged' })]) : never(),
    );
    const [first] = queryClient.getQueryCache().findAll({ queryKey: ['problems', 'list'] });
    expect(first?.state.fetchStatus).toBe('fetching');
    await user.click(technology('React'));
    expect(await screen.findByText('Tagged')).toBeVisible();
    expect(first?.state).toMatchObject({ fetchStatus: 'idle', error: null });
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the filter sheet on small screens', () => {
  it('is named Filters, changes the same filters, resets them and closes', async () => {
    const { user, address } = open(() => problemsAnswer([buildProblem()], { total: 24 }));
    await screen.findByText('24 problems');
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }));
    await user.click(sheet.getByRole('button', { name: 'Docker' }));
    await waitFor(() => expect(address()).toBe('/problems?tags=Docker'));
    await user.click(sheet.getByRole('button', { name: 'Reset' }));
    await waitFor(() => expect(address()).toBe('/problems'));
    await user.click(sheet.getByRole('button', { name: 'Show 24 problems' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
