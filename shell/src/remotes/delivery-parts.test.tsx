import { jest } from '@jest/globals';
import { signInAs } from '@solvent/testing/factories';
import { clearSession } from '@solvent/store';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { pathOf, pinOf } from '../testing/channel-of.ts';
import type { Remotes } from './remotes-context.ts';

const loadAddress = jest.fn<(address: string) => void>();
jest.unstable_mockModule('./load-address.ts', () => ({ loadAddress }));
const { renderFrame } = await import('../testing/render-frame.tsx');

const ORIGIN = 'http://localhost:3003';
const build = pinOf('auth', { version: '0.0.0-dev', entry: `${ORIGIN}/remoteEntry.js` });
const running = { remote: 'auth', target: ORIGIN, refused: null, build };
const refused = { remote: 'toolbox', target: 'https://evil.example', refused: 'This channel allows no origin.' };

const missing = {
  remote: 'toolbox',
  target: 'http://localhost:3005',
  refused: null,
  missing: 'http://localhost:3005 gave no build.',
};

const head = jest.fn<(address: string, request: { method?: string }) => Promise<Partial<Response>>>();
let revision = 1;

/** What the browser counted for some files. */
const fileOf = (name: string, encodedBodySize: number) => ({ name: new URL(name, location.href).href, encodedBodySize });
const files = [
  fileOf('/remotes/marketplace/files/remoteEntry.js', 12_000),
  fileOf('/remotes/marketplace/files/home.js', 345),
  fileOf('http://localhost:3003/remoteEntry.js', 0),
];

beforeEach(() => {
  revision = 1;
  loadAddress.mockReset();
  head.mockReset().mockImplementation(async () => ({ headers: new Headers({ 'x-solvent-revision': String(revision) }) }));
  Object.assign(globalThis, { fetch: head });
  sessionStorage.clear();
  // The test's browser counts nothing.
  Object.assign(performance, { getEntriesByType: () => files });
});
afterEach(() => clearSession());

describe('the banner of overrides', () => {
  it('says what runs in this tab and why something does not, and resets it', async () => {
    sessionStorage.setItem('remotes', '["auth@http://localhost:3003"]');
    const { user } = renderFrame({ at: '/home?remote=auth%40x', overrides: [running, refused] });
    const banner = await screen.findByRole('complementary', { name: 'Overrides of this tab' });
    expect(banner).toHaveTextContent('auth runs from http://localhost:3003');
    expect(banner).toHaveTextContent('toolbox@https://evil.example does not run: This channel allows no origin.');
    await user.click(within(banner).getByRole('button', { name: 'Reset' }));
    expect(loadAddress).toHaveBeenCalledWith(`${location.origin}/home`);
    expect(sessionStorage).toHaveLength(0);
  });

  it('says that nothing runs in the place of a build that cannot be had', async () => {
    renderFrame({ at: '/home', overrides: [missing] });
    expect(await screen.findByRole('complementary', { name: 'Overrides of this tab' })).toHaveTextContent(
      'toolbox from http://localhost:3005 cannot be had: nothing runs instead',
    );
  });

  it('is not there where nothing is overridden', async () => {
    renderFrame({ at: '/home' });
    await screen.findByRole('heading', { name: 'Home page' });
    expect(screen.queryByRole('complementary')).toBeNull();
  });
});

describe('a page of an override that fails', () => {
  const dead = { ...missing, remote: 'auth' };
  const fetchNothing = { fetch: async () => Promise.reject(new Error('ERR_CONNECTION_REFUSED')) };

  it('shows the card with the origin and what to do, and never what is live', async () => {
    const { user } = renderFrame({ at: '/signin', overrides: [dead] });
    expect(await screen.findByRole('heading', { level: 1, name: 'This page could not be loaded' })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('http://localhost:3005 gave no build. Nothing stands in for it');
    expect(screen.queryByRole('heading', { name: 'Sign in page' })).toBeNull();
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Try again' }));
    expect(loadAddress).toHaveBeenLastCalledWith(location.href);
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Reset' }));
    expect(loadAddress).toHaveBeenLastCalledWith(`${location.origin}/signin`);
  });

  it('shows it where the origin goes away after it had described its build', async () => {
    renderFrame({
      at: '/signin',
      overrides: [{ ...running, build: { ...build, paths: [pathOf('/signin')] } }],
      runtime: fetchNothing,
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'This page could not be loaded' })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(`This tab runs auth from ${ORIGIN}, and it fails: is its server up?`);
  });

  it('shows it at any address that nobody has, while a remote that only this tab has cannot be had', async () => {
    renderFrame({ at: '/reports', overrides: [{ ...missing, remote: 'reports' }] });
    expect(await screen.findByRole('heading', { level: 1, name: 'This page could not be loaded' })).toBeVisible();
  });

  it('leaves an address that nobody has not found, where the missing one has paths of its own', async () => {
    renderFrame({ at: '/no/such/page', overrides: [missing] });
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
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

  it('lists every remote with version, source, bytes, load time and errors', async () => {
    const { panel, remotes } = await openPanel();
    expect(panel).toHaveTextContent('Channel test, revision 1, shell 1.0.0');
    expect(row(panel, /^marketplace 1\.0\.0 live 12\.3 kB \d+ ms none$/)).toBeVisible();
    expect(row(panel, /^toolbox 1\.0\.0 live 0\.0 kB not loaded none$/)).toBeVisible();
    expect(remotes.channel.remotes).toHaveLength(4);
  });

  it('shows what failed, and what this tab overrides', async () => {
    const { panel } = await openPanel({ overrides: [running] }, ({ loader, journal }) => {
      const version = loader.versionOf('marketplace');
      if (version) journal.addError(version, 'load', new Error('Loading chunk bids failed.'));
    });
    expect(row(panel, /^marketplace .* 1$/)).toBeVisible();
    expect(within(panel).getByRole('region', { name: 'What failed in this page' })).toHaveTextContent(
      'marketplace@1.0.0 load: Error: Loading chunk bids failed.',
    );
    expect(row(panel, /^auth 0\.0\.0-dev override Reset not told not loaded none$/)).toBeVisible();
  });

  it('says of a build that cannot be had that it did not load, and why, and names no other version', async () => {
    const { panel } = await openPanel({ overrides: [missing] }, ({ loader }) => loader.load('toolbox').catch(() => undefined));
    expect(row(panel, /^toolbox unknown override Reset 0\.0 kB failed 1$/)).toBeVisible();
    expect(within(panel).getByRole('region', { name: 'What failed in this page' })).toHaveTextContent(
      'toolbox@unknown load: Error: http://localhost:3005 gave no build.',
    );
  });

  it('says why a build cannot be had that no page has asked for yet', async () => {
    const { panel } = await openPanel({ overrides: [missing] });
    expect(row(panel, /^toolbox unknown override Reset 0\.0 kB not loaded none$/)).toBeVisible();
    expect(panel).toHaveTextContent('toolbox@http://localhost:3005: http://localhost:3005 gave no build.');
  });

  it('puts an origin or a version in, beside what the tab has', async () => {
    const { user, panel } = await openPanel({ overrides: [running] });
    await user.type(within(panel).getByRole('combobox', { name: 'Remote' }), 'toolbox');
    await user.type(within(panel).getByRole('textbox', { name: 'Origin or version' }), '1.1.0-9a8b7c6d{Enter}');
    const [[address] = ['']] = loadAddress.mock.calls;
    expect(new URL(address).searchParams.getAll('remote')).toEqual(['auth@http://localhost:3003', 'toolbox@1.1.0-9a8b7c6d']);
  });

  it.each([
    ['', ORIGIN, 'Type the name of a remote'],
    ['toolbox', 'localhost', 'Type an origin such as'],
  ])('says what is wrong with "%s" and "%s"', async (remote, target, fault) => {
    const { user, panel } = await openPanel();
    if (remote) await user.type(within(panel).getByRole('combobox', { name: 'Remote' }), remote);
    await user.type(within(panel).getByRole('textbox', { name: 'Origin or version' }), target);
    await user.click(within(panel).getByRole('button', { name: 'Run in this tab' }));
    expect(within(panel).getByRole('alert')).toHaveTextContent(fault);
    expect(loadAddress).not.toHaveBeenCalled();
  });

  it('resets one, or all', async () => {
    const { user, panel } = await openPanel({ overrides: [running, refused] });
    await user.click(within(panel).getByRole('button', { name: 'Reset auth' }));
    expect(new URL(loadAddress.mock.calls[0]?.[0] ?? '').searchParams.getAll('remote')).toEqual(['toolbox@https://evil.example']);
    await user.click(within(panel).getByRole('button', { name: 'Reset all' }));
    expect(loadAddress).toHaveBeenLastCalledWith(`${location.origin}/home`);
  });
});

describe('a newer revision', () => {
  const look = () => act(async () => void window.dispatchEvent(new Event('focus')));
  const standing = async () => {
    const view = renderFrame({ at: '/home' });
    await screen.findByRole('heading', { name: 'Home page' });
    // The part that asks comes once the page stands.
    await waitFor(async () => {
      await look();
      expect(head).toHaveBeenCalledWith('/home', expect.objectContaining({ method: 'HEAD' }));
    });
    return view;
  };

  it('is taken by the next link that is followed, by a full page load', async () => {
    revision = 2;
    const { user } = await standing();
    await user.click(screen.getByRole('link', { name: 'Browse Problems' }));
    await waitFor(() => expect(loadAddress).toHaveBeenCalledWith('/problems'));
    expect(screen.getByRole('heading', { name: 'Home page' })).toBeVisible();
  });

  it('makes the router wary of nothing as long as there is none', async () => {
    const warn = jest.spyOn(console, 'warn').mockReturnValue();
    const { user } = await standing();
    await user.click(screen.getByRole('link', { name: 'Skip to content' }));
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });

  it('is not there, and the link stays in the page, while the own one is live', async () => {
    const { user } = await standing();
    await user.click(screen.getByRole('link', { name: 'Browse Problems' }));
    expect(await screen.findByRole('heading', { name: 'Problems page' })).toBeVisible();
    expect(loadAddress).not.toHaveBeenCalled();
  });

  it('waits once something was typed: a draft may be in memory', async () => {
    revision = 2;
    const { user } = await standing();
    fireEvent.input(document.body);
    await user.click(screen.getByRole('link', { name: 'Browse Problems' }));
    expect(await screen.findByRole('heading', { name: 'Problems page' })).toBeVisible();
    expect(loadAddress).not.toHaveBeenCalled();
  });

  it('waits where the page itself goes somewhere, as after signing out', async () => {
    revision = 2;
    signInAs();
    const { router } = await standing();
    await act(() => router.navigate('/problems'));
    expect(await screen.findByRole('heading', { name: 'Problems page' })).toBeVisible();
    expect(loadAddress).not.toHaveBeenCalled();
  });
});
