import { jest } from '@jest/globals';
import { buildUser } from '@solvent/testing/factories';
import { fakeApi } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen } from '@testing-library/react';

const evaluate = jest.fn(() => ({ Component: ({ email }: { email: string }) => <p>A link goes to {email}</p> }));
jest.unstable_mockModule('./check-email-dialog.tsx', evaluate);
const { Component } = await import('./sign-up-page.tsx');

it('says that the account is there when what verifies the address does not come, and tries again', async () => {
  evaluate.mockImplementationOnce(() => {
    throw new Error('Loading chunk check-email-dialog failed');
  });
  fakeApi({ 'POST /auth/signup': () => ({ user: buildUser({ isEmailVerified: false, token: 'pending-token' }) }) });
  const { user } = renderScreen(<Component />, { at: '/signup' });
  await user.type(screen.getByLabelText('Full name'), 'Ada Park');
  await user.type(screen.getByLabelText('Email'), 'ada@example.com');
  await user.type(screen.getByLabelText('Password'), 'difference-engine');
  await user.click(screen.getByRole('checkbox', { name: 'I agree to the Terms of Service and Privacy Policy' }));
  await user.click(screen.getByRole('button', { name: 'Create Account' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Your account is there, but the verification of your address could not be loaded.',
  );
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/A link goes to/)).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
