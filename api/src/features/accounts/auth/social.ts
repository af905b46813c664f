import { ACCOUNT, cleanName, cutText } from '@solvent/contracts';
import { isImpersonating } from '@solvent/contracts/rules/impersonation';
import type { SocialAuthBody, SocialType, User } from '@solvent/contracts';
import type { Deps } from '../deps.ts';
import {
  findUserBySocial,
  lockIdentity,
  PROVIDER_NAMES,
  updateIdentityAccount,
  findUserByEmail,
  presentPending,
} from './users.ts';
import { signInUser } from './sessions.ts';
import type { Device } from './sessions.ts';
import { addPendingSignUp, emailTaken, findPendingBySocial, identityMismatch } from './sign-up.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { SocialIdentity } from '../../../platform/identity/identity-verifier.ts';
import { useProof } from '../../../platform/identity/proofs.ts';

/** Sent by the page after a popup. Only `idToken` is trusted. */
interface SocialRequest extends Required<Omit<SocialAuthBody, 'image' | 'deviceToken'>> {
  device: Device;
}

const unknownIdentity = (type: SocialType) => {
  const name = PROVIDER_NAMES[type];
  return new AppError(
    'invalid_credentials',
    `No account uses this ${name} identity yet. Sign up first, or sign in with your password and add ${name} on your profile.`,
  );
};

const DEFAULT_NAME = 'New member';

/**
 * Returns the first valid name: that of the provider, the local part of the address, or a default. The flow has no step to enter a
 * name.
 */
function chooseName({ name, email }: SocialRequest): string {
  const names = [name, email.split('@')[0] ?? ''].map((given) => cleanName(cutText(given, ACCOUNT.nameMax)));
  return names.find((given) => given !== '' && !isImpersonating(given)) ?? DEFAULT_NAME;
}

/** Creates a pending sign-up: the emailed link must prove the address, even if the provider has verified it (decision 0084). */
async function signUp(tx: Tx, request: SocialRequest, { type, id, account }: SocialIdentity): Promise<User> {
  const { email, role, expertiseAreas } = request;
  const social = { socialType: type, socialId: id, socialAccount: account };
  const person = { email, name: chooseName(request), role, expertiseAreas, passwordHash: null };
  const { pending, token } = await addPendingSignUp(tx, { ...person, ...social });
  return presentPending(pending, token);
}

/**
 * Finds accounts by the identity, never by the address (product 11.11). Ignores the provider's picture: pages load only pictures
 * of this site. After a sign-up, the token can only verify the address.
 */
export async function signInWithProvider(deps: Deps, request: SocialRequest): Promise<User> {
  const { social, email, proofHash } = await deps.identity.verify(request.idToken);
  const sameAccount = social.type === request.socialType && social.id === request.socialId;
  if (!sameAccount || (email !== null && email !== request.email))
    throw identityMismatch("This sign-in doesn't match the selected account. Please try again.");
  return deps.transact(async (tx, events) => {
    await useProof(tx, { proofHash });
    const isSignUp = request.socialMethod === 'signup';
    // Read before the identity, which a concurrent sign-up may create in between.
    const isTaken = isSignUp && (await findUserByEmail(tx, request.email)) !== undefined;
    const user = await findUserBySocial(tx, social);
    if (user === undefined && isTaken) throw emailTaken(`Sign in to it, and add ${PROVIDER_NAMES[social.type]} on your profile.`);
    if (user === undefined && isSignUp) return signUp(tx, request, social);
    if (user === undefined) {
      const pending = await findPendingBySocial(tx, social);
      if (pending === undefined) throw unknownIdentity(social.type);
      // Unverified and without a token, like after a sign-in with a password.
      return presentPending(pending);
    }
    if (!(await lockIdentity(tx, user.id, social))) throw unknownIdentity(social.type);
    await updateIdentityAccount(tx, social);
    return signInUser(tx, events, user, request.device);
  });
}
