import { jest } from '@jest/globals';
import { clearSession } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { fakeApi, refuse } from '@solvent/testing/fake-api';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renderFrame } from '../testing/render-frame.tsx';

const PROBLEM = { to: '/view-problems/p7', label: 'Websocket drops messages', detail: '$1,250' };
const MODULE = { to: '/toolbox?search=Socket+Chat', label: 'Socket Chat', detail: 'Lena Vogt' };
const PERSON = { to: '/profile/d', label: 'Diego Sockets', detail: 'Realtime all day' };
const found = (...results: object[]) => ({ found: results });

type Answer = () => object;
let api: ReturnType<typeof fakeApi>;
function open(answers: Partial<Record<'problems' | 'modules' | 'people', Answer>> = {}) {
  const { problems = () => found(PROBLEM), modules = () => found(MODULE), people = () => found(PERSON) } = answers;
  api = fakeApi({ 'GET /problems': problems, 'GET /modules': modules, 'GET /auth/profiles': people });
  return renderFrame({ at: '/home' });
}
async function openPalette(answers?: Parameters<typeof open>[0]) {
  const view = open(answers);
  await screen.findByRole('heading', { name: 'Home page' });
  await view.user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('dialog', { name: 'Search Solvent' });
  return view;
}
afterEach(() => {
  jest.unstable_unmockModule('./command-palette.tsx');
  api.restore();
  clearSession();
});

const field = () => screen.getByRole('combobox', { name: 'Search Solvent' });
const group = (name: string) => within(screen.getByRole('group', { name }));
const labels = (name: string) =>
  group(name)
    .queryAllByRole('option')
    .map((option) => option.textContent);
const active = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '');

describe('the command palette (product 10.13, 10.14)', () => {
  it('shows a toast when its code fails to load, and opens on the next click (product 8.21)', async () => {
    jest.unstable_mockModule('./command-palette.tsx', () => {
      throw new Error('Loading chunk failed');
    });
    const { user } = open();
    await screen.findByRole('heading', { name: 'Home page' });
    await user.keyboard('{Control>}k{/Control}');
    expect(await screen.findByText('The search could not be loaded. Please try again.')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    jest.unstable_unmockModule('./command-palette.tsx');
    await user.click(within(screen.getByRole('banner')).getByRole('button', { name: 'Search Solvent' }));
    expect(await screen.findByRole('dialog', { name: 'Search Solvent' })).toBeVisible();
  });

  it('opens with its shortcut, from the top bar and from the menu, and closes with Escape', async () => {
    const { user } = open();
    await screen.findByRole('heading', { name: 'Home page' });
    const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.keyboard('k{Control>}j{/Control}{Control>}{Shift>}k{/Shift}{/Control}');
    expect(screen.queryByRole('dialog')).toBeNull();

    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('dialog', { name: 'Search Solvent' });
    expect(field()).toHaveAttribute('aria-expanded', 'true');
    await user.keyboard('{Escape}');
    await closed();

    const input = document.body.appendChild(document.createElement('input'));
    await user.click(input);
    await user.keyboard('ab{Meta>}k{/Meta}');
    await screen.findByRole('dialog', { name: 'Search Solvent' });
    expect(input).toHaveValue('ab');
    input.remove();
    await user.keyboard('{Escape}');
    await closed();

    const banner = within(screen.getByRole('banner'));
    await user.click(banner.getByRole('button', { name: 'Search Solvent' }));
    await screen.findByRole('dialog', { name: 'Search Solvent' });
    await user.keyboard('{Escape}');
    await closed();
    await user.click(banner.getByRole('button', { name: 'Menu' }));
    await user.click(await screen.findByRole('button', { name: 'Search' }));
    expect(await screen.findByRole('dialog', { name: 'Search Solvent' })).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull();
  });

  it('has actions, which click and Enter run, and puts an exact title first', async () => {
    const { user } = await openPalette({ people: () => found(PERSON, { to: '/profile/h', label: 'Home' }) });
    expect(labels('Actions')).toEqual(['Switch theme']);
    const theme = document.documentElement.className;
    await user.click(group('Actions').getByRole('option', { name: 'Switch theme' }));
    expect(document.documentElement.className).not.toBe(theme);
    act(() => void signInAs());
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('dialog', { name: 'Search Solvent' });
    expect(labels('Actions')).toEqual(['Post a problem', 'Switch theme']);
    await user.type(field(), 'HOME');
    expect(await screen.findByRole('option', { name: 'Diego Sockets Realtime all day' })).toBeVisible();
    expect(labels('People')).toEqual(['Home', 'Diego SocketsRealtime all day']);
    const titles = screen.getAllByRole('group').map((one) => one.getAttribute('aria-labelledby')?.split('-').at(-1));
    expect(titles).toEqual(['Pages', 'People', 'Problems', 'Modules']);
    await user.clear(field());
    await user.type(field(), 'post{Enter}');
    expect(await screen.findByRole('heading', { name: 'Post problem page' })).toBeVisible();
  });

  it('lists available pages without a request, filters them while typing, and Enter opens the first', async () => {
    const { user } = await openPalette();
    expect(labels('Pages')).toEqual(['Toolbox', 'Home', 'Browse Problems', 'Sign In', 'Contact', 'Privacy', 'Terms']);
    act(() => void signInAs());
    expect(labels('Pages')).toEqual(['Toolbox', 'Home', 'Browse Problems', 'Notifications', 'Contact', 'Privacy', 'Terms']);
    expect(api.requests).toEqual([]);
    await user.type(field(), 'prob BROWSE');
    expect(labels('Pages')).toEqual(['Browse Problems']);
    await user.clear(field());
    // Without a space and with an accent (product 2.48).
    await user.type(field(), 'brówseproblems');
    expect(labels('Pages')).toEqual(['Browse Problems']);
    // Safari ends the composition of a word this way.
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 });
    expect(screen.getByRole('dialog')).toBeVisible();
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { name: 'Problems page' })).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('finds problems, modules and people after a pause in typing; arrow keys move through them and wrap (product 9.7)', async () => {
    const { user, router } = await openPalette();
    await user.type(field(), 'socket');
    expect(api.requests).toEqual([]);
    const problem = await screen.findByRole('option', { name: 'Websocket drops messages $1,250' });
    expect(problem).toHaveAttribute('href', '/view-problems/p7');
    const getHref = (name: string) => screen.getByRole('option', { name }).getAttribute('href');
    expect(getHref('Socket Chat Lena Vogt')).toBe('/toolbox?search=Socket+Chat');
    expect(getHref('Diego Sockets Realtime all day')).toBe('/profile/d');
    expect(getHref('All problems with “socket”')).toBe('/problems?q=socket&price=0-10000');
    expect(api.requests.map(({ path, params }) => [path, params])).toEqual([
      ['/problems', { search: 'socket', limit: 5 }],
      ['/modules', { search: 'socket', limit: 5 }],
      ['/auth/profiles', { search: 'socket', limit: 5 }],
    ]);

    expect(active()).toHaveTextContent('Websocket drops messages');
    await user.keyboard('{ArrowUp}');
    expect(active()).toHaveTextContent('Diego Sockets');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(active()).toHaveTextContent('All problems with “socket”');
    expect(screen.getByRole('option', { selected: true })).toBe(active());
    expect(field()).toHaveFocus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.search).toBe('?q=socket&price=0-10000'));
  });

  it('does not open the result of an older text', async () => {
    const { user, router } = await openPalette({
      problems: () => (api.requests.length > 3 ? new Promise(() => {}) : found(PROBLEM)),
    });
    await user.type(field(), 'socket');
    await screen.findByRole('option', { name: /^Websocket/ });
    await user.type(field(), ' graphql{Enter}');
    await waitFor(() => expect(api.requests.length).toBeGreaterThan(3));
    await user.keyboard('{Enter}');
    expect(router.state.location.pathname).toBe('/home');
  });

  it('shows which searches found nothing and which failed', async () => {
    const { user } = await openPalette({
      problems: () => found(),
      modules: () => refuse('internal', 'Boom'),
      people: () => found(),
    });
    await user.type(field(), 'zzz');
    expect(await screen.findByText('No problems found')).toBeVisible();
    expect(await screen.findByText('No people found')).toBeVisible();
    expect(await screen.findByText('Modules could not be searched')).toBeVisible();
  });
});
