import { jest } from '@jest/globals';
import { SUGGESTED_SKILLS } from '@solvent/contracts';
import { clearSession, getSession } from '@solvent/store';
import { buildUser, signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { act, screen, waitFor, within } from '@testing-library/react';
import { StrictMode } from 'react';
import { IdentityError } from '../../identity/identity-error.ts';
import { suggestSkills } from '../../skills/skills-field.tsx';
import { deferred, fakeIdentity } from '../../testing/fake-identity.ts';
import * as checkEmailDialog from './check-email-dialog.tsx';

let failingLoads = 0;
jest.unstable_mockModule('./check-email-dialog.tsx', () => {
  if (failingLoads-- > 0) throw new Error('Loading chunk check-email-dialog failed');
  return checkEmailDialog;
});
const { Component } = await import('./sign-up-page.tsx');

const TERMS = 'You must agree to the Terms of Service and Privacy Policy';
const EXPERTISE = 'Please add at least one area of expertise';
const open = () => renderScreen(<Component />, { at: '/signup' });
type User = ReturnType<typeof open>['user'];
const submit = () => screen.getByRole('button', { name: 'Create Account' });
const terms = () => screen.getByRole('checkbox', { name: 'I agree to the Terms of Service and Privacy Policy' });
const solver = () => screen.getByRole('radio', { name: 'Become a Solver' });
const seeker = () => screen.getByRole('radio', { name: 'Find Solutions' });
const skills = () => screen.getByRole('combobox', { name: 'Areas of expertise' });
const address = () => screen.getByRole('status', { name: 'Address' });
const pending = () => buildUser({ isEmailVerified: false, token: 'pending-token' });

async function fill(user: User) {
  await user.type(screen.getByLabelText('Full name'), ' Ada Park ');
  await user.type(screen.getByLabelText('Email'), 'ada@example.com');
  await user.type(screen.getByLabelText('Password'), 'difference-engine');
  await user.click(terms());
}

beforeEach(() => {
  localStorage.clear();
  clearSession();
});

describe('/signup', () => {
  // Must be the first test: a loaded module stays loaded.
  it('keeps the account when the verification dialog fails to load, and retries (product 4.3, 8.21)', async () => {
    failingLoads = 1;
    fakeIdentity({ sendEmailLink: async () => undefined });
    fakeApi({ 'POST /auth/signup': () => ({ user: pending() }) });
    const { user } = open();
    await fill(user);
    await user.click(submit());
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Your account was created, but the email verification could not be loaded.',
    );
    expect(localStorage.getItem('emailForSignIn')).toBe('ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/A verification link was sent to/)).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('has labeled fields, links to the terms and to /signin, and three providers (product 2.11)', async () => {
    const { user } = open();
    expect(screen.getByRole('heading', { level: 1, name: 'Create an Account' })).toBeVisible();
    expect(screen.getByLabelText('Full name')).toHaveAttribute('autocomplete', 'name');
    expect(screen.getByLabelText('Email')).toHaveAttribute('type', 'email');
    expect(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'new-password');
    for (const [name, path] of [
      ['Terms of Service', '/terms'],
      ['Privacy Policy', '/privacy'],
    ]) {
      const link = screen.getByRole('link', { name });
      expect(link).toHaveAttribute('href', path);
      expect(link).toHaveAttribute('target', '_blank');
    }
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/signin');
    const providers = within(screen.getByRole('group', { name: 'Or continue with' })).getAllByRole('button');
    expect(providers.map((button) => button.textContent)).toEqual(['GitHub', 'Google', 'LinkedIn']);
    await user.click(screen.getByRole('button', { name: 'LinkedIn' }));
    expect(await screen.findByText('LinkedIn login is not yet implemented')).toBeVisible();
  });

  it('shows errors under their fields, focuses the first, and clears them when fixed (product 5.1, 5.2)', async () => {
    const api = fakeApi({});
    const { user } = open();
    await user.click(solver());
    await user.click(submit());
    for (const text of ['Name is required', 'Email is required', 'Password is required', EXPERTISE, TERMS]) {
      expect(await screen.findByText(text)).toBeVisible();
    }
    await waitFor(() => expect(screen.getByLabelText('Full name')).toHaveFocus());
    expect(api.requests).toEqual([]);
    await user.click(terms());
    await waitFor(() => expect(screen.queryByText(TERMS)).not.toBeInTheDocument());
    await user.click(seeker());
    await waitFor(() => expect(screen.queryByText(EXPERTISE)).not.toBeInTheDocument());
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
  });

  it('creates one pending seeker account despite repeated submits, and sends the link (product 2.12, 3.1, 3.17, 4.3)', async () => {
    localStorage.setItem('tempToken', 'of-eve');
    localStorage.setItem('emailForSignIn', 'eve@example.com');
    const answer = deferred<object>();
    const api = fakeApi({ 'POST /auth/signup': () => answer.promise });
    const { sendEmailLink } = fakeIdentity({ sendEmailLink: async () => undefined });
    const { user } = open();
    await user.click(solver());
    await user.type(skills(), 'Rust{Enter}');
    await user.click(seeker());
    await fill(user);
    await user.dblClick(submit());
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByRole('button', { name: 'Creating Account...' })).toBeDisabled();
    answer.resolve({ user: pending() });
    await waitFor(() => expect(screen.getByText(/A verification link was sent to/).closest('[tabindex]')).toHaveFocus());
    const body = { email: 'ada@example.com', password: 'difference-engine', name: 'Ada Park', deviceToken: '', role: 'seeker' };
    expect(api.requests.map((request) => request.body)).toEqual([body]);
    expect(sendEmailLink.mock.calls).toEqual([['ada@example.com', 'sign-up', undefined]]);
    expect(localStorage.getItem('tempToken')).toBe('pending-token');
    expect(localStorage.getItem('emailForSignIn')).toBe('ada@example.com');
    expect(getSession().isLogin).toBe(false);
    expect(localStorage.getItem('user')).toBeNull();
  });

  it('creates a solver account with areas of expertise and the push token (product 3.17, 5.3)', async () => {
    localStorage.setItem('fcmToken', 'push-token');
    const api = fakeApi({ 'POST /auth/signup': () => ({ user: pending() }) });
    fakeIdentity({ sendEmailLink: async () => undefined });
    const { user } = open();
    await fill(user);
    await user.click(solver());
    await user.type(skills(), 'Rust{Enter}Elm{Enter}rust{Enter}');
    expect(screen.getByText('2 skill(s) added · rust is already in your list')).toBeVisible();
    await user.click(submit());
    expect(await screen.findByText(/A verification link was sent to/)).toBeVisible();
    expect(api.requests[0]?.body).toMatchObject({ role: 'solver', expertiseAreas: ['Rust', 'Elm'], deviceToken: 'push-token' });
  });

  it('can be submitted again after a failure, and signs in a verified user immediately (product 4.2, 8.3)', async () => {
    const answers: object[] = [NETWORK_FAILURE, { user: buildUser({ token: 'full' }) }];
    fakeApi({ 'POST /auth/signup': () => answers.shift() ?? {} });
    const { user } = open();
    await fill(user);
    await user.click(submit());
    expect(await screen.findByText('Failed to create account')).toBeVisible();
    await user.click(submit());
    await waitFor(() => expect(address()).toHaveTextContent('/home'));
    expect(getSession().userData?.token).toBe('full');
  });

  it('shows a taken address under its field with links to that account, and keeps the values (product 8.2, 10.10)', async () => {
    const taken = 'An account with this email exists already.';
    fakeApi({ 'POST /auth/signup': () => refuse('email_taken', taken, { email: 'This email is taken' }) });
    const { user } = open();
    await fill(user);
    await user.click(submit());
    expect(await screen.findByText('This email is taken')).toBeVisible();
    expect(await screen.findByText(taken)).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus());
    expect(screen.getByLabelText('Full name')).toHaveValue(' Ada Park ');
    expect(screen.getByLabelText('Password')).toHaveValue('difference-engine');
    expect(JSON.stringify([localStorage, sessionStorage])).not.toContain('difference-engine');
    await user.type(screen.getByLabelText('Email'), '.org');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Sign in with this email' })).not.toBeInTheDocument());
    await user.clear(screen.getByLabelText('Email'));
    await user.type(screen.getByLabelText('Email'), 'ada@example.com');
    expect(await screen.findByRole('link', { name: 'Sign in with this email' })).toHaveAttribute('href', '/signin');
    await user.click(screen.getByRole('link', { name: 'reset your password' }));
    expect(address()).toHaveTextContent('/reset-password');
    expect(screen.getByRole('status', { name: 'Route state' })).toHaveTextContent('{"email":"ada@example.com"}');
  });

  it('states why, suggests the role, and keeps the step for the link (product 2.63)', async () => {
    const { sendEmailLink } = fakeIdentity({ sendEmailLink: async () => undefined });
    fakeApi({ 'POST /auth/signup': () => ({ user: pending() }) });
    const { user, router } = open();
    const intention = { from: '/view-problems/p1', purpose: 'bid on "Flaky"', action: { kind: 'bid', id: 'p1' } };
    await act(() => router.navigate('/elsewhere'));
    await act(() => router.navigate('/signup', { state: intention }));
    expect(await screen.findByText('Create an account to bid on "Flaky"')).toBeVisible();
    expect(solver()).toBeChecked();
    await fill(user);
    await user.type(skills(), 'Rust{Enter}');
    await user.click(submit());
    expect(await screen.findByText(/A verification link was sent to/)).toBeVisible();
    expect(sendEmailLink).toHaveBeenCalledWith('ada@example.com', 'sign-up', '/view-problems/p1');
    expect(JSON.parse(localStorage.getItem('solvent.intention') ?? '')).toMatchObject({ ...intention, email: 'ada@example.com' });
  });

  it('shows "Check your email" again after a reload, without another link, until it is closed (product 2.12)', async () => {
    const { sendEmailLink } = fakeIdentity({ sendEmailLink: async () => undefined });
    fakeApi({ 'POST /auth/signup': () => ({ user: pending() }) });
    const { user, router, unmount } = open();
    await fill(user);
    await user.click(submit());
    expect(await screen.findByText(/A verification link was sent to/)).toBeVisible();
    const { state } = router.state.location;
    unmount();
    const reloaded = open();
    await act(() => reloaded.router.navigate('/elsewhere'));
    await act(() => reloaded.router.navigate('/signup', { state }));
    expect(await screen.findByText(/A verification link was sent to/)).toHaveTextContent('ada@example.com');
    expect(screen.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled();
    await reloaded.user.click(screen.getByRole('button', { name: 'Got it' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(reloaded.router.state.location.state).toEqual({});
    expect(sendEmailLink).toHaveBeenCalledTimes(1);
  });

  it('redirects a signed-in user to /home', async () => {
    signInAs();
    open();
    await waitFor(() => expect(address()).toHaveTextContent('/home'));
  });
});

describe('/signup with GitHub or Google', () => {
  const socialIdentity = { idToken: 'id-token', email: 'ada@example.com', socialId: '4711', name: 'Ada Park', image: null };

  it('requires only expertise and terms, and creates the account in the chosen role (product 3.18, 5.2)', async () => {
    const { signInWithProvider } = fakeIdentity({ signInWithProvider: async () => socialIdentity });
    const api = fakeApi({ 'POST /auth/social-auth': () => ({ user: buildUser() }) });
    const { user } = open();
    await user.click(solver());
    await user.click(screen.getByRole('button', { name: 'GitHub' }));
    expect(await screen.findByText(EXPERTISE)).toBeVisible();
    expect(screen.getByText(TERMS)).toBeVisible();
    expect(screen.queryByText('Name is required')).not.toBeInTheDocument();
    await waitFor(() => expect(skills()).toHaveFocus());
    expect(signInWithProvider).not.toHaveBeenCalled();
    await user.type(skills(), 'Rust{Enter}');
    await user.click(terms());
    await user.click(screen.getByRole('button', { name: 'Google' }));
    await waitFor(() => expect(address()).toHaveTextContent('/home'));
    const request = { socialType: 'google', socialMethod: 'signup', role: 'solver', expertiseAreas: ['Rust'], deviceToken: '' };
    expect(api.requests.map(({ body }) => body)).toEqual([{ ...socialIdentity, ...request }]);
  });

  it('sends the verification link immediately (product 4.3, 11.11)', async () => {
    const { sendEmailLink } = fakeIdentity({
      signInWithProvider: async () => socialIdentity,
      sendEmailLink: async () => undefined,
    });
    fakeApi({ 'POST /auth/social-auth': () => ({ user: pending() }) });
    const { user } = open();
    await user.click(terms());
    await user.click(screen.getByRole('button', { name: 'GitHub' }));
    expect(await screen.findByRole('dialog', { name: 'Check your email' })).toBeVisible();
    expect(screen.queryByText('Email not verified')).not.toBeInTheDocument();
    expect(await screen.findByText(/A verification link was sent to/)).toBeVisible();
    expect(sendEmailLink).toHaveBeenCalledWith('ada@example.com', 'sign-up', undefined);
    expect(localStorage.getItem('tempToken')).toBe('pending-token');
  });
});

describe('Check your email (product 2.12)', () => {
  const onClose = jest.fn();
  const openDialog = () =>
    renderScreen(
      <StrictMode>
        <checkEmailDialog.Component email="ada@example.com" onSent={() => undefined} onClose={onClose} />
      </StrictMode>,
    );
  const dialog = () => within(screen.getByRole('dialog', { name: 'Check your email' }));

  it('sends the link once, explains the next step, and closes', async () => {
    const sending = deferred<void>();
    const { sendEmailLink } = fakeIdentity({ sendEmailLink: () => sending.promise });
    const { user } = openDialog();
    expect(await screen.findByText('Sending a verification link to ada@example.com…')).toBeVisible();
    sending.resolve();
    expect(await screen.findByText(/A verification link was sent to/)).toHaveTextContent(
      'A verification link was sent to ada@example.com. Click it to verify your email and complete your account setup.',
    );
    expect(dialog().getByText('Didn’t get it? Check your spam folder, or send it again in a few minutes.')).toBeVisible();
    expect(sendEmailLink).toHaveBeenCalledTimes(1);
    await user.click(screen.getByRole('button', { name: 'Got it' }));
    expect(onClose).toHaveBeenCalled();
  });

  it('shows why the link could not be sent, and resends it', async () => {
    const { sendEmailLink } = fakeIdentity();
    const { user } = openDialog();
    expect(await screen.findByText(/the verification link could not be sent to/)).toHaveTextContent(/^Your account was created/);
    expect(dialog().getByText('The identity service could not be reached.')).toBeVisible();
    sendEmailLink.mockRejectedValueOnce(new IdentityError('refused', 'Too many requests.'));
    await user.click(dialog().getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Too many requests.')).toBeVisible();
    sendEmailLink.mockResolvedValueOnce();
    await user.click(dialog().getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/A verification link was sent to/)).toBeVisible();
  });
});

it('suggests known skills that contain the text, ignoring case (product 3.22, 5.3)', () => {
  expect(suggestSkills(' SCRIPT ')).toEqual(['JavaScript', 'TypeScript']);
  expect(suggestSkills('')).toEqual(SUGGESTED_SKILLS);
  expect([suggestSkills('node.js'), suggestSkills('COBOL')]).toEqual([['Nodejs'], []]);
});
