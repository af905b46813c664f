import { clearSession, getSession } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, waitFor } from '@testing-library/react';
import { buildPerson } from '../../testing/build-person.ts';
import { buildUserResponse } from '../../testing/open-settings.tsx';
import { Component } from './own-profile-page.tsx';

const open = (profile: () => object) => {
  const api = fakeApi({
    'GET /auth/profile': () => buildUserResponse({ role: 'solver' }),
    'GET /auth/profile/:id': profile,
    'GET /problems': () => ({ problems: [], totalPages: 1 }),
    'GET /modules': () => ({ modules: [], totalPages: 1 }),
    'POST /auth/logout': () => NETWORK_FAILURE,
  });
  return { api, ...renderScreen(<Component />, { at: '/profile' }) };
};

beforeEach(() => {
  clearSession();
  signInAs({ _id: 'ada', token: 'token-of-ada', role: 'solver' });
});

describe('/profile (product 2.14)', () => {
  it("shows the profile as others see it, with links to edit it, the settings and a solver's bids", async () => {
    open(() => ({ user: buildPerson({ _id: 'ada', name: 'Ada Park', bio: 'I measure **first**.' }) }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Ada Park' })).toBeVisible();
    expect((await screen.findByText('first')).tagName).toBe('STRONG');
    for (const [name, href] of [
      ['Edit profile', '/profile/settings/profile'],
      ['Settings', '/profile/settings'],
      ['My bids', '/my-bids'],
    ])
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', href);
    expect(screen.getByRole('button', { name: 'Switch to seeker' })).toBeVisible();
  });

  it('signs out here and on the server, also when neither profile nor server can be reached (product 4.1)', async () => {
    const { api, user } = open(() => refuse('internal', 'Something went wrong.'));
    expect(await screen.findByText('The profile could not be loaded')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(screen.getByLabelText('Address')).toHaveTextContent('/home'));
    await waitFor(() => expect(getSession().isLogin).toBe(false));
    const logout = api.requests.find(({ path }) => path === '/auth/logout');
    expect(logout?.headers).toMatchObject({ Authorization: 'Bearer token-of-ada' });
  });
});
