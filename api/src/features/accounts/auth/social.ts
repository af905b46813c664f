import { ACCOUNT, cleanedName } from '@solvent/contracts';
import type { SocialAuthBody, SocialType, User } from '@solvent/contracts';
import type { Deps } from '../../../deps.ts';
import { withSession } from './sessions.ts';
import type { Device, Entry } from './sessions.ts';
import { addPendingSignUp, findPendingBySocial, forgetPending } from './sign-up.ts';
import { createVerifiedUser, findUserByEmail, findUserBySocial, linkSocial, presentPending } from './users.ts';
import type { UserRow } from '../schema.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { ProvenIdentity, SocialAccount } from '../../../platform/identity/identity-verifier.ts';
import { useProof } from '../../../platform/identity/used-proofs.ts';

/** What the page says of a popup's person. Only what `idToken` bears out counts. */
interface SocialRequest extends Required<Omit<SocialAuthBody, 'image' | 'deviceToken'>> {
  device: Device;
}

/** A verified token of a popup. */
type Proof = ProvenIdentity & { social: SocialAccount };

const PROVIDER_NAMES: Record<SocialType, string> = { github: 'GitHub', google: 'Google' };

const MISMATCH = 'This sign-in does not belong to the account that was named. Please try again.';

const TAKEN = 'An account with this email address already exists';

const unknownIdentity = (type: SocialType) =>
  new AppError('invalid_credentials', `No account uses this ${PROVIDER_NAMES[type]} identity yet. Sign up first.`);

const unprovenAddress = (type: SocialType) =>
  new AppError(
    'identity_mismatch',
    `Email not verified: ${PROVIDER_NAMES[type]} does not vouch for this address. Please sign in with your password.`,
  );

async function prove({ identity }: Deps, request: SocialRequest): Promise<Proof> {
  const { social, ...proof } = await identity.verify(request.idToken);
  const same = social?.type === request.socialType && social.id === request.socialId && proof.email === request.email;
  if (social === null || !same) throw new AppError('identity_mismatch', MISMATCH);
  return { ...proof, social };
}

/** Whose account it is: the identity's, else the proven address's, which the identity then signs in to from now on. */
async function findAccount(tx: Tx, { social, email, emailVerified }: Proof): Promise<UserRow | undefined> {
  const linked = await findUserBySocial(tx, social);
  if (linked !== undefined) return linked;
  const ofAddress = await findUserByEmail(tx, email);
  if (ofAddress === undefined) return undefined;
  if (!emailVerified) throw unprovenAddress(social.type);
  await linkSocial(tx, ofAddress.id, social);
  return ofAddress;
}

/** A pending sign-up of this identity is shown as signing in with a password shows one: unverified, without a token. */
async function showPending(tx: Tx, { social }: Proof): Promise<User> {
  const pending = await findPendingBySocial(tx, social);
  if (pending === undefined) throw unknownIdentity(social.type);
  return presentPending(pending);
}

/** An account at once for a proven address; for another a sign-up that waits for the e-mail link. */
async function createAccount({ tx, start }: Entry, request: SocialRequest, proof: Proof): Promise<User> {
  const { social, email, emailVerified } = proof;
  const asked = { email, name: nameOf(request), role: request.role, expertiseAreas: request.expertiseAreas, passwordHash: null };
  if (!emailVerified) {
    const { pending, token } = await addPendingSignUp(tx, { ...asked, socialType: social.type, socialId: social.id });
    return presentPending(pending, token);
  }
  await forgetPending(tx, email);
  const user = await createVerifiedUser(tx, asked);
  if (user === undefined) throw new AppError('email_taken', `${TAKEN}.`, { errors: { email: TAKEN } });
  await linkSocial(tx, user.id, social);
  return start(user, request.device);
}

/** People without a name at the provider get the front part of their address. */
const nameOf = ({ name, email }: SocialRequest): string =>
  cleanedName((name || email.split('@')[0] || email).slice(0, ACCOUNT.nameMax));

/**
 * Signs in, or up, with GitHub or Google (product 11.11). The provider's picture is not taken: pages show pictures of
 * this site alone.
 * @returns the user with a token; unverified, where the provider does not vouch for the address: after a sign-up with a
 * token that can only prove the address, after a sign-in with none.
 * @throws AppError `identity_mismatch` if the token bears something else out or was used, or an unproven address has an account;
 * `invalid_credentials` if the identity has none; `email_taken`.
 */
export async function socialAuth(deps: Deps, request: SocialRequest): Promise<User> {
  const proof = await prove(deps, request);
  return withSession(deps, async (entry) => {
    await useProof(entry.tx, proof);
    const user = await findAccount(entry.tx, proof);
    if (user !== undefined) return entry.start(user, request.device);
    return request.socialMethod === 'signup' ? createAccount(entry, request, proof) : showPending(entry.tx, proof);
  });
}
