import type { LinkedIdentity } from '@solvent/contracts';
import { clearSession } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { fakeApi, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { act, screen, waitFor, within } from '@testing-library/react';
import { sessionsOptions } from '../../api/sessions.ts';
import { fakeIdentity } from '../../testing/fake-identity.ts';
import { SignInMethods } from './sign-in-methods.tsx';

const failed = refuse('internal', 'Something went wrong.');
const button = (name: string) => screen.findByRole('button', { name });
const rows = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);

beforeEach(() => {
  localStorage.clear();
  clearSession();
  signInAs({ _id: 'ada', token: 'token-of-ada' });
});

const GITHUB: LinkedIdentity = { type: 'github', id: '12', account: null, linkedAt: '2026-11-03T10:00:00.000Z' };
const GOOGLE: LinkedIdentity = { ...GITHUB, type: 'google', id: '7', account: 'ada@example.com' };

it('lists the ways to sign in (product 2.14)', async () => {
  let answer: object = failed;
  fakeApi({ 'GET /auth/sign-in-methods': () => answer });
  const { user } = renderScreen(<SignInMethods />);
  expect(await screen.findByText('Your ways to sign in could not be loaded.')).toBeVisible();
  answer = { methods: { password: true, identities: [GOOGLE] } };
  await user.click(await button('Try again'));
  expect(await rows()).toEqual(['Email and password', 'Googleada@example.comAdded November 3, 2026Remove']);
});

describe('ways to sign in (product 2.14, 11.19)', () => {
  const buildMethods = (password: boolean, ...identities: LinkedIdentity[]) => ({ methods: { password, identities } });
  const socialIdentity = { idToken: 'token-of-popup', email: 'ada@example.com', socialId: '12', name: 'Ada', image: null };
  const open = (methods: object, routes: Parameters<typeof fakeApi>[0] = {}) => {
    const api = fakeApi({ 'GET /auth/sign-in-methods': () => methods, ...routes });
    const sent = (method: string) => api.requests.filter((request) => request.method === method);
    return { sent, ...renderScreen(<SignInMethods />) };
  };

  it('are removed after a confirmation, which signs out all other devices', async () => {
    const answers = [failed, buildMethods(true, GITHUB)];
    const { user, sent, queryClient } = open(buildMethods(true, GITHUB, GOOGLE), {
      'DELETE /auth/identities/:type/:id': () => answers.shift() ?? {},
    });
    queryClient.setQueryData(sessionsOptions.queryKey, []);
    await user.click(await button('Remove Google (ada@example.com)'));
    const dialog = await screen.findByRole('dialog', { name: 'Remove Google (ada@example.com)?' });
    await user.click(within(dialog).getByRole('button', { name: 'Remove Google' }));
    expect(await screen.findByText('Something went wrong.')).toBeVisible();
    expect(await rows()).toHaveLength(3);
    await user.click(await button('Remove Google (ada@example.com)'));
    await user.click(await button('Remove Google'));
    expect(await screen.findByText('Google (ada@example.com) was removed. Other devices were signed out.')).toBeVisible();
    expect(await rows()).toHaveLength(2);
    expect(sent('DELETE').map(({ path }) => path)).toEqual(['/auth/identities/google/7', '/auth/identities/google/7']);
    expect(queryClient.getQueryState(sessionsOptions.queryKey)?.isInvalidated).toBe(true);
  });

  it('cannot be removed when only one is left', async () => {
    open(buildMethods(false, GITHUB));
    expect(await rows()).toEqual(['GitHubAdded November 3, 2026']);
  });

  it('are added with the password and a popup', async () => {
    fakeIdentity({ signInWithProvider: async () => socialIdentity });
    const answers = [
      refuse('invalid', 'Please check the form.', { password: 'The password is wrong.' }),
      refuse('conflict', 'This GitHub account signs in to another Solvent account. Remove it there first.'),
      buildMethods(true, GITHUB),
    ];
    const { user, sent } = open(buildMethods(true), { 'POST /auth/identities': () => answers.shift() ?? {} });
    await user.click(await button('Add GitHub'));
    const dialog = await screen.findByRole('dialog', { name: 'Add GitHub' });
    await user.click(within(dialog).getByRole('button', { name: 'Continue with GitHub' }));
    expect(await screen.findByText('Password is required')).toBeVisible();
    const field = screen.getByLabelText(/Your password/);
    await user.type(field, 'difference-engine');
    await user.click(await button('Continue with GitHub'));
    expect(await screen.findByText('The password is wrong.')).toBeVisible();
    await user.click(await button('Continue with GitHub'));
    expect(await screen.findByText(/signs in to another Solvent account/)).toBeVisible();
    await user.click(await button('Continue with GitHub'));
    expect(await screen.findByText('GitHub was added')).toBeVisible();
    expect(await rows()).toEqual(['Email and password', 'GitHubAdded November 3, 2026Remove']);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(sent('POST').at(-1)?.body).toEqual({ password: 'difference-engine', newIdToken: 'token-of-popup' });
  });

  it('keep the dialog open while they are being added, despite Escape (product 10.11)', async () => {
    fakeIdentity({ signInWithProvider: async () => socialIdentity });
    let answer: (methods: object) => void = () => undefined;
    const { user, sent } = open(buildMethods(true), {
      'POST /auth/identities': () => new Promise<object>((resolve) => (answer = resolve)),
    });
    await user.click(await button('Add GitHub'));
    const dialog = await screen.findByRole('dialog', { name: 'Add GitHub' });
    await user.type(screen.getByLabelText(/Your password/), 'difference-engine');
    await user.click(await button('Continue with GitHub'));
    await waitFor(() => expect(sent('POST')).toHaveLength(1));
    expect(within(dialog).getByText('Cancel')).toBeDisabled();
    await user.keyboard('{Escape}');
    expect(dialog).toBeVisible();
    await act(async () => answer(buildMethods(true, GITHUB)));
    expect(await screen.findByText('GitHub was added')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('are added after a new sign-in when the account has no password', async () => {
    const { signInWithProvider } = fakeIdentity({
      signInWithProvider: async (type) => ({ ...socialIdentity, idToken: `of-${type}` }),
    });
    const { user, sent } = open(buildMethods(false, GITHUB), {
      'POST /auth/identities': () => buildMethods(false, GITHUB, GOOGLE),
    });
    await user.click(await button('Add Google'));
    expect(await screen.findByText('First, confirm it’s you.')).toBeVisible();
    await user.click(await button('Confirm with GitHub'));
    expect(await screen.findByText('Now sign in with Google.')).toBeVisible();
    await user.click(await button('Continue with Google'));
    expect(await screen.findByText('Google was added')).toBeVisible();
    expect(signInWithProvider.mock.calls.map(([type]) => type)).toEqual(['github', 'google']);
    expect(sent('POST').map(({ body }) => body)).toEqual([{ idToken: 'of-github', newIdToken: 'of-google' }]);
  });
});
