import { clearSession } from '@solvent/store';
import { buildModule, buildProblem, signInAs } from '@solvent/testing/factories';
import { fakeApi, refuse } from '@solvent/testing/fake-api';
import { screen, waitFor, within } from '@testing-library/react';
import { renderFrame } from '../testing/render-frame.tsx';

const PROBLEM = buildProblem({ _id: 'p7', title: 'Websocket drops messages', budget: 1250 });
const MODULE = buildModule({ title: 'Socket Chat', author: { _id: 'a', name: 'Lena Vogt', image: null } });

const PERSON = { _id: 'd', name: 'Diego Sockets', image: null, role: 'solver', headline: 'Realtime all day' };

type Answer = () => object;
let api: ReturnType<typeof fakeApi>;
function open(answers: Partial<Record<'problems' | 'modules' | 'people', Answer>> = {}) {
  const { problems = () => ({ problems: [PROBLEM] }), modules = () => ({ modules: [MODULE] }) } = answers;
  const { people = () => ({ users: [PERSON] }) } = answers;
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

describe('the command palette', () => {
  it('opens with Ctrl+K and closes with Escape', async () => {
    const { user } = await openPalette();
    expect(field()).toHaveAttribute('aria-expanded', 'true');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('opens with ⌘K while somebody types elsewhere, and keeps the letter out of the text', async () => {
    const { user } = open();
    const input = document.body.appendChild(document.createElement('input'));
    await screen.findByRole('heading', { name: 'Home page' });
    await user.click(input);
    await user.keyboard('ab{Meta>}k{/Meta}');
    expect(await screen.findByRole('dialog', { name: 'Search Solvent' })).toBeVisible();
    expect(input).toHaveValue('ab');
    input.remove();
  });

  it.each(['{Control>}{Shift>}k{/Shift}{/Control}', 'k', '{Control>}j{/Control}'])('does not open with %s', async (keys) => {
    const { user } = open();
    await screen.findByRole('heading', { name: 'Home page' });
    await user.keyboard(keys);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('opens from the top bar, and from the menu on phones', async () => {
    const { user } = open();
    const banner = within(screen.getByRole('banner'));
    await user.click(banner.getByRole('button', { name: 'Search Solvent' }));
    await screen.findByRole('dialog', { name: 'Search Solvent' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(banner.getByRole('button', { name: 'Menu' }));
    await user.click(await screen.findByRole('button', { name: 'Search' }));
    expect(await screen.findByRole('dialog', { name: 'Search Solvent' })).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull();
  });

  it('offers the pages that this visitor has, without asking anybody', async () => {
    await openPalette();
    expect(labels('Pages')).toEqual(['Home', 'Browse Problems', 'Sign In', 'Contact', 'Privacy', 'Terms']);
    expect(api.requests).toEqual([]);
  });

  it('offers the pages of a session to who is signed in', async () => {
    signInAs();
    await openPalette();
    expect(labels('Pages')).toEqual([
      'Home',
      'Browse Problems',
      'Post a Problem',
      'Notifications',
      'Contact',
      'Privacy',
      'Terms',
    ]);
  });

  it('narrows the pages with each letter, and Enter goes to the first', async () => {
    const { user } = await openPalette();
    await user.type(field(), 'prob BROWSE');
    expect(labels('Pages')).toEqual(['Browse Problems']);
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { name: 'Problems page' })).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('finds problems, modules and people once nobody has typed for a while', async () => {
    const { user } = await openPalette();
    await user.type(field(), 'socket');
    expect(api.requests).toEqual([]);
    const problem = await screen.findByRole('option', { name: 'Websocket drops messages $1,250' });
    expect(problem).toHaveAttribute('href', '/view-problems/p7');
    expect(screen.getByRole('option', { name: 'Socket Chat Lena Vogt' })).toHaveAttribute('href', '/toolbox?search=Socket+Chat');
    const person = screen.getByRole('option', { name: 'Diego Sockets Realtime all day' });
    expect(person).toHaveAttribute('href', '/profile/d');
    expect(screen.getByRole('option', { name: 'All problems with “socket”' })).toHaveAttribute(
      'href',
      '/problems?q=socket&price=0-10000',
    );
    expect(api.requests.map(({ path, params }) => [path, params])).toEqual([
      ['/problems', { search: 'socket', limit: 5 }],
      ['/modules', { search: 'socket', limit: 5 }],
      ['/auth/profiles', { search: 'socket' }],
    ]);
  });

  it('is walked with the arrows, round the ends; Enter opens what they reached', async () => {
    const { user, router } = await openPalette();
    await user.type(field(), 'socket');
    await screen.findByRole('option', { name: /^Websocket/ });
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

  it('does not lead to what an older text found', async () => {
    const { user, router } = await openPalette({
      problems: () => (api.requests.length > 3 ? new Promise(() => {}) : { problems: [PROBLEM] }),
    });
    await user.type(field(), 'socket');
    await screen.findByRole('option', { name: /^Websocket/ });
    await user.type(field(), ' graphql{Enter}');
    await waitFor(() => expect(api.requests.length).toBeGreaterThan(3));
    await user.keyboard('{Enter}');
    expect(router.state.location.pathname).toBe('/home');
  });

  it('says when there is nothing, and when it could not look', async () => {
    const { user } = await openPalette({
      problems: () => ({ problems: [] }),
      modules: () => refuse('internal', 'Boom'),
      people: () => ({ users: [] }),
    });
    await user.type(field(), 'zzz');
    expect(await screen.findByText('No problems found')).toBeVisible();
    expect(await screen.findByText('No people found')).toBeVisible();
    expect(await screen.findByText('Modules could not be searched')).toBeVisible();
  });
});
