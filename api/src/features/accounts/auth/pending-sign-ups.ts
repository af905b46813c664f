import { and, desc, eq, gt, lte } from 'drizzle-orm';
import { SESSION } from '@solvent/contracts';
import type { Executor, Tx } from '../../../platform/db/connect.ts';
import { pendingSignUps } from '../schema/sessions.ts';
import type { PendingSignUpRow } from '../schema/sessions.ts';
import { hashToken, newToken } from './tokens.ts';
import type { SocialAccount } from '../../../platform/identity/identity-verifier.ts';

const HOUR = 3600 * 1000;

/** What a person asked for at sign-up: with a password, or with a GitHub or Google account. */
export type SignUp = Pick<PendingSignUpRow, 'email' | 'name' | 'passwordHash' | 'role' | 'expertiseAreas'> &
  Partial<Pick<PendingSignUpRow, 'socialType' | 'socialId'>>;

/** The GitHub or Google account that a sign-up was made with. */
export const socialOf = ({ socialType, socialId }: PendingSignUpRow): SocialAccount | null =>
  socialType === null || socialId === null ? null : { type: socialType, id: socialId };

const alive = () => gt(pendingSignUps.expiresAt, new Date());

/** Stores a sign-up; the token is told this once, and can only prove the address. Forgets the ones that ran out. */
export async function addPendingSignUp(db: Executor, signUp: SignUp): Promise<{ pending: PendingSignUpRow; token: string }> {
  const token = newToken();
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + SESSION.pendingHours * HOUR);
  await db.delete(pendingSignUps).where(lte(pendingSignUps.expiresAt, createdAt));
  const stored = await db
    .insert(pendingSignUps)
    .values({ ...signUp, tokenHash: hashToken(token), createdAt, expiresAt })
    .returning();
  const pending = stored[0];
  if (pending === undefined) throw new Error('The sign-up was not stored');
  return { pending, token };
}

/** The live sign-up of a pending token. */
export async function findPendingByToken(db: Executor, token: string): Promise<PendingSignUpRow | undefined> {
  return (
    await db
      .select()
      .from(pendingSignUps)
      .where(and(eq(pendingSignUps.tokenHash, hashToken(token)), alive()))
  )[0];
}

/** The live sign-ups of an address, the newest first. */
export function findPendingByEmail(db: Executor, email: string): Promise<PendingSignUpRow[]> {
  const newest = [desc(pendingSignUps.createdAt), desc(pendingSignUps.id)];
  return db
    .select()
    .from(pendingSignUps)
    .where(and(eq(pendingSignUps.email, email), alive()))
    .orderBy(...newest);
}

/** The newest live sign-up of a GitHub or Google account. */
export async function findPendingBySocial(db: Executor, { type, id }: SocialAccount): Promise<PendingSignUpRow | undefined> {
  const same = and(eq(pendingSignUps.socialType, type), eq(pendingSignUps.socialId, id), alive());
  return (await db.select().from(pendingSignUps).where(same).orderBy(desc(pendingSignUps.createdAt)).limit(1))[0];
}

/**
 * Forgets all sign-ups of an address: it has an account now. Locks them in one order and before anything else that the
 * transaction locks but its proof, so that two at once wait for each other instead of for both.
 * @returns the ids of those that were there; of two at once, the second finds none.
 */
export async function forgetPending(tx: Tx, email: string): Promise<string[]> {
  const ofAddress = eq(pendingSignUps.email, email);
  await tx.select({ id: pendingSignUps.id }).from(pendingSignUps).where(ofAddress).orderBy(pendingSignUps.id).for('update');
  const forgotten = await tx.delete(pendingSignUps).where(ofAddress).returning({ id: pendingSignUps.id });
  return forgotten.map(({ id }) => id);
}

/** Takes a sign-up out, with all others of its address; false if somebody else just did. */
export async function takePending(tx: Tx, pending: PendingSignUpRow): Promise<boolean> {
  return (await forgetPending(tx, pending.email)).includes(pending.id);
}
