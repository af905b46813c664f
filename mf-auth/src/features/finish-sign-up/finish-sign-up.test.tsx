import { clearSession, getSession } from '@solvent/store';
import { buildUser } from '@solvent/testing/factories';
import { brokenServer, fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { screen } from '@testing-library/react';
import { IdentityError } from '../../identity/identity-error.ts';
import {
  fails,
  givenLink,
  heading,
  isHome,
  LINK_QUERY,
  openLinked,
  READY,
  sentTo,
  signInBen,
} from '../../testing/email-link.tsx';
import { deferred, fakeIdentity } from '../../testing/fake-identity.ts';
import { Component } from './finish-sign-up-page.tsx';

const LINK = `/finishSignUp?${LINK_QUERY}`;
const open = () => openLinked(Component, LINK);
const verified = { ...READY, 'POST /auth/verify-email': () => ({ user: buildUser({ _id: 'ada', token: 'full' }) }) };
const verifications = (api: ReturnType<typeof fakeApi>) => sentTo('/auth/verify-email', api);
const tryAgain = () => screen.findByRole('button', { name: 'Try again' });

beforeEach(() => {
  localStorage.clear();
  clearSession();
});

describe('/finishSignUp (product 2.13, 4.3)', () => {
  beforeEach(() => {
    localStorage.setItem('emailForSignIn', 'ada@example.com');
    localStorage.setItem('tempToken', 'pending-token');
  });

  it('verifies the address once, signs in and navigates to /home (product 3.1, 8.9)', async () => {
    const proof = deferred<string>();
    const { proveByEmailLink } = givenLink({ proveByEmailLink: () => proof.promise });
    const api = fakeApi(verified);
    open();
    expect(await heading('Verifying your email…')).toBeVisible();
    expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
    proof.resolve('id-token');
    await isHome();
    expect(await screen.findByText('Your email is verified. Welcome to Solvent!')).toBeVisible();
    expect(proveByEmailLink.mock.calls).toEqual([['ada@example.com', `http://localhost${LINK}`]]);
    expect(verifications(api)).toHaveLength(1);
    expect(verifications(api)[0]).toMatchObject({
      body: { idToken: 'id-token' },
      headers: { Authorization: 'Bearer pending-token' },
    });
    expect(getSession().userData?.token).toBe('full');
  });

  it('prompts for the address in another browser', async () => {
    localStorage.clear();
    const { proveByEmailLink } = givenLink();
    const api = fakeApi(verified);
    const { user } = open();
    expect(await heading('Confirm your email')).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Email is required')).toBeVisible();
    await user.type(screen.getByLabelText('Email'), ' Ada@Example.com{Enter}');
    await isHome();
    expect(proveByEmailLink).toHaveBeenCalledWith('ada@example.com', `http://localhost${LINK}`);
    expect(verifications(api)[0]?.headers).not.toHaveProperty('Authorization');
  });

  it('prompts for the address when the stored one is wrong', async () => {
    const { proveByEmailLink } = givenLink();
    proveByEmailLink.mockImplementationOnce(fails('wrong-address'));
    fakeApi(verified);
    const { user } = open();
    expect(await screen.findByText('This link was sent to another address.')).toBeVisible();
    const field = screen.getByLabelText('Email');
    expect(field).toHaveValue('ada@example.com');
    expect(field).toHaveFocus();
    await user.type(field, '.org');
    expect(screen.queryByText('This link was sent to another address.')).not.toBeInTheDocument();
    await user.keyboard('{Enter}');
    await isHome();
    expect(proveByEmailLink).toHaveBeenLastCalledWith('ada@example.com.org', `http://localhost${LINK}`);
  });

  it('explains an unusable link before it prompts for the address, and sends a new link', async () => {
    localStorage.clear();
    const { sendEmailLink } = givenLink({ checkEmailLink: fails('expired-link') });
    sendEmailLink.mockRejectedValueOnce(new IdentityError('refused', 'Too many requests.'));
    fakeApi(READY);
    const { user } = open();
    expect(await heading('This link has expired')).toHaveFocus();
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/signin');
    expect(screen.getByRole('link', { name: 'create an account' })).toHaveAttribute('href', '/signup');
    expect(screen.getByLabelText('Email')).toHaveValue('');
    await user.type(screen.getByLabelText('Email'), 'ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Send a new link' }));
    expect(await screen.findByText('The link could not be sent. Too many requests.')).toBeVisible();
    sendEmailLink.mockResolvedValueOnce();
    await user.click(screen.getByRole('button', { name: 'Send a new link' }));
    expect(await screen.findByText(/A new link is on its way to/)).toHaveTextContent('ada@example.com');
    expect(sendEmailLink).toHaveBeenLastCalledWith('ada@example.com', 'sign-up');
  });

  it('does not try an incomplete link', async () => {
    const { proveByEmailLink } = fakeIdentity({ isEmailLink: async () => false });
    open();
    expect(await heading('This link is not complete')).toHaveFocus();
    expect(proveByEmailLink).not.toHaveBeenCalled();
  });

  it('does not use up the link while the server is unreachable, and repeats only the failed step (product 8.23, 8.24)', async () => {
    const { checkEmailLink, proveByEmailLink } = givenLink();
    const health: object[] = [NETWORK_FAILURE];
    const answers: object[] = [NETWORK_FAILURE, brokenServer('7F3KQ2'), { user: buildUser() }];
    fakeApi({ 'GET /health/ready': () => health.shift() ?? {}, 'POST /auth/verify-email': () => answers.shift() ?? {} });
    const { user } = open();
    expect(await heading('Your email is not verified yet')).toHaveFocus();
    expect(screen.getByText(/the link stays good/)).toBeVisible();
    expect(proveByEmailLink).not.toHaveBeenCalled();
    await user.click(await tryAgain());
    expect(await screen.findByText(/Keep this page open/)).toBeVisible();
    expect(checkEmailLink).toHaveBeenCalledTimes(2);
    await user.click(await tryAgain());
    expect(await screen.findByText('7F3KQ2')).toBeVisible();
    await user.click(await tryAgain());
    await isHome();
    // The proof used up the link: another check would refuse it.
    expect(checkEmailLink).toHaveBeenCalledTimes(2);
    expect(answers).toEqual([]);
  });

  it('shows why the server refused, and links to the account instead of another link', async () => {
    const reason = 'This link belongs to another email address than the one you signed up with.';
    givenLink();
    fakeApi({ ...READY, 'POST /auth/verify-email': () => refuse('identity_mismatch', reason) });
    open();
    expect(await screen.findByText(reason)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/signin');
    expect(screen.getByRole('link', { name: 'Create an account' })).toHaveAttribute('href', '/signup');
    expect(screen.queryByRole('button', { name: 'Send a new link' })).not.toBeInTheDocument();
    // A refusal has no reference (product 8.23).
    expect(screen.queryByText(/Reference/)).not.toBeInTheDocument();
    expect(getSession().isLogin).toBe(false);
    expect(localStorage.getItem('tempToken')).toBe('pending-token');
  });
});

describe('/finishSignUp while another user is signed in (product 2.13)', () => {
  beforeEach(() => void signInBen());

  it('offers a choice, and continues as the new account', async () => {
    localStorage.setItem('emailForSignIn', 'ada@example.com');
    localStorage.setItem('tempToken', 'pending-token');
    const { proveByEmailLink } = givenLink();
    const api = fakeApi({ ...verified, 'POST /auth/logout': () => ({}) });
    const { user } = open();
    expect(await heading('You are signed in as Ben Ito')).toHaveFocus();
    expect(screen.getByText(/^This link finishes the sign-up of ada@example.com/)).toBeVisible();
    expect(proveByEmailLink).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Continue as ada@example.com' }));
    await isHome();
    expect(getSession().userData).toMatchObject({ _id: 'ada', token: 'full' });
    expect(api.requests.at(-1)).toMatchObject({ path: '/auth/logout', headers: { Authorization: 'Bearer token-of-ben' } });
  });

  it('keeps the session of a user who stays signed in', async () => {
    const { proveByEmailLink } = givenLink();
    fakeApi(READY);
    const { user } = open();
    await user.click(await screen.findByRole('link', { name: 'Stay signed in as Ben Ito' }));
    await isHome();
    expect(getSession().userData?._id).toBe('ben');
    expect(proveByEmailLink).not.toHaveBeenCalled();
  });

  it('prompts for an unknown address, and sends no session with the proof', async () => {
    givenLink();
    const reason = 'This link has been used already. Please sign in.';
    const api = fakeApi({ ...READY, 'POST /auth/verify-email': () => refuse('identity_mismatch', reason) });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Continue as the new account' }));
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com{Enter}');
    expect(await screen.findByText(reason)).toBeVisible();
    expect(verifications(api)[0]?.headers).not.toHaveProperty('Authorization');
    expect(getSession().userData?.token).toBe('token-of-ben');
    expect(screen.getByRole('link', { name: 'Continue as Ben Ito' })).toHaveAttribute('href', '/home');
  });

  it('links to /home from a used link', async () => {
    givenLink({ checkEmailLink: fails('invalid-link') });
    fakeApi(READY);
    open();
    expect(await heading('This link cannot be used')).toHaveFocus();
    expect(screen.getByText(/You are signed in as Ben Ito/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/home');
  });
});
