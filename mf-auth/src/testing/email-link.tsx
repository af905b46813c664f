import { signInAs } from '@solvent/testing/factories';
import { refuse } from '@solvent/testing/fake-api';
import type { fakeApi } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import type { ComponentType } from 'react';

export const LINK_QUERY = 'apiKey=key&mode=signIn&oobCode=code';

/** Strict Mode checks that a link is redeemed once. */
export const openLinkPage = (Page: ComponentType, at: string) =>
  renderScreen(
    <StrictMode>
      <Page />
    </StrictMode>,
    { at },
  );

export const buildLink = (email: string) => ({ email, oobCode: 'code' });

export const wrongAddress = () => refuse('identity_mismatch', 'Refused.', { email: 'This link was sent to another address.' });
export const expiredLink = () => refuse('identity_mismatch', 'Refused.', { oobCode: 'This link has expired. Get a new one.' });

export const sentTo = (path: string, { requests }: ReturnType<typeof fakeApi>) =>
  requests.filter((request) => request.path === path);
export const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
export const address = () => screen.getByRole('status', { name: 'Address' });
export const expectHome = () => waitFor(() => expect(address()).toHaveTextContent(/^\/home$/));
export const signInBen = () => signInAs({ _id: 'ben', name: 'Ben Ito', email: 'ben@example.com', token: 'token-of-ben' });
