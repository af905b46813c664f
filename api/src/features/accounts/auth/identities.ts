import type { LinkedIdentity, SignInMethods, SocialType } from '@solvent/contracts';
import { and, eq, isNull, not, or } from 'drizzle-orm';
import { socialIdentities, users } from '../../../schema/index.ts';
import type { SocialIdentityRow, UserRow } from '../../../schema/index.ts';
import type { Executor, Tx } from '../../../platform/db/connect.ts';
import type { SocialAccount } from '../../../platform/identity/identity-verifier.ts';

export const PROVIDER_NAMES: Record<SocialType, string> = { github: 'GitHub', google: 'Google' };

export interface SocialIdentity extends SocialAccount {
  /** As `ProvenIdentity.account`. */
  account: string | null;
}

const matchesIdentity = ({ type, id }: SocialAccount) => and(eq(socialIdentities.type, type), eq(socialIdentities.socialId, id));

export async function findUserBySocial(db: Executor, social: SocialAccount): Promise<UserRow | undefined> {
  const same = and(matchesIdentity(social), isNull(users.deletedAt));
  const found = await db.select().from(socialIdentities).innerJoin(users, eq(socialIdentities.userId, users.id)).where(same);
  return found[0]?.users;
}

export async function isLinked(db: Executor, userId: string, social: SocialAccount): Promise<boolean> {
  return (await db.$count(socialIdentities, and(eq(socialIdentities.userId, userId), matchesIdentity(social)))) > 0;
}

/** Locks the user, so a password reset or a removal is either complete or waits. @returns whether the identity is still linked */
export async function lockIdentity(tx: Tx, userId: string, social: SocialAccount): Promise<boolean> {
  const live = and(eq(users.id, userId), isNull(users.deletedAt));
  const locked = await tx.select({ id: users.id }).from(users).where(live).for('no key update');
  return locked.length > 0 && isLinked(tx, userId, social);
}

/** @returns false if the identity is already linked: the first link stays */
export async function linkSocial(db: Executor, userId: string, { type, id, account }: SocialIdentity): Promise<boolean> {
  const values = { type, socialId: id, account, userId };
  return (await db.insert(socialIdentities).values(values).onConflictDoNothing().returning()).length > 0;
}

export async function updateIdentityAccount(db: Executor, { account, ...social }: SocialIdentity): Promise<void> {
  if (account !== null) await db.update(socialIdentities).set({ account }).where(matchesIdentity(social));
}

export async function unlinkOthers(tx: Tx, userId: string, kept: readonly SocialAccount[]): Promise<void> {
  const isKept = or(...kept.map(matchesIdentity));
  await tx.delete(socialIdentities).where(and(eq(socialIdentities.userId, userId), isKept && not(isKept)));
}

export function listIdentities(db: Executor, userId: string): Promise<SocialIdentityRow[]> {
  const { createdAt, type, socialId } = socialIdentities;
  return db.select().from(socialIdentities).where(eq(socialIdentities.userId, userId)).orderBy(createdAt, type, socialId);
}

export const presentIdentity = ({ type, socialId, account, createdAt }: SocialIdentityRow): LinkedIdentity => ({
  type,
  id: socialId,
  account,
  linkedAt: createdAt.toISOString(),
});

export async function getSignInMethods(db: Executor, { id, passwordHash }: UserRow): Promise<SignInMethods> {
  return { password: passwordHash !== null, identities: (await listIdentities(db, id)).map(presentIdentity) };
}
