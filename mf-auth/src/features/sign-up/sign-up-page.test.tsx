import { clearSession, getSession } from '@solvent/store';
import { buildUser, signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, waitFor, within } from '@testing-library/react';
import { deferred, fakeIdentity } from '../../testing/fake-identity.ts';
import { Component } from './sign-up-page.tsx';

const open = () => renderScreen(<Component />, { at: '/signup' });
type User = ReturnType<typeof open>['user'];

const TERMS = 'You must agree to the Terms of Service and Privacy Policy';
const EXPERTISE = 'Please add at least one area of expertise';
const submit = () => screen.getByRole('button', { name: 'Create Account' });
const terms = () => screen.getByRole('checkbox', { name: 'I agree to the Terms of Service and Privacy Policy' });
const solver = () => screen.getByRole('radio', { name: 'Become a Solver' });
const seeker = () => screen.getByRole('radio', { name: 'Find Solutions' });
const skills = () => screen.getByRole('combobox', { name: 'Areas of expertise' });

async function fill(user: User) {
  await user.type(screen.getByLabelText('Full name'), ' Ada Park ');
  await user.type(screen.getByLabelText('Email'), 'ada@example.com');
  await user.type(screen.getByLabelText('Password'), 'difference-engine');
  await user.click(terms());
}

const pending = () => buildUser({ isEmailVerified: false, token: 'pending-token' });

describe('/signup', () => {
  beforeEach(() => {
    localStorage.clear();
    clearSession();
  });

  it('asks for an account, and leads to the terms and to signing in', () => {
    open();
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
    expect(screen.getByRole('group', { name: 'Or continue with' })).toBeVisible();
  });

  it('shows the password when asked', async () => {
    const { user } = open();
    await user.type(screen.getByLabelText('Password'), 'difference-engine');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
  });

  it('says what is missing under each field and focuses the first', async () => {
    const api = fakeApi({});
    const { user } = open();
    await user.click(solver());
    await user.click(submit());
    for (const text of ['Name is required', 'Email is required', 'Password is required', EXPERTISE, TERMS]) {
      expect(await screen.findByText(text)).toBeVisible();
    }
    await waitFor(() => expect(screen.getByLabelText('Full name')).toHaveFocus());
    expect(api.requests).toEqual([]);
  });

  it.each([
    ['Email', 'ada@', 'Please enter a valid email address'],
    ['Password', 'short', 'Password must be at least 8 characters'],
  ])('checks %s', async (label, typed, text) => {
    const { user } = open();
    await user.type(screen.getByLabelText(label), typed);
    await user.tab();
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('takes back the message about the terms once they are ticked', async () => {
    const { user } = open();
    await user.click(submit());
    await screen.findByText(TERMS);
    await user.click(terms());
    await waitFor(() => expect(screen.queryByText(TERMS)).not.toBeInTheDocument());
  });

  it('takes back the message about expertise when the person becomes a seeker', async () => {
    const { user } = open();
    await user.click(solver());
    await user.click(submit());
    await screen.findByText(EXPERTISE);
    await user.click(seeker());
    await waitFor(() => expect(screen.queryByText(EXPERTISE)).not.toBeInTheDocument());
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
  });

  it('signs up a seeker without areas of expertise, and has the link sent', async () => {
    const answer = deferred<{ user: ReturnType<typeof pending> }>();
    const api = fakeApi({ 'POST /auth/signup': () => answer.promise });
    const { sendEmailLink } = fakeIdentity({ sendEmailLink: async () => undefined });
    const { user } = open();
    await user.click(solver());
    await user.type(skills(), 'Rust{Enter}');
    await user.click(seeker());
    await fill(user);
    await user.click(submit());
    expect(await screen.findByRole('button', { name: 'Creating Account...' })).toBeDisabled();
    answer.resolve({ user: pending() });
    expect(await screen.findByRole('dialog', { name: 'Check your email' })).toBeVisible();
    expect(api.requests[0]?.body).toEqual({
      email: 'ada@example.com',
      password: 'difference-engine',
      name: 'Ada Park',
      deviceToken: '',
      role: 'seeker',
    });
    await waitFor(() => expect(sendEmailLink).toHaveBeenCalledWith('ada@example.com', 'sign-up'));
    expect(localStorage.getItem('tempToken')).toBe('pending-token');
    expect(localStorage.getItem('emailForSignIn')).toBe('ada@example.com');
    expect(getSession().isLogin).toBe(false);
    expect(localStorage.getItem('user')).toBeNull();
  });

  it('signs up a solver with areas of expertise', async () => {
    localStorage.setItem('fcmToken', 'push-token');
    const api = fakeApi({ 'POST /auth/signup': () => ({ user: pending() }) });
    fakeIdentity({ sendEmailLink: async () => undefined });
    const { user } = open();
    await fill(user);
    await user.click(solver());
    await user.type(skills(), 'Rust{Enter}Elm{Enter}');
    await user.click(submit());
    await screen.findByRole('dialog', { name: 'Check your email' });
    expect(api.requests[0]?.body).toMatchObject({ role: 'solver', expertiseAreas: ['Rust', 'Elm'], deviceToken: 'push-token' });
  });

  it('signs in at once whom the server calls verified', async () => {
    fakeApi({ 'POST /auth/signup': () => ({ user: buildUser({ token: 'full' }) }) });
    const { user } = open();
    await fill(user);
    await user.click(submit());
    await waitFor(() => expect(screen.getByRole('status', { name: 'Address' })).toHaveTextContent('/home'));
    expect(getSession().userData?.token).toBe('full');
  });

  it("shows the server's messages under the fields, and its sentence", async () => {
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
  });

  it.each([
    ['Sign in with it', '/signin'],
    ['reset your password', '/reset-password'],
  ])('offers whose address is taken to "%s"', async (name, path) => {
    fakeApi({ 'POST /auth/signup': () => refuse('email_taken', 'Taken.', { email: 'This email is taken' }) });
    const { user } = open();
    await fill(user);
    await user.click(submit());
    await user.click(await screen.findByRole('link', { name }));
    expect(screen.getByRole('status', { name: 'Address' })).toHaveTextContent(path);
    expect(screen.getByRole('status', { name: 'Route state' })).toHaveTextContent('{"email":"ada@example.com"}');
  });

  it('offers that no longer once the address is another', async () => {
    fakeApi({ 'POST /auth/signup': () => refuse('email_taken', 'Taken.', { email: 'This email is taken' }) });
    const { user } = open();
    await fill(user);
    await user.click(submit());
    await screen.findByRole('link', { name: 'Sign in with it' });
    await user.type(screen.getByLabelText('Email'), '.org');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Sign in with it' })).not.toBeInTheDocument());
  });

  it('shows under the password that it is a breached one', async () => {
    const breached = 'This password is known from a data breach. Please choose another one.';
    fakeApi({ 'POST /auth/signup': () => refuse('invalid', 'Please check the fields.', { password: breached }) });
    const { user } = open();
    await fill(user);
    await user.click(submit());
    expect(await screen.findByText(breached)).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus());
  });

  it('makes one account, however often the form is sent', async () => {
    const answer = deferred<{ user: ReturnType<typeof pending> }>();
    const api = fakeApi({ 'POST /auth/signup': () => answer.promise });
    fakeIdentity({ sendEmailLink: async () => undefined });
    const { user } = open();
    await fill(user);
    await user.dblClick(submit());
    await user.type(screen.getByLabelText('Full name'), '{Enter}');
    await user.keyboard('{Control>}{Enter}{/Control}');
    answer.resolve({ user: pending() });
    expect(await screen.findByRole('dialog', { name: 'Check your email' })).toBeVisible();
    expect(api.requests).toHaveLength(1);
  });

  it('keeps the address at once, in place of somebody else', async () => {
    localStorage.setItem('tempToken', 'of-eve');
    localStorage.setItem('emailForSignIn', 'eve@example.com');
    fakeApi({ 'POST /auth/signup': () => ({ user: pending() }) });
    fakeIdentity();
    const { user } = open();
    await fill(user);
    await user.click(submit());
    await screen.findByRole('dialog', { name: 'Check your email' });
    expect(localStorage.getItem('tempToken')).toBe('pending-token');
    expect(localStorage.getItem('emailForSignIn')).toBe('ada@example.com');
  });

  it('says the fallback when the server does not answer', async () => {
    fakeApi({ 'POST /auth/signup': () => NETWORK_FAILURE });
    const { user } = open();
    await fill(user);
    await user.click(submit());
    expect(await screen.findByText('Failed to create account')).toBeVisible();
    expect(submit()).toBeEnabled();
  });

  it('takes a signed-in person home', async () => {
    signInAs();
    open();
    await waitFor(() => expect(screen.getByRole('status', { name: 'Address' })).toHaveTextContent('/home'));
  });
});

describe('/signup with GitHub or Google', () => {
  it('offers LinkedIn, and says that it is not there yet (product 2.11)', async () => {
    const { user } = open();
    const group = screen.getByRole('group', { name: 'Or continue with' });
    expect(
      within(group)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['GitHub', 'Google', 'LinkedIn']);
    await user.click(screen.getByRole('button', { name: 'LinkedIn' }));
    expect(await screen.findByText('LinkedIn login is not yet implemented')).toBeVisible();
  });

  const vouched = { idToken: 'id-token', email: 'ada@example.com', socialId: '4711', name: 'Ada Park', image: null };
  beforeEach(() => {
    localStorage.clear();
    clearSession();
  });

  it('asks for expertise and terms first, and for nothing else', async () => {
    const { signInWithProvider } = fakeIdentity();
    const { user } = open();
    await user.click(solver());
    await user.click(screen.getByRole('button', { name: 'GitHub' }));
    expect(await screen.findByText(EXPERTISE)).toBeVisible();
    expect(screen.getByText(TERMS)).toBeVisible();
    expect(screen.queryByText('Name is required')).not.toBeInTheDocument();
    await waitFor(() => expect(skills()).toHaveFocus());
    expect(signInWithProvider).not.toHaveBeenCalled();
  });

  it('makes the account in the chosen role', async () => {
    fakeIdentity({ signInWithProvider: async () => vouched });
    const api = fakeApi({ 'POST /auth/social-auth': () => ({ user: buildUser() }) });
    const { user } = open();
    await user.click(terms());
    await user.click(screen.getByRole('button', { name: 'Google' }));
    await waitFor(() => expect(screen.getByRole('status', { name: 'Address' })).toHaveTextContent('/home'));
    expect(api.requests[0]?.body).toEqual({
      ...vouched,
      socialType: 'google',
      socialMethod: 'signup',
      role: 'seeker',
      deviceToken: '',
    });
  });

  it('has an address proven that the provider does not vouch for', async () => {
    const { sendEmailLink } = fakeIdentity({ signInWithProvider: async () => vouched, sendEmailLink: async () => undefined });
    fakeApi({ 'POST /auth/social-auth': () => ({ user: pending() }) });
    const { user } = open();
    await user.click(terms());
    await user.click(screen.getByRole('button', { name: 'GitHub' }));
    expect(await screen.findByText('Email not verified')).toBeVisible();
    expect(await screen.findByRole('dialog', { name: 'Check your email' })).toBeVisible();
    await waitFor(() => expect(sendEmailLink).toHaveBeenCalledWith('ada@example.com', 'sign-up'));
    expect(localStorage.getItem('tempToken')).toBe('pending-token');
  });
});
