import { jest } from '@jest/globals';
import { clearSession, getSession } from '@solvent/store';
import { buildUser, signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, waitFor } from '@testing-library/react';
import { deferred } from '../../testing/fake-identity.ts';
import { Component } from './role-switch-dialog.tsx';

const onClose = jest.fn();
const onDone = jest.fn();
const open = () => renderScreen(<Component open onClose={onClose} onDone={onDone} />);
const submit = () => screen.getByRole('button', { name: 'Switch to Seeker' });
const field = () => screen.findByRole('combobox', { name: 'Areas of expertise' });

describe('Switch to Seeker Account', () => {
  beforeEach(() => {
    onClose.mockReset();
    onDone.mockReset();
    clearSession();
    signInAs({ role: 'solver', expertiseAreas: [], token: 'full' });
  });

  it('switches, keeps the session and says so', async () => {
    const answer = deferred<object>();
    const api = fakeApi({ 'PUT /auth/switch-role': () => answer.promise });
    const { user } = open();
    expect(await screen.findByRole('dialog', { name: 'Switch to Seeker Account' })).toBeVisible();
    await user.type(await field(), 'Rust{Enter}');
    await user.click(submit());
    expect(await screen.findByRole('button', { name: 'Switching...' })).toBeDisabled();
    const { token: _token, ...answered } = buildUser({ role: 'seeker', expertiseAreas: ['Rust'] });
    answer.resolve({ user: answered });
    expect(await screen.findByText('Successfully switched to seeker account')).toBeVisible();
    expect(api.requests[0]?.body).toEqual({ expertiseAreas: ['Rust'], role: 'seeker' });
    expect(getSession().userData).toMatchObject({ role: 'seeker', expertiseAreas: ['Rust'], token: 'full' });
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(onDone).toHaveBeenCalledTimes(1);
  });

  it('starts with the areas that the person has', async () => {
    signInAs({ role: 'solver', expertiseAreas: ['Go', 'AWS'] });
    open();
    expect(await screen.findByText('2 skill(s) added')).toBeVisible();
  });

  it('asks for an area of expertise', async () => {
    const api = fakeApi({});
    const { user } = open();
    await field();
    await user.click(submit());
    expect(await screen.findByText('Please add at least one area of expertise')).toBeVisible();
    await waitFor(async () => expect(await field()).toHaveFocus());
    expect(api.requests).toEqual([]);
    expect(onClose).not.toHaveBeenCalled();
  });

  it.each([
    ["the server's sentence", () => refuse('conflict', 'You have live bids.'), 'You have live bids.'],
    ['the fallback without an answer', () => NETWORK_FAILURE, 'Failed to switch role'],
    ['the fallback for an answer without a user', () => ({}), 'Failed to switch role'],
  ])('says %s on failure, and closes', async (_name, answer, text) => {
    fakeApi({ 'PUT /auth/switch-role': answer });
    const { user } = open();
    await user.type(await field(), 'Rust{Enter}');
    await user.click(submit());
    expect(await screen.findByText(text)).toBeVisible();
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(onDone).not.toHaveBeenCalled();
    expect(getSession().userData?.role).toBe('solver');
  });

  it('closes the list of suggestions with Escape first, then the dialog', async () => {
    const { user } = open();
    await user.type(await field(), 'rus');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    expect(onClose).not.toHaveBeenCalled();
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('closes with Cancel', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});
