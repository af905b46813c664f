import { jest } from '@jest/globals';
import type { LinkedIdentity } from '@solvent/contracts';
import { clearSession, getSession, onSessionRevoked, revokeSession } from '@solvent/store';
import { buildUser } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { act, screen, waitFor } from '@testing-library/react';
import { IdentityError } from '../../identity/identity-error.ts';
import {
  address,
  expiredLink,
  heading,
  expectHome,
  LINK_QUERY,
  buildLink,
  openLinkPage,
  sentTo,
  signInBen,
  wrongAddress,
} from '../../testing/email-link.tsx';
import { deferred, fakeIdentity } from '../../testing/fake-identity.ts';
import { Component } from './reset-password-page.tsx';

const LINK = `/reset-password?${LINK_QUERY}`;
const PASSWORD = 'difference-engine';
const open = (at = LINK) => openLinkPage(Component, at);
type User = ReturnType<typeof open>['user'];

const GITHUB: LinkedIdentity = { type: 'github', id: '12', account: 'ada', linkedAt: '2026-11-03T10:00:00.000Z' };
const GOOGLE: LinkedIdentity = { ...GITHUB, type: 'google', id: '7', account: null };
const opens = { 'POST /auth/reset-password/link': () => ({ identities: [] }) };
const changed = { ...opens, 'POST /auth/reset-password': () => ({ user: buildUser({ _id: 'ada', token: 'full' }) }) };
const resets = (api: ReturnType<typeof fakeApi>) => sentTo('/auth/reset-password', api);
const email = () => screen.getByLabelText('Email');
const field = () => screen.findByLabelText('New password');
const send = (user: User) => user.click(screen.getByRole('button', { name: 'Change password' }));

beforeEach(() => {
  localStorage.clear();
  clearSession();
});

describe('/reset-password without a link (product 2.13)', () => {
  it('sends a link, with the same text for every address, and can send it to another address', async () => {
    const { sendEmailLink } = fakeIdentity();
    sendEmailLink.mockRejectedValueOnce(new IdentityError('refused', 'Too many requests.'));
    const { user } = open('/reset-password');
    expect(await heading('Reset your password')).toBeVisible();
    await user.type(email(), 'Ada@{Enter}');
    expect(await screen.findByText('Please enter a valid email address')).toBeVisible();
    expect(sendEmailLink).not.toHaveBeenCalled();
    await user.type(email(), 'Example.com{Enter}');
    expect(await screen.findByText('The link could not be sent. Too many requests.')).toBeVisible();
    expect(email()).toHaveValue('Ada@Example.com');
    sendEmailLink.mockResolvedValue();
    await user.click(screen.getByRole('button', { name: 'Send the link' }));
    const sent = await screen.findByText(/^If an account uses/);
    expect(sent).toHaveTextContent('If an account uses ada@example.com, a link to choose a new password is on its way.');
    expect(sent).toHaveFocus();
    expect(sendEmailLink).toHaveBeenLastCalledWith('ada@example.com', 'reset-password', undefined);
    expect(localStorage.getItem('emailForSignIn')).toBe('ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Use another address' }));
    await user.clear(email());
    await user.type(email(), 'ben@example.com{Enter}');
    expect(await screen.findByText('ben@example.com')).toBeVisible();
    expect(sendEmailLink).toHaveBeenLastCalledWith('ben@example.com', 'reset-password', undefined);
  });

  it('starts with the address typed at sign-in, and passes it back', async () => {
    const { user, router } = open('/reset-password');
    act(() => void router.navigate('/elsewhere'));
    act(() => void router.navigate('/reset-password', { state: { from: '/my-bids', email: 'ada@example.com' } }));
    expect(await screen.findByLabelText('Email')).toHaveValue('ada@example.com');
    await user.click(screen.getByRole('link', { name: 'Sign in' }));
    expect(address()).toHaveTextContent('/signin');
    const state = screen.getByRole('status', { name: 'Route state' });
    expect(state).toHaveTextContent('{"from":"/my-bids","email":"ada@example.com"}');
  });

  it('starts with the address of a signed-in user', async () => {
    signInBen();
    open('/reset-password');
    expect(await screen.findByLabelText('Email')).toHaveValue('ben@example.com');
    expect(screen.getByRole('link', { name: 'Back to settings' })).toHaveAttribute('href', '/profile/settings/security');
  });
});

describe('/reset-password with a link (product 2.13)', () => {
  beforeEach(() => localStorage.setItem('emailForSignIn', 'ada@example.com'));

  it('sets a valid password, signs in and navigates to /home (product 5.4, 8.9, 11.12)', async () => {
    const answer = deferred<object>();
    const api = fakeApi({ ...opens, 'POST /auth/reset-password': () => answer.promise });
    const { user, container } = open();
    expect(await heading('Choose a new password')).toHaveFocus();
    expect(sentTo('/auth/reset-password/link', api).map(({ body }) => body)).toEqual([buildLink('ada@example.com')]);
    expect(container.querySelector('input[autocomplete="username"]')).toHaveValue('ada@example.com');
    expect(screen.queryByRole('group', { name: 'Other ways to sign in' })).not.toBeInTheDocument();
    expect(await field()).toHaveAttribute('autocomplete', 'new-password');
    await user.type(await field(), 'short{Enter}');
    expect(await screen.findByText('Password must be at least 8 characters')).toBeVisible();
    await waitFor(async () => expect(await field()).toHaveFocus());
    expect(resets(api)).toEqual([]);
    await user.clear(await field());
    await user.type(await field(), PASSWORD);
    await send(user);
    expect(await screen.findByRole('button', { name: 'Changing password…' })).toBeDisabled();
    answer.resolve({ user: buildUser({ token: 'full' }) });
    await expectHome();
    expect(await screen.findByText('Your password was changed. You are signed in.')).toBeVisible();
    expect(resets(api)).toMatchObject([{ body: { ...buildLink('ada@example.com'), password: PASSWORD, keep: [] } }]);
    expect(getSession().userData?.token).toBe('full');
  });

  it('lists other sign-in methods, and keeps only the selected ones (product 11.12)', async () => {
    const api = fakeApi({ ...changed, 'POST /auth/reset-password/link': () => ({ identities: [GITHUB, GOOGLE] }) });
    const { user } = open();
    const group = await screen.findByRole('group', { name: 'Other ways to sign in' });
    expect(group).toHaveTextContent('Select the ones that are yours. The others will be removed.');
    const boxes = ['Keep GitHub (ada) added November 3, 2026', 'Keep Google added November 3, 2026'].map((name) =>
      screen.getByRole('checkbox', { name }),
    );
    for (const box of boxes) expect(box).not.toBeChecked();
    await user.click(boxes[0] ?? group);
    await user.type(await field(), PASSWORD);
    await send(user);
    await expectHome();
    expect(resets(api)[0]?.body).toMatchObject({ keep: [{ type: 'github', id: '12' }] });
  });

  it('prompts for the address in another browser, and again after a wrong one', async () => {
    localStorage.clear();
    const answers: object[] = [wrongAddress()];
    const api = fakeApi({ ...changed, 'POST /auth/reset-password/link': () => answers.shift() ?? { identities: [] } });
    const { user } = open();
    expect(await heading('Confirm your email')).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Email is required')).toBeVisible();
    await user.type(email(), 'eve@example.com{Enter}');
    expect(await screen.findByText('This link was sent to another address.')).toBeVisible();
    await waitFor(() => expect(email()).toHaveFocus());
    await user.clear(email());
    await user.type(email(), 'Ada@Example.com{Enter}');
    await user.type(await field(), PASSWORD);
    await send(user);
    await expectHome();
    expect(sentTo('/auth/reset-password/link', api).at(-1)?.body).toEqual(buildLink('ada@example.com'));
  });

  it('sends a new link when the link was used meanwhile', async () => {
    const { sendEmailLink } = fakeIdentity({ sendEmailLink: async () => undefined });
    fakeApi({ ...opens, 'POST /auth/reset-password': () => expiredLink() });
    const { user } = open();
    await user.type(await field(), PASSWORD);
    await send(user);
    expect(await heading('This link cannot be used')).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Send a new link' }));
    expect(await screen.findByText(/^If an account uses/)).toBeVisible();
    expect(sendEmailLink).toHaveBeenCalledWith('ada@example.com', 'reset-password', undefined);
  });

  it('accepts another password with the same link after a breached one (product 5.4)', async () => {
    const breached = 'This password is known from a data breach. Please choose another one.';
    const answers: object[] = [refuse('invalid', 'Please check the fields.', { password: breached }), { user: buildUser() }];
    const api = fakeApi({ ...opens, 'POST /auth/reset-password': () => answers.shift() ?? {} });
    const { user } = open();
    await user.type(await field(), 'password1');
    await send(user);
    expect(await screen.findByText(breached)).toBeVisible();
    await waitFor(async () => expect(await field()).toHaveFocus());
    await user.clear(await field());
    await user.type(await field(), `${PASSWORD}{Enter}`);
    await expectHome();
    expect(resets(api).map(({ body }) => body)).toMatchObject(
      ['password1', PASSWORD].map((password) => ({ ...buildLink('ada@example.com'), password })),
    );
    expect(sentTo('/auth/reset-password/link', api)).toHaveLength(1);
  });

  it('does not send an incomplete link', async () => {
    const api = fakeApi({});
    open('/reset-password?mode=signIn');
    expect(await heading('This link is incomplete')).toHaveFocus();
    expect(api.requests).toEqual([]);
  });

  it('keeps the link and the password while the server fails (product 10.10)', async () => {
    const opening: object[] = [NETWORK_FAILURE];
    const answers: object[] = [NETWORK_FAILURE];
    const api = fakeApi({
      'POST /auth/reset-password/link': () => opening.shift() ?? { identities: [] },
      'POST /auth/reset-password': () => answers.shift() ?? { user: buildUser() },
    });
    const { user } = open();
    expect(await heading('Your password is not changed yet')).toHaveFocus();
    expect(screen.getByText(/Your link is still valid/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await user.type(await field(), PASSWORD);
    await send(user);
    // The toast, and the form (product 8.25).
    await waitFor(() => expect(screen.getAllByText(/Your link is still valid/)).toHaveLength(2));
    expect(await field()).toHaveValue(PASSWORD);
    expect(JSON.stringify([localStorage, sessionStorage])).not.toContain(PASSWORD);
    await user.click(await screen.findByRole('button', { name: 'Change password' }));
    await expectHome();
    expect(resets(api)).toHaveLength(2);
  });
});

describe('/reset-password with a link while a user is signed in (product 2.13)', () => {
  beforeEach(() => void signInBen());

  it('warns, and switches to the account of the link', async () => {
    localStorage.setItem('emailForSignIn', 'ada@example.com');
    const api = fakeApi({ ...changed, 'POST /auth/logout': () => ({}) });
    const { user } = open();
    expect(await screen.findByText('You are signed in as Ben Ito. This will sign you in as ada@example.com.')).toBeVisible();
    await user.type(await field(), PASSWORD);
    await send(user);
    await waitFor(() => expect(getSession().userData?._id).toBe('ada'));
    expect(resets(api)[0]?.headers).not.toHaveProperty('Authorization');
    await waitFor(() => expect(api.requests.at(-1)).toMatchObject({ path: '/auth/logout' }));
  });

  it('shows why the server rejected the link, keeps the session, and offers a new link', async () => {
    const reason = 'No account uses this email address. Please sign up.';
    localStorage.setItem('emailForSignIn', 'ada@example.com');
    fakeApi({ 'POST /auth/reset-password/link': () => refuse('identity_mismatch', reason) });
    const { user } = open();
    expect(await heading('Your password could not be changed')).toHaveFocus();
    expect(screen.getByText(reason)).toBeVisible();
    expect(getSession().userData?.token).toBe('token-of-ben');
    expect(screen.getByRole('link', { name: 'Continue as Ben Ito' })).toHaveAttribute('href', '/home');
    await user.click(screen.getByRole('link', { name: 'Get a new link' }));
    expect(await heading('Reset your password')).toBeVisible();
  });

  it('neither warns about the same account nor reports the end of its old session', async () => {
    localStorage.setItem('emailForSignIn', 'ben@example.com');
    const onRevoked = jest.fn();
    const stop = onSessionRevoked(onRevoked);
    const endsOldSession = () => {
      revokeSession('token-of-ben');
      return { user: buildUser({ _id: 'ben', token: 'new' }) };
    };
    fakeApi({ ...opens, 'POST /auth/reset-password': endsOldSession });
    const { user } = open();
    await user.type(await field(), PASSWORD);
    expect(screen.queryByText(/This will sign you in/)).not.toBeInTheDocument();
    await send(user);
    await waitFor(() => expect(getSession().userData?.token).toBe('new'));
    stop();
    expect(onRevoked).not.toHaveBeenCalled();
  });
});
