import { jest } from '@jest/globals';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, waitFor, within } from '@testing-library/react';
import { StrictMode } from 'react';
import { IdentityError } from '../../identity/identity-error.ts';
import { deferred, fakeIdentity } from '../../testing/fake-identity.ts';
import { Component as CheckEmailDialog } from './check-email-dialog.tsx';

const onClose = jest.fn();
const open = () =>
  renderScreen(
    <StrictMode>
      <CheckEmailDialog email="ada@example.com" onClose={onClose} />
    </StrictMode>,
  );
const dialog = () => within(screen.getByRole('dialog', { name: 'Check your email' }));

describe('Check your email', () => {
  it('sends the link once and says what to do with it', async () => {
    const sending = deferred<void>();
    const { sendEmailLink } = fakeIdentity({ sendEmailLink: () => sending.promise });
    open();
    expect(await screen.findByText('Sending a verification link to ada@example.com…')).toBeVisible();
    sending.resolve();
    expect(await screen.findByText(/A verification link was sent to/)).toHaveTextContent(
      'A verification link was sent to ada@example.com. Click it to verify your address and complete the setup of your account.',
    );
    expect(dialog().getByText('Nothing there? Check your spam folder, or try again in a few minutes.')).toBeVisible();
    expect(dialog().getByRole('link', { name: '/dev/mail' })).toHaveAttribute('target', '_blank');
    expect(dialog().getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled();
    expect(sendEmailLink).toHaveBeenCalledTimes(1);
  });

  it('says that it could not be sent, and tries again', async () => {
    const { sendEmailLink } = fakeIdentity();
    const { user } = open();
    expect(await screen.findByText(/the verification link could not be sent to/)).toHaveTextContent(/^Your account is there/);
    expect(dialog().getByText('The identity service could not be reached.')).toBeVisible();
    sendEmailLink.mockRejectedValueOnce(new IdentityError('refused', 'Too many requests.'));
    await user.click(dialog().getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Too many requests.')).toBeVisible();
    sendEmailLink.mockResolvedValueOnce();
    await user.click(dialog().getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/A verification link was sent to/)).toBeVisible();
  });

  it.each(['Got it', 'Close'])('closes with %s', async (name) => {
    onClose.mockReset();
    fakeIdentity({ sendEmailLink: async () => undefined });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
  });
});
