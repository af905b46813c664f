import { jest } from '@jest/globals';
import { clearSession, consumePendingAction, getSession } from '@solvent/store';
import { buildUser, signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { IdentityError } from '../../identity/identity-error.ts';
import type { SocialIdentity } from '../../identity/identity-port.ts';
import { deferred, fakeIdentity } from '../../testing/fake-identity.ts';
import { Component } from './sign-in-page.tsx';
import { UnverifiedNotice } from './unverified-notice.tsx';

function open(state?: unknown) {
  const view = renderScreen(<Component />, { at: '/signin' });
  if (!state) return view;
  act(() => void view.router.navigate('/elsewhere'));
  act(() => void view.router.navigate('/signin', { state }));
  return view;
}
const button = (name: string) => screen.getByRole('button', { name });
const address = () => screen.getByRole('status', { name: 'Address' });
const routeState = () => screen.getByRole('status', { name: 'Route state' });

type User = ReturnType<typeof open>['user'];
async function signIn(user: User, email = 'ada@example.com') {
  await user.type(await screen.findByLabelText('Email'), email);
  await user.type(screen.getByLabelText('Password'), 'difference-engine');
  await user.click(button('Sign In'));
}

beforeEach(() => {
  localStorage.clear();
  clearSession();
});

describe('/signin', () => {
  it('has labeled fields and provider buttons, and requires both fields (product 2.10, 5.1)', async () => {
    const api = fakeApi({});
    const { user } = open();
    expect(screen.getByRole('heading', { level: 1, name: 'Welcome Back' })).toBeVisible();
    expect(screen.getByText('Sign in to continue')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveAttribute('autocomplete', 'email');
    expect(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'current-password');
    const others = within(screen.getByRole('group', { name: 'Or continue with' })).getAllByRole('button');
    expect(others.map(({ textContent }) => textContent)).toEqual(['GitHub', 'Google']);
    expect(screen.getByRole('link', { name: 'Create an account' })).toHaveAttribute('href', '/signup');
    await user.click(button('Sign In'));
    expect(await screen.findByText('Email is required')).toBeVisible();
    expect(screen.getByText('Password is required')).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus());
    expect(api.requests).toEqual([]);
  });

  it('states why, signs in, and returns to that step (product 2.1, 2.63, 3.17, 4.2)', async () => {
    localStorage.setItem('fcmToken', 'push-token');
    const answer = deferred<object>();
    const api = fakeApi({ 'POST /auth/login': () => answer.promise });
    const action = { kind: 'bid', id: 'p1' };
    const { user } = open({ from: '/my-bids?tab=accepted', purpose: 'bid on "Flaky"', action });
    expect(await screen.findByText('Sign in to bid on "Flaky"')).toBeVisible();
    await signIn(user, ' ada@example.com ');
    expect(await screen.findByRole('button', { name: 'Signing In...' })).toBeDisabled();
    const person = buildUser({ token: 'full' });
    answer.resolve({ user: person });
    expect(await screen.findByText('Logged in successfully!')).toBeVisible();
    await waitFor(() => expect(address()).toHaveTextContent('/my-bids?tab=accepted'));
    expect(consumePendingAction('bid')).toBe('p1');
    expect(api.requests[0]?.body).toEqual({ email: 'ada@example.com', password: 'difference-engine', deviceToken: 'push-token' });
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(person);
  });

  it('keeps the values in the form only after a failure, then navigates to /home (product 5.5, 8.2, 8.3)', async () => {
    const failures: [answer: object, text: RegExp | string][] = [
      [refuse('rate_limited', 'Too many tries. Please wait 15 minutes.'), /wait 15 minutes/],
      [{}, 'Failed to login'],
    ];
    const answers = failures.map(([answer]) => answer);
    const api = fakeApi({ 'POST /auth/login': () => answers.shift() ?? { user: buildUser() } });
    const { user } = open();
    await signIn(user);
    for (const [index, [, text]] of failures.entries()) {
      await waitFor(() => expect(api.requests).toHaveLength(index + 1));
      expect((await screen.findAllByText(text)).at(-1)).toBeVisible();
      expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
      expect(screen.getByLabelText('Password')).toHaveValue('difference-engine');
      await user.click(await screen.findByRole('button', { name: 'Sign In' }));
    }
    expect(JSON.stringify([localStorage, sessionStorage])).not.toContain('difference-engine');
    await waitFor(() => expect(address()).toHaveTextContent('/home'));
    expect(api.requests.at(-1)?.body).toMatchObject({ deviceToken: '' });
  });

  it('passes the typed address and the destination to the related screens', async () => {
    const { user, router } = open({ from: '/my-bids', email: 'eve@example.com' });
    expect(await screen.findByLabelText('Email')).toHaveValue('eve@example.com');
    await user.clear(screen.getByLabelText('Email'));
    await user.type(screen.getByLabelText('Email'), ' ada@example.com');
    await user.click(screen.getByRole('link', { name: 'Forgot password?' }));
    expect(address()).toHaveTextContent('/reset-password');
    expect(routeState()).toHaveTextContent('{"from":"/my-bids","email":"ada@example.com"}');
    await act(() => router.navigate('/signin', { state: { from: '/my-bids' } }));
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com');
    await user.click(screen.getByRole('link', { name: 'Create an account' }));
    expect(address()).toHaveTextContent('/signup');
    expect(routeState()).toHaveTextContent('{"from":"/my-bids","email":"ada@example.com"}');
  });

  it('redirects a signed-in user, and never to another site', async () => {
    signInAs();
    open({ from: '/\t/elsewhere.example' });
    await waitFor(() => expect(address()).toHaveTextContent(/^\/home$/));
  });

  it.each([
    ['an unverified user', false],
    ['a verified user without a token', true],
  ])('does not sign in %s (product 3.4, 4.2)', async (_who, isEmailVerified) => {
    const { token: _token, ...person } = buildUser({ isEmailVerified });
    fakeApi({ 'POST /auth/login': () => ({ user: person }) });
    const { user } = open();
    await signIn(user);
    expect(await screen.findByText('Please verify your email to continue')).toBeVisible();
    expect(button('Send the link again')).toBeEnabled();
    expect(getSession().isLogin).toBe(false);
    expect(address()).toHaveTextContent('/signin');
  });
});

describe('the notice about an unverified address (product 4.2)', () => {
  const again = () => button('Send the link again');

  it('shows why the link could not be sent, then sends it and stores the address', async () => {
    const { sendEmailLink } = fakeIdentity();
    const { user } = renderScreen(<UnverifiedNotice email="ada@example.com" />);
    expect(screen.getByText(/ada@example.com is not verified yet/)).toBeVisible();
    sendEmailLink.mockRejectedValueOnce(new IdentityError('refused', 'Too many requests.'));
    await user.click(again());
    expect(await screen.findByText('The link could not be sent. Too many requests.')).toBeVisible();
    const sending = deferred<void>();
    sendEmailLink.mockImplementation(() => sending.promise);
    await user.click(again());
    expect(button('Sending…')).toBeDisabled();
    sending.resolve();
    expect(await screen.findByText(/A new link is on its way to ada@example.com/)).toBeVisible();
    expect(localStorage.getItem('emailForSignIn')).toBe('ada@example.com');
    expect(screen.getByRole('link', { name: '/dev/mail' })).toHaveAttribute('target', '_blank');
  });

  it('offers the next link after 60 s (product 2.12, 9.12)', async () => {
    const { sendEmailLink } = fakeIdentity({ sendEmailLink: async () => undefined });
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    try {
      const { unmount } = renderScreen(<UnverifiedNotice email="ada@example.com" />);
      const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
      fireEvent.click(again());
      await pass(0);
      expect(button('Send again in 60 s')).toBeDisabled();
      await pass(59_000);
      expect(button('Send again in 1 s')).toBeDisabled();
      await pass(1000);
      expect(again()).toBeEnabled();
      fireEvent.click(again());
      await pass(0);
      expect(button('Send again in 60 s')).toBeDisabled();
      expect(sendEmailLink).toHaveBeenCalledTimes(2);
      unmount();
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('signing in with GitHub or Google (product 1.7, 3.18)', () => {
  const socialIdentity: SocialIdentity = {
    idToken: 'id-token',
    email: 'ada@example.com',
    socialId: '4711',
    name: 'Ada Park',
    image: 'https://img.example/ada.png',
  };
  const isBusy = (name: string) => waitFor(() => expect(button(name)).toHaveAttribute('aria-busy', 'true'));

  it('opens one popup for a double click, and sends the confirmed identity', async () => {
    const popup = deferred<SocialIdentity>();
    const { signInWithProvider } = fakeIdentity({ signInWithProvider: () => popup.promise });
    const api = fakeApi({ 'POST /auth/social-auth': () => ({ user: buildUser({ token: 'full' }) }) });
    const { user } = open();
    await user.dblClick(button('GitHub'));
    await isBusy('GitHub');
    expect(button('Google')).toBeDisabled();
    popup.resolve(socialIdentity);
    expect(await screen.findByText('Logged in successfully!')).toBeVisible();
    expect(signInWithProvider.mock.calls).toEqual([['github', expect.any(Function)]]);
    const body = { ...socialIdentity, socialType: 'github', socialMethod: 'login', deviceToken: '' };
    expect(api.requests.map((request) => request.body)).toEqual([body]);
    expect(getSession().userData?.token).toBe('full');
  });

  it('shows the message of the provider or the server, and nothing for a closed popup at the buttons, too (product 8.3)', async () => {
    const { signInWithProvider } = fakeIdentity();
    const unknown = 'No account uses this GitHub identity yet. Sign up first.';
    const answers: object[] = [refuse('identity_mismatch', unknown), {}];
    fakeApi({ 'POST /auth/social-auth': () => answers.shift() ?? NETWORK_FAILURE });
    const { user } = open();
    signInWithProvider.mockRejectedValueOnce(new IdentityError('cancelled', 'The popup was closed.'));
    await user.click(button('GitHub'));
    await waitFor(() => expect(button('GitHub')).toBeEnabled());
    signInWithProvider.mockRejectedValueOnce(new IdentityError('refused', 'The popup was blocked by the browser.'));
    await user.click(button('Google'));
    const inForm = (text: string) => waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2));
    await inForm('The popup was blocked by the browser.');
    expect(screen.queryByText('The popup was closed.')).not.toBeInTheDocument();
    signInWithProvider.mockImplementation(async () => socialIdentity);
    await user.click(button('GitHub'));
    await inForm(unknown);
    // A response without a user is a failure (product 5.5).
    await user.click(button('GitHub'));
    await inForm('Failed to login');
    expect(getSession().isLogin).toBe(false);
  });

  it('does not sign in an unverified address, and offers the link (product 4.2, 8.3)', async () => {
    fakeIdentity({ signInWithProvider: async () => socialIdentity });
    const { token: _token, ...pending } = buildUser({ isEmailVerified: false });
    fakeApi({ 'POST /auth/social-auth': () => ({ user: pending }) });
    const { user } = open();
    await user.click(button('GitHub'));
    expect(await screen.findByText('Email not verified')).toBeVisible();
    expect(screen.getByText(new RegExp(`^${pending.email} is not verified yet`))).toBeVisible();
    expect(getSession().isLogin).toBe(false);
  });

  it('enables the buttons when the popup closes; an old attempt does not end the next one', async () => {
    const popups = [deferred<SocialIdentity>(), deferred<SocialIdentity>()];
    const closed: (() => void)[] = [];
    fakeIdentity({
      signInWithProvider: (_type, onClosed) => {
        closed.push(onClosed ?? (() => undefined));
        return popups[closed.length - 1]?.promise ?? Promise.reject(new Error('A third popup'));
      },
    });
    fakeApi({ 'POST /auth/social-auth': () => ({ user: buildUser({ token: 'full' }) }) });
    const { user } = open();
    await user.click(button('GitHub'));
    await isBusy('GitHub');
    act(() => closed[0]?.());
    expect(button('Google')).toBeEnabled();
    await user.click(button('Google'));
    await isBusy('Google');
    await act(async () => popups[0]?.reject(new IdentityError('cancelled', 'Another popup was opened.')));
    expect(button('Google')).toHaveAttribute('aria-busy', 'true');
    // A sign-in that completes after its popup has closed still counts.
    act(() => closed[1]?.());
    popups[1]?.resolve(socialIdentity);
    expect(await screen.findByText('Logged in successfully!')).toBeVisible();
    expect(getSession().userData?.token).toBe('full');
  });
});
