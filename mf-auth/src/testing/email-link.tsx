import { signInAs } from '@solvent/testing/factories';
import type { fakeApi } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import type { ComponentType } from 'react';
import { IdentityError } from '../identity/identity-error.ts';
import type { IdentityFailure } from '../identity/identity-error.ts';
import type { Identity } from '../identity/identity-port.ts';
import { fakeIdentity } from './fake-identity.ts';

/** The query of a page that a link in a mail leads to. */
export const LINK_QUERY = 'apiKey=key&mode=signIn&oobCode=code';

/** A page as a link in a mail opens it. */
export const openLinked = (Page: ComponentType, at: string) =>
  renderScreen(
    <StrictMode>
      <Page />
    </StrictMode>,
    { at },
  );

export const fails = (failure: IdentityFailure) => () => Promise.reject(new IdentityError(failure, 'No.'));

/** A link that the identity provider takes. */
export const givenLink = (rest: Partial<Identity> = {}) =>
  fakeIdentity({
    isEmailLink: async () => true,
    checkEmailLink: async () => undefined,
    proveByEmailLink: async () => 'id-token',
    ...rest,
  });

/** What a server answers that is ready. */
export const READY = { 'GET /health/ready': () => ({}) };

export const sentTo = (path: string, { requests }: ReturnType<typeof fakeApi>) =>
  requests.filter((request) => request.path === path);
export const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
export const address = () => screen.getByRole('status', { name: 'Address' });
export const isHome = () => waitFor(() => expect(address()).toHaveTextContent(/^\/home$/));
export const signInBen = () => signInAs({ _id: 'ben', name: 'Ben Ito', email: 'ben@example.com', token: 'token-of-ben' });
