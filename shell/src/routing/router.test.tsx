import { jest } from '@jest/globals';
import { signInAs } from '@solvent/testing/factories';
import { clearSession } from '@solvent/store';
import { act, screen, waitFor } from '@testing-library/react';
import type { RemoteRuntime } from '../remotes/federation-runtime.ts';
import { plainRemotes, renderFrame } from '../testing/render-frame.tsx';

afterEach(() => clearSession());

describe('routes of the shell', () => {
  it('redirects / to /home (product 2.1)', async () => {
    renderFrame({ at: '/' });
    expect(await screen.findByRole('heading', { name: 'Home page' })).toBeVisible();
    expect(window.location.pathname).toBe('/home');
  });

  it('asks a remote for its code only when a path of its is met', async () => {
    const asked: string[] = [];
    const { user } = renderFrame({
      at: '/home',
      runtime: {
        fetch: async ({ name }) => {
          asked.push(name);
          return { default: plainRemotes[name] };
        },
      },
    });
    await screen.findByRole('heading', { name: 'Home page' });
    expect(asked).toEqual(['marketplace']);
    await user.click(screen.getByRole('link', { name: 'Sign In' }));
    expect(await screen.findByRole('heading', { name: 'Sign in page' })).toBeVisible();
    expect(asked).toEqual(['marketplace', 'auth']);
  });

  it.each([
    ['this site', `${location.origin}/problems?q=sockets`, { from: '/problems?q=sockets' }],
    ['another one', 'https://elsewhere.example/problems', undefined],
    ['its own kind', `${location.origin}/signup`, undefined],
  ])(
    'a sign-in that is a load of its own leads back to the page before, if that is of this site: %s',
    async (_of, before, usr) => {
      const referrer = jest.spyOn(document, 'referrer', 'get').mockReturnValue(before);
      renderFrame({ at: '/signin' });
      expect(await screen.findByRole('heading', { name: 'Sign in page' })).toBeVisible();
      expect((history.state as { usr?: unknown } | null)?.usr).toEqual(usr);
      referrer.mockRestore();
    },
  );

  it('shows the not-found screen for a path that nobody owns (product 2.1 and 2.40)', async () => {
    renderFrame({ at: '/no/such/path' });
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/home');
    await waitFor(() => expect(document.title).toBe('Page not found · Solvent'));
  });

  it('moves the focus to the heading, and says and shows the title, after a change of route', async () => {
    const { user } = renderFrame({ at: '/home' });
    await screen.findByRole('heading', { name: 'Home page' });
    await user.click(screen.getByRole('link', { name: 'Browse Problems' }));
    const heading = await screen.findByRole('heading', { name: 'Problems page' });
    await waitFor(() => expect(heading).toHaveFocus());
    expect(document.title).toBe('Problems · Solvent');
    expect(screen.getByText('Problems', { selector: '[role=status]' })).toBeInTheDocument();
  });

  /** On the way from /home to the remote of /signin, whose code comes when it is told to. */
  async function setOut() {
    let arrive: () => void = () => {};
    const arrival = new Promise<void>((resolve) => (arrive = resolve));
    const runtime: RemoteRuntime = {
      fetch: async ({ name }) => {
        if (name === 'auth') await arrival;
        return { default: plainRemotes[name] };
      },
    };
    const { user, router } = renderFrame({ at: '/home', runtime });
    await screen.findByRole('heading', { name: 'Home page' });
    act(() => void router.navigate('/signin'));
    return { user, arrive };
  }

  it('leaves a dialog open that was opened while the page was on its way', async () => {
    const { user, arrive } = await setOut();
    await user.keyboard('{Control>}k{/Control}');
    const field = await screen.findByRole('combobox', { name: 'Search Solvent' });
    await user.type(field, 'con');
    arrive();
    await waitFor(() => expect(document.title).toBe('Sign in · Solvent'));
    await user.keyboard('tact');
    expect(field).toHaveValue('contact');
  });

  it('leaves a menu open that was opened while the page was on its way', async () => {
    signInAs();
    const { user, arrive } = await setOut();
    await user.click(screen.getByRole('button', { name: 'Account' }));
    await waitFor(() => expect(screen.getByRole('menu')).toHaveFocus());
    arrive();
    await waitFor(() => expect(document.title).toBe('Sign in · Solvent'));
    expect(screen.getByRole('menu')).toHaveFocus();
  });

  it('sends an anonymous visitor of a page with session to /signin, and remembers where to and says why (product 6.2 and 2.6)', async () => {
    const { router } = renderFrame({ at: '/notifications' });
    expect(await screen.findByRole('heading', { name: 'Sign in page' })).toBeVisible();
    expect(router.state.location.state).toEqual({ from: '/notifications' });
    expect(await screen.findAllByText('Please log in to view notifications')).toHaveLength(1);
  });

  it('leaves the page when the session ends in another tab', async () => {
    signInAs();
    renderFrame({ at: '/notifications' });
    await screen.findByRole('heading', { name: 'Notifications page' });
    window.localStorage.removeItem('user');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'user', newValue: null })));
    expect(await screen.findByRole('heading', { name: 'Sign in page' })).toBeVisible();
    expect(screen.queryByText('Please log in to view notifications')).toBeNull();
  });

  it('goes where a person set out for when the session ends on the way, as after signing out', async () => {
    signInAs();
    const { router } = renderFrame({ at: '/notifications' });
    await screen.findByRole('heading', { name: 'Notifications page' });
    act(() => {
      void router.navigate('/home', { flushSync: true });
      clearSession();
    });
    expect(screen.queryByRole('heading', { name: 'Notifications page' })).not.toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'Home page' })).toBeVisible();
  });
});

describe('a remote that fails', () => {
  const flaky = (name: string, failures: number) => {
    let left = failures;
    return {
      fetch: async (pin: { name: string }) => {
        if (pin.name === name && left > 0) {
          left -= 1;
          throw new Error('ERR_CONNECTION_REFUSED');
        }
        return { default: plainRemotes[pin.name] };
      },
    };
  };

  it('leaves the frame working, and Try again recovers without a reload', async () => {
    const { user, remotes } = renderFrame({ at: '/home', runtime: flaky('marketplace', 2) });
    expect(await screen.findByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
    expect(screen.getByRole('banner')).toBeVisible();
    expect(remotes.journal.errors.map(({ kind, message }) => [kind, message])).toEqual([
      ['load', 'Error: ERR_CONNECTION_REFUSED'],
    ]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Home page' })).toBeVisible();
  });

  it('shows the card again when Try again fails too', async () => {
    const { user } = renderFrame({ at: '/home', runtime: flaky('marketplace', 4) });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Home page' })).toBeVisible();
  });

  it('that throws while it renders leaves the frame working, and is written down under its version', async () => {
    const reported = jest.spyOn(console, 'error').mockReturnValue();
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
    expect(await screen.findByRole('heading', { name: 'Home page' })).toBeVisible();
    reported.mockRestore();
  });

  it('keeps a failed bell from taking the bar with it', async () => {
    signInAs({ name: 'Ada Park' });
    const { user } = renderFrame({ at: '/home', runtime: flaky('messaging', 2) });
    const retry = await screen.findByRole('button', { name: 'Notifications could not be loaded. Try again' });
    expect(screen.getByRole('link', { name: 'Ada Park, profile' })).toBeVisible();
    await user.click(retry);
    expect(await screen.findByRole('button', { name: 'Notifications' })).toBeVisible();
  });
});
