import type { ModuleListItem } from '@solvent/contracts';
import { clearSession } from '@solvent/store';
import { buildModule, signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, waitFor } from '@testing-library/react';
import { Component } from './saved-modules-page.tsx';

type Routes = Parameters<typeof fakeApi>[0];

const CHART = buildModule({ id: 'm1', title: 'Chart Dashboard' });
let api: ReturnType<typeof fakeApi>;

function open(saved: Routes[string], routes: Routes = {}) {
  api = fakeApi({ 'GET /modules/saved': saved, ...routes });
  return renderScreen(<Component />, { at: '/toolbox/saved' });
}
const answer = (...modules: ModuleListItem[]) => ({ modules, page: 1, limit: 12, totalPages: 1 });

beforeEach(() => void signInAs());
afterEach(() => {
  clearSession();
  api.restore();
});

describe('saved modules', () => {
  it('are cards that lead to their pages', async () => {
    open(() => answer(CHART));
    expect(await screen.findByRole('link', { name: 'Chart Dashboard' })).toHaveAttribute('href', '/toolbox/m1');
    expect(screen.getByRole('heading', { level: 1, name: 'Saved Modules' })).toBeVisible();
  });

  it('are taken back at once, with a way back', async () => {
    const { user } = open(() => answer(CHART), { 'DELETE /modules/:id/save': () => ({}), 'PUT /modules/:id/save': () => ({}) });
    await user.click(await screen.findByRole('button', { name: 'Remove Chart Dashboard' }));
    expect(await screen.findByText('is no longer saved.', { exact: false })).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus());
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('button', { name: 'Remove Chart Dashboard' })).toHaveFocus();
    const calls = api.requests.map(({ method, path }) => `${method} ${path}`);
    expect(calls).toEqual(['GET /modules/saved', 'DELETE /modules/m1/save', 'PUT /modules/m1/save']);
  });

  it('stay where the server did not follow', async () => {
    const { user } = open(() => answer(CHART), { 'DELETE /modules/:id/save': () => NETWORK_FAILURE });
    await user.click(await screen.findByRole('button', { name: 'Remove Chart Dashboard' }));
    expect(await screen.findByText('Failed to remove the saved module. Please try again.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Remove Chart Dashboard' })).toBeVisible();
  });

  it('say so while there are none', async () => {
    open(() => answer());
    expect(await screen.findByText('No saved modules yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Browse the Toolbox' })).toHaveAttribute('href', '/toolbox');
  });

  it('could not be loaded, and are tried again', async () => {
    let broken = true;
    const { user } = open(() => (broken ? refuse('internal', 'No') : answer(CHART)));
    expect(await screen.findByText('Your saved modules could not be loaded')).toBeVisible();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Chart Dashboard' })).toBeVisible();
  });
});
