import { jest } from '@jest/globals';
import { clearSession } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { fakeApi, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, waitFor, within } from '@testing-library/react';
import type { OwnedModule } from '@solvent/contracts';
import { buildOwnedModule, ZIP } from '../../testing/build-module.ts';
import { Component } from './purchased-modules-page.tsx';

type Routes = Parameters<typeof fakeApi>[0];

let api: ReturnType<typeof fakeApi>;

function open(modules: OwnedModule[], routes: Routes = {}) {
  let now = modules;
  const paging = { page: 1, limit: 12, totalPages: 1 };
  api = fakeApi({ 'GET /modules/purchased': () => ({ modules: now, ...paging }), ...routes });
  const view = renderScreen(<Component />, { at: '/toolbox/purchased' });
  return { ...view, change: (changed: OwnedModule[]) => (now = changed) };
}
const row = async (name = 'Chart Dashboard') => within(await screen.findByRole('article', { name }));

const facts = async () =>
  (await row()).getAllByRole('term').map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`);

beforeEach(() => void signInAs());
afterEach(() => {
  jest.restoreAllMocks();
  clearSession();
  api.restore();
});

describe('purchased modules', () => {
  it('say for what and when they were bought, under which licence, in which version, with the receipt', async () => {
    open([buildOwnedModule()]);
    const module = await row();
    expect(screen.getByRole('heading', { level: 1, name: 'Purchased Modules' })).toBeVisible();
    expect(module.getByRole('link', { name: 'Chart Dashboard' })).toHaveAttribute('href', '/toolbox/m1');
    expect(await facts()).toEqual([
      'Bought: Nov 20, 2026 for $19',
      'License: Standard',
      'Version bought: 1.0.0',
      'Newest version: 1.0.0',
      'You downloaded: Nothing yet',
    ]);
    expect(module.getByText('Test mode: no money moves')).toBeVisible();
    expect(module.getByRole('link', { name: 'Receipt for Chart Dashboard' })).toHaveAttribute(
      'href',
      '/toolbox/purchased/p1/receipt',
    );
    expect(module.queryByText('Update available')).toBeNull();
  });

  it('say that there is an update, and what is new in it, until it is downloaded', async () => {
    const newer = buildOwnedModule({ version: '1.1.0', downloaded: '1.0.0', hasUpdate: true });
    newer.included = { ...newer.included, version: '1.1.0', notes: 'Dark theme' };
    const { user, change } = open([newer], { 'GET /modules/:id/download': () => ZIP });
    expect((await row()).getByText('Update available')).toBeVisible();
    expect((await row()).getByText('New in 1.1.0').nextSibling).toHaveTextContent('Dark theme');
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    URL.createObjectURL = () => 'blob:1';
    URL.revokeObjectURL = () => {};
    change([{ ...newer, downloaded: '1.1.0', hasUpdate: false }]);
    await user.click((await row()).getByRole('button', { name: 'Download 1.1.0 Chart Dashboard' }));
    await waitFor(() => expect(screen.queryByText('Update available')).toBeNull());
    expect(api.requests.find(({ path }) => path.endsWith('/download'))?.params).toEqual({ version: '1.1.0' });
  });

  it('say which version is included where a later major one is out', async () => {
    open([buildOwnedModule({ version: '2.0.0', downloaded: '1.0.0' })]);
    expect(await facts()).toEqual(
      expect.arrayContaining(['Newest version: 2.0.0', 'Included for you: 1.0.0', 'You downloaded: 1.0.0']),
    );
    expect((await row()).getByRole('button', { name: 'Download 1.0.0 Chart Dashboard' })).toBeEnabled();
  });

  it('that were got for free are called so, and have no receipt', async () => {
    open([buildOwnedModule({ purchase: null, priceCents: 0, downloaded: '1.0.0' })]);
    expect(await facts()).toEqual(['Got for free: Nov 20, 2026', 'Newest version: 1.0.0', 'You downloaded: 1.0.0']);
    expect((await row()).queryByText('Test mode: no money moves')).toBeNull();
    expect((await row()).queryByRole('link', { name: /Receipt/ })).toBeNull();
  });

  it('stay when they leave the catalogue', async () => {
    open([buildOwnedModule({ status: 'unpublished' })]);
    expect((await row()).getByText('No longer in the catalogue')).toBeVisible();
    expect((await row()).getByRole('button', { name: 'Download 1.0.0 Chart Dashboard' })).toBeEnabled();
  });

  it('say so while there are none', async () => {
    open([]);
    expect(await screen.findByText('Nothing purchased yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Browse the Toolbox' })).toHaveAttribute('href', '/toolbox');
  });

  it('could not be loaded, and are tried again', async () => {
    let broken = true;
    const { user } = open([], {
      'GET /modules/purchased': () =>
        broken ? refuse('internal', 'No') : { modules: [buildOwnedModule()], page: 1, limit: 12, totalPages: 1 },
    });
    expect(await screen.findByText('Your purchases could not be loaded')).toBeVisible();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await row()).toBeDefined();
  });
});
