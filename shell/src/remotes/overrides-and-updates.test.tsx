import { jest } from '@jest/globals';
import { signInAs } from '@solvent/testing/factories';
import { clearSession } from '@solvent/store';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildPath, buildPin } from '../testing/build-channel.ts';
import type { Remotes } from './remotes-context.ts';

const loadAddress = jest.fn<(address: string) => void>();
jest.unstable_mockModule('./load-address.ts', () => ({ loadAddress }));
const { renderFrame } = await import('../testing/render-frame.tsx');

const ORIGIN = 'http://localhost:3003';
const build = buildPin('auth', { version: '0.0.0-dev', entry: `${ORIGIN}/remoteEntry.js` });
const running = { remote: 'auth', target: ORIGIN, refused: null, build };
const refused = { remote: 'toolbox', target: 'https://evil.example', refused: 'This channel allows no origin.' };

const missing = {
  remote: 'toolbox',
  target: 'http://localhost:3005',
  refused: null,
  missing: 'http://localhost:3005 has no build.',
};

const head = jest.fn<(address: string, request: { method?: string }) => Promise<Partial<Response>>>();
let revision = 1;

const buildEntry = (name: string, encodedBodySize: number) => ({ name: new URL(name, location.href).href, encodedBodySize });
const files = [
  buildEntry('/remotes/marketplace/files/remoteEntry.js', 12_000),
  buildEntry('/remotes/marketplace/files/home.js', 345),
  buildEntry('http://localhost:3003/remoteEntry.js', 0),
];

beforeEach(() => {
  revision = 1;
  loadAddress.mockReset();
  head.mockReset().mockImplementation(async () => ({ headers: new Headers({ 'x-solvent-revision': String(revision) }) }));
  Object.assign(globalThis, { fetch: head });
  sessionStorage.clear();
  // jsdom measures no resources.
  Object.assign(performance, { getEntriesByType: () => files });
});
afterEach(() => clearSession());

describe('the banner of overrides', () => {
  it('lists the overrides of this tab and why some do not run, and resets them', async () => {
    sessionStorage.setItem('remotes', '["auth@http://localhost:3003"]');
    const down = { ...missing, remote: 'messaging' };
    const { user } = renderFrame({ at: '/home?remote=auth%40x', overrides: [running, refused, down] });
    const banner = await screen.findByRole('complementary', { name: 'Overrides of this tab' });
    expect(banner).toHaveTextContent('auth runs from http://localhost:3003');
    expect(banner).toHaveTextContent('toolbox@https://evil.example does not run: This channel allows no origin.');
    expect(banner).toHaveTextContent('messaging from http://localhost:3005 is unavailable. Nothing runs instead.');
    await user.click(within(banner).getByRole('button', { name: 'Reset' }));
    expect(loadAddress).toHaveBeenCalledWith(`${location.origin}/home`);
    expect(sessionStorage).toHaveLength(0);
  });
});

describe('a page of a failing override', () => {
  const dead = { ...missing, remote: 'auth' };
  const fetchNothing = { fetch: async () => Promise.reject(new Error('ERR_CONNECTION_REFUSED')) };
  const card = () => screen.findByRole('heading', { level: 1, name: 'This page could not be loaded' });

  it('shows the card with origin and advice, never the live version; unknown paths are still not found', async () => {
    const { user, router } = renderFrame({ at: '/signin', overrides: [dead] });
    expect(await card()).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('http://localhost:3005 has no build. Overrides have no fallback.');
    expect(screen.queryByRole('heading', { name: 'Sign in page' })).toBeNull();
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Try again' }));
    expect(loadAddress).toHaveBeenLastCalledWith(location.href);
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Reset' }));
    expect(loadAddress).toHaveBeenLastCalledWith(`${location.origin}/signin`);

    await act(() => router.navigate('/no/such/page'));
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
  });

  it('shows the card if the origin disappears after its build was resolved', async () => {
    renderFrame({
      at: '/signin',
      overrides: [{ ...running, build: { ...build, paths: [buildPath('/signin')] } }],
      runtime: fetchNothing,
    });
    expect(await card()).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(
      `This tab runs auth from ${ORIGIN}, and it failed to load. Check that its server is running.`,
    );
  });

  it('shows the card at any unknown path while the build of a new remote is missing', async () => {
    renderFrame({ at: '/reports', overrides: [{ ...missing, remote: 'reports' }] });
    expect(await card()).toBeVisible();
  });
});

describe('the panel (Ctrl+Alt+R)', () => {
  async function openPanel(
    options: Omit<Parameters<typeof renderFrame>[0], 'at'> = {},
    before: (remotes: Remotes) => unknown = () => undefined,
  ) {
    const view = renderFrame({ at: '/home', ...options });
    await screen.findByRole('heading', { name: 'Home page' });
    await before(view.remotes);
    fireEvent.keyDown(window, { code: 'KeyR', ctrlKey: true, altKey: true });
    return { ...view, panel: await screen.findByRole('dialog', { name: 'Remotes' }) };
  }
  const row = (panel: HTMLElement, name: RegExp) => within(panel).getByRole('row', { name });

  it('lists every remote with version, source, bytes, load time and errors, and validates the form', async () => {
    const { user, panel, remotes } = await openPanel();
    expect(screen.queryByRole('complementary', { hidden: true })).toBeNull();
    expect(panel).toHaveTextContent('Channel test, revision 1, shell 1.0.0');
    expect(row(panel, /^marketplace 1\.0\.0 live 12\.3 kB \d+ ms none$/)).toBeVisible();
    expect(row(panel, /^toolbox 1\.0\.0 live 0\.0 kB not loaded none$/)).toBeVisible();
    expect(remotes.channel.remotes).toHaveLength(4);

    const run = within(panel).getByRole('button', { name: 'Run in this tab' });
    await user.type(within(panel).getByRole('textbox', { name: 'Origin or version' }), 'localhost');
    await user.click(run);
    expect(within(panel).getByRole('alert')).toHaveTextContent('Enter the name of a remote');
    await user.type(within(panel).getByRole('combobox', { name: 'Remote' }), 'toolbox');
    await user.click(run);
    expect(within(panel).getByRole('alert')).toHaveTextContent('Enter an origin such as');
    expect(loadAddress).not.toHaveBeenCalled();
  });

  it('shows failures and overrides, adds an override, and resets one or all', async () => {
    const unavailable = { ...missing, remote: 'messaging' };
    const { user, panel } = await openPanel({ overrides: [running, missing, unavailable] }, async ({ loader, journal }) => {
      const version = loader.getVersion('marketplace');
      if (version) journal.addError(version, 'load', new Error('Loading chunk bids failed.'));
      await loader.load('toolbox').catch(() => undefined);
    });
    expect(row(panel, /^marketplace .* 1$/)).toBeVisible();
    expect(row(panel, /^auth 0\.0\.0-dev override Reset unknown not loaded none$/)).toBeVisible();
    expect(row(panel, /^toolbox unknown override Reset 0\.0 kB failed 1$/)).toBeVisible();
    expect(row(panel, /^messaging unknown override Reset 0\.0 kB not loaded none$/)).toBeVisible();
    const failures = within(panel).getByRole('region', { name: 'Errors in this page' });
    expect(failures).toHaveTextContent('marketplace@1.0.0 load: Error: Loading chunk bids failed.');
    expect(failures).toHaveTextContent('toolbox@unknown load: Error: http://localhost:3005 has no build.');
    expect(panel).toHaveTextContent('messaging@http://localhost:3005: http://localhost:3005 has no build.');

    const getOverrides = ([address = '']: [string?] = []) => new URL(address).searchParams.getAll('remote');
    const [own, ...others] = ['auth@http://localhost:3003', 'toolbox@http://localhost:3005', 'messaging@http://localhost:3005'];
    await user.click(within(panel).getByRole('button', { name: 'Reset auth' }));
    expect(getOverrides(loadAddress.mock.lastCall)).toEqual(others);
    await user.type(within(panel).getByRole('combobox', { name: 'Remote' }), 'marketplace');
    await user.type(within(panel).getByRole('textbox', { name: 'Origin or version' }), '1.1.0-9a8b7c6d{Enter}');
    expect(getOverrides(loadAddress.mock.lastCall)).toEqual([own, ...others, 'marketplace@1.1.0-9a8b7c6d']);
    await user.click(within(panel).getByRole('button', { name: 'Reset all' }));
    expect(loadAddress).toHaveBeenLastCalledWith(`${location.origin}/home`);
  });
});

describe('a newer revision', () => {
  const focusWindow = () => act(async () => void window.dispatchEvent(new Event('focus')));
  const openHome = async (beforeLoad = () => {}) => {
    const view = renderFrame({ at: '/home' });
    beforeLoad();
    await screen.findByRole('heading', { name: 'Home page' });
    await waitFor(async () => {
      await focusWindow();
      expect(head).toHaveBeenCalledWith('/home', expect.objectContaining({ method: 'HEAD' }));
    });
    return view;
  };

  it('is not loaded while the page has the live revision', async () => {
    const { user } = await openHome();
    await user.click(screen.getByRole('link', { name: 'Skip to content' }));
    await user.click(screen.getByRole('link', { name: 'Browse Problems' }));
    expect(await screen.findByRole('heading', { name: 'Problems page' })).toBeVisible();
    expect(loadAddress).not.toHaveBeenCalled();
  });

  it('loads with the next link click, not with a navigation by code, and not after the user typed', async () => {
    revision = 2;
    signInAs();
    const { user, router } = await openHome();
    await act(() => router.navigate('/problems'));
    expect(await screen.findByRole('heading', { name: 'Problems page' })).toBeVisible();
    expect(loadAddress).not.toHaveBeenCalled();

    await act(() => router.navigate('/home'));
    await user.click(screen.getByRole('link', { name: 'Browse Problems' }));
    await waitFor(() => expect(loadAddress).toHaveBeenCalledWith('/problems'));
    expect(screen.getByRole('heading', { name: 'Home page' })).toBeVisible();

    // A draft may be in memory.
    loadAddress.mockReset();
    fireEvent.input(document.body);
    await user.click(screen.getByRole('link', { name: 'Browse Problems' }));
    expect(await screen.findByRole('heading', { name: 'Problems page' })).toBeVisible();
    expect(loadAddress).not.toHaveBeenCalled();
  });

  it('does not load if the user typed before its code was loaded', async () => {
    revision = 2;
    const { user } = await openHome(() => void fireEvent.input(document.body));
    await user.click(screen.getByRole('link', { name: 'Browse Problems' }));
    expect(await screen.findByRole('heading', { name: 'Problems page' })).toBeVisible();
    expect(loadAddress).not.toHaveBeenCalled();
  });
});
