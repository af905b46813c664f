import type { SavedSearch } from '@solvent/contracts';
import { clearSession, keepPendingAction, takePendingAction } from '@solvent/store';
import { buildProblem, signInAs } from '@solvent/testing/factories';
import { NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { screen, waitFor, within } from '@testing-library/react';
import { rememberSeen } from '../../problem/seen-problems.ts';
import { openBrowse } from '../../testing/open-browse.tsx';
import { problemsAnswer } from '../../testing/problems-answer.ts';

const build = (given: Partial<SavedSearch> = {}): SavedSearch => ({
  _id: 's1',
  name: 'Sockets',
  query: { search: 'socket', price_min: 0, price_max: 1000 },
  createdAt: '2026-11-20T10:00:00.000Z',
  ...given,
});

let opened: ReturnType<typeof openBrowse>;
type Routes = NonNullable<Parameters<typeof openBrowse>[1]>['routes'];
async function open(routes: Routes = {}, at = '/problems?q=redis&tags=React,AWS&category=cloud&sort=lowest-budget') {
  opened = openBrowse(() => problemsAnswer([buildProblem()]), { at, routes });
  await opened.user.click(screen.getByRole('button', { name: 'Saved searches' }));
  return { ...opened, dialog: await screen.findByRole('dialog', { name: 'Saved searches' }) };
}
const having = (...searches: SavedSearch[]) => ({ 'GET /problems/searches': () => ({ searches }) });
const nameField = () => screen.findByRole('textbox', { name: /^Name of this search/ });
const sent = (method: string) =>
  opened.api.requests.filter((one) => one.method === method && one.path.startsWith('/problems/searches'));

afterEach(() => {
  clearSession();
  localStorage.clear();
  sessionStorage.clear();
  opened.api.restore();
});

describe('saved searches of who is signed in (product 2.52)', () => {
  beforeEach(() => signInAs());

  it('save all that the list is asked for, under a name made of it', async () => {
    const { user, dialog } = await open({
      ...having(),
      'POST /problems/searches': ({ body }) => ({
        search: build({ ...(body as Pick<SavedSearch, 'name' | 'query'>), _id: 'new' }),
      }),
    });
    expect(await nameField()).toHaveValue('“redis” · Cloud Services · $0–$1,000 · React · AWS · Lowest budget');
    expect(screen.getByText('You have not saved any search yet.')).toBeVisible();
    await user.clear(await nameField());
    await user.type(await nameField(), 'Cheap Redis');
    await user.click(screen.getByRole('button', { name: 'Save this search' }));
    expect(await within(dialog).findByRole('link', { name: /^Cheap Redis/ })).toBeVisible();
    expect(sent('POST').map(({ body }) => body)).toEqual([
      {
        name: 'Cheap Redis',
        query: { search: 'redis', tags: 'React,AWS', price_min: 0, price_max: 1000, category: 'cloud', sort: 'lowest-budget' },
      },
    ]);
    expect(within(dialog).getByText(/This search is saved as/)).toHaveTextContent('This search is saved as “Cheap Redis”.');
    expect(screen.queryByRole('button', { name: 'Save this search' })).toBeNull();
    expect(within(dialog).getByRole('group', { name: 'Your searches' })).toHaveFocus();
  });

  it('open at a press, and say what they ask for', async () => {
    const { user, dialog, address } = await open(
      having(build({ query: { tags: 'React', price_max: 500, status: 'open', sort: 'bids' } })),
    );
    const link = await within(dialog).findByRole('link', { name: /^Sockets/ });
    expect(link).toHaveAccessibleName('Sockets $0–$500 · Open · React · Most bids');
    await user.click(link);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe('/problems?tags=React&price=0-500&status=open&sort=bids');
  });

  it('mark the one that the list shows, whatever the order of its tags', async () => {
    const query = {
      search: 'redis',
      tags: 'AWS,React',
      price_min: 0,
      price_max: 1000,
      category: 'cloud',
      sort: 'lowest-budget',
    } as const;
    const { dialog } = await open(having(build({ _id: 'mine', name: 'Mine', query }), build()));
    expect(await within(dialog).findByRole('link', { name: /^Mine/, current: true })).toBeVisible();
    expect(within(dialog).getByText(/This search is saved as/)).toHaveTextContent('“Mine”');
    expect(within(dialog).getByRole('link', { name: /^Sockets/ })).not.toHaveAttribute('aria-current');
  });

  it('say why another one cannot be saved, and keep what was typed', async () => {
    const message = 'You have saved this search already, as “Elsewhere”.';
    const { user, dialog } = await open({ ...having(), 'POST /problems/searches': () => refuse('conflict', message) });
    await user.clear(await nameField());
    await user.type(await nameField(), 'Typed with care');
    await user.click(screen.getByRole('button', { name: 'Save this search' }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(await nameField()).toHaveValue('Typed with care');
    await waitFor(() => expect(sent('GET')).toHaveLength(2));
    expect(dialog).toBeVisible();
  });

  it('need a name', async () => {
    const { user } = await open(having());
    await user.clear(await nameField());
    await user.click(screen.getByRole('button', { name: 'Save this search' }));
    expect(await screen.findByText('Please name the search')).toBeVisible();
    expect(sent('POST')).toEqual([]);
  });

  it('are full with twenty', async () => {
    const all = Array.from({ length: 20 }, (_, number) =>
      build({ _id: `s${number}`, name: `Number ${number}`, query: { search: `w${number}` } }),
    );
    const { dialog } = await open(having(...all));
    expect(await within(dialog).findByText(/^You have saved 20 searches/)).toBeVisible();
    expect(within(dialog).getAllByRole('listitem')).toHaveLength(20);
    expect(screen.queryByRole('button', { name: 'Save this search' })).toBeNull();
  });

  it('are deleted once somebody has said so', async () => {
    const { user, dialog } = await open({ ...having(build()), 'DELETE /problems/searches/:id': () => ({}) });
    await user.click(await within(dialog).findByRole('button', { name: 'Delete Sockets' }));
    const question = await screen.findByRole('dialog', { name: 'Delete this search?' });
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    expect(await within(dialog).findByText('You have not saved any search yet.')).toBeVisible();
    await waitFor(() => expect(within(dialog).getByRole('group', { name: 'Your searches' })).toHaveFocus());
    expect(sent('DELETE').map(({ path }) => path)).toEqual(['/problems/searches/s1']);
  });

  it('stay where they could not be deleted, which is said', async () => {
    const { user, dialog } = await open({ ...having(build()), 'DELETE /problems/searches/:id': () => refuse('internal', '') });
    await user.click(await within(dialog).findByRole('button', { name: 'Delete Sockets' }));
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Delete this search?' })).getByRole('button', { name: 'Delete' }),
    );
    expect(await screen.findByText('The search could not be deleted. Please try again.')).toBeVisible();
    expect(within(dialog).getByText('Sockets')).toBeVisible();
  });

  it('are asked for again where they could not be loaded', async () => {
    let isBroken = true;
    const { user, dialog } = await open({
      'GET /problems/searches': () => (isBroken ? NETWORK_FAILURE : { searches: [build()] }),
    });
    expect(await within(dialog).findByText('Your searches could not be loaded.')).toBeVisible();
    isBroken = false;
    await user.click(within(dialog).getByRole('button', { name: 'Try again' }));
    expect(await within(dialog).findByText('Sockets')).toBeVisible();
  });

  it('open by themselves for who comes back from the sign-in', async () => {
    keepPendingAction('save-search', '/problems');
    opened = openBrowse(() => problemsAnswer([]), { routes: having(build()) });
    expect(await screen.findByRole('dialog', { name: 'Saved searches' })).toBeVisible();
    expect(takePendingAction('save-search')).toBeUndefined();
  });
});

describe('saved searches of a visitor', () => {
  it('lead through the sign-in and back', async () => {
    const { user, address, dialog } = await open({}, '/problems?q=redis');
    await user.click(within(dialog).getByRole('button', { name: 'Sign in to save this search' }));
    expect(address()).toMatch(/^\/signin/);
    expect(takePendingAction('save-search')).toBe('/problems?q=redis');
    expect(sent('GET')).toEqual([]);
  });
});

describe('what was seen lately (product 4.30)', () => {
  it('is not there before anything was', async () => {
    const { dialog } = await open();
    expect(within(dialog).queryByText('Recently seen')).toBeNull();
  });

  it('leads back to the problems, the latest first, until it is cleared', async () => {
    rememberSeen({ _id: 'p1', title: 'First seen' });
    rememberSeen({ _id: 'p2', title: 'Seen last' });
    const { user, dialog } = await open();
    const section = within(within(dialog).getByRole('region', { name: 'Recently seen' }));
    expect(section.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Seen last', '/view-problems/p2'],
      ['First seen', '/view-problems/p1'],
    ]);
    await user.click(section.getByRole('button', { name: 'Clear' }));
    expect(within(dialog).queryByText('Recently seen')).toBeNull();
    expect(localStorage.getItem('solvent.seen.visitor')).toBeNull();
  });
});
