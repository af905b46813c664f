import type { SavedSearch } from '@solvent/contracts';
import { clearSession, savePendingAction } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { fakeApi, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, within } from '@testing-library/react';
import { SearchesButton } from './dialog-buttons.tsx';
import { INITIAL_FILTERS } from './filters.ts';
import { Component as TurnOnAlerts } from './search-alerts.tsx';

const build = (given: Partial<SavedSearch> = {}): SavedSearch => ({
  _id: 's1',
  name: 'Sockets',
  query: { search: 'socket' },
  createdAt: '2026-11-20T10:00:00.000Z',
  alerts: 'off',
  ...given,
});

let api: ReturnType<typeof fakeApi>;
afterEach(() => {
  clearSession();
  sessionStorage.clear();
  api.restore();
});
const sent = (method: string) => api.requests.filter((one) => one.method === method && one.path.startsWith('/problems/searches'));

describe('alerts of saved searches (product 4.39)', () => {
  it('change at once, and are restored after a failure; searches of problems that are not open have none', async () => {
    signInAs();
    const solved = build({ _id: 's2', name: 'Solved', query: { status: 'solved' } });
    api = fakeApi({
      'GET /problems/searches': () => ({ searches: [build(), solved], emails: false }),
      'PUT /problems/searches/:id': ({ body }) =>
        (body as Partial<SavedSearch>).alerts === 'on' ? { search: build() } : refuse('internal', ''),
    });
    // The address of the emails.
    const { user } = renderScreen(<SearchesButton filters={INITIAL_FILTERS} />, {
      at: '/problems#saved-searches',
      path: '/problems',
    });
    const dialog = within(await screen.findByRole('dialog', { name: 'Saved searches' }));
    const select = await dialog.findByRole('combobox', { name: 'Alerts for Sockets' });
    const labels = within(select).getAllByRole('option');
    expect(labels.map(({ textContent }) => textContent)).toEqual(['No alerts', 'Notify me']);
    expect(dialog.getAllByRole('combobox')).toHaveLength(1);
    await user.selectOptions(select, 'Notify me');
    expect(select).toHaveValue('on');
    expect(sent('PUT').map(({ path, body }) => [path, body])).toEqual([['/problems/searches/s1', { alerts: 'on' }]]);
    await user.selectOptions(select, 'No alerts');
    expect(await screen.findByText('The alerts could not be changed. Please try again.')).toBeVisible();
  });

  it('are turned on for a new search after the sign-in that began with "Tell me when one appears"', async () => {
    savePendingAction('alert-search', '/problems?q=socket');
    signInAs();
    api = fakeApi({
      'GET /problems/searches': () => ({ searches: [], emails: true }),
      'POST /problems/searches': ({ body }) => ({ search: build(body as Partial<SavedSearch>) }),
    });
    renderScreen(<TurnOnAlerts filters={{ ...INITIAL_FILTERS, search: 'socket' }} />);
    expect(await screen.findByText('You’ll be notified when one appears.')).toBeVisible();
    const query = { search: 'socket', price_min: 0, price_max: 1000 };
    expect(sent('POST').map(({ body }) => body)).toEqual([{ name: '“socket” · $0–$1,000', query, alerts: 'on' }]);
  });
});
