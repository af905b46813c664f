import { createMemoryRouter, Link, RouterProvider } from '@solvent/router';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useListLink, useRememberedList } from './list-link.ts';

function List() {
  useRememberedList('solvent.list.tests');
  return <h1>List</h1>;
}

function Item() {
  return <Link {...useListLink('solvent.list.tests', '/list')}>Back</Link>;
}

const ROUTES = [
  { path: '/list', element: <List /> },
  { path: '/item', element: <Item /> },
  { path: '/home', element: <h1>Home</h1> },
];

/** The memory router does not write the browser's history. */
const setEntryIndex = (idx: number) => window.history.replaceState({ idx, key: `entry-${++entries}` }, '');
let entries = 0;

beforeEach(() => window.sessionStorage.clear());
afterAll(() => window.history.replaceState(null, ''));

async function openItem(index: number) {
  setEntryIndex(3);
  const router = createMemoryRouter(ROUTES, { initialEntries: ['/list?tags=Rust'] });
  render(<RouterProvider router={router} />);
  expect(screen.getByRole('heading', { name: 'List' })).toBeVisible();
  setEntryIndex(index);
  await act(() => router.navigate('/item'));
  return router;
}

describe('a link back to a list (product 10.16)', () => {
  it('leads to the list without filters if this tab has shown none', () => {
    render(<RouterProvider router={createMemoryRouter(ROUTES, { initialEntries: ['/item'] })} />);
    expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/list');
  });

  it('leads to its last filters, and goes back where the list is the previous entry, which restores its position', async () => {
    const router = await openItem(4);
    const link = screen.getByRole('link', { name: 'Back' });
    expect(link).toHaveAttribute('href', '/list?tags=Rust');
    await userEvent.click(link);
    expect(router.state.historyAction).toBe('POP');
    expect(router.state.location).toMatchObject({ pathname: '/list', search: '?tags=Rust' });
  });

  it('opens the list anew if something was opened in between', async () => {
    const router = await openItem(5);
    await userEvent.click(screen.getByRole('link', { name: 'Back' }));
    expect(router.state.historyAction).toBe('PUSH');
    expect(router.state.location).toMatchObject({ pathname: '/list', search: '?tags=Rust' });
  });

  it('does not go back to a page that took the position of the list after a full load', async () => {
    setEntryIndex(0);
    const { unmount } = render(<RouterProvider router={createMemoryRouter(ROUTES, { initialEntries: ['/list'] })} />);
    unmount();
    const router = createMemoryRouter(ROUTES, { initialEntries: ['/home'] });
    render(<RouterProvider router={router} />);
    setEntryIndex(1);
    await act(() => router.navigate('/item'));
    await userEvent.click(screen.getByRole('link', { name: 'Back' }));
    expect(router.state.historyAction).toBe('PUSH');
    expect(router.state.location.pathname).toBe('/list');
  });

  it('does not go back to a page that was opened in place of the list', async () => {
    setEntryIndex(2);
    const router = createMemoryRouter(ROUTES, { initialEntries: ['/home'] });
    render(<RouterProvider router={router} />);
    const go = async (index: number, to: string | number) => {
      setEntryIndex(index);
      await act(() => (typeof to === 'number' ? router.navigate(to) : router.navigate(to)));
    };
    await go(3, '/list');
    await go(2, -1);
    await go(3, '/home');
    await go(4, '/item');
    await userEvent.click(screen.getByRole('link', { name: 'Back' }));
    expect(router.state.historyAction).toBe('PUSH');
    expect(router.state.location.pathname).toBe('/list');
  });

  it('ignores a stored entry that cannot be read', () => {
    window.sessionStorage.setItem('solvent.list.tests', '{');
    render(<RouterProvider router={createMemoryRouter(ROUTES, { initialEntries: ['/item'] })} />);
    expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/list');
  });
});
