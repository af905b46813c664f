import { clearSession, getSession, useSession } from '@solvent/store';
import { buildUser, signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, waitFor } from '@testing-library/react';
import { publicProfileKey } from '../../api/public-profiles.ts';
import { RoleSection } from './role-section.tsx';

/** As the page shows it: the stored user's role. */
function OwnRole() {
  const user = useSession((state) => state.userData);
  return user ? <RoleSection user={user} /> : null;
}

function open(answer: () => object) {
  const api = fakeApi({ 'PUT /auth/switch-role': answer });
  return { api, ...renderScreen(<OwnRole />) };
}
function answered(overrides: Parameters<typeof buildUser>[0]) {
  const { token: _token, ...user } = buildUser(overrides);
  return { user };
}
const button = (name: string) => screen.findByRole('button', { name });
const field = () => screen.findByRole('combobox', { name: 'Areas of expertise' });

describe('the role on the profile', () => {
  beforeEach(() => clearSession());

  it('makes a seeker a solver, with areas of expertise', async () => {
    signInAs({ _id: 'ada', role: 'seeker', token: 'kept' });
    const { api, user, queryClient } = open(() => answered({ _id: 'ada', role: 'solver', expertiseAreas: ['Rust'] }));
    queryClient.setQueryData(publicProfileKey('ada'), {});
    expect(screen.getByText(/You are a seeker/)).toBeVisible();
    await user.click(await button('Become a solver'));
    expect(await screen.findByRole('dialog', { name: 'Switch to Solver Account' })).toBeVisible();
    await user.type(await field(), 'Rust{Enter}');
    await user.click(await button('Switch to Solver'));
    expect(await screen.findByText('Successfully switched to solver account')).toBeVisible();
    expect(api.requests[0]?.body).toEqual({ expertiseAreas: ['Rust'], role: 'solver' });
    expect(getSession().userData).toMatchObject({ role: 'solver', expertiseAreas: ['Rust'], token: 'kept' });
    expect(queryClient.getQueryState(publicProfileKey('ada'))?.isInvalidated).toBe(true);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByText(/You are a solver/)).toBeVisible();
  });

  it('makes a solver a seeker through the dialog of the slot', async () => {
    signInAs({ role: 'solver', expertiseAreas: ['Go'] });
    const { api, user } = open(() => answered({ role: 'seeker', expertiseAreas: ['Go'] }));
    await user.click(await button('Switch to seeker'));
    expect(await screen.findByRole('dialog', { name: 'Switch to Seeker Account' })).toBeVisible();
    await user.click(await button('Switch to Seeker'));
    expect(await screen.findByText('Successfully switched to seeker account')).toBeVisible();
    expect(api.requests[0]?.body).toEqual({ expertiseAreas: ['Go'], role: 'seeker' });
    expect(await button('Become a solver')).toBeVisible();
  });

  it('asks a solver-to-be for an area of expertise', async () => {
    signInAs({ role: 'seeker', expertiseAreas: [] });
    const { api, user } = open(() => ({}));
    await user.click(await button('Become a solver'));
    await field();
    await user.click(await button('Switch to Solver'));
    expect(await screen.findByText('Please add at least one area of expertise')).toBeVisible();
    expect(api.requests).toEqual([]);
  });

  it('closes the dialog on failure, and holds what was typed when it opens again', async () => {
    signInAs({ role: 'seeker', expertiseAreas: [] });
    const { user } = open(() => NETWORK_FAILURE);
    await user.click(await button('Become a solver'));
    await user.type(await field(), 'Rust{Enter}');
    await user.click(await button('Switch to Solver'));
    expect(await screen.findByText('Failed to switch role')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(getSession().userData?.role).toBe('seeker');
    await user.click(await button('Become a solver'));
    expect(await screen.findByText('1 skill(s) added')).toBeVisible();
  });
});
