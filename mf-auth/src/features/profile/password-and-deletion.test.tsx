import { jest } from '@jest/globals';
import { CHANGE_PASSWORD_PATH } from '@solvent/contracts';
import type { SignInMethods } from '@solvent/contracts';
import { clearSession, getSession, revokeSession } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { act, screen, waitFor, within } from '@testing-library/react';
import { sessionsOptions } from '../../api/sessions.ts';
import { IdentityError } from '../../identity/identity-error.ts';
import type { SocialIdentity } from '../../identity/identity-port.ts';
import { deferred, fakeIdentity } from '../../testing/fake-identity.ts';
import { DeleteAccount } from './export-and-deletion/delete-account.tsx';
import { parseFileName, YourData } from './export-and-deletion/your-data.tsx';
import { PasswordSection } from './password/password-section.tsx';

const PASSWORD: SignInMethods = { password: true, identities: [] };
const GOOGLE: SignInMethods = {
  password: false,
  identities: [{ type: 'google', id: '4711', account: null, linkedAt: '2026-11-03T10:00:00.000Z' }],
};

/** Sends the responses in order; the last one repeats. */
function answer(path: string, methods: SignInMethods, answers: (object | Promise<object>)[]) {
  const next = () => (answers.length > 1 ? answers.shift() : answers[0]) ?? {};
  const api = fakeApi({ 'GET /auth/sign-in-methods': () => ({ methods }), [path]: next });
  return () => api.requests.filter(({ method }) => path.startsWith(method) && method !== 'GET').map(({ body }) => body);
}
const button = (name: string) => screen.findByRole('button', { name });

beforeEach(() => {
  clearSession();
  signInAs({ email: 'ada@example.com', token: 'token-of-ada' });
});

describe('the password (product 2.14, 5.4)', () => {
  const open = (methods = PASSWORD, ...answers: (object | Promise<object>)[]) => {
    const sent = answer('PUT /auth/password', methods, answers);
    return { sent, ...renderScreen(<PasswordSection />) };
  };
  const openRequested = (methods: SignInMethods) => {
    answer('PUT /auth/password', methods, [{}]);
    return renderScreen(<PasswordSection />, { at: CHANGE_PASSWORD_PATH });
  };
  const current = () => screen.findByLabelText(/Current password/);
  const next = () => screen.findByLabelText(/New password/);

  it('opens at the address that password managers lead to, once (product 2.14)', async () => {
    const { user, router } = openRequested(PASSWORD);
    expect(await current()).toHaveFocus();
    await user.click(await button('Cancel'));
    expect(await button('Change password')).toHaveFocus();
    expect(router.state.location.search).toBe('');
  });

  it('offers the link at that address to an account without a password, once (product 2.14)', async () => {
    const { router } = openRequested(GOOGLE);
    expect(await button('Send me a link')).toHaveFocus();
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(await button('Send me a link')).toHaveFocus();
  });

  it('can be canceled; is changed after failures that keep the values, and refetches the devices (product 5.1, 8.2, 8.9, 11.12)', async () => {
    const wrong = refuse('invalid', 'Please check the form.', { currentPassword: 'This is not your password' });
    const done = deferred<object>();
    const { user, sent, container, queryClient } = open(PASSWORD, wrong, NETWORK_FAILURE, done.promise);
    queryClient.setQueryData(sessionsOptions.queryKey, []);
    await user.click(await button('Change password'));
    await user.click(await button('Cancel'));
    expect(screen.queryByLabelText(/New password/)).not.toBeInTheDocument();
    expect(await button('Change password')).toHaveFocus();
    await user.click(await button('Change password'));
    expect(await current()).toHaveFocus();
    expect(await current()).toHaveAttribute('autocomplete', 'current-password');
    expect(await next()).toHaveAttribute('autocomplete', 'new-password');
    expect(container.querySelector('[autocomplete="username"]')).toHaveValue('ada@example.com');
    await user.type(await next(), 'short');
    await user.click(await button('Change password'));
    expect(await screen.findByText('Your current password is required')).toBeVisible();
    expect(screen.getByText('Password must be at least 8 characters')).toBeVisible();
    await waitFor(async () => expect(await current()).toHaveFocus());
    expect(sent()).toEqual([]);
    await user.type(await current(), 'old-password');
    await user.type(await next(), '-but-longer');
    await user.click(await button('Change password'));
    expect(await screen.findByText('This is not your password')).toBeVisible();
    await waitFor(async () => expect(await current()).toHaveFocus());
    await user.click(await button('Change password'));
    expect(await screen.findByText('Failed to change password')).toBeVisible();
    expect(await current()).toHaveValue('old-password');
    expect(await next()).toHaveValue('short-but-longer');
    await user.click(await button('Change password'));
    expect(await button('Changing…')).toBeDisabled();
    done.resolve({});
    expect(await screen.findByText('Your password was changed. Other devices were signed out.')).toBeVisible();
    expect(sent()).toHaveLength(3);
    expect(sent().at(-1)).toEqual({ currentPassword: 'old-password', password: 'short-but-longer' });
    expect(queryClient.getQueryState(sessionsOptions.queryKey)?.isInvalidated).toBe(true);
    expect(screen.queryByLabelText(/Current password/)).not.toBeInTheDocument();
    expect(await button('Change password')).toHaveFocus();
  });

  it('is set with an emailed link when the account has none (product 9.12)', async () => {
    const { sendEmailLink } = fakeIdentity({ sendEmailLink: async () => undefined });
    sendEmailLink.mockRejectedValueOnce(new IdentityError('refused', 'Too many requests.'));
    const { user } = open(GOOGLE);
    expect(await screen.findByText(/You don’t have a password yet/)).toBeVisible();
    await user.click(await button('Send me a link'));
    expect(await screen.findByText('The link could not be sent. Too many requests.')).toBeVisible();
    await user.click(await button('Send again'));
    expect(await screen.findByText('We sent a link to ada@example.com. Open it to choose a password.')).toBeVisible();
    expect(sendEmailLink).toHaveBeenCalledWith('ada@example.com', 'reset-password', undefined);
    expect(await screen.findByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled();
  });

  it('retries after sign-in methods fail to load', async () => {
    let methods: object = refuse('internal', 'Something went wrong.');
    fakeApi({ 'GET /auth/sign-in-methods': () => methods });
    const { user } = renderScreen(<PasswordSection />);
    expect(await screen.findByText('Your ways to sign in could not be loaded.')).toBeVisible();
    methods = { methods: PASSWORD };
    await user.click(await button('Try again'));
    expect(await button('Change password')).toBeVisible();
  });
});

describe('deleting the account (product 2.14)', () => {
  const socialIdentity: SocialIdentity = {
    idToken: 'id-token',
    email: 'ada@example.com',
    socialId: '4711',
    name: 'Ada',
    image: null,
  };
  async function open(methods: SignInMethods, ...answers: (object | Promise<object>)[]) {
    const sent = answer('POST /auth/delete-account', methods, answers);
    const view = renderScreen(<DeleteAccount />, { at: '/profile' });
    await view.user.click(screen.getByRole('button', { name: 'Delete account' }));
    return { ...view, sent, dialog: await screen.findByRole('dialog', { name: 'Delete your account?' }) };
  }
  const field = () => screen.findByLabelText(/Your password/);
  const address = () => screen.getByLabelText('Address').textContent;

  async function expectDeleted() {
    expect(await screen.findByText('Your account was deleted')).toBeVisible();
    expect(address()).toBe('/home');
    expect(getSession().isLogin).toBe(false);
    expect(localStorage.getItem('user')).toBeNull();
  }

  it('lists deleted and kept data, and does nothing after Cancel (product 8.12)', async () => {
    const { user, sent, dialog } = await open(PASSWORD);
    expect(within(dialog).getByRole('list', { name: 'What is deleted' })).toHaveTextContent(/name, picture, email address/);
    expect(within(dialog).getByRole('list', { name: 'What stays' })).toHaveTextContent(/under the name “Deleted user”/);
    await user.click(await button('Cancel'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(sent()).toEqual([]);
    expect(getSession().isLogin).toBe(true);
  });

  it('requires the password, shows a wrong one under its field, then signs out (product 8.9)', async () => {
    const wrong = refuse('invalid', 'Please check the form.', { password: 'This is not your password' });
    const done = deferred<object>();
    const { user, sent } = await open(PASSWORD, wrong, done.promise);
    await field();
    await user.click(await button('Delete my account'));
    expect(await screen.findByText('Password is required')).toBeVisible();
    expect(sent()).toEqual([]);
    await user.type(await field(), 'wrong');
    await user.click(await button('Delete my account'));
    expect(await screen.findByText('This is not your password')).toBeVisible();
    await waitFor(async () => expect(await field()).toHaveFocus());
    expect(await field()).toHaveValue('wrong');
    expect(address()).toBe('/profile');
    await user.clear(await field());
    await user.type(await field(), 'my-password');
    await user.click(await button('Delete my account'));
    expect(await button('Deleting…')).toBeDisabled();
    // The server ends the session before the response arrives.
    revokeSession('token-of-ada');
    expect(getSession().isLogin).toBe(true);
    done.resolve({});
    await expectDeleted();
    expect(sent()).toEqual([{ password: 'wrong' }, { password: 'my-password' }]);
  });

  it('keeps the dialog and the session without a response', async () => {
    const { user } = await open(PASSWORD, NETWORK_FAILURE);
    await user.type(await field(), 'my-password');
    await user.click(await button('Delete my account'));
    expect(await screen.findByText('Failed to delete your account')).toBeVisible();
    expect(await field()).toHaveValue('my-password');
    expect(getSession().isLogin).toBe(true);
    revokeSession('token-of-ada');
    expect(getSession().isLogin).toBe(false);
  });

  it('is confirmed with the provider when the account has no password (product 8.3)', async () => {
    const popup = deferred<SocialIdentity>();
    const { signInWithProvider } = fakeIdentity({ signInWithProvider: () => popup.promise });
    const other = refuse('invalid', 'Please check the form.', { idToken: 'That is another Google account.' });
    const done = deferred<object>();
    const { user, sent } = await open(GOOGLE, other, done.promise);
    expect(screen.queryByRole('button', { name: 'Delete with GitHub' })).not.toBeInTheDocument();
    await user.click(await button('Delete with Google'));
    expect(await button('Waiting for Google…')).toBeDisabled();
    popup.reject(new IdentityError('cancelled', 'The popup was closed.'));
    expect(await button('Delete with Google')).toBeEnabled();
    signInWithProvider.mockRejectedValueOnce(new IdentityError('refused', 'The popup was blocked by the browser.'));
    await user.click(await button('Delete with Google'));
    expect(await screen.findByText('The popup was blocked by the browser.')).toBeVisible();
    expect(screen.queryByText('The popup was closed.')).not.toBeInTheDocument();
    expect(sent()).toEqual([]);
    signInWithProvider.mockImplementation(async () => socialIdentity);
    await user.click(await button('Delete with Google'));
    expect(await screen.findByText('That is another Google account.')).toBeVisible();
    expect(screen.getByRole('dialog')).toBeVisible();
    expect(getSession().isLogin).toBe(true);
    await user.click(await button('Delete with Google'));
    expect(await button('Deleting…')).toBeDisabled();
    done.resolve({});
    await expectDeleted();
    expect(signInWithProvider).toHaveBeenLastCalledWith('google', expect.any(Function));
    expect(sent().at(-1)).toEqual({ idToken: 'id-token' });
  });

  it('ignores a sign-in that completes after the dialog has closed, and can reopen a closed popup', async () => {
    const popup = deferred<SocialIdentity>();
    let closePopup: (() => void) | undefined;
    fakeIdentity({
      signInWithProvider: (_type, onClosed) => {
        closePopup = onClosed;
        return popup.promise;
      },
    });
    const { user, sent } = await open(GOOGLE);
    await user.click(await button('Delete with Google'));
    expect(await button('Waiting for Google…')).toBeDisabled();
    act(() => closePopup?.());
    await user.click(await button('Delete with Google'));
    await user.click(await button('Cancel'));
    popup.resolve(socialIdentity);
    await popup.promise;
    expect(await button('Delete account')).toBeVisible();
    expect(sent()).toEqual([]);
    expect(getSession().isLogin).toBe(true);
  });
});

describe('downloading personal data (product 2.14)', () => {
  afterEach(() => void jest.restoreAllMocks());

  it('saves the response as a file, and nothing after a failure (product 5.21, 8.9)', async () => {
    const files: { name: string; blob: Blob }[] = [];
    let last = new Blob();
    URL.createObjectURL = (blob) => {
      if (blob instanceof Blob) last = blob;
      return 'blob:solvent';
    };
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
      files.push({ name: this.download, blob: last });
    });
    const done = deferred<object>();
    const answers: (object | Promise<object>)[] = [NETWORK_FAILURE, done.promise];
    fakeApi({ 'GET /auth/export': () => answers.shift() ?? {} });
    const { user } = renderScreen(<YourData />);
    await user.click(await button('Download my data'));
    expect(await screen.findByText('Failed to download your data')).toBeVisible();
    await user.click(await button('Download my data'));
    expect(await button('Preparing…')).toBeDisabled();
    expect(files).toEqual([]);
    done.resolve({ account: { name: 'Ada Park' } });
    expect(await button('Download my data')).toBeEnabled();
    expect(files.map(({ name }) => name)).toEqual(['solvent-data.json']);
    const text = await new Promise((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result);
      reader.readAsText(files[0]?.blob ?? new Blob());
    });
    expect(JSON.parse(String(text))).toMatchObject({ account: { name: 'Ada Park' } });
  });

  it.each([
    ['attachment; filename="solvent-data-2026-11-21.json"', 'solvent-data-2026-11-21.json'],
    ['attachment; filename=data.json', 'data.json'],
    ['attachment', 'fallback.json'],
    [undefined, 'fallback.json'],
  ])('parses the file name of "%s": %s', (header, name) => expect(parseFileName(header, 'fallback.json')).toBe(name));
});
