import { clearSession, getSession } from '@solvent/store';
import { buildUser, signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { IdentityError } from '../../identity/identity-error.ts';
import type { IdentityFailure } from '../../identity/identity-error.ts';
import type { Identity } from '../../identity/identity-port.ts';
import { deferred, fakeIdentity } from '../../testing/fake-identity.ts';
import { Component } from './finish-sign-up-page.tsx';

const LINK = '/finishSignUp?apiKey=key&mode=signIn&oobCode=code';
const open = () =>
  renderScreen(
    <StrictMode>
      <Component />
    </StrictMode>,
    { at: LINK },
  );
const linkThat = (proveByEmailLink: Identity['proveByEmailLink'], rest: Partial<Identity> = {}) =>
  fakeIdentity({ isEmailLink: async () => true, checkEmailLink: async () => undefined, proveByEmailLink, ...rest });
const fails =
  (failure: IdentityFailure, message = 'No.') =>
  () =>
    Promise.reject(new IdentityError(failure, message));
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const address = () => screen.getByRole('status', { name: 'Address' });
const up = { 'GET /health/ready': () => ({}) };
const verified = {
  ...up,
  'POST /auth/verify-email': () => ({ user: buildUser({ token: 'full' }) }),
};

const verifications = ({ requests }: ReturnType<typeof fakeApi>) => requests.filter(({ path }) => path === '/auth/verify-email');

describe('/finishSignUp', () => {
  beforeEach(() => {
    localStorage.clear();
    clearSession();
    localStorage.setItem('emailForSignIn', 'ada@example.com');
    localStorage.setItem('tempToken', 'pending-token');
  });

  it('verifies the address once, signs in and goes home', async () => {
    const proof = deferred<string>();
    const { proveByEmailLink } = linkThat(() => proof.promise);
    const api = fakeApi(verified);
    open();
    expect(await heading('Verifying your email…')).toBeVisible();
    expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
    proof.resolve('id-token');
    await waitFor(() => expect(address()).toHaveTextContent(/^\/home$/));
    expect(await screen.findByText('Your email is verified. Welcome to Solvent!')).toBeVisible();
    expect(proveByEmailLink.mock.calls).toEqual([['ada@example.com', `http://localhost${LINK}`]]);
    expect(verifications(api)).toHaveLength(1);
    expect(verifications(api)[0]).toMatchObject({
      body: { idToken: 'id-token' },
      headers: { Authorization: 'Bearer pending-token' },
    });
    expect(getSession().userData?.token).toBe('full');
    expect(localStorage.getItem('tempToken')).toBeNull();
    expect(localStorage.getItem('emailForSignIn')).toBeNull();
  });

  it('asks another device for the address', async () => {
    localStorage.clear();
    const { proveByEmailLink } = linkThat(async () => 'id-token');
    const api = fakeApi(verified);
    const { user } = open();
    expect(await heading('Confirm your email')).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Email is required')).toBeVisible();
    await user.type(screen.getByLabelText('Email'), ' Ada@Example.com{Enter}');
    await waitFor(() => expect(address()).toHaveTextContent(/^\/home$/));
    expect(proveByEmailLink).toHaveBeenCalledWith('ada@example.com', `http://localhost${LINK}`);
    expect(verifications(api)[0]?.headers).not.toHaveProperty('Authorization');
  });

  it('asks again after a wrong address', async () => {
    const { proveByEmailLink } = linkThat(fails('wrong-address'));
    fakeApi(verified);
    const { user } = open();
    expect(await screen.findByText('This link was sent to another address.')).toBeVisible();
    const field = screen.getByLabelText('Email');
    expect(field).toHaveValue('ada@example.com');
    expect(field).toHaveFocus();
    await user.type(field, '.org');
    expect(screen.queryByText('This link was sent to another address.')).not.toBeInTheDocument();
    proveByEmailLink.mockResolvedValueOnce('id-token');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(address()).toHaveTextContent(/^\/home$/));
    expect(proveByEmailLink).toHaveBeenLastCalledWith('ada@example.com.org', `http://localhost${LINK}`);
  });

  it.each([
    ['used or changed', 'invalid-link', 'This link cannot be used', /^It was used already, or it has been changed/],
    ['too old', 'expired-link', 'This link has expired', 'Links work for a limited time. Get a new one.'],
    ['refused otherwise', 'refused', 'Your email could not be verified', 'This account is disabled.'],
  ] as const)('says so of a link that is %s, and sends a new one', async (_name, failure, title, text) => {
    const { sendEmailLink } = linkThat(fails(failure, 'This account is disabled.'), { sendEmailLink: async () => undefined });
    fakeApi(up);
    const { user } = open();
    expect(await heading(title)).toHaveFocus();
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/signin');
    expect(screen.getByRole('link', { name: 'create an account' })).toHaveAttribute('href', '/signup');
    await user.click(screen.getByRole('button', { name: 'Send a new link' }));
    expect(await screen.findByText(/A new link is on its way to/)).toHaveTextContent('ada@example.com');
    expect(sendEmailLink).toHaveBeenCalledWith('ada@example.com', 'sign-up');
  });

  it('says so when the new link cannot be sent', async () => {
    linkThat(fails('invalid-link'), { sendEmailLink: fails('refused', 'Too many requests.') });
    fakeApi(up);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Send a new link' }));
    expect(await screen.findByText('The link could not be sent. Too many requests.')).toBeVisible();
  });

  it('says so of an address that is no link', async () => {
    const { proveByEmailLink } = fakeIdentity({ isEmailLink: async () => false });
    open();
    expect(await heading('This link is not complete')).toHaveFocus();
    expect(proveByEmailLink).not.toHaveBeenCalled();
  });

  it('can be tried again when the provider cannot be reached', async () => {
    const { isEmailLink } = linkThat(async () => 'id-token');
    isEmailLink.mockRejectedValueOnce(new IdentityError('unreachable', 'No.'));
    fakeApi(verified);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(address()).toHaveTextContent(/^\/home$/));
  });

  it.each([
    ['does not answer', NETWORK_FAILURE, 'Your email is not verified yet', /the link stays good/],
    ['is not available', refuse('unavailable', 'Wait a moment.'), 'Your email could not be verified', 'Wait a moment.'],
  ])('uses no link up while the server %s', async (_name, failure, title, text) => {
    const { proveByEmailLink } = linkThat(async () => 'id-token');
    const answers: object[] = [failure];
    fakeApi({ ...verified, 'GET /health/ready': () => answers.shift() ?? {} });
    const { user } = open();
    expect(await heading(title)).toHaveFocus();
    expect(screen.getByText(text)).toBeVisible();
    expect(proveByEmailLink).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(address()).toHaveTextContent(/^\/home$/));
  });

  it('asks nothing of a proxy that keeps the health check to itself', async () => {
    linkThat(async () => 'id-token');
    fakeApi({ ...verified, 'GET /health/ready': () => refuse('not_found', 'Nothing here.') });
    open();
    await waitFor(() => expect(address()).toHaveTextContent(/^\/home$/));
  });

  it.each([
    ['does not answer', NETWORK_FAILURE, /Keep this page open/],
    ['is not available', refuse('unavailable', 'Wait a moment.'), 'Wait a moment.'],
    ['counts too many tries', refuse('rate_limited', 'Too many tries. Please wait 5 minutes.'), /wait 5 minutes/],
  ])('tells the proof again when the server %s afterwards', async (_name, failure, text) => {
    // The link is used up by the proof: a second check would refuse it.
    const { checkEmailLink } = linkThat(async () => 'id-token');
    const answers: object[] = [failure, { user: buildUser() }];
    fakeApi({ ...up, 'POST /auth/verify-email': () => answers.shift() ?? {} });
    const { user } = open();
    expect(await screen.findByText(text)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(address()).toHaveTextContent(/^\/home$/));
    expect(checkEmailLink).toHaveBeenCalledTimes(1);
    expect(answers).toEqual([]);
  });

  it("shows the server's reason, and offers signing in or up: another link would not help", async () => {
    const reason = 'This link belongs to another email address than the one you signed up with.';
    linkThat(async () => 'id-token');
    fakeApi({ ...up, 'POST /auth/verify-email': () => refuse('identity_mismatch', reason) });
    open();
    expect(await screen.findByText(reason)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/signin');
    expect(screen.getByRole('link', { name: 'Create an account' })).toHaveAttribute('href', '/signup');
    expect(screen.queryByRole('button', { name: 'Send a new link' })).not.toBeInTheDocument();
    expect(getSession().isLogin).toBe(false);
    expect(localStorage.getItem('tempToken')).toBe('pending-token');
  });

  it('says so of a link that cannot be used before it asks for the address', async () => {
    localStorage.clear();
    linkThat(async () => 'id-token', { checkEmailLink: fails('expired-link') });
    fakeApi(up);
    open();
    expect(await heading('This link has expired')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue('');
    expect(screen.getByRole('button', { name: 'Send a new link' })).toBeVisible();
  });
});

describe('/finishSignUp while somebody is signed in', () => {
  beforeEach(() => {
    localStorage.clear();
    clearSession();
    signInAs({ _id: 'ben', name: 'Ben Ito', email: 'ben@example.com', token: 'token-of-ben' });
  });

  it('lets the person choose, and goes on as the new account', async () => {
    localStorage.setItem('emailForSignIn', 'ada@example.com');
    localStorage.setItem('tempToken', 'pending-token');
    const { proveByEmailLink } = linkThat(async () => 'id-token');
    const api = fakeApi({
      ...up,
      'POST /auth/verify-email': () => ({ user: buildUser({ _id: 'ada', token: 'full' }) }),
      'POST /auth/logout': () => ({}),
    });
    const { user } = open();
    expect(await heading('You are signed in as Ben Ito')).toHaveFocus();
    expect(screen.getByText(/^This link finishes the sign-up of ada@example.com/)).toBeVisible();
    expect(proveByEmailLink).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Continue as ada@example.com' }));
    await waitFor(() => expect(address()).toHaveTextContent(/^\/home$/));
    expect(getSession().userData).toMatchObject({ _id: 'ada', token: 'full' });
    expect(api.requests.at(-1)).toMatchObject({ path: '/auth/logout', headers: { Authorization: 'Bearer token-of-ben' } });
  });

  it('lets the person stay who they are', async () => {
    const { proveByEmailLink } = linkThat(async () => 'id-token');
    fakeApi(up);
    const { user } = open();
    await user.click(await screen.findByRole('link', { name: 'Stay signed in as Ben Ito' }));
    expect(address()).toHaveTextContent(/^\/home$/);
    expect(getSession().userData?._id).toBe('ben');
    expect(proveByEmailLink).not.toHaveBeenCalled();
  });

  it('asks for the address where it is not known, and sends no session with it', async () => {
    linkThat(async () => 'id-token');
    const reason = 'This link has been used already. Please sign in.';
    const api = fakeApi({ ...up, 'POST /auth/verify-email': () => refuse('identity_mismatch', reason) });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Continue as the new account' }));
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com{Enter}');
    expect(await screen.findByText(reason)).toBeVisible();
    expect(verifications(api)[0]?.headers).not.toHaveProperty('Authorization');
    expect(getSession().userData?.token).toBe('token-of-ben');
    expect(screen.getByRole('link', { name: 'Continue as Ben Ito' })).toHaveAttribute('href', '/home');
  });

  it('leads on from a link that is used already', async () => {
    linkThat(async () => 'id-token', { checkEmailLink: fails('invalid-link') });
    fakeApi(up);
    open();
    expect(await heading('This link cannot be used')).toHaveFocus();
    expect(screen.getByText(/You are signed in as Ben Ito/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/home');
  });
});
