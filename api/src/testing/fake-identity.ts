import { AppError } from '../platform/errors/app-error.ts';
import type { IdentityVerifier, ProvenIdentity, SocialAccount } from '../platform/identity/identity-verifier.ts';

/** An identity provider whose tokens say in plain JSON what they vouch for: for tests of what stands on the port. */
export const fakeIdentity: IdentityVerifier = {
  verify: async (idToken) => {
    if (!idToken.startsWith('{'))
      throw new AppError('identity_mismatch', 'This sign-in could not be verified. Please start again.');
    // Only `idTokenFor` makes such texts.
    return JSON.parse(idToken) as ProvenIdentity;
  },
  forget: async () => true,
};

let made = 0;

/** An ID token that {@link fakeIdentity} believes: another proof each time, of an e-mail link where no social account is given. */
export function idTokenFor(email: string, emailVerified = true, social: SocialAccount | null = null): string {
  made += 1;
  const subject = `firebase-${email}`;
  const proof = { subject, email, emailVerified, social, byEmail: social === null, proofHash: `proof-${made}` };
  return JSON.stringify(proof satisfies ProvenIdentity);
}
