import { SESSION } from '@solvent/contracts';
import type { EmailLinkBody, User } from '@solvent/contracts';
import { and, desc, eq, gt, lte } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { assertNotGuessable } from './passwords.ts';
import { withSession } from './sessions.ts';
import type { Device } from './sessions.ts';
import { hashToken, newToken } from '../../../platform/secrets/tokens.ts';
import { linkSocial } from './identities.ts';
import type { SocialIdentity } from './identities.ts';
import { createVerifiedUser, findUserByEmail, presentPending } from './users.ts';
import { proveAddress } from '../../../platform/identity/proven-links.ts';
import { useProof } from '../../../platform/identity/used-proofs.ts';
import { pendingSignUps } from '../schema.ts';
import type { PendingSignUpRow, UserRow } from '../schema.ts';
import type { Executor, Tx } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { SocialAccount } from '../../../platform/identity/identity-verifier.ts';
import { HOUR_MS } from '../../../platform/durations.ts';

/** What a person asked for at sign-up: with a password, or with a GitHub or Google account. */
type SignUp = Pick<PendingSignUpRow, 'email' | 'name' | 'passwordHash' | 'role' | 'expertiseAreas'> &
  Partial<Pick<PendingSignUpRow, 'socialType' | 'socialId' | 'socialAccount'>>;

/** The GitHub or Google account that a sign-up was made with. */
const getSocialIdentity = ({ socialType, socialId, socialAccount }: PendingSignUpRow): SocialIdentity | null =>
  socialType === null || socialId === null ? null : { type: socialType, id: socialId, account: socialAccount };

const isLive = () => gt(pendingSignUps.expiresAt, new Date());

/** Stores a sign-up; the token is told this once, and can only prove the address. Forgets the ones that ran out. */
export async function addPendingSignUp(db: Executor, asked: SignUp): Promise<{ pending: PendingSignUpRow; token: string }> {
  const token = newToken();
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + SESSION.pendingHours * HOUR_MS);
  await db.delete(pendingSignUps).where(lte(pendingSignUps.expiresAt, createdAt));
  const stored = await db
    .insert(pendingSignUps)
    .values({ ...asked, tokenHash: hashToken(token), createdAt, expiresAt })
    .returning();
  const pending = stored[0];
  if (pending === undefined) throw new Error('The sign-up was not stored');
  return { pending, token };
}

/** The live sign-up of a pending token. */
async function findPendingByToken(db: Executor, token: string): Promise<PendingSignUpRow | undefined> {
  return (
    await db
      .select()
      .from(pendingSignUps)
      .where(and(eq(pendingSignUps.tokenHash, hashToken(token)), isLive()))
  )[0];
}

/** The live sign-ups of an address, the newest first. */
export function findPendingByEmail(db: Executor, email: string): Promise<PendingSignUpRow[]> {
  const newest = [desc(pendingSignUps.createdAt), desc(pendingSignUps.id)];
  return db
    .select()
    .from(pendingSignUps)
    .where(and(eq(pendingSignUps.email, email), isLive()))
    .orderBy(...newest);
}

/** The newest live sign-up of a GitHub or Google account. */
export async function findPendingBySocial(db: Executor, { type, id }: SocialAccount): Promise<PendingSignUpRow | undefined> {
  const same = and(eq(pendingSignUps.socialType, type), eq(pendingSignUps.socialId, id), isLive());
  return (await db.select().from(pendingSignUps).where(same).orderBy(desc(pendingSignUps.createdAt)).limit(1))[0];
}

/**
 * Forgets all sign-ups of an address: it has an account now. Locks them in one order and before anything else that the
 * transaction locks but its proof, so that two at once wait for each other instead of for both.
 * @returns the ids of those that were there; of two at once, the second finds none.
 */
async function deletePending(tx: Tx, email: string): Promise<string[]> {
  const same = eq(pendingSignUps.email, email);
  await tx.select({ id: pendingSignUps.id }).from(pendingSignUps).where(same).orderBy(pendingSignUps.id).for('update');
  const forgotten = await tx.delete(pendingSignUps).where(same).returning({ id: pendingSignUps.id });
  return forgotten.map(({ id }) => id);
}

/** Takes a sign-up out, with all others of its address; false if somebody else just did. */
async function claimPending(tx: Tx, pending: PendingSignUpRow): Promise<boolean> {
  return (await deletePending(tx, pending.email)).includes(pending.id);
}

const TAKEN = 'An account with this email address already exists';

/** What a sign-up asks for, its password in clear; `ip` is the caller's network address. */
type SignUpRequest = Omit<SignUp, 'passwordHash'> & { password: string; ip: string };

/**
 * Signs a person up, in waiting until the address is proven (docs/decisions, "Accounts whose address is not proven").
 * @returns the user with a token that can only prove the address.
 * @throws AppError `email_taken` if a proven account has the address; `invalid` for a password that is easily guessed.
 */
export async function signUp({ db, passwords }: Deps, request: SignUpRequest): Promise<User> {
  const { password, ip, ...asked } = request;
  if ((await findUserByEmail(db, asked.email)) !== undefined) {
    throw new AppError('email_taken', `${TAKEN}.`, { errors: { email: TAKEN } });
  }
  await assertNotGuessable(password, asked);
  const { pending, token } = await addPendingSignUp(db, { ...asked, passwordHash: await passwords.hash(password, ip) });
  return presentPending(pending, token);
}

const USED = 'This link has been used already. Please sign in.';
const OVER = 'This sign-up is over. Please sign up again to get a new link.';
const OTHER_ADDRESS = 'This link belongs to another email address than the one you signed up with.';
const NO_SIGN_UP = 'Nobody has signed up with this email address, or the sign-up is over. Please sign up.';
const CONTESTED = 'This address was signed up more than once. Please open the link in the browser where you signed up.';

/** What proves an address: the emailed link, and the pending token where the browser has it. */
interface VerificationRequest extends EmailLinkBody {
  pendingToken: string | undefined;
  device: Device;
}

const identityMismatch = (message: string) => new AppError('identity_mismatch', message);

async function rejectUnknown(deps: Deps, email: string, otherwise: string): Promise<never> {
  throw identityMismatch((await findUserByEmail(deps.db, email)) === undefined ? otherwise : USED);
}

async function findByToken(deps: Deps, pendingToken: string, email: string): Promise<PendingSignUpRow> {
  const pending = await findPendingByToken(deps.db, pendingToken);
  if (pending === undefined) return rejectUnknown(deps, email, OVER);
  if (pending.email !== email) throw identityMismatch(OTHER_ADDRESS);
  return pending;
}

/** Without the token only an uncontested sign-up counts: nobody knows which of several this person made. */
async function findByAddress(deps: Deps, email: string): Promise<PendingSignUpRow> {
  const [pending, second] = await findPendingByEmail(deps.db, email);
  if (second !== undefined) throw identityMismatch(CONTESTED);
  return pending ?? rejectUnknown(deps, email, NO_SIGN_UP);
}

/**
 * Turns a sign-up into an account by the link that was emailed to its address, and signs in.
 * @returns the user with a full token.
 * @throws AppError `identity_mismatch` with the reason; `unavailable` if the identity provider cannot be reached
 */
export async function verifyEmail(deps: Deps, { pendingToken, device, ...link }: VerificationRequest): Promise<User> {
  const proof = await proveAddress(deps, link);
  const { email } = proof;
  const pending = pendingToken === undefined ? await findByAddress(deps, email) : await findByToken(deps, pendingToken, email);
  return withSession(deps, async ({ tx, start }) => {
    await useProof(tx, proof);
    const { id, name, passwordHash, role, expertiseAreas } = pending;
    const social = getSocialIdentity(pending);
    const asked = { id, name, email, passwordHash, role, expertiseAreas };
    const user = (await claimPending(tx, pending)) ? await createVerifiedUser(tx, asked) : undefined;
    if (user === undefined) throw identityMismatch(USED);
    if (social !== null) await linkSocial(tx, user.id, social);
    return start(user, device);
  });
}

/**
 * Makes an account of the sign-up that waits for an address, whose owner somebody knows: no link was opened.
 * @returns undefined where none waits
 * @throws AppError `identity_mismatch` where several wait: anybody may have made one of them, with a password of their own
 */
export async function verifyManually(tx: Tx, email: string): Promise<UserRow | undefined> {
  const [pending, second] = await findPendingByEmail(tx, email);
  if (second !== undefined) throw identityMismatch(CONTESTED);
  if (pending === undefined || !(await claimPending(tx, pending))) return undefined;
  const { id, name, passwordHash, role, expertiseAreas } = pending;
  const user = await createVerifiedUser(tx, { id, name, email, passwordHash, role, expertiseAreas });
  const social = getSocialIdentity(pending);
  if (user !== undefined && social !== null) await linkSocial(tx, user.id, social);
  return user;
}
