import { renderScreen } from '@solvent/testing/render-screen';
import { screen } from '@testing-library/react';
import { IdentityError } from '../../identity/identity-error.ts';
import { deferred, fakeIdentity } from '../../testing/fake-identity.ts';
import { UnverifiedNotice } from './unverified-notice.tsx';

const show = () => renderScreen(<UnverifiedNotice email="ada@example.com" />);
const again = () => screen.getByRole('button', { name: 'Send the link again' });

describe('the notice of an address that is not verified', () => {
  beforeEach(() => localStorage.clear());

  it('sends the link again and keeps the address for its return', async () => {
    const sending = deferred<void>();
    const { sendEmailLink } = fakeIdentity({ sendEmailLink: () => sending.promise });
    const { user } = show();
    expect(screen.getByText(/ada@example.com is not verified yet/)).toBeVisible();
    await user.click(again());
    expect(screen.getByRole('button', { name: 'Sending…' })).toBeDisabled();
    sending.resolve();
    expect(await screen.findByText(/A new link is on its way to ada@example.com/)).toBeVisible();
    expect(sendEmailLink).toHaveBeenCalledWith('ada@example.com', 'sign-up');
    expect(localStorage.getItem('emailForSignIn')).toBe('ada@example.com');
    expect(screen.getByRole('link', { name: '/dev/mail' })).toHaveAttribute('target', '_blank');
  });

  it('offers the next one after a wait', async () => {
    fakeIdentity({ sendEmailLink: async () => undefined });
    const { user } = show();
    await user.click(again());
    expect(await screen.findByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled();
  });

  it('says why it could not be sent, and can be tried at once', async () => {
    fakeIdentity({ sendEmailLink: () => Promise.reject(new IdentityError('refused', 'Too many requests.')) });
    const { user } = show();
    await user.click(again());
    expect(await screen.findByText('The link could not be sent. Too many requests.')).toBeVisible();
    expect(again()).toBeEnabled();
  });
});
