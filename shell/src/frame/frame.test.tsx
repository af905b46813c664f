import { jest } from '@jest/globals';
import { clearSession, requestDialog, setUnreadConversations, setUnreadCount } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { fakeApi } from '@solvent/testing/fake-api';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { plainRemotes, renderFrame } from '../testing/render-frame.tsx';
import { handleListShortcut } from './handle-list-shortcut.ts';
import { useFrameDialogs } from './frame-dialogs-context.ts';
import { useListShortcuts } from './use-list-shortcuts.ts';

afterEach(() => {
  clearSession();
  window.localStorage.clear();
});

const banner = () => within(screen.getByRole('banner'));
const tabs = () => within(screen.getByRole('navigation', { name: 'Tabs' }));
const heading = (name: string) => screen.findByRole('heading', { name });

async function renderHome(options: Omit<Parameters<typeof renderFrame>[0], 'at'> = {}) {
  const view = renderFrame({ at: '/home', ...options });
  await heading('Home page');
  return { ...view, goHome: async () => act(() => view.router.navigate('/home')) };
}

describe('the frame for visitors', () => {
  it('has the bar, the tabs, the menu and the theme switch (product 2.3, 2.4, 2.5, 2.6)', async () => {
    const { user } = await renderHome();
    expect(banner().getByRole('link', { name: 'Solvent, home' })).toHaveAttribute('href', '/');
    expect(banner().getByRole('link', { name: 'Browse Problems' })).toHaveAttribute('href', '/problems');
    expect(banner().getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/signin');
    for (const name of ['Toolbox', 'Notifications', 'Post Problem'])
      expect(banner().getByRole('button', { name })).toBeInTheDocument();
    for (const name of ['Conversations', 'My Bids']) expect(banner().queryByRole('link', { name })).toBeNull();

    const labels = tabs().getAllByRole('link');
    expect(labels.map(({ textContent }) => textContent)).toEqual(['Home', 'Problems', 'Alerts', 'Profile']);
    expect(tabs().getByRole('button', { name: 'Post' })).toBeInTheDocument();

    const themeSwitch = banner().getByRole('button', { name: 'Switch to dark theme Switch to light theme' });
    await user.click(themeSwitch);
    expect(document.documentElement).toHaveClass('dark');
    expect(window.localStorage.getItem('theme')).toBe('dark');
    await user.click(themeSwitch);
    expect(window.localStorage.getItem('theme')).toBe('light');

    await user.click(banner().getByRole('button', { name: 'Menu' }));
    const menu = within(await screen.findByRole('dialog', { name: 'Menu' }));
    expect(menu.getByRole('link', { name: 'Browse Problems' })).toBeInTheDocument();
    for (const name of ['Toolbox', 'Search', 'Post Problem']) expect(menu.getByRole('button', { name })).toBeInTheDocument();
    for (const name of ['Conversations', 'My Bids']) expect(menu.queryByRole('link', { name })).toBeNull();
    await user.click(menu.getByRole('button', { name: 'Dark theme' }));
    expect(document.documentElement).toHaveClass('dark');
  });

  it('turns single keys off in the keyboard shortcuts of the footer (product 10.28)', async () => {
    const { user } = await renderHome();
    await user.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    const setting = dialog.getByRole('switch', { name: 'Single-key shortcuts (/, J, K and ?)' });
    expect(setting).toBeChecked();
    await user.click(setting);
    expect(setting).not.toBeChecked();
    const onHelp = jest.fn();
    handleListShortcut(new KeyboardEvent('keydown', { key: '?' }), onHelp);
    expect(onHelp).not.toHaveBeenCalled();
    await user.click(setting);
    handleListShortcut(new KeyboardEvent('keydown', { key: '?' }), onHelp);
    expect(onHelp).toHaveBeenCalledTimes(1);
  });

  it('explains why a session is required and goes to /signin, without loading the bell (product 2.6, 2.7)', async () => {
    const loaded: string[] = [];
    const fetch = async ({ name }: { name: string }) => {
      loaded.push(name);
      return { default: plainRemotes[name] };
    };
    const { user, router, goHome } = await renderHome({ runtime: { fetch } });
    banner().getByRole('button', { name: 'Notifications' }).focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Please log in to view notifications')).toBeInTheDocument();
    expect(await heading('Sign in page')).toBeVisible();
    expect(router.state.location.state).toEqual({ from: '/notifications' });
    expect(screen.queryByRole('navigation', { name: 'Tabs' })).toBeNull();

    await goHome();
    await user.click(banner().getByRole('button', { name: 'Post Problem' }));
    expect(await screen.findByText('Please login to post a problem')).toBeInTheDocument();
    expect(await heading('Sign in page')).toBeVisible();
    expect(loaded).not.toContain('messaging');
  });

  it('opens the Toolbox dialog instead of the page, also after its code failed to load (product 1.5, 8.21)', async () => {
    let failures = 2;
    const fetch = async ({ name }: { name: string }) => {
      if (name === 'toolbox' && failures-- > 0) throw new Error('ERR_CONNECTION_REFUSED');
      return { default: plainRemotes[name] };
    };
    const { user } = await renderHome({ runtime: { fetch } });
    await user.click(banner().getByRole('button', { name: 'Toolbox' }));
    expect(await screen.findByText('The Toolbox could not be loaded. Please try again.')).toBeInTheDocument();
    await user.click(banner().getByRole('button', { name: 'Toolbox' }));
    expect(await screen.findByRole('dialog', { name: 'Developer Toolbox' })).toBeInTheDocument();
    expect(window.location.pathname).toBe('/home');
  });

  it('links to /toolbox in the footer, and marks its entry there (product 2.69)', async () => {
    const { user } = await renderHome();
    expect(banner().getByRole('button', { name: 'Toolbox' })).not.toHaveAttribute('aria-current');
    await user.click(within(screen.getByRole('contentinfo')).getByRole('link', { name: 'Toolbox' }));
    await waitFor(() => expect(banner().getByRole('button', { name: 'Toolbox' })).toHaveAttribute('aria-current', 'page'));
  });

  it('links to /toolbox if the channel has opened it (product 1.5)', async () => {
    await renderHome({ toolboxOpen: true });
    expect(banner().getByRole('link', { name: 'Toolbox' })).toHaveAttribute('href', '/toolbox');
  });
});

describe('the frame with a session', () => {
  it('shows session links with counts, and the bell of its remote (product 2.4, 2.6, 9.4)', async () => {
    await renderHome();
    act(() => void signInAs({ name: 'Ada Park' }));
    expect(await banner().findByText('Notifications')).toBeVisible();
    expect(banner().getAllByRole('button', { name: 'Notifications' })).toHaveLength(1);
    expect(banner().getByRole('link', { name: 'My Bids' })).toHaveAttribute('href', '/my-bids');
    expect(banner().getByRole('link', { name: 'Ada Park, profile' })).toHaveAttribute('href', '/profile');
    expect(banner().queryByRole('link', { name: 'Sign In' })).toBeNull();

    const link = banner().getByRole('link', { name: 'Conversations' });
    expect(link).toHaveAttribute('href', '/conversations');
    for (const [count, badge, description] of [
      [0, '', 'None unread'],
      [9, '9', '9 unread'],
      [10, '9+', '10 unread'],
    ] as const) {
      act(() => setUnreadConversations(count));
      expect(within(link).queryByText(/\d/, { selector: '[aria-hidden]' })?.textContent ?? '').toBe(badge);
      expect(link).toHaveAccessibleDescription(description);
      act(() => setUnreadCount(count));
      expect(tabs().queryAllByText(badge || /^\d/)).toHaveLength(badge ? 1 : 0);
    }

    act(() => clearSession());
    expect(banner().queryByText('Notifications')).toBeNull();
    expect(banner().getByRole('button', { name: 'Notifications' })).toBeVisible();
  });

  it('lists saved problems and unread conversations in the mobile menu, and counts those on its button (product 2.4, 2.5)', async () => {
    signInAs();
    const { user } = await renderHome();
    const button = banner().getByRole('button', { name: 'Menu' });
    expect(button).not.toHaveAccessibleDescription();
    act(() => setUnreadConversations(4));
    expect(button).toHaveAccessibleDescription('Unread conversations: 4');
    expect(within(button).getByText('4')).toBeVisible();
    await user.click(button);
    const menu = within(await screen.findByRole('dialog', { name: 'Menu' }));
    expect(menu.getByRole('link', { name: 'Saved problems' })).toHaveAttribute('href', '/saved-problems');
    const link = menu.getByRole('link', { name: 'Conversations' });
    expect(within(link).getByText('4')).toBeVisible();
    expect(link).toHaveAccessibleDescription('4 unread');
  });

  it('signs out from the account menu, locally at once and on the server with the token (product 2.4)', async () => {
    signInAs({ token: 'token-1' });
    const api = fakeApi({ 'POST /auth/logout': () => ({}) });
    const { user } = await renderHome();
    await user.click(banner().getByRole('button', { name: 'Account' }));
    const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent?.trim());
    expect(items).toEqual(['Saved problems', expect.stringMatching(/^(Dark|Light) theme$/), 'Sign out']);
    // A click right after opening, before the pointer moved.
    fireEvent.click(screen.getByRole('menuitem', { name: 'Sign out' }));
    expect(await banner().findByRole('link', { name: 'Sign In' })).toBeInTheDocument();
    expect(window.localStorage.getItem('user')).toBeNull();
    await waitFor(() => expect(api.requests[0]?.headers).toMatchObject({ Authorization: 'Bearer token-1' }));

    act(() => void signInAs({ token: 'token-2' }));
    await user.click(banner().getByRole('button', { name: 'Account' }));
    await waitFor(() => expect(screen.getByRole('menu', { name: 'Account' })).toHaveFocus());
    await user.keyboard('{End}{Enter}');
    expect(await banner().findByRole('link', { name: 'Sign In' })).toBeInTheDocument();
    await waitFor(() => expect(api.requests).toHaveLength(2));
    api.restore();
  });

  it('opens the form for seekers, and the role dialog for other users (product 2.7)', async () => {
    signInAs({ role: 'seeker' });
    const { user, goHome } = await renderHome();
    await user.click(banner().getByRole('button', { name: 'Post Problem' }));
    expect(await heading('Post problem page')).toBeVisible();

    await goHome();
    act(() => void signInAs({ role: 'solver' }));
    await user.click(banner().getByRole('button', { name: 'Post Problem' }));
    await screen.findByRole('dialog', { name: 'Switch to Seeker Account' });
    await user.click(screen.getByRole('button', { name: 'Switch' }));
    expect(await heading('Post problem page')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();

    await goHome();
    act(() => requestDialog('role-switch-dialog'));
    expect(await screen.findByRole('dialog', { name: 'Switch to Seeker Account' })).toBeVisible();
    expect(await heading('Home page')).toBeInTheDocument();
  });
});

describe('list shortcuts (product 10.26)', () => {
  const help = jest.fn();

  function Page() {
    useListShortcuts(help);
    return (
      <main>
        <input aria-label="Search" />
        {['One', 'Two', 'Three'].map((title) => (
          <article key={title}>
            <h2>
              <a href={`/${title}`}>{title}</a>
            </h2>
            <button type="button">Save {title}</button>
          </article>
        ))}
      </main>
    );
  }

  const hasFocus = (name: string) => waitFor(() => expect(screen.getByRole('link', { name })).toHaveFocus());

  beforeEach(() => {
    help.mockClear();
    render(<Page />);
  });

  it('J and K move between cards, also from inside one, and stop at the ends; ? opens the shortcuts', async () => {
    await userEvent.keyboard('j');
    await hasFocus('One');
    await userEvent.tab();
    await userEvent.keyboard('j');
    await hasFocus('Two');
    await userEvent.keyboard('jj');
    await hasFocus('Three');
    await userEvent.keyboard('k');
    await hasFocus('Two');
    await userEvent.keyboard('?');
    await waitFor(() => expect(help).toHaveBeenCalledTimes(1));
  });

  it('do nothing if the setting is off (product 10.28)', () => {
    localStorage.setItem('singleKeyShortcuts', 'disabled');
    for (const key of ['j', 'k', '?']) handleListShortcut(new KeyboardEvent('keydown', { key }), help);
    localStorage.removeItem('singleKeyShortcuts');
    expect(document.body).toHaveFocus();
    expect(help).not.toHaveBeenCalled();
  });

  it('are letters while a user types, and do nothing with Ctrl', async () => {
    await userEvent.keyboard('{Control>}j{/Control}');
    const field = screen.getByRole('textbox');
    await userEvent.type(field, 'jk?');
    expect(field).toHaveValue('jk?');
    expect(field).toHaveFocus();
    expect(help).not.toHaveBeenCalled();
  });
});

function ReplaceDialog() {
  const { open, close } = useFrameDialogs();
  const replace = () => {
    open('keys');
    close('menu');
  };
  return (
    <>
      <h1>Home page</h1>
      <button type="button" onClick={replace}>
        Replace the menu
      </button>
    </>
  );
}

it('a replaced dialog that closes late does not close its successor (product 2.5)', async () => {
  const pages = { '/home': async () => ({ Component: ReplaceDialog }) };
  const marketplace = { ...plainRemotes['marketplace'], pages };
  const runtime = { fetch: async ({ name }: { name: string }) => ({ default: { ...plainRemotes, marketplace }[name] }) };
  const { user } = await renderHome({ runtime });
  await user.click(screen.getByRole('button', { name: 'Replace the menu' }));
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});
