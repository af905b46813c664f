import { AppError } from '../platform/errors/app-error.ts';
import type { IdentityVerifier, ProvenIdentity } from '../platform/identity/identity-verifier.ts';

/** An identity provider whose tokens say in plain JSON what they vouch for: for tests of what stands on the port. */
export const fakeIdentity: IdentityVerifier = {
  verify: async (idToken) => {
    if (!idToken.startsWith('{')) throw new AppError('identity_mismatch', 'This sign-in link could not be verified. Please ask for a new one.');
    // Only `idTokenFor` makes such texts.
    return JSON.parse(idToken) as ProvenIdentity;
  },
};

/** An ID token that {@link fakeIdentity} believes. */
export function idTokenFor(email: string, emailVerified = true): string {
  return JSON.stringify({ subject: `firebase-${email}`, email, emailVerified } satisfies ProvenIdentity);
}
