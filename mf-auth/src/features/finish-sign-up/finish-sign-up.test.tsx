import { clearSession, consumePendingAction, getSession } from '@solvent/store';
import { buildUser } from '@solvent/testing/factories';
import { brokenServer, fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { screen, waitFor } from '@testing-library/react';
import { storeIntention } from '../../auth-card/route-state.ts';
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
import { Component } from './finish-sign-up-page.tsx';

const LINK = `/finishSignUp?${LINK_QUERY}`;
const open = () => openLinkPage(Component, LINK);
const verified = { 'POST /auth/verify-email': () => ({ user: buildUser({ _id: 'ada', token: 'full' }) }) };
const verifications = (api: ReturnType<typeof fakeApi>) => sentTo('/auth/verify-email', api);
const tryAgain = () => screen.findByRole('button', { name: 'Try again' });
const fakeVerification = (...answers: (object | Promise<object>)[]) =>
  fakeApi({ 'POST /auth/verify-email': () => answers.shift() ?? { user: buildUser({ _id: 'ada', token: 'full' }) } });

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
    const answer = deferred<object>();
    const api = fakeVerification(answer.promise);
    open();
    expect(await heading('Verifying your email…')).toBeVisible();
    expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
    answer.resolve({ user: buildUser({ _id: 'ada', token: 'full' }) });
    await expectHome();
    expect(await screen.findByText('Your email is verified. Welcome to Solvent!')).toBeVisible();
    expect(verifications(api)).toHaveLength(1);
    expect(verifications(api)[0]).toMatchObject({
      body: buildLink('ada@example.com'),
      headers: { Authorization: 'Bearer pending-token' },
    });
    expect(getSession().userData?.token).toBe('full');
  });

  it.each([
    ['this browser', 'ada@example.com', 'p1'],
    ['another account in this browser', 'eve@example.com', undefined],
  ])('returns to the step that %s kept (product 2.63)', async (_where, email, pendingBid) => {
    storeIntention(email, { from: '/view-problems/p1', purpose: 'bid', action: { kind: 'bid', id: 'p1' } });
    fakeVerification();
    openLinkPage(Component, pendingBid ? LINK : `${LINK}&from=/view-problems/p1`);
    await waitFor(() => expect(address()).toHaveTextContent('/view-problems/p1'));
    expect(consumePendingAction('bid')).toBe(pendingBid);
    expect(localStorage.getItem('solvent.intention')).toBeNull();
  });

  it('never leads to another site', async () => {
    fakeVerification();
    openLinkPage(Component, `${LINK}&from=//elsewhere.example`);
    await waitFor(() => expect(address()).toHaveTextContent(/^\/home$/));
  });

  it('prompts for the address in another browser', async () => {
    localStorage.clear();
    const api = fakeApi(verified);
    const { user } = open();
    expect(await heading('Confirm your email')).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Email is required')).toBeVisible();
    await user.type(screen.getByLabelText('Email'), ' Ada@Bücher.example{Enter}');
    await expectHome();
    expect(verifications(api)[0]?.body).toEqual(buildLink('ada@xn--bcher-kva.example'));
    expect(verifications(api)[0]?.headers).not.toHaveProperty('Authorization');
  });

  it('prompts for the address when the stored one is wrong', async () => {
    const api = fakeVerification(wrongAddress());
    const { user } = open();
    expect(await screen.findByText('This link was sent to another address.')).toBeVisible();
    const field = screen.getByLabelText('Email');
    expect(field).toHaveValue('ada@example.com');
    expect(field).toHaveFocus();
    await user.type(field, '.org');
    expect(screen.queryByText('This link was sent to another address.')).not.toBeInTheDocument();
    await user.keyboard('{Enter}');
    await expectHome();
    expect(verifications(api).at(-1)?.body).toEqual(buildLink('ada@example.com.org'));
  });

  it('explains an unusable link, and sends a new one', async () => {
    const { sendEmailLink } = fakeIdentity();
    sendEmailLink.mockRejectedValueOnce(new IdentityError('refused', 'Too many requests.'));
    fakeVerification(expiredLink());
    const { user } = open();
    expect(await heading('This link cannot be used')).toHaveFocus();
    expect(screen.getByText('This link has expired. Get a new one.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/signin');
    expect(screen.getByRole('link', { name: 'create an account' })).toHaveAttribute('href', '/signup');
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Send a new link' }));
    expect(await screen.findByText('The link could not be sent. Too many requests.')).toBeVisible();
    sendEmailLink.mockResolvedValueOnce();
    await user.click(screen.getByRole('button', { name: 'Send a new link' }));
    expect(await screen.findByText(/A new link is on its way to/)).toHaveTextContent('ada@example.com');
    expect(sendEmailLink).toHaveBeenLastCalledWith('ada@example.com', 'sign-up', undefined);
  });

  it('does not send an incomplete link', async () => {
    const api = fakeApi({});
    openLinkPage(Component, '/finishSignUp?mode=signIn');
    expect(await heading('This link is incomplete')).toHaveFocus();
    expect(api.requests).toEqual([]);
  });

  it('keeps the link while the server is unreachable or fails (product 8.23, 8.24)', async () => {
    const api = fakeVerification(NETWORK_FAILURE, brokenServer('7F3KQ2'));
    const { user } = open();
    expect(await heading('Your email is not verified yet')).toHaveFocus();
    expect(screen.getByText(/Your link is still valid/)).toBeVisible();
    await user.click(await tryAgain());
    expect(await screen.findByText('7F3KQ2')).toBeVisible();
    await user.click(await tryAgain());
    await expectHome();
    expect(verifications(api).map(({ body }) => body)).toEqual(Array(3).fill(buildLink('ada@example.com')));
  });

  it('shows why the server rejected the link, and links to /signin and /signup', async () => {
    const reason = 'This link belongs to another email address than the one you signed up with.';
    fakeVerification(refuse('identity_mismatch', reason));
    open();
    expect(await screen.findByText(reason)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/signin');
    expect(screen.getByRole('link', { name: 'Create an account' })).toHaveAttribute('href', '/signup');
    expect(screen.queryByRole('button', { name: 'Send a new link' })).not.toBeInTheDocument();
    // A 4xx has no reference (product 8.23).
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
    const api = fakeApi({ ...verified, 'POST /auth/logout': () => ({}) });
    const { user } = open();
    expect(await heading('You are signed in as Ben Ito')).toHaveFocus();
    expect(screen.getByText(/^This link finishes the sign-up of ada@example.com/)).toBeVisible();
    expect(verifications(api)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Continue as ada@example.com' }));
    await expectHome();
    expect(getSession().userData).toMatchObject({ _id: 'ada', token: 'full' });
    expect(api.requests.at(-1)).toMatchObject({ path: '/auth/logout', headers: { Authorization: 'Bearer token-of-ben' } });
  });

  it('keeps the session of a user who stays signed in', async () => {
    const api = fakeApi({});
    const { user } = open();
    await user.click(await screen.findByRole('link', { name: 'Stay signed in as Ben Ito' }));
    await expectHome();
    expect(getSession().userData?._id).toBe('ben');
    expect(api.requests).toEqual([]);
  });

  it('prompts for an unknown address, and sends no session with the link', async () => {
    const reason = 'This link has been used already. Please sign in.';
    const api = fakeVerification(refuse('identity_mismatch', reason));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Continue as the new account' }));
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com{Enter}');
    expect(await screen.findByText(reason)).toBeVisible();
    expect(verifications(api)[0]?.headers).not.toHaveProperty('Authorization');
    expect(getSession().userData?.token).toBe('token-of-ben');
    expect(screen.getByRole('link', { name: 'Continue as Ben Ito' })).toHaveAttribute('href', '/home');
  });

  it('links to /home from a link that cannot be used', async () => {
    localStorage.setItem('emailForSignIn', 'ada@example.com');
    fakeVerification(expiredLink());
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Continue as ada@example.com' }));
    expect(await heading('This link cannot be used')).toHaveFocus();
    expect(screen.getByText(/You are signed in as Ben Ito/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/home');
  });
});
