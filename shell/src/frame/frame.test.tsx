import { clearSession, requestDialog, setUnreadConversations, setUnreadCount } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { fakeApi } from '@solvent/testing/fake-api';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { plainRemotes, renderFrame } from '../testing/render-frame.tsx';

afterEach(() => {
  clearSession();
  window.localStorage.clear();
});

type User = ReturnType<typeof renderFrame>['user'];
const banner = () => within(screen.getByRole('banner'));
const signOutItem = () => screen.getByRole('menuitem', { name: 'Sign out' });

describe('the top bar (product 2.4)', () => {
  it('has the brand, Browse Problems, Toolbox, the bell, Sign In and Post Problem for everybody', async () => {
    renderFrame({ at: '/home' });
    await screen.findByRole('heading', { name: 'Home page' });
    expect(banner().getByRole('link', { name: 'Solvent, home' })).toHaveAttribute('href', '/');
    expect(banner().getByRole('link', { name: 'Browse Problems' })).toHaveAttribute('href', '/problems');
    expect(banner().getByRole('button', { name: 'Toolbox' })).toBeInTheDocument();
    expect(banner().getByRole('button', { name: 'Notifications' })).toBeInTheDocument();
    expect(banner().getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/signin');
    expect(banner().getByRole('button', { name: 'Post Problem' })).toBeInTheDocument();
    expect(banner().queryByRole('link', { name: 'Conversations' })).toBeNull();
    expect(banner().queryByRole('link', { name: 'My Bids' })).toBeNull();
  });

  it.each([
    ['tap', (bell: HTMLElement, user: User) => user.click(bell)],
    [
      'key',
      async (bell: HTMLElement, user: User) => {
        bell.focus();
        await user.keyboard('{Enter}');
      },
    ],
  ])("says 'Please log in to view notifications' and goes to /signin for a signed-out %s on the bell", async (_what, press) => {
    const loaded: string[] = [];
    const fetch = async ({ name }: { name: string }) => {
      loaded.push(name);
      return { default: plainRemotes[name] };
    };
    const { user, router } = renderFrame({ at: '/home', runtime: { fetch } });
    await screen.findByRole('heading', { name: 'Home page' });
    await press(banner().getByRole('button', { name: 'Notifications' }), user);
    expect(await screen.findByText('Please log in to view notifications')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'Sign in page' })).toBeVisible();
    expect(router.state.location.state).toEqual({ from: '/notifications' });
    expect(loaded).not.toContain('messaging');
  });

  it('has the remote’s bell in the place of the shell’s once somebody signs in, and back', async () => {
    renderFrame({ at: '/home' });
    await screen.findByRole('heading', { name: 'Home page' });
    act(() => void signInAs());
    expect(await banner().findByText('Notifications')).toBeVisible();
    expect(banner().getAllByRole('button', { name: 'Notifications' })).toHaveLength(1);
    act(() => clearSession());
    expect(banner().queryByText('Notifications')).toBeNull();
    expect(banner().getByRole('button', { name: 'Notifications' })).toBeVisible();
  });

  it('has Conversations, My Bids, the bell and the profile link when signed in', async () => {
    signInAs({ name: 'Ada Park' });
    renderFrame({ at: '/home' });
    expect(await banner().findByRole('button', { name: 'Notifications' })).toBeInTheDocument();
    expect(banner().getByRole('link', { name: 'Conversations' })).toHaveAttribute('href', '/conversations');
    expect(banner().getByRole('link', { name: 'My Bids' })).toHaveAttribute('href', '/my-bids');
    expect(banner().getByRole('link', { name: 'Ada Park, profile' })).toHaveAttribute('href', '/profile');
    expect(banner().queryByRole('link', { name: 'Sign In' })).toBeNull();
  });

  it.each([
    [0, '', 'None unread'],
    [3, '3', '3 unread'],
    [12, '9+', '12 unread'],
  ])('counts %i unread conversations as "%s" (product 9.4)', async (count, shown, description) => {
    signInAs();
    renderFrame({ at: '/home' });
    await banner().findByRole('button', { name: 'Notifications' });
    act(() => setUnreadConversations(count));
    const link = banner().getByRole('link', { name: 'Conversations' });
    expect(within(link).queryByText(/\d/, { selector: '[aria-hidden]' })?.textContent ?? '').toBe(shown);
    expect(link).toHaveAccessibleDescription(description);
  });

  it('opens the Toolbox dialog, not a route', async () => {
    const { user } = renderFrame({ at: '/home' });
    await screen.findByRole('heading', { name: 'Home page' });
    await user.click(banner().getByRole('button', { name: 'Toolbox' }));
    expect(await screen.findByRole('dialog', { name: 'Developer Toolbox' })).toBeInTheDocument();
    expect(window.location.pathname).toBe('/home');
  });

  it('says when the Toolbox could not be loaded, and tries again at the next click', async () => {
    let failures = 2;
    const fetch = async ({ name }: { name: string }) => {
      if (name === 'toolbox' && failures-- > 0) throw new Error('ERR_CONNECTION_REFUSED');
      return { default: plainRemotes[name] };
    };
    const { user } = renderFrame({ at: '/home', runtime: { fetch } });
    await screen.findByRole('heading', { name: 'Home page' });
    await user.click(banner().getByRole('button', { name: 'Toolbox' }));
    expect(await screen.findByText('The Toolbox could not be loaded. Please try again.')).toBeInTheDocument();
    await user.click(banner().getByRole('button', { name: 'Toolbox' }));
    expect(await screen.findByRole('dialog', { name: 'Developer Toolbox' })).toBeInTheDocument();
  });

  it('links to /toolbox once the channel has opened it', async () => {
    renderFrame({ at: '/home', toolboxOpen: true });
    expect(await screen.findByRole('link', { name: 'Toolbox' })).toHaveAttribute('href', '/toolbox');
  });

  it('switches the theme and keeps the choice', async () => {
    const { user } = renderFrame({ at: '/home' });
    await user.click(banner().getByRole('button', { name: 'Switch to dark theme' }));
    expect(document.documentElement).toHaveClass('dark');
    expect(window.localStorage.getItem('theme')).toBe('dark');
    await user.click(banner().getByRole('button', { name: 'Switch to light theme' }));
    expect(window.localStorage.getItem('theme')).toBe('light');
  });

  it('signs out: here at once, and on the server with the token', async () => {
    signInAs({ token: 'token-1' });
    const api = fakeApi({ 'POST /auth/logout': () => ({}) });
    const { user } = renderFrame({ at: '/home' });
    await user.click(banner().getByRole('button', { name: 'Account' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
    expect(await banner().findByRole('link', { name: 'Sign In' })).toBeInTheDocument();
    expect(window.localStorage.getItem('user')).toBeNull();
    await waitFor(() => expect(api.requests[0]?.headers).toMatchObject({ Authorization: 'Bearer token-1' }));
    api.restore();
  });

  it.each([
    ['a click in the moment of opening, before the pointer has moved', async () => fireEvent.click(signOutItem())],
    ['the keyboard', (user: User) => user.keyboard('{End}{Enter}')],
  ])('signs out by %s', async (_way, choose) => {
    signInAs();
    const api = fakeApi({ 'POST /auth/logout': () => ({}) });
    const { user } = renderFrame({ at: '/home' });
    await user.click(banner().getByRole('button', { name: 'Account' }));
    const menu = await screen.findByRole('menu', { name: 'Account' });
    await waitFor(() => expect(menu).toHaveFocus());
    await choose(user);
    expect(await banner().findByRole('link', { name: 'Sign In' })).toBeInTheDocument();
    await waitFor(() => expect(api.requests).toHaveLength(1));
    api.restore();
  });
});

describe('the way to what one has saved', () => {
  beforeEach(() => void signInAs());

  it('stands in the account menu', async () => {
    const { user } = renderFrame({ at: '/home' });
    await user.click(banner().getByRole('button', { name: 'Account' }));
    expect(await screen.findByRole('menuitem', { name: 'Saved problems' })).toHaveAttribute('href', '/saved-problems');
  });

  it('stands in the mobile menu', async () => {
    const { user } = renderFrame({ at: '/home' });
    await user.click(banner().getByRole('button', { name: 'Menu' }));
    expect(await screen.findByRole('link', { name: 'Saved problems' })).toHaveAttribute('href', '/saved-problems');
  });
});

describe('Post Problem (product 2.7)', () => {
  it("says 'Please login to post a problem' and goes to /signin when signed out", async () => {
    const { user } = renderFrame({ at: '/home' });
    await user.click(banner().getByRole('button', { name: 'Post Problem' }));
    expect(await screen.findByText('Please login to post a problem')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'Sign in page' })).toBeVisible();
  });

  it('takes a seeker to /post-problem', async () => {
    signInAs({ role: 'seeker' });
    const { user } = renderFrame({ at: '/home' });
    await user.click(banner().getByRole('button', { name: 'Post Problem' }));
    expect(await screen.findByRole('heading', { name: 'Post problem page' })).toBeVisible();
  });

  it('asks any other role to switch first, then goes on', async () => {
    signInAs({ role: 'solver' });
    const { user } = renderFrame({ at: '/home' });
    await user.click(banner().getByRole('button', { name: 'Post Problem' }));
    await screen.findByRole('dialog', { name: 'Switch to Seeker Account' });
    await user.click(screen.getByRole('button', { name: 'Switch' }));
    expect(await screen.findByRole('heading', { name: 'Post problem page' })).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

it('opens the dialog that a page asks for, over the page', async () => {
  signInAs({ role: 'solver' });
  renderFrame({ at: '/home' });
  await screen.findByRole('heading', { name: 'Home page' });
  act(() => requestDialog('role-switch-dialog'));
  expect(await screen.findByRole('dialog', { name: 'Switch to Seeker Account' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Home page' })).toBeInTheDocument();
});

describe('the bottom tabs (product 2.6)', () => {
  const tabs = () => within(screen.getByRole('navigation', { name: 'Tabs' }));

  it('are Home, Problems, Post, Alerts and Profile', async () => {
    renderFrame({ at: '/home' });
    await screen.findByRole('heading', { name: 'Home page' });
    expect(
      tabs()
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Home', 'Problems', 'Alerts', 'Profile']);
    expect(tabs().getByRole('button', { name: 'Post' })).toBeInTheDocument();
  });

  it('are hidden on /signin', async () => {
    renderFrame({ at: '/signin' });
    await screen.findByRole('heading', { name: 'Sign in page' });
    expect(screen.queryByRole('navigation', { name: 'Tabs' })).toBeNull();
  });

  it("say 'Please log in to view notifications' and go to /signin for a signed-out Alerts tap", async () => {
    const { user } = renderFrame({ at: '/home' });
    await user.click(tabs().getByRole('link', { name: 'Alerts' }));
    expect(await screen.findByText('Please log in to view notifications')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'Sign in page' })).toBeVisible();
  });

  it.each([
    [1, '1'],
    [9, '9'],
    [10, '9+'],
  ])('show %i unread as %s', async (count, badge) => {
    signInAs();
    renderFrame({ at: '/home' });
    act(() => setUnreadCount(count));
    expect(await tabs().findByText(badge)).toBeInTheDocument();
  });
});

describe('the mobile menu (product 2.5)', () => {
  it('has the places, the theme and Post Problem; Conversations and My Bids only when signed in', async () => {
    const { user } = renderFrame({ at: '/home' });
    await user.click(banner().getByRole('button', { name: 'Menu' }));
    const menu = within(await screen.findByRole('dialog', { name: 'Menu' }));
    expect(menu.getByRole('link', { name: 'Browse Problems' })).toBeInTheDocument();
    expect(menu.getByRole('button', { name: 'Toolbox' })).toBeInTheDocument();
    expect(menu.getByRole('button', { name: 'Post Problem' })).toBeInTheDocument();
    expect(menu.queryByRole('link', { name: 'My Bids' })).toBeNull();
    await user.click(menu.getByRole('button', { name: 'Dark theme' }));
    expect(document.documentElement).toHaveClass('dark');
  });

  it('counts the unread conversations', async () => {
    signInAs();
    const { user } = renderFrame({ at: '/home' });
    act(() => setUnreadConversations(4));
    await user.click(banner().getByRole('button', { name: 'Menu' }));
    const menu = within(await screen.findByRole('dialog', { name: 'Menu' }));
    const link = menu.getByRole('link', { name: 'Conversations' });
    expect(within(link).getByText('4')).toBeVisible();
    expect(link).toHaveAccessibleDescription('4 unread');
  });
});
