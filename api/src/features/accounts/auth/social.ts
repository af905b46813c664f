import { ACCOUNT, cleanedName } from '@solvent/contracts';
import type { Role, SocialMethod, SocialType, User } from '@solvent/contracts';
import { and, eq, inArray, isNull, lte } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { hashToken, withSession } from './sessions.ts';
import type { Device, Entry } from './sessions.ts';
import { addPendingSignUp, findPendingBySocial, forgetPending } from './sign-up.ts';
import { createVerifiedUser, findUserByEmail, presentPending } from './users.ts';
import { socialIdentities, usedProofs, users } from '../schema.ts';
import type { UserRow } from '../schema.ts';
import type { Executor, Tx } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { ProvenIdentity, SocialAccount } from '../../../platform/identity/identity-verifier.ts';

/** Longer than a proof is believed: an ID token lives for an hour, and clocks differ. */
const REMEMBERED_FOR = 2 * 3600 * 1000;
/** How many forgotten proofs one use sweeps away at most. */
const SWEEP = 100;

/**
 * What is remembered of a use: the SHA-256, in hex, of what the token's signature covers. The signature itself can be
 * spelled in several ways that decode to the same, which would make one proof look like many.
 */
export const proofHashOf = (idToken: string): string => hashToken(idToken.slice(0, idToken.lastIndexOf('.')));

/** Skips what another transaction is sweeping: nobody waits for anybody here. */
async function sweep(tx: Tx): Promise<void> {
  const over = tx
    .select({ proofHash: usedProofs.tokenHash })
    .from(usedProofs)
    .where(lte(usedProofs.expiresAt, new Date()))
    .limit(SWEEP)
    .for('update', { skipLocked: true });
  await tx.delete(usedProofs).where(inArray(usedProofs.tokenHash, over));
}

/**
 * Uses a proof of the identity provider up (docs/decisions, "Proofs are used once"). For every feature that acts on one:
 * call it FIRST in the transaction that acts, with what `identity.verify` gave. If the transaction fails, the proof is
 * unused again; of two uses at once, the second waits for the first and is refused if that one succeeds.
 * @throws AppError `identity_mismatch` if the proof was used before.
 */
export async function useProof(tx: Tx, { proofHash }: Pick<ProvenIdentity, 'proofHash'>): Promise<void> {
  const expiresAt = new Date(Date.now() + REMEMBERED_FOR);
  const used = await tx.insert(usedProofs).values({ tokenHash: proofHash, expiresAt }).onConflictDoNothing().returning();
  if (used.length === 0) throw new AppError('identity_mismatch', 'This sign-in has been used already. Please start again.');
  await sweep(tx);
}

/** Whom a GitHub or Google account signs in. */
async function findUserBySocial(db: Executor, { type, id }: SocialAccount): Promise<UserRow | undefined> {
  const same = and(eq(socialIdentities.type, type), eq(socialIdentities.socialId, id), isNull(users.deletedAt));
  const found = await db.select().from(socialIdentities).innerJoin(users, eq(socialIdentities.userId, users.id)).where(same);
  return found[0]?.users;
}

/** Whose accounts sign a person in besides the password. */
export async function socialTypesOf(db: Executor, userId: string): Promise<SocialType[]> {
  const linked = await db.select().from(socialIdentities).where(eq(socialIdentities.userId, userId));
  return linked.map(({ type }) => type);
}

/** Lets a GitHub or Google account sign in to an account from now on. The first link stands. */
export async function linkSocial(db: Executor, userId: string, { type, id }: SocialAccount): Promise<void> {
  await db.insert(socialIdentities).values({ type, socialId: id, userId }).onConflictDoNothing();
}

/** What the page says of a popup's person. Only what `idToken` bears out counts. */
interface SocialRequest {
  idToken: string;
  email: string;
  socialId: string;
  socialType: SocialType;
  socialMethod: SocialMethod;
  name: string;
  role: Role;
  expertiseAreas: string[];
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
 * Signs in, or up, with GitHub or Google (api "Endpoints"). The provider's picture is not taken: pages show pictures of
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
