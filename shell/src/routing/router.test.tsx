import { jest } from '@jest/globals';
import { clearSession } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { RemoteRuntime } from '../remotes/federation-runtime.ts';
import { buildChannel, buildPath, buildPin } from '../testing/build-channel.ts';
import { composeTestRemotes } from '../testing/compose-test-remotes.ts';
import { plainRemotes, renderFrame } from '../testing/render-frame.tsx';
import { createShellRouter } from './router.tsx';

afterEach(() => clearSession());

const heading = (name: string) => screen.findByRole('heading', { name });

describe('routes of the shell', () => {
  it('redirects / to /home, loads a remote at its first path, announces a new page, and has a not-found screen (product 2.1, 2.2, 2.40, 10.17)', async () => {
    const requested: string[] = [];
    const fetch: RemoteRuntime['fetch'] = async ({ name }) => {
      requested.push(name);
      return { default: plainRemotes[name] };
    };
    const { user, router } = renderFrame({ at: '/', runtime: { fetch } });
    expect(await heading('Home page')).toBeVisible();
    expect(window.location.pathname).toBe('/home');

    await user.click(screen.getByRole('link', { name: 'Browse Problems' }));
    const problems = await heading('Problems page');
    await waitFor(() => expect(problems).toHaveFocus());
    expect(document.title).toBe('Problems · Solvent');
    expect(screen.getByText('Problems', { selector: '[role=status]' })).toBeInTheDocument();
    expect(requested).toEqual(['marketplace']);

    await user.click(screen.getByRole('link', { name: 'Sign In' }));
    expect(await heading('Sign in page')).toBeVisible();
    expect(requested).toEqual(['marketplace', 'auth']);

    await act(() => router.navigate('/no/such/path'));
    expect(await heading('Page not found')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/home');
    await waitFor(() => expect(document.title).toBe('Page not found · Solvent'));
  });

  it('has the not-found screen for an address that cannot be decoded (product 2.1)', async () => {
    // React Router's warning about the address.
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    renderFrame({ at: '/100%' });
    expect(await heading('Page not found')).toBeVisible();
    warn.mockRestore();
  });

  it.each([
    ['this site', `${location.origin}/problems?q=sockets`, { from: '/problems?q=sockets' }],
    ['another site', 'https://elsewhere.example/problems', undefined],
    ['this site, another sign-in page', `${location.origin}/signup`, undefined],
  ])('returns to the referrer after a sign-in that was a full page load: %s', (_where, referrer, usr) => {
    const spy = jest.spyOn(document, 'referrer', 'get').mockReturnValue(referrer);
    history.replaceState(null, '', '/signin');
    const channel = buildChannel(buildPin('auth', { paths: [buildPath('/signin')] }));
    const remotes = composeTestRemotes(channel, { fetch: async () => ({ default: plainRemotes['auth'] }) });
    createShellRouter(remotes, <div />).dispose();
    expect((history.state as { usr?: unknown } | null)?.usr).toEqual(usr);
    spy.mockRestore();
  });

  /** Navigates from /home to /signin, whose code loads when the test calls `finishLoading`. */
  async function startNavigation() {
    let finishLoading: () => void = () => {};
    const loading = new Promise<void>((resolve) => (finishLoading = resolve));
    const runtime: RemoteRuntime = {
      fetch: async ({ name }) => {
        if (name === 'auth') await loading;
        return { default: plainRemotes[name] };
      },
    };
    const { user, router } = renderFrame({ at: '/home', runtime });
    await heading('Home page');
    act(() => void router.navigate('/signin'));
    return { user, finishLoading };
  }

  it('leaves a dialog open that was opened during a navigation', async () => {
    const { user, finishLoading } = await startNavigation();
    await user.keyboard('{Control>}k{/Control}');
    const field = await screen.findByRole('combobox', { name: 'Search Solvent' });
    await user.type(field, 'con');
    finishLoading();
    await waitFor(() => expect(document.title).toBe('Sign in · Solvent'));
    await user.keyboard('tact');
    expect(field).toHaveValue('contact');
  });

  it('redirects visitors of a session page to /signin and back, and shows the reason once (product 2.6, 6.2)', async () => {
    const { router } = renderFrame({ at: '/notifications' });
    expect(await heading('Sign in page')).toBeVisible();
    expect(router.state.location.state).toEqual({ from: '/notifications' });
    expect(await screen.findAllByText('Please log in to view notifications')).toHaveLength(1);
  });

  it('shows no reason when the session ends in another tab or during a navigation', async () => {
    signInAs();
    const { router } = renderFrame({ at: '/notifications' });
    await heading('Notifications page');
    window.localStorage.removeItem('user');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'user', newValue: null })));
    expect(await heading('Sign in page')).toBeVisible();
    expect(screen.queryByText('Please log in to view notifications')).toBeNull();

    act(() => void signInAs());
    await act(() => router.navigate('/notifications'));
    await heading('Notifications page');
    act(() => {
      void router.navigate('/home', { flushSync: true });
      clearSession();
    });
    expect(screen.queryByRole('heading', { name: 'Notifications page' })).not.toBeInTheDocument();
    expect(await heading('Home page')).toBeVisible();
  });
});

describe('a failing remote (product 10.18)', () => {
  const flaky = (name: string, failures: number): RemoteRuntime => {
    let left = failures;
    return {
      fetch: async (pin) => {
        if (pin.name === name && left-- > 0) throw new Error('ERR_CONNECTION_REFUSED');
        return { default: plainRemotes[pin.name] };
      },
    };
  };

  it('keeps the frame working and retries with "Try again" until it loads', async () => {
    const { user, remotes } = renderFrame({ at: '/home', runtime: flaky('marketplace', 4) });
    expect(await heading('This page could not be loaded')).toBeVisible();
    expect(screen.getByRole('banner')).toBeVisible();
    expect(remotes.journal.errors).toMatchObject([{ kind: 'load', message: 'Error: ERR_CONNECTION_REFUSED' }]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await heading('Home page')).toBeVisible();
  });

  it('shows the card and records the version if it throws while rendering', async () => {
    const logged = jest.spyOn(console, 'error').mockReturnValue();
    let isBroken = true;
    const Home = () => {
      if (isBroken) throw new Error('home is broken');
      return <h1>Home page</h1>;
    };
    const broken = { pages: { '/home': async () => ({ Component: Home }) } };
    const { user, remotes } = renderFrame({ at: '/home', runtime: { fetch: async () => ({ default: broken }) } });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByRole('banner')).toBeVisible();
    expect(remotes.journal.errors).toMatchObject([
      { name: 'marketplace', version: '1.0.0', kind: 'render', message: 'Error: home is broken', pathname: '/home' },
    ]);
    isBroken = false;
    await user.click(retry);
    expect(await heading('Home page')).toBeVisible();
    expect(logged).toHaveBeenCalled();
    logged.mockRestore();
  });

  it('keeps the rest of the bar if it provides the bell, which retries on click', async () => {
    signInAs({ name: 'Ada Park' });
    const { user } = renderFrame({ at: '/home', runtime: flaky('messaging', 2) });
    const retry = await screen.findByRole('button', { name: 'Notifications could not be loaded. Try again' });
    const banner = within(screen.getByRole('banner'));
    expect(banner.getByRole('link', { name: 'Ada Park, profile' })).toBeVisible();
    await user.click(retry);
    expect(await banner.findByRole('button', { name: 'Notifications' })).toBeVisible();
  });
});
