import { jest } from '@jest/globals';
import { clearSession, getSession, onSessionRevoked, revokeSession } from '@solvent/store';
import { buildUser, signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { IdentityError } from '../../identity/identity-error.ts';
import type { IdentityFailure } from '../../identity/identity-error.ts';
import type { Identity } from '../../identity/identity-port.ts';
import { deferred, fakeIdentity } from '../../testing/fake-identity.ts';
import { Component } from './reset-password-page.tsx';

const LINK = '/reset-password?apiKey=key&mode=signIn&oobCode=code';
const PASSWORD = 'difference-engine';
const open = (at = LINK) =>
  renderScreen(
    <StrictMode>
      <Component />
    </StrictMode>,
    { at, path: '/reset-password' },
  );
type User = ReturnType<typeof open>['user'];

const fails =
  (failure: IdentityFailure, message = 'No.') =>
  () =>
    Promise.reject(new IdentityError(failure, message));
const goodLink = (rest: Partial<Identity> = {}) =>
  fakeIdentity({
    isEmailLink: async () => true,
    checkEmailLink: async () => undefined,
    proveByEmailLink: async () => 'id-token',
    ...rest,
  });
const up = { 'GET /health/ready': () => ({}) };
const changed = { ...up, 'POST /auth/reset-password': () => ({ user: buildUser({ _id: 'ada', token: 'full' }) }) };
const resets = ({ requests }: ReturnType<typeof fakeApi>) => requests.filter(({ path }) => path === '/auth/reset-password');

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const address = () => screen.getByRole('status', { name: 'Address' });
const field = () => screen.findByLabelText('New password');
const send = (user: User) => user.click(screen.getByRole('button', { name: 'Change the password' }));

beforeEach(() => {
  localStorage.clear();
  clearSession();
});

describe('/reset-password with a link', () => {
  beforeEach(() => localStorage.setItem('emailForSignIn', 'ada@example.com'));

  it('takes a new password, signs in and goes home', async () => {
    const answer = deferred<object>();
    const { checkEmailLink, proveByEmailLink } = goodLink();
    const api = fakeApi({ ...up, 'POST /auth/reset-password': () => answer.promise });
    const { user, container } = open();
    expect(await heading('Choose a new password')).toHaveFocus();
    expect(checkEmailLink.mock.calls).toEqual([[`http://localhost${LINK}`]]);
    expect(proveByEmailLink).not.toHaveBeenCalled();
    expect(container.querySelector('input[autocomplete="username"]')).toHaveValue('ada@example.com');
    expect(await field()).toHaveAttribute('autocomplete', 'new-password');
    await user.type(await field(), PASSWORD);
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(await field()).toHaveAttribute('type', 'text');
    await send(user);
    expect(await screen.findByRole('button', { name: 'Changing the password…' })).toBeDisabled();
    answer.resolve({ user: buildUser({ token: 'full' }) });
    await waitFor(() => expect(address()).toHaveTextContent(/^\/home$/));
    expect(await screen.findByText('Your password was changed. You are signed in.')).toBeVisible();
    expect(proveByEmailLink.mock.calls).toEqual([['ada@example.com', `http://localhost${LINK}`]]);
    expect(resets(api)).toMatchObject([{ body: { idToken: 'id-token', password: PASSWORD } }]);
    expect(getSession().userData?.token).toBe('full');
    expect(Object.keys(localStorage).toSorted()).toEqual(['solvent.device', 'user']);
  });

  it('checks the password before the link is used', async () => {
    const { proveByEmailLink } = goodLink();
    fakeApi(up);
    const { user } = open();
    await user.type(await field(), 'short{Enter}');
    expect(await screen.findByText('Password must be at least 8 characters')).toBeVisible();
    await waitFor(async () => expect(await field()).toHaveFocus());
    expect(proveByEmailLink).not.toHaveBeenCalled();
  });

  it('asks another device for the address, and again after a wrong one', async () => {
    localStorage.clear();
    const { proveByEmailLink } = goodLink();
    proveByEmailLink.mockRejectedValueOnce(new IdentityError('wrong-address', 'No.'));
    fakeApi(changed);
    const { user } = open();
    await user.type(await field(), PASSWORD);
    await send(user);
    expect(await screen.findByText('Email is required')).toBeVisible();
    await user.type(screen.getByLabelText('Email'), 'eve@example.com{Enter}');
    expect(await screen.findByText('This link was sent to another address.')).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus());
    expect(await field()).toHaveValue(PASSWORD);
    await user.clear(screen.getByLabelText('Email'));
    await user.type(screen.getByLabelText('Email'), 'Ada@Example.com{Enter}');
    await waitFor(() => expect(address()).toHaveTextContent(/^\/home$/));
    expect(proveByEmailLink).toHaveBeenLastCalledWith('ada@example.com', `http://localhost${LINK}`);
  });

  it('asks for the address when the one kept here is wrong', async () => {
    goodLink({ proveByEmailLink: fails('wrong-address') });
    fakeApi(up);
    const { user } = open();
    await user.type(await field(), PASSWORD);
    await send(user);
    expect(await screen.findByText('This link was sent to another address.')).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus());
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
    expect(await field()).toHaveValue(PASSWORD);
  });

  it('lets the person name another address', async () => {
    goodLink();
    fakeApi(up);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Another address?' }));
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
  });

  it('takes another password with the same proof after a breached one', async () => {
    const breached = 'This password is known from a data breach. Please choose another one.';
    const { sendEmailLink } = goodLink();
    const answers: object[] = [refuse('invalid', 'Please check the fields.', { password: breached }), { user: buildUser() }];
    const api = fakeApi({ ...up, 'POST /auth/reset-password': () => answers.shift() ?? {} });
    const { user } = open();
    await user.type(await field(), 'password1');
    await send(user);
    expect(await screen.findByText(breached)).toBeVisible();
    await waitFor(async () => expect(await field()).toHaveFocus());
    await user.clear(await field());
    await user.type(await field(), `${PASSWORD}{Enter}`);
    await waitFor(() => expect(address()).toHaveTextContent(/^\/home$/));
    expect(resets(api).map(({ body }) => body)).toEqual([
      { idToken: 'id-token', password: 'password1' },
      { idToken: 'id-token', password: PASSWORD },
    ]);
    expect(sendEmailLink).not.toHaveBeenCalled();
  });

  it.each([
    ['used or changed', 'invalid-link', 'This link cannot be used'],
    ['too old', 'expired-link', 'This link has expired'],
  ] as const)('says so of a link that is %s, and sends a new one', async (_name, failure, title) => {
    const { sendEmailLink } = goodLink({ checkEmailLink: fails(failure), sendEmailLink: async () => undefined });
    fakeApi(up);
    const { user } = open();
    expect(await heading(title)).toHaveFocus();
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/signin');
    await user.click(screen.getByRole('button', { name: 'Send a new link' }));
    expect(await screen.findByText(/^If an account uses/)).toHaveTextContent('ada@example.com');
    expect(sendEmailLink).toHaveBeenCalledWith('ada@example.com', 'reset-password');
  });

  it('says so of a link that is not complete', async () => {
    const { checkEmailLink } = fakeIdentity({ isEmailLink: async () => false });
    open('/reset-password?mode=signIn');
    expect(await heading('This link is not complete')).toHaveFocus();
    expect(checkEmailLink).not.toHaveBeenCalled();
  });

  it('says so of a link that was used meanwhile', async () => {
    goodLink({ proveByEmailLink: fails('invalid-link') });
    fakeApi(up);
    const { user } = open();
    await user.type(await field(), PASSWORD);
    await send(user);
    expect(await heading('This link cannot be used')).toHaveFocus();
    expect(screen.getByRole('button', { name: 'Send a new link' })).toBeVisible();
  });

  it.each([
    ['the provider', { checkEmailLink: fails('unreachable') }, up],
    ['the server', {}, { 'GET /health/ready': () => NETWORK_FAILURE }],
  ])('can be tried again when %s cannot be reached', async (_name, broken, api) => {
    const restored = goodLink(broken);
    fakeApi(api);
    const { user } = open();
    expect(await heading('Your password is not changed yet')).toHaveFocus();
    expect(screen.getByText(/the link stays good/)).toBeVisible();
    restored.checkEmailLink.mockImplementation(async () => undefined);
    fakeApi(up);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await field()).toBeVisible();
  });

  it.each([
    ['is down', { 'GET /health/ready': () => NETWORK_FAILURE }, /the link stays good/, 0],
    ['does not answer', { ...up, 'POST /auth/reset-password': () => NETWORK_FAILURE }, /Keep this page open/, 1],
    [
      'counts too many tries',
      { ...up, 'POST /auth/reset-password': () => refuse('rate_limited', 'Too many tries. Please wait 5 minutes.') },
      /wait 5 minutes/,
      1,
    ],
  ])('keeps what was typed when the server %s', async (_name, broken, text, proofs) => {
    const { proveByEmailLink } = goodLink();
    fakeApi(up);
    const { user } = open();
    await user.type(await field(), PASSWORD);
    fakeApi(broken);
    await send(user);
    expect(await screen.findByText(text)).toBeVisible();
    expect(proveByEmailLink).toHaveBeenCalledTimes(proofs);
    expect(await field()).toHaveValue(PASSWORD);
    expect(JSON.stringify([localStorage, sessionStorage])).not.toContain(PASSWORD);
    fakeApi(changed);
    await send(user);
    await waitFor(() => expect(address()).toHaveTextContent(/^\/home$/));
  });

  it("says the server's reason, with ways on", async () => {
    const reason = 'No account uses this email address. Please sign up.';
    goodLink();
    fakeApi({ ...up, 'POST /auth/reset-password': () => refuse('identity_mismatch', reason) });
    const { user } = open();
    await user.type(await field(), PASSWORD);
    await send(user);
    expect(await heading('Your password could not be changed')).toHaveFocus();
    expect(screen.getByText(reason)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/signin');
    expect(screen.getByRole('link', { name: 'Create an account' })).toHaveAttribute('href', '/signup');
    await user.click(screen.getByRole('link', { name: 'Get a new link' }));
    expect(await heading('Reset your password')).toBeVisible();
  });
});

describe('/reset-password with a link, while somebody is signed in', () => {
  const signInBen = () => signInAs({ _id: 'ben', name: 'Ben Ito', email: 'ben@example.com', token: 'token-of-ben' });
  const WARNING = 'You are signed in as Ben Ito. This will sign you in as ada@example.com.';

  it('says so, and becomes the account of the link', async () => {
    signInBen();
    localStorage.setItem('emailForSignIn', 'ada@example.com');
    goodLink();
    const api = fakeApi({ ...changed, 'POST /auth/logout': () => ({}) });
    const { user } = open();
    expect(await screen.findByText(WARNING)).toBeVisible();
    await user.type(await field(), PASSWORD);
    await send(user);
    await waitFor(() => expect(getSession().userData?._id).toBe('ada'));
    expect(resets(api)[0]?.headers).not.toHaveProperty('Authorization');
    await waitFor(() => expect(api.requests.at(-1)).toMatchObject({ path: '/auth/logout' }));
  });

  it('leaves that session alone when it fails', async () => {
    signInBen();
    localStorage.setItem('emailForSignIn', 'ada@example.com');
    goodLink();
    fakeApi({ ...up, 'POST /auth/reset-password': () => refuse('identity_mismatch', 'No.') });
    const { user } = open();
    await user.type(await field(), PASSWORD);
    await send(user);
    expect(await heading('Your password could not be changed')).toBeVisible();
    expect(getSession().userData?.token).toBe('token-of-ben');
  });

  it('says nothing of it when the account is the same', async () => {
    signInBen();
    localStorage.setItem('emailForSignIn', 'ben@example.com');
    goodLink();
    fakeApi(up);
    open();
    await field();
    expect(screen.queryByText(/This will sign you in/)).not.toBeInTheDocument();
  });

  it('takes the end of its old session for no news', async () => {
    signInBen();
    localStorage.setItem('emailForSignIn', 'ben@example.com');
    goodLink();
    const told = jest.fn();
    const stop = onSessionRevoked(told);
    const endsOldSession = () => {
      revokeSession('token-of-ben');
      return { user: buildUser({ _id: 'ben', token: 'new' }) };
    };
    fakeApi({ ...up, 'POST /auth/reset-password': endsOldSession });
    const { user } = open();
    await user.type(await field(), PASSWORD);
    await send(user);
    await waitFor(() => expect(getSession().userData?.token).toBe('new'));
    stop();
    expect(told).not.toHaveBeenCalled();
  });
});
