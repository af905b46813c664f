import type { SocialAuthBody, User } from '@solvent/contracts';
import { clearSession, getSession } from '@solvent/store';
import { buildUser } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { act, screen, waitFor } from '@testing-library/react';
import { IdentityError } from '../identity/identity-error.ts';
import type { SocialIdentity } from '../identity/identity-port.ts';
import { deferred, fakeIdentity } from '../testing/fake-identity.ts';
import type { SocialRequest } from './use-social-sign-in.ts';
import { SocialButtons } from './social-buttons.tsx';

const vouched: SocialIdentity = {
  idToken: 'id-token',
  email: 'ada@example.com',
  socialId: '4711',
  name: 'Ada Park',
  image: 'https://img.example/ada.png',
};
const unverified: User[] = [];

function show(request: SocialRequest | null = { socialMethod: 'login' }) {
  unverified.length = 0;
  return renderScreen(<SocialButtons request={async () => request} onUnverified={(user) => unverified.push(user)} />);
}
const button = (name: string) => screen.getByRole('button', { name });

describe('signing in with GitHub or Google', () => {
  beforeEach(() => {
    localStorage.clear();
    clearSession();
  });

  it('sends what the provider vouches for and signs in', async () => {
    localStorage.setItem('fcmToken', 'push-token');
    const { signInWithProvider } = fakeIdentity({ signInWithProvider: async () => vouched });
    const api = fakeApi({ 'POST /auth/social-auth': () => ({ user: buildUser({ token: 'full' }) }) });
    const { user } = show();
    expect(screen.getByRole('group', { name: 'Or continue with' })).toBeVisible();
    await user.click(button('GitHub'));
    expect(await screen.findByText('Logged in successfully!')).toBeVisible();
    expect(signInWithProvider).toHaveBeenCalledWith('github', expect.any(Function));
    expect(api.requests[0]?.body).toEqual({
      ...vouched,
      socialType: 'github',
      socialMethod: 'login',
      deviceToken: 'push-token',
    } satisfies SocialAuthBody);
    expect(getSession().userData?.token).toBe('full');
  });

  it('sends role and areas of expertise with a sign-up', async () => {
    fakeIdentity({ signInWithProvider: async () => vouched });
    const api = fakeApi({ 'POST /auth/social-auth': () => ({ user: buildUser() }) });
    const { user } = show({ socialMethod: 'signup', role: 'solver', expertiseAreas: ['Rust'] });
    await user.click(button('Google'));
    await screen.findByText('Logged in successfully!');
    expect(api.requests[0]?.body).toMatchObject({
      socialType: 'google',
      socialMethod: 'signup',
      role: 'solver',
      expertiseAreas: ['Rust'],
      deviceToken: '',
    });
  });

  it('opens no popup while the form misses something', async () => {
    const { signInWithProvider } = fakeIdentity();
    const { user } = show(null);
    await user.click(button('GitHub'));
    expect(button('GitHub')).toBeEnabled();
    expect(signInWithProvider).not.toHaveBeenCalled();
  });

  it('takes no second click while a popup is open', async () => {
    const popup = deferred<SocialIdentity>();
    fakeIdentity({ signInWithProvider: () => popup.promise });
    const { user } = show();
    await user.click(button('GitHub'));
    await waitFor(() => expect(button('GitHub')).toHaveAttribute('aria-busy', 'true'));
    expect(button('Google')).toBeDisabled();
    popup.reject(new IdentityError('cancelled', 'Closed.'));
    await waitFor(() => expect(button('Google')).toBeEnabled());
  });

  it('takes two quick clicks for one', async () => {
    const { signInWithProvider } = fakeIdentity({ signInWithProvider: () => deferred<SocialIdentity>().promise });
    const form = deferred<SocialRequest | null>();
    const { user } = renderScreen(<SocialButtons request={() => form.promise} onUnverified={() => undefined} />);
    await user.dblClick(button('GitHub'));
    await user.click(button('Google'));
    form.resolve({ socialMethod: 'login' });
    await waitFor(() => expect(button('GitHub')).toHaveAttribute('aria-busy', 'true'));
    expect(signInWithProvider).toHaveBeenCalledTimes(1);
  });

  it('gives the buttons back while the provider still waits for a closed popup, and leaves the next one alone', async () => {
    const popups = [deferred<SocialIdentity>(), deferred<SocialIdentity>()];
    const closed: (() => void)[] = [];
    const { signInWithProvider } = fakeIdentity({
      signInWithProvider: (_type, onClosed) => {
        closed.push(onClosed ?? (() => undefined));
        return popups[closed.length - 1]?.promise ?? Promise.reject(new Error('A third popup'));
      },
    });
    const { user } = show();
    await user.click(button('GitHub'));
    await waitFor(() => expect(button('Google')).toBeDisabled());
    act(() => closed[0]?.());
    expect(button('Google')).toBeEnabled();
    await user.click(button('Google'));
    await waitFor(() => expect(signInWithProvider).toHaveBeenCalledTimes(2));
    await act(async () => popups[0]?.reject(new IdentityError('cancelled', 'Another popup was opened.')));
    expect(button('Google')).toHaveAttribute('aria-busy', 'true');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('still takes an answer that comes after the window is closed', async () => {
    const popup = deferred<SocialIdentity>();
    let close = () => {};
    fakeIdentity({
      signInWithProvider: (_type, onClosed) => {
        close = onClosed ?? close;
        return popup.promise;
      },
    });
    fakeApi({ 'POST /auth/social-auth': () => ({ user: buildUser({ token: 'full' }) }) });
    const { user } = show();
    await user.click(button('GitHub'));
    await waitFor(() => expect(button('GitHub')).toHaveAttribute('aria-busy', 'true'));
    act(() => close());
    popup.resolve(vouched);
    expect(await screen.findByText('Logged in successfully!')).toBeVisible();
    expect(getSession().userData?.token).toBe('full');
  });

  it('says nothing when the person closes the popup', async () => {
    const { signInWithProvider } = fakeIdentity({
      signInWithProvider: () => Promise.reject(new IdentityError('cancelled', 'The popup was closed.')),
    });
    const { user } = show();
    await user.click(button('GitHub'));
    await waitFor(() => expect(signInWithProvider).toHaveBeenCalled());
    await waitFor(() => expect(button('GitHub')).toBeEnabled());
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it("says the provider's sentence for any other failure", async () => {
    fakeIdentity({
      signInWithProvider: () => Promise.reject(new IdentityError('refused', 'The popup was blocked by the browser.')),
    });
    const { user } = show();
    await user.click(button('Google'));
    expect(await screen.findByText('The popup was blocked by the browser.')).toBeVisible();
    expect(getSession().isLogin).toBe(false);
  });

  it.each([
    [
      "the server's sentence",
      () => refuse('identity_mismatch', 'No account uses this GitHub identity yet. Sign up first.'),
      'No account uses this GitHub identity yet. Sign up first.',
    ],
    ['the fallback without one', () => NETWORK_FAILURE, 'Failed to login'],
    ['the fallback for an answer without a user', () => ({}), 'Failed to login'],
  ])('says %s when the server refuses', async (_name, answer, text) => {
    fakeIdentity({ signInWithProvider: async () => vouched });
    fakeApi({ 'POST /auth/social-auth': answer });
    const { user } = show();
    await user.click(button('GitHub'));
    expect(await screen.findByText(text)).toBeVisible();
    expect(getSession().isLogin).toBe(false);
  });

  it('does not sign in an unverified address', async () => {
    fakeIdentity({ signInWithProvider: async () => vouched });
    const { token: _token, ...pending } = buildUser({ isEmailVerified: false });
    fakeApi({ 'POST /auth/social-auth': () => ({ user: pending }) });
    const { user } = show();
    await user.click(button('GitHub'));
    expect(await screen.findByText('Email not verified')).toBeVisible();
    expect(unverified.map(({ email }) => email)).toEqual([pending.email]);
    expect(getSession().isLogin).toBe(false);
  });
});
