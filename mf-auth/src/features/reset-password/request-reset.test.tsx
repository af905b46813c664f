import { clearSession } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { renderScreen } from '@solvent/testing/render-screen';
import { act, screen } from '@testing-library/react';
import { IdentityError } from '../../identity/identity-error.ts';
import { fakeIdentity } from '../../testing/fake-identity.ts';
import { Component } from './reset-password-page.tsx';

const open = () => renderScreen(<Component />, { at: '/reset-password' });
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const address = () => screen.getByRole('status', { name: 'Address' });

describe('/reset-password without a link', () => {
  beforeEach(() => {
    localStorage.clear();
    clearSession();
  });

  it('sends a link and says the same of every address', async () => {
    const { sendEmailLink } = fakeIdentity({ sendEmailLink: async () => undefined });
    const { user } = open();
    expect(await heading('Reset your password')).toBeVisible();
    await user.type(screen.getByLabelText('Email'), ' Ada@Example.com{Enter}');
    const sent = await screen.findByText(/^If an account uses/);
    expect(sent).toHaveTextContent('If an account uses ada@example.com, a link to choose a new password is on its way.');
    expect(sent).toHaveFocus();
    expect(sendEmailLink).toHaveBeenCalledWith('ada@example.com', 'reset-password');
    expect(localStorage.getItem('emailForSignIn')).toBe('ada@example.com');
    expect(screen.getByRole('link', { name: '/dev/mail' })).toHaveAttribute('target', '_blank');
    expect(screen.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled();
  });

  it('takes another address afterwards', async () => {
    const { sendEmailLink } = fakeIdentity({ sendEmailLink: async () => undefined });
    const { user } = open();
    await user.type(screen.getByLabelText('Email'), 'ada@example.com{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Use another address' }));
    await user.type(screen.getByLabelText('Email'), 'ben@example.com{Enter}');
    expect(await screen.findByText('ben@example.com')).toBeVisible();
    expect(sendEmailLink).toHaveBeenLastCalledWith('ben@example.com', 'reset-password');
  });

  it('checks the address first', async () => {
    const { sendEmailLink } = fakeIdentity();
    const { user } = open();
    await user.type(screen.getByLabelText('Email'), 'ada@{Enter}');
    expect(await screen.findByText('Please enter a valid email address')).toBeVisible();
    expect(sendEmailLink).not.toHaveBeenCalled();
  });

  it('says so when the link cannot be sent, and keeps the address', async () => {
    fakeIdentity({ sendEmailLink: () => Promise.reject(new IdentityError('refused', 'Too many requests.')) });
    const { user } = open();
    await user.type(screen.getByLabelText('Email'), 'ada@example.com{Enter}');
    expect(await screen.findByText('The link could not be sent. Too many requests.')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
    expect(screen.getByRole('button', { name: 'Send the link' })).toBeEnabled();
  });

  it('holds the address that was typed at sign-in, and hands it back', async () => {
    const { user, router } = open();
    act(() => void router.navigate('/elsewhere'));
    act(() => void router.navigate('/reset-password', { state: { from: '/my-bids', email: 'ada@example.com' } }));
    expect(await screen.findByLabelText('Email')).toHaveValue('ada@example.com');
    await user.click(screen.getByRole('link', { name: 'Sign in' }));
    expect(address()).toHaveTextContent('/signin');
    const state = screen.getByRole('status', { name: 'Route state' });
    expect(state).toHaveTextContent('{"from":"/my-bids","email":"ada@example.com"}');
  });

  it('knows the address of who is signed in', async () => {
    signInAs({ email: 'ada@example.com' });
    open();
    expect(await screen.findByLabelText('Email')).toHaveValue('ada@example.com');
    expect(screen.getByRole('link', { name: 'Back to your profile' })).toHaveAttribute('href', '/profile');
  });
});
