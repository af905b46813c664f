import type { EmailLinkBody } from '@solvent/contracts';
import { AppError } from '../platform/errors/app-error.ts';
import type { IdentityVerifier, ProvenIdentity, SocialAccount } from '../platform/identity/identity-verifier.ts';

const refusal = (message: string, errors = {}) => new AppError('identity_mismatch', message, { errors });

/** To whom each link was sent, and whether it was redeemed. */
const links = new Map<string, { to: string; isRedeemed: boolean }>();

/** An identity provider whose tokens state in plain JSON what they prove: for tests of what uses the port. */
export const fakeIdentity: IdentityVerifier = {
  verify: async (idToken) => {
    if (!idToken.startsWith('{')) throw refusal('This sign-in could not be verified. Please start again.');
    // Only `idTokenFor` makes such texts.
    return JSON.parse(idToken) as ProvenIdentity;
  },
  redeemLink: async ({ email, oobCode }) => {
    const link = links.get(oobCode);
    if (link === undefined || link.isRedeemed)
      throw refusal('This link was used already.', { oobCode: 'This link was used already.' });
    if (link.to !== email)
      throw refusal('This link was sent to another address.', { email: 'This link was sent to another address.' });
    link.isRedeemed = true;
  },
  deleteUser: async () => true,
};

let made = 0;

/** An ID token of a popup that {@link fakeIdentity} believes: another proof each time. */
export function idTokenFor(social: SocialAccount, { email = null, account = null }: Partial<ProvenIdentity> = {}): string {
  made += 1;
  return JSON.stringify({ social, account, email, proofHash: `proof-${made}` } satisfies ProvenIdentity);
}

/** A link that was emailed to an address, as its page sends it: {@link fakeIdentity} redeems it once. */
export function createEmailLink(email: string): EmailLinkBody {
  made += 1;
  const oobCode = `code-${made}`;
  links.set(oobCode, { to: email, isRedeemed: false });
  return { email, oobCode };
}
