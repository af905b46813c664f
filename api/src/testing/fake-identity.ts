import type { EmailLinkBody } from '@solvent/contracts';
import { AppError } from '../platform/errors/app-error.ts';
import type { IdentityVerifier, ProvenIdentity, SocialAccount, SocialIdentity } from '../platform/identity/identity-verifier.ts';

const refusal = (message: string, errors = {}) => new AppError('identity_mismatch', message, { errors });

const links = new Map<string, { email: string; isRedeemed: boolean }>();

/** An identity provider whose tokens are plain JSON. */
export const fakeIdentity: IdentityVerifier = {
  verify: async (idToken) => {
    if (!idToken.startsWith('{')) throw refusal('This sign-in could not be verified. Please start again.');
    return JSON.parse(idToken) as ProvenIdentity;
  },
  redeemLink: async ({ email, oobCode }) => {
    const link = links.get(oobCode);
    if (link === undefined || link.isRedeemed)
      throw refusal('This link was used already.', { oobCode: 'This link was used already.' });
    if (link.email !== email)
      throw refusal('This link was sent to another address.', { email: 'This link was sent to another address.' });
    link.isRedeemed = true;
  },
  deleteUser: async () => true,
};

let count = 0;

/** Creates an ID token with a new proof each time. */
export function idTokenFor(
  social: SocialAccount,
  { email = null, account = null }: Partial<ProvenIdentity & SocialIdentity> = {},
): string {
  count += 1;
  return JSON.stringify({ social: { ...social, account }, email, proofHash: `proof-${count}` } satisfies ProvenIdentity);
}

/** Creates the body that the page of an emailed link sends. The link can be redeemed once. */
export function createEmailLink(email: string): EmailLinkBody {
  count += 1;
  const oobCode = `code-${count}`;
  links.set(oobCode, { email, isRedeemed: false });
  return { email, oobCode };
}
