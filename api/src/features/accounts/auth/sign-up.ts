import { SESSION } from '@solvent/contracts';
import type { EmailLinkBody, User } from '@solvent/contracts';
import { and, desc, eq, gt, lte } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { assertNotGuessable } from './passwords.ts';
import { signInUser } from './sessions.ts';
import type { Device } from './sessions.ts';
import { hashToken, newToken } from '../../../platform/secrets/secrets.ts';
import { linkSocial, createVerifiedUser, findUserByEmail, presentPending } from './users.ts';
import { proveAddress, useProof } from '../../../platform/identity/proofs.ts';
import { pendingSignUps } from '../../../schema/index.ts';
import type { PendingSignUpRow, UserRow } from '../../../schema/index.ts';
import type { Executor, Tx } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { SocialAccount } from '../../../platform/identity/identity-verifier.ts';
import { HOUR_MS } from '../../../platform/durations.ts';

type SignUp = Pick<PendingSignUpRow, 'email' | 'name' | 'passwordHash' | 'role' | 'expertiseAreas'> &
  Partial<Pick<PendingSignUpRow, 'socialType' | 'socialId' | 'socialAccount'>>;

const isLive = () => gt(pendingSignUps.expiresAt, new Date());

/** Stores a pending sign-up and deletes expired ones. @returns the token, which is not stored and can only verify the address */
export async function addPendingSignUp(db: Executor, request: SignUp): Promise<{ pending: PendingSignUpRow; token: string }> {
  const token = newToken();
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + SESSION.pendingHours * HOUR_MS);
  await db.delete(pendingSignUps).where(lte(pendingSignUps.expiresAt, createdAt));
  const row = { ...request, tokenHash: hashToken(token), createdAt, expiresAt };
  const [pending] = await db.insert(pendingSignUps).values(row).returning();
  if (pending === undefined) throw new Error('The sign-up was not stored');
  return { pending, token };
}

export function findPendingByEmail(db: Executor, email: string): Promise<PendingSignUpRow[]> {
  return db
    .select()
    .from(pendingSignUps)
    .where(and(eq(pendingSignUps.email, email), isLive()))
    .orderBy(desc(pendingSignUps.createdAt), desc(pendingSignUps.id));
}

export async function findPendingBySocial(db: Executor, { type, id }: SocialAccount): Promise<PendingSignUpRow | undefined> {
  const same = and(eq(pendingSignUps.socialType, type), eq(pendingSignUps.socialId, id), isLive());
  return (await db.select().from(pendingSignUps).where(same).orderBy(desc(pendingSignUps.createdAt)).limit(1))[0];
}

/**
 * Deletes all sign-ups of the address. To avoid deadlocks, locks them by id, and before any other row except the proof.
 * @returns undefined if a concurrent request has completed a sign-up of this address
 */
async function completeSignUp(tx: Tx, pending: PendingSignUpRow): Promise<UserRow | undefined> {
  const { id, name, email, passwordHash, role, expertiseAreas, socialType, socialId, socialAccount } = pending;
  const same = eq(pendingSignUps.email, email);
  await tx.select({ id: pendingSignUps.id }).from(pendingSignUps).where(same).orderBy(pendingSignUps.id).for('update');
  const deleted = await tx.delete(pendingSignUps).where(same).returning({ id: pendingSignUps.id });
  if (!deleted.some((row) => row.id === id)) return undefined;
  const user = await createVerifiedUser(tx, { id, name, email, passwordHash, role, expertiseAreas });
  if (user !== undefined && socialType !== null && socialId !== null)
    await linkSocial(tx, id, { type: socialType, id: socialId, account: socialAccount });
  return user;
}

const EMAIL_TAKEN = 'An account with this email address already exists';

export const emailTaken = (hint = '') =>
  new AppError('email_taken', `${EMAIL_TAKEN}. ${hint}`.trim(), { errors: { email: EMAIL_TAKEN } });

type SignUpRequest = Omit<SignUp, 'passwordHash'> & { password: string; ip: string };

/** Starts a sign-up. The returned token can only verify the address (decision 0006). */
export async function signUp({ db, passwords }: Deps, { password, ip, ...given }: SignUpRequest): Promise<User> {
  if ((await findUserByEmail(db, given.email)) !== undefined) throw emailTaken();
  await assertNotGuessable(password, given);
  const { pending, token } = await addPendingSignUp(db, { ...given, passwordHash: await passwords.hash(password, ip) });
  return presentPending(pending, token);
}

const LINK_USED = 'This link has been used already. Please sign in.';
const SIGN_UP_EXPIRED = 'This sign-up has expired. Please sign up again to get a new link.';
const OTHER_ADDRESS = 'This link belongs to another email address than the one you signed up with.';
const SIGN_UP_NOT_FOUND = 'No sign-up uses this email address, or it has expired. Please sign up.';
const SIGNED_UP_TWICE = 'This address was signed up more than once. Please open the link in the browser where you signed up.';

export const identityMismatch = (message: string) => new AppError('identity_mismatch', message);

async function rejectUnknown(deps: Deps, email: string, message: string): Promise<never> {
  throw identityMismatch((await findUserByEmail(deps.db, email)) === undefined ? message : LINK_USED);
}

async function findByToken(deps: Deps, pendingToken: string, email: string): Promise<PendingSignUpRow> {
  const same = and(eq(pendingSignUps.tokenHash, hashToken(pendingToken)), isLive());
  const [pending] = await deps.db.select().from(pendingSignUps).where(same);
  if (pending === undefined) return rejectUnknown(deps, email, SIGN_UP_EXPIRED);
  if (pending.email !== email) throw identityMismatch(OTHER_ADDRESS);
  return pending;
}

/** Rejects several sign-ups: the address alone doesn't prove which one its owner made, nor whose password to use. */
async function findUncontested(db: Executor, email: string): Promise<PendingSignUpRow | undefined> {
  const [pending, second] = await findPendingByEmail(db, email);
  if (second !== undefined) throw identityMismatch(SIGNED_UP_TWICE);
  return pending;
}

/** Turns a sign-up into an account by the emailed link, and signs in. @param pendingToken undefined in a browser that did not sign up */
export async function verifyEmail(deps: Deps, link: EmailLinkBody, device: Device, pendingToken?: string): Promise<User> {
  const proof = await proveAddress(deps, link);
  const { email } = proof;
  const pending =
    pendingToken === undefined
      ? ((await findUncontested(deps.db, email)) ?? (await rejectUnknown(deps, email, SIGN_UP_NOT_FOUND)))
      : await findByToken(deps, pendingToken, email);
  return deps.transact(async (tx, events) => {
    await useProof(tx, proof);
    const user = await completeSignUp(tx, pending);
    if (user === undefined) throw identityMismatch(LINK_USED);
    return signInUser(tx, events, user, device);
  });
}

/** Verifies an address for an operator who knows its owner. */
export async function verifyManually(tx: Tx, email: string): Promise<UserRow | undefined> {
  const pending = await findUncontested(tx, email);
  return pending && completeSignUp(tx, pending);
}
