import { ACCOUNT, cleanName } from '@solvent/contracts';
import { isImpersonating } from '@solvent/contracts/rules/impersonation';
import type { SocialAuthBody, SocialType, User } from '@solvent/contracts';
import type { Deps } from '../../../deps.ts';
import { findUserBySocial, lockIdentity, PROVIDER_NAMES, updateIdentityAccount } from './identities.ts';
import type { SocialIdentity } from './identities.ts';
import { withSession } from './sessions.ts';
import type { Device } from './sessions.ts';
import { addPendingSignUp, findPendingBySocial } from './sign-up.ts';
import { findUserByEmail, presentPending } from './users.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { SocialAccount } from '../../../platform/identity/identity-verifier.ts';
import { useProof } from '../../../platform/identity/used-proofs.ts';

/** What the page reports of a popup. Only what `idToken` proves counts. */
interface SocialRequest extends Required<Omit<SocialAuthBody, 'image' | 'deviceToken'>> {
  device: Device;
}

const MISMATCH = 'This sign-in does not belong to the account that was named. Please try again.';

const TAKEN = 'An account with this email address already exists';

const unknownIdentity = (type: SocialType) => {
  const name = PROVIDER_NAMES[type];
  return new AppError(
    'invalid_credentials',
    `No account uses this ${name} identity yet. Sign up first, or sign in with your password and add ${name} on your profile.`,
  );
};

const emailTaken = (type: SocialType) =>
  new AppError('email_taken', `${TAKEN}. Sign in to it, and add ${PROVIDER_NAMES[type]} on your profile.`, {
    errors: { email: TAKEN },
  });

async function verifyRequest(
  { identity }: Deps,
  request: SocialRequest,
): Promise<{ identity: SocialIdentity; proofHash: string }> {
  const { social, account, email, proofHash } = await identity.verify(request.idToken);
  const sameAccount = social.type === request.socialType && social.id === request.socialId;
  if (!sameAccount || (email !== null && email !== request.email)) throw new AppError('identity_mismatch', MISMATCH);
  return { identity: { ...social, account }, proofHash };
}

/** A pending sign-up of this identity is shown as signing in with a password shows one: unverified, without a token. */
async function showPending(tx: Tx, social: SocialAccount): Promise<User> {
  const pending = await findPendingBySocial(tx, social);
  if (pending === undefined) throw unknownIdentity(social.type);
  return presentPending(pending);
}

/** A sign-up that waits for the emailed link, whatever the provider states about the address (decision 0084). */
async function signUp(tx: Tx, request: SocialRequest, { type, id, account }: SocialIdentity): Promise<User> {
  const { email, role, expertiseAreas } = request;
  const asked = { email, name: chooseName(request), role, expertiseAreas, passwordHash: null };
  const { pending, token } = await addPendingSignUp(tx, { ...asked, socialType: type, socialId: id, socialAccount: account });
  return presentPending(pending, token);
}

/** For people without a name at the provider, or with one that is refused here. */
const NAMELESS = 'New member';

/** The provider's name, else the front part of the address: no one can be asked to type another one. */
function chooseName({ name, email }: SocialRequest): string {
  const names = [name, email.split('@')[0] ?? ''].map((given) => cleanName(given.slice(0, ACCOUNT.nameMax)));
  return names.find((given) => given !== '' && !isImpersonating(given)) ?? NAMELESS;
}

/**
 * Signs in, or up, with GitHub or Google (product 11.11). An account is found by the identity alone, never by its address. The
 * provider's picture is not taken: pages show pictures of this site alone.
 * @returns the user with a token. After a sign-up, and while that is not verified: unverified, with a token that can only prove
 * the address, or none.
 * @throws AppError `identity_mismatch` if the token proves something else or was used; `invalid_credentials` if the identity has
 * no account; `email_taken` if a sign-up names the address of an account
 */
export async function socialAuth(deps: Deps, request: SocialRequest): Promise<User> {
  const { identity, proofHash } = await verifyRequest(deps, request);
  return withSession(deps, async ({ tx, start }) => {
    await useProof(tx, { proofHash });
    const isSignUp = request.socialMethod === 'signup';
    // Read before the identity: an account that a concurrent sign-up creates in between has both.
    const isTaken = isSignUp && (await findUserByEmail(tx, request.email)) !== undefined;
    const user = await findUserBySocial(tx, identity);
    if (user === undefined && isTaken) throw emailTaken(identity.type);
    if (user === undefined) return isSignUp ? signUp(tx, request, identity) : showPending(tx, identity);
    if (!(await lockIdentity(tx, user.id, identity))) throw unknownIdentity(identity.type);
    await updateIdentityAccount(tx, identity);
    return start(user, request.device);
  });
}
