import { jest } from '@jest/globals';
import type { SavedSearch } from '@solvent/contracts';
import { clearSession, savePendingAction, consumePendingAction } from '@solvent/store';
import { intersect } from '@solvent/testing/browser-apis';
import { buildProblem, signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { addSeen } from '../../problem/seen-problems.ts';
import type { PriceRange } from './filters.ts';
import { PriceRangeSlider } from './price-range-slider.tsx';
import { ProblemBlock } from './problem-block.tsx';
import { SearchesButton } from './dialog-buttons.tsx';
import { useFilters } from './use-filters.ts';

const build = (given: Partial<SavedSearch> = {}): SavedSearch => ({
  _id: 's1',
  name: 'Sockets',
  query: { search: 'socket', price_min: 0, price_max: 1000 },
  createdAt: '2026-11-20T10:00:00.000Z',
  ...given,
});

let api: ReturnType<typeof fakeApi> | undefined;
afterEach(() => {
  clearSession();
  localStorage.clear();
  sessionStorage.clear();
  api?.restore();
  api = undefined;
});

describe('saved searches (product 2.52, 8.19)', () => {
  const REDIS = '/problems?q=redis&tags=React,AWS&category=cloud&sort=lowest-budget';
  const QUERY = {
    search: 'redis',
    tags: 'React,AWS',
    price_min: 0,
    price_max: 1000,
    category: 'cloud',
    sort: 'lowest-budget',
  } as const;
  type Routes = Parameters<typeof fakeApi>[0];
  function Searches() {
    return <SearchesButton filters={useFilters().filters} />;
  }
  function render(routes: Routes, at = REDIS) {
    api = fakeApi(routes);
    return renderScreen(<Searches />, { at });
  }
  const findDialog = async () => within(await screen.findByRole('dialog', { name: 'Saved searches' }));
  async function open(routes: Routes = {}, at?: string) {
    const view = render(routes, at);
    await view.user.click(screen.getByRole('button', { name: 'Saved searches' }));
    return { ...view, dialog: await findDialog() };
  }
  const nameField = () => screen.findByRole('textbox', { name: /^Name of this search/ });
  const save = () => screen.getByRole('button', { name: 'Save this search' });
  const sent = (method: string) =>
    (api?.requests ?? []).filter((one) => one.method === method && one.path.startsWith('/problems/searches'));
  const address = () => screen.getByLabelText('Address').textContent;

  it('retries after a failure, validates the name, keeps it through a conflict, then saves', async () => {
    signInAs();
    const conflict = 'You have saved this search already, as “Elsewhere”.';
    let isBroken = true;
    const { user, dialog } = await open({
      'GET /problems/searches': () => (isBroken ? NETWORK_FAILURE : { searches: [] }),
      'POST /problems/searches': ({ body }) =>
        isBroken ? refuse('conflict', conflict) : { search: build({ ...(body as Partial<SavedSearch>), _id: 'new' }) },
    });
    expect(await dialog.findByText('Your searches could not be loaded.')).toBeVisible();
    isBroken = false;
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await nameField()).toHaveValue('“redis” · Cloud Services · $0–$1,000 · React · AWS · Lowest budget');
    expect(screen.getByText('No saved searches yet.')).toBeVisible();
    await user.clear(await nameField());
    await user.click(save());
    expect(await screen.findByText('Please name the search')).toBeVisible();
    expect(sent('POST')).toEqual([]);
    await user.type(await nameField(), 'Cheap Redis');
    isBroken = true;
    await user.click(save());
    // The toast, and the form (product 8.25).
    await waitFor(() => expect(screen.getAllByText(conflict)).toHaveLength(2));
    expect(await nameField()).toHaveValue('Cheap Redis');
    await waitFor(() => expect(sent('GET').length).toBeGreaterThanOrEqual(3));
    isBroken = false;
    await user.click(save());
    expect(await dialog.findByRole('link', { name: /^Cheap Redis/ })).toBeVisible();
    expect(sent('POST').at(-1)?.body).toEqual({ name: 'Cheap Redis', query: QUERY });
    expect(dialog.getByText(/This search is saved as/)).toHaveTextContent('This search is saved as “Cheap Redis”.');
    expect(screen.queryByRole('button', { name: 'Save this search' })).toBeNull();
    expect(dialog.getByRole('group', { name: 'Your searches' })).toHaveFocus();
  });

  it('marks the current search, whatever the order of its tags (product 4.29), describes and opens the others', async () => {
    signInAs();
    const mine = build({ _id: 'mine', name: 'Mine', query: { ...QUERY, tags: 'AWS,React' } });
    const other = build({ query: { tags: 'React', price_max: 500, status: 'open', sort: 'bids' } });
    const { user, dialog } = await open({ 'GET /problems/searches': () => ({ searches: [mine, other] }) });
    expect(await dialog.findByRole('link', { name: /^Mine/, current: true })).toBeVisible();
    expect(dialog.getByText(/This search is saved as/)).toHaveTextContent('“Mine”');
    const link = dialog.getByRole('link', { name: /^Sockets/ });
    expect(link).not.toHaveAttribute('aria-current');
    expect(link).toHaveAccessibleName('Sockets $0–$500 · Open · React · Most bids');
    await user.click(link);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe('/problems?tags=React&price=0-500&status=open&sort=bids');
  });

  it('allows twenty; one is deleted after a confirmation, and stays after a failure', async () => {
    signInAs();
    const searches = Array.from({ length: 20 }, (_, number) =>
      build({ _id: `s${number}`, name: `Number ${number}`, query: { search: `w${number}` } }),
    );
    let isBroken = true;
    const { user, dialog } = await open({
      'GET /problems/searches': () => ({ searches }),
      'DELETE /problems/searches/:id': () => (isBroken ? refuse('internal', '') : { removed: searches.splice(0, 20) }),
    });
    expect(await dialog.findByText(/^You have saved 20 searches/)).toBeVisible();
    expect(dialog.getAllByRole('listitem')).toHaveLength(20);
    expect(screen.queryByRole('button', { name: 'Save this search' })).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Delete Number 3' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete this search?' }));
    const remove = () => user.click(question.getByRole('button', { name: 'Delete' }));
    await remove();
    expect(await screen.findByText('The search could not be deleted. Please try again.')).toBeVisible();
    expect(dialog.getByText('Number 3')).toBeVisible();
    isBroken = false;
    await remove();
    await waitFor(() => expect(dialog.queryByText('Number 3')).toBeNull());
    await waitFor(() => expect(dialog.getByRole('group', { name: 'Your searches' })).toHaveFocus());
    expect(sent('DELETE').at(-1)?.path).toBe('/problems/searches/s3');
  });

  it('reopens the dialog after a visitor signs in from it', async () => {
    const { user, dialog, unmount } = await open({}, '/problems?q=redis');
    expect(dialog.queryByText('Recently seen')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Sign in to save this search' }));
    expect(address()).toMatch(/^\/signin/);
    const action = '"action":{"kind":"save-search","id":"/problems?q=redis"}';
    expect(screen.getByLabelText('Route state')).toHaveTextContent(action);
    expect(sent('GET')).toEqual([]);
    unmount();
    api?.restore();
    savePendingAction('save-search', '/problems');
    signInAs();
    render({ 'GET /problems/searches': () => ({ searches: [build()] }) });
    expect(await (await findDialog()).findByText('Sockets')).toBeVisible();
    expect(consumePendingAction('save-search')).toBeUndefined();
  });

  it('lists the recently seen problems, the latest first, until they are cleared (product 4.30)', async () => {
    addSeen({ _id: 'p1', title: 'First seen' });
    addSeen({ _id: 'p2', title: 'Seen last' });
    const { user, dialog } = await open();
    const section = within(dialog.getByRole('region', { name: 'Recently seen' }));
    expect(section.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Seen last', '/view-problems/p2'],
      ['First seen', '/view-problems/p1'],
    ]);
    await user.click(section.getByRole('button', { name: 'Clear' }));
    expect(dialog.queryByText('Recently seen')).toBeNull();
    expect(localStorage.getItem('solvent.seen.visitor')).toBeNull();
  });
});

describe('the price slider (product 4.16, 9.8)', () => {
  const commit = jest.fn<(price: PriceRange) => void>();
  function Slider({ start }: { start: PriceRange }) {
    const [price, setPrice] = useState(start);
    const onCommit = (next: PriceRange) => {
      commit(next);
      setPrice(next);
    };
    return <PriceRangeSlider price={price} onCommit={onCommit} />;
  }
  const lowest = () => screen.getByRole('slider', { name: 'Lowest price' });
  const highest = () => screen.getByRole('slider', { name: 'Highest price' });
  const press = (key: string, more: object = {}) => fireEvent.keyDown(highest(), { key, ...more });
  function renderSlider(start: PriceRange = [0, 1000]) {
    commit.mockClear();
    const { unmount } = renderScreen(<Slider start={start} />);
    const track = lowest().parentElement as HTMLElement;
    track.getBoundingClientRect = () => new DOMRect(0, 0, 1000, 44);
    const down = (clientX: number) => fireEvent.pointerDown(track, { clientX, button: 0, pointerId: 1 });
    const move = (clientX: number) => fireEvent.pointerMove(track, { clientX });
    return { track, unmount, down, move };
  }
  const commits = () => commit.mock.calls.map(([price]) => price);

  it('has its range and value, and commits each key; a held key commits its first step and the last value', () => {
    renderSlider();
    expect(lowest()).toHaveAttribute('aria-valuemin', '0');
    expect(highest()).toHaveAttribute('aria-valuemax', '10000');
    expect(highest()).toHaveAttribute('aria-valuetext', '$1,000');
    expect(screen.getByRole('group', { name: 'Price range' })).toHaveTextContent('$0–$1,000');
    const keys = ['ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowDown', 'PageUp', 'PageDown', 'End', 'Home'];
    for (const key of keys) expect(press(key)).toBe(false);
    expect(commits().map(([, price]) => price)).toEqual([1005, 1010, 1005, 1000, 1500, 1000, 10_000, 0]);
    expect(press('Tab')).toBe(true);
    commit.mockClear();
    press('ArrowRight');
    press('ArrowRight', { repeat: true });
    press('ArrowRight', { repeat: true });
    expect(commits()).toEqual([[0, 5]]);
    expect(highest()).toHaveAttribute('aria-valuenow', '15');
    fireEvent.keyUp(highest(), { key: 'ArrowRight' });
    expect(commits()).toEqual([
      [0, 5],
      [0, 15],
    ]);
  });

  it('moves the nearer thumb with the pointer, and commits when it is released, not when it is canceled', () => {
    const { track, down, move } = renderSlider();
    down(98);
    move(250.3);
    expect(highest()).toHaveAttribute('aria-valuenow', '2505');
    expect(highest()).toHaveFocus();
    expect(commits()).toEqual([]);
    fireEvent.pointerUp(track);
    expect(commits()).toEqual([[0, 2505]]);
    down(250);
    move(400);
    fireEvent.pointerCancel(track);
    expect(highest()).toHaveAttribute('aria-valuenow', '2505');
    down(60);
    fireEvent.pointerUp(track);
    expect(commits()).toEqual([
      [0, 2505],
      [600, 2505],
    ]);
  });

  it.each([
    ['moves the lower of two thumbs on one spot to the left', [1000, 1000], [100, 40], [400, 1000]],
    ['moves the higher of two thumbs on one spot to the right', [1000, 1000], [100, 300], [1000, 3000]],
    ['never moves a thumb past the other', [500, 1000], [50, 400], [1000, 1000]],
  ] as const)('%s', (_what, start, [from, to], committed) => {
    const { track, down, move } = renderSlider([...start]);
    down(from);
    move(to);
    fireEvent.pointerUp(track);
    expect(commits()).toEqual([committed]);
  });
});

it('unmounts the cards of a distant list page but keeps its height, unless it has the focus', () => {
  const problems = [buildProblem({ title: 'First' }), buildProblem({ title: 'Second' })];
  const show = () => {
    const view = renderScreen(<ProblemBlock problems={problems} firstPosition={11} total={9999} />);
    const block = view.container.firstElementChild as HTMLElement;
    // jsdom has no layout.
    Object.defineProperty(block, 'offsetHeight', { value: 640 });
    return { ...view, block, leave: () => act(() => intersect(block, false)) };
  };
  const { block, leave, unmount } = show();
  const [first, second] = screen.getAllByRole('listitem');
  expect(first).toHaveAttribute('aria-posinset', '11');
  expect(second).toHaveAttribute('aria-posinset', '12');
  expect(second).toHaveAttribute('aria-setsize', '9999');
  screen.getByRole('link', { name: 'First' }).focus();
  leave();
  expect(screen.getAllByRole('article')).toHaveLength(2);
  act(() => screen.getByRole('link', { name: 'First' }).blur());
  leave();
  expect(screen.queryByRole('article')).toBeNull();
  expect(block.style.height).toBe('640px');
  act(() => intersect(block));
  expect(screen.getAllByRole('article')).toHaveLength(2);
  expect(block.style.height).toBe('');
  leave();
  unmount();
  expect(show().block.style.height).toBe('640px');
  expect(screen.queryByRole('article')).toBeNull();
});
