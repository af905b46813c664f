import { clearSession, getSession } from '@solvent/store';
import { buildUser, signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { act, screen, waitFor, within } from '@testing-library/react';
import { deferred, fakeIdentity } from '../../testing/fake-identity.ts';
import { Component } from './sign-in-page.tsx';

function open(state?: unknown) {
  const view = renderScreen(<Component />, { at: '/signin' });
  if (!state) return view;
  act(() => void view.router.navigate('/elsewhere'));
  act(() => void view.router.navigate('/signin', { state }));
  return view;
}

type User = ReturnType<typeof open>['user'];
async function signIn(user: User, email = 'ada@example.com', password = 'difference-engine') {
  await user.type(screen.getByLabelText('Email'), email);
  await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
}
const address = () => screen.getByRole('status', { name: 'Address' });

describe('/signin', () => {
  beforeEach(() => {
    localStorage.clear();
    clearSession();
  });

  it('asks for email and password, and offers the other ways', () => {
    open();
    expect(screen.getByRole('heading', { level: 1, name: 'Welcome Back' })).toBeVisible();
    expect(screen.getByText('Sign in to continue')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveAttribute('autocomplete', 'email');
    expect(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'current-password');
    const others = within(screen.getByRole('group', { name: 'Or continue with' })).getAllByRole('button');
    expect(others.map((button) => button.textContent)).toEqual(['GitHub', 'Google']);
    expect(screen.getByRole('link', { name: 'Create an account' })).toHaveAttribute('href', '/signup');
  });

  it('signs in, says so and goes home', async () => {
    localStorage.setItem('fcmToken', 'push-token');
    const answer = deferred<{ user: ReturnType<typeof buildUser> }>();
    const api = fakeApi({ 'POST /auth/login': () => answer.promise });
    const { user } = open();
    await signIn(user, ' ada@example.com ');
    expect(await screen.findByRole('button', { name: 'Signing In...' })).toBeDisabled();
    const person = buildUser({ token: 'full' });
    answer.resolve({ user: person });
    expect(await screen.findByText('Logged in successfully!')).toBeVisible();
    await waitFor(() => expect(address()).toHaveTextContent('/home'));
    expect(api.requests[0]?.body).toEqual({ email: 'ada@example.com', password: 'difference-engine', deviceToken: 'push-token' });
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(person);
  });

  it('goes back to where the person was going', async () => {
    fakeApi({ 'POST /auth/login': () => ({ user: buildUser() }) });
    const { user } = open({ from: '/my-bids?tab=accepted' });
    await signIn(user);
    await waitFor(() => expect(address()).toHaveTextContent('/my-bids?tab=accepted'));
  });

  it('sends an empty push token where push is off (product 3.17)', async () => {
    const api = fakeApi({ 'POST /auth/login': () => ({ user: buildUser() }) });
    const { user } = open();
    await signIn(user);
    await waitFor(() => expect(address()).toHaveTextContent('/home'));
    expect(api.requests[0]?.body).toEqual({ email: 'ada@example.com', password: 'difference-engine', deviceToken: '' });
  });

  it('goes home rather than to another site', async () => {
    fakeApi({ 'POST /auth/login': () => ({ user: buildUser() }) });
    const { user } = open({ from: '//elsewhere.example' });
    await signIn(user);
    await waitFor(() => expect(address()).toHaveTextContent('/home'));
  });

  it.each(['/\\elsewhere.example', '/\t/elsewhere.example', '/\n/elsewhere.example', 'https://elsewhere.example'])(
    'takes a signed-in person home rather than to %j',
    async (from) => {
      signInAs();
      open({ from });
      await waitFor(() => expect(address()).toHaveTextContent(/^\/home$/));
    },
  );

  it('leads who forgot the password on, with the typed address and where they were going', async () => {
    const { user } = open({ from: '/my-bids' });
    await user.type(await screen.findByLabelText('Email'), ' ada@example.com');
    await user.click(screen.getByRole('link', { name: 'Forgot password?' }));
    expect(address()).toHaveTextContent('/reset-password');
    const state = screen.getByRole('status', { name: 'Route state' });
    expect(state).toHaveTextContent('{"from":"/my-bids","email":"ada@example.com"}');
  });

  it('holds the address that was typed on the screen before', async () => {
    open({ email: 'ada@example.com' });
    expect(await screen.findByLabelText('Email')).toHaveValue('ada@example.com');
  });

  it('forgets what a sign-up kept here', async () => {
    localStorage.setItem('tempToken', 'pending-token');
    localStorage.setItem('emailForSignIn', 'eve@example.com');
    fakeApi({ 'POST /auth/login': () => ({ user: buildUser() }) });
    const { user } = open();
    await signIn(user);
    await waitFor(() => expect(address()).toHaveTextContent('/home'));
    expect(Object.keys(localStorage).toSorted()).toEqual(['solvent.device', 'user']);
  });

  it('hands on where the person was going to /signup', async () => {
    const { user } = open({ from: '/my-bids' });
    await user.click(await screen.findByRole('link', { name: 'Create an account' }));
    expect(address()).toHaveTextContent('/signup');
    expect(screen.getByRole('status', { name: 'Route state' })).toHaveTextContent('{"from":"/my-bids"}');
  });

  it('takes a signed-in person on at once', async () => {
    signInAs();
    open();
    await waitFor(() => expect(address()).toHaveTextContent('/home'));
  });

  it('asks an unverified person to verify, and sends the link again', async () => {
    const { token: _token, ...pending } = buildUser({ isEmailVerified: false });
    fakeApi({ 'POST /auth/login': () => ({ user: pending }) });
    const { sendEmailLink } = fakeIdentity({ sendEmailLink: async () => undefined });
    const { user } = open();
    await signIn(user);
    expect(await screen.findByText('Please verify your email to continue')).toBeVisible();
    expect(getSession().isLogin).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Send the link again' }));
    expect(await screen.findByText(/A new link is on its way/)).toBeVisible();
    expect(sendEmailLink).toHaveBeenCalledWith(pending.email, 'sign-up');
  });

  it('does not take a verified person without a token for signed in', async () => {
    const { token: _token, ...person } = buildUser();
    fakeApi({ 'POST /auth/login': () => ({ user: person }) });
    const { user } = open();
    await signIn(user);
    expect(await screen.findByText('Please verify your email to continue')).toBeVisible();
    expect(address()).toHaveTextContent('/signin');
  });

  it.each([
    ['how long to wait', () => refuse('rate_limited', 'Too many tries. Please wait 15 minutes.'), /wait 15 minutes/],
    ['what a server without its database says', () => refuse('unavailable', 'The database does not answer.'), /does not answer/],
    ["the server's sentence", () => refuse('invalid_credentials', 'Email or password is wrong.'), 'Email or password is wrong.'],
    ['the fallback without an answer', () => NETWORK_FAILURE, 'Failed to login'],
    ['the fallback for an answer without a user', () => ({}), 'Failed to login'],
  ])('says %s on failure, and keeps what was typed', async (_name, answer, text) => {
    fakeApi({ 'POST /auth/login': answer });
    const { user } = open();
    await signIn(user);
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
    expect(screen.getByLabelText('Password')).toHaveValue('difference-engine');
    expect(JSON.stringify([localStorage, sessionStorage])).not.toContain('difference-engine');
    expect(screen.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  });

  it('asks for what is missing before it asks the server', async () => {
    const api = fakeApi({});
    const { user } = open();
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(await screen.findByText('Email is required')).toBeVisible();
    expect(screen.getByText('Password is required')).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus());
    await user.type(screen.getByLabelText('Email'), 'nonsense');
    expect(await screen.findByText('Please enter a valid email address')).toBeVisible();
    expect(api.requests).toEqual([]);
  });
});
