import type { SignInMethods } from '@solvent/contracts';
import { clearSession, getSession, revokeSession } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, waitFor, within } from '@testing-library/react';
import { IdentityError } from '../../../identity/identity-error.ts';
import type { SocialIdentity } from '../../../identity/identity-port.ts';
import { deferred, fakeIdentity } from '../../../testing/fake-identity.ts';
import { DeleteAccount } from './delete-account.tsx';

const PASSWORD: SignInMethods = { password: true, github: false, google: false };
const GOOGLE: SignInMethods = { password: false, github: false, google: true };
const vouched: SocialIdentity = { idToken: 'id-token', email: 'ada@example.com', socialId: '4711', name: 'Ada', image: null };

async function open(methods: SignInMethods, answer: () => object | Promise<object> = () => ({})) {
  const api = fakeApi({ 'GET /auth/sign-in-methods': () => ({ methods }), 'POST /auth/delete-account': answer });
  const view = renderScreen(<DeleteAccount />, { at: '/profile' });
  await view.user.click(screen.getByRole('button', { name: 'Delete account' }));
  const sent = () => api.requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
  return { ...view, sent, dialog: await screen.findByRole('dialog', { name: 'Delete your account?' }) };
}
const button = (name: string) => screen.findByRole('button', { name });
const field = () => screen.findByLabelText(/Your password/);
const address = () => screen.getByLabelText('Address').textContent;

async function expectDeleted() {
  expect(await screen.findByText('Your account was deleted')).toBeVisible();
  expect(address()).toBe('/home');
  expect(getSession().isLogin).toBe(false);
  expect(localStorage.getItem('user')).toBeNull();
}

describe('deleting the account', () => {
  beforeEach(() => {
    clearSession();
    signInAs({ token: 'token-of-ada' });
  });

  it('says what goes and what stays, and does nothing by itself', async () => {
    const { user, sent, dialog } = await open(PASSWORD);
    expect(within(dialog).getByRole('list', { name: 'What is deleted' })).toHaveTextContent(/name, picture, email address/);
    expect(within(dialog).getByRole('list', { name: 'What stays' })).toHaveTextContent(/under the name “Deleted user”/);
    await user.click(await button('Cancel'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(sent()).toEqual([]);
    expect(getSession().isLogin).toBe(true);
  });

  it('takes the password, signs out and goes home', async () => {
    const answer = deferred<object>();
    const { user, sent } = await open(PASSWORD, () => answer.promise);
    await user.type(await field(), 'my-password');
    await user.click(await button('Delete my account'));
    expect(await button('Deleting…')).toBeDisabled();
    // The server ends the session before its answer is here: it is the person's own doing.
    revokeSession('token-of-ada');
    expect(getSession().isLogin).toBe(true);
    answer.resolve({});
    await expectDeleted();
    expect(sent()).toEqual([{ password: 'my-password' }]);
  });

  it('asks for the password', async () => {
    const { user, sent } = await open(PASSWORD);
    await field();
    await user.click(await button('Delete my account'));
    expect(await screen.findByText('Password is required')).toBeVisible();
    expect(sent()).toEqual([]);
  });

  it('shows a wrong password under its field and keeps the dialog', async () => {
    const { user } = await open(PASSWORD, () =>
      refuse('invalid', 'Please check the form.', { password: 'This is not your password' }),
    );
    await user.type(await field(), 'wrong');
    await user.click(await button('Delete my account'));
    expect(await screen.findByText('This is not your password')).toBeVisible();
    await waitFor(async () => expect(await field()).toHaveFocus());
    expect(await field()).toHaveValue('wrong');
    expect(getSession().isLogin).toBe(true);
    expect(address()).toBe('/profile');
  });

  it('keeps the dialog and the session without an answer', async () => {
    const { user } = await open(PASSWORD, () => NETWORK_FAILURE);
    await user.type(await field(), 'my-password');
    await user.click(await button('Delete my account'));
    expect(await screen.findByText('Failed to delete your account')).toBeVisible();
    expect(await field()).toHaveValue('my-password');
    revokeSession('token-of-ada');
    expect(getSession().isLogin).toBe(false);
  });
});

describe('deleting an account without a password', () => {
  beforeEach(() => {
    clearSession();
    signInAs();
  });

  it('takes a fresh sign-in with what signs in to it', async () => {
    const { signInWithProvider } = fakeIdentity({ signInWithProvider: async () => vouched });
    const answer = deferred<object>();
    const { user, sent } = await open(GOOGLE, () => answer.promise);
    expect(screen.queryByRole('button', { name: 'Delete with GitHub' })).not.toBeInTheDocument();
    await user.click(await button('Delete with Google'));
    expect(await button('Deleting…')).toBeDisabled();
    answer.resolve({});
    await expectDeleted();
    expect(signInWithProvider).toHaveBeenCalledWith('google', expect.any(Function));
    expect(sent()).toEqual([{ idToken: 'id-token' }]);
  });

  it('deletes nothing when the proof comes after the dialog was closed', async () => {
    const popup = deferred<SocialIdentity>();
    fakeIdentity({ signInWithProvider: () => popup.promise });
    const { user, sent } = await open(GOOGLE);
    await user.click(await button('Delete with Google'));
    await user.click(await button('Cancel'));
    popup.resolve(vouched);
    await popup.promise;
    expect(await button('Delete account')).toBeVisible();
    expect(sent()).toEqual([]);
    expect(getSession().isLogin).toBe(true);
  });

  it('can be asked for again as soon as the popup is closed', async () => {
    fakeIdentity({
      signInWithProvider: (_type, onClosed) => {
        onClosed?.();
        return deferred<SocialIdentity>().promise;
      },
    });
    const { user } = await open(GOOGLE);
    await user.click(await button('Delete with Google'));
    expect(await button('Delete with Google')).toBeEnabled();
  });

  it('says nothing when the popup is closed', async () => {
    const popup = deferred<SocialIdentity>();
    const { signInWithProvider } = fakeIdentity({ signInWithProvider: () => popup.promise });
    const { user, sent } = await open(GOOGLE);
    await user.click(await button('Delete with Google'));
    expect(await button('Waiting for Google…')).toBeDisabled();
    popup.reject(new IdentityError('cancelled', 'The popup was closed.'));
    expect(await button('Delete with Google')).toBeEnabled();
    // What is told next is the first that is told.
    signInWithProvider.mockRejectedValue(new IdentityError('refused', 'The popup was blocked.'));
    await user.click(await button('Delete with Google'));
    expect(await screen.findByText('The popup was blocked.')).toBeVisible();
    expect(screen.queryByText('The popup was closed.')).not.toBeInTheDocument();
    expect(sent()).toEqual([]);
  });

  it.each([
    [
      "the provider's sentence",
      () => Promise.reject(new IdentityError('refused', 'The popup was blocked by the browser.')),
      'The popup was blocked by the browser.',
    ],
    ["the server's sentence", () => Promise.resolve(vouched), 'That is another Google account.'],
  ])('says %s on failure and keeps the dialog', async (_name, signInWithProvider, text) => {
    fakeIdentity({ signInWithProvider });
    const { user } = await open(GOOGLE, () =>
      refuse('invalid', 'Please check the form.', { idToken: 'That is another Google account.' }),
    );
    await user.click(await button('Delete with Google'));
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByRole('dialog')).toBeVisible();
    expect(getSession().isLogin).toBe(true);
  });
});
