import { SOCIAL_TYPES } from '@solvent/contracts';
import type { LinkedIdentity, ResetLinkResponse, SignInMethods, SignInMethodsResponse, SocialType } from '@solvent/contracts';
import { and, asc, eq, isNull, not, or } from 'drizzle-orm';
import { socialIdentities, users } from '../schema.ts';
import type { SocialIdentityRow, UserRow } from '../schema.ts';
import type { Executor, Tx } from '../../../platform/db/connect.ts';
import { responseSchema, json } from '../../../platform/http/response-schema.ts';
import type { SocialAccount } from '../../../platform/identity/identity-verifier.ts';

export const PROVIDER_NAMES: Record<SocialType, string> = { github: 'GitHub', google: 'Google' };

/** A GitHub or Google account as it is stored. */
export interface SocialIdentity extends SocialAccount {
  /** As `ProvenIdentity.account`. */
  account: string | null;
}

const matchesIdentity = ({ type, id }: SocialAccount) => and(eq(socialIdentities.type, type), eq(socialIdentities.socialId, id));

/** Whom a GitHub or Google account signs in. */
export async function findUserBySocial(db: Executor, social: SocialAccount): Promise<UserRow | undefined> {
  const same = and(matchesIdentity(social), isNull(users.deletedAt));
  const found = await db.select().from(socialIdentities).innerJoin(users, eq(socialIdentities.userId, users.id)).where(same);
  return found[0]?.users;
}

/** Whether a GitHub or Google account signs in to this account. */
export async function isLinked(db: Executor, userId: string, social: SocialAccount): Promise<boolean> {
  return (await db.$count(socialIdentities, and(eq(socialIdentities.userId, userId), matchesIdentity(social)))) > 0;
}

/**
 * Whether a GitHub or Google account still signs in to an account. Locks the user first, so a reset or a removal is either over or
 * waits until the transaction ends.
 */
export async function lockIdentity(tx: Tx, userId: string, social: SocialAccount): Promise<boolean> {
  const live = and(eq(users.id, userId), isNull(users.deletedAt));
  const locked = await tx.select({ id: users.id }).from(users).where(live).for('no key update');
  return locked.length > 0 && isLinked(tx, userId, social);
}

/**
 * Lets a GitHub or Google account sign in to an account from now on.
 * @returns false if it signs in to one already: the first link stays
 */
export async function linkSocial(db: Executor, userId: string, { type, id, account }: SocialIdentity): Promise<boolean> {
  const values = { type, socialId: id, account, userId };
  return (await db.insert(socialIdentities).values(values).onConflictDoNothing().returning()).length > 0;
}

/** Stores how the provider names an account now, unless it returned nothing. */
export async function updateIdentityAccount(db: Executor, { account, ...social }: SocialIdentity): Promise<void> {
  if (account !== null) await db.update(socialIdentities).set({ account }).where(matchesIdentity(social));
}

/** Removes the GitHub and Google accounts that sign in to an account, but for those to keep. @returns how many were removed */
export async function unlinkOthers(tx: Tx, userId: string, kept: readonly SocialAccount[]): Promise<number> {
  const isKept = or(...kept.map(matchesIdentity));
  const removed = and(eq(socialIdentities.userId, userId), isKept && not(isKept));
  return (await tx.delete(socialIdentities).where(removed).returning()).length;
}

/** The accounts that sign in to an account besides the password, the oldest link first. */
export function listIdentities(db: Executor, userId: string): Promise<SocialIdentityRow[]> {
  const oldest = [asc(socialIdentities.createdAt), asc(socialIdentities.type), asc(socialIdentities.socialId)];
  return db
    .select()
    .from(socialIdentities)
    .where(eq(socialIdentities.userId, userId))
    .orderBy(...oldest);
}

/** The same, for the account's owner. */
export const presentIdentity = ({ type, socialId, account, createdAt }: SocialIdentityRow): LinkedIdentity => ({
  type,
  id: socialId,
  account,
  linkedAt: createdAt.toISOString(),
});

/** What signs in to an account. */
export async function getSignInMethods(
  db: Executor,
  { id, passwordHash }: Pick<UserRow, 'id' | 'passwordHash'>,
): Promise<SignInMethods> {
  return { password: passwordHash !== null, identities: (await listIdentities(db, id)).map(presentIdentity) };
}

const identities = json.list(
  json.object({ type: json.oneOf(SOCIAL_TYPES), id: json.text, account: json.textOrNull, linkedAt: json.time }),
);

/** `{ methods }`: what signs in to the own account. */
export const signInMethodsResponse = responseSchema<SignInMethodsResponse>(
  json.object({ methods: json.object({ password: json.boolean, identities }) }),
);

/** `{ identities }`: what else signs in to the account of a link. */
export const resetLinkResponse = responseSchema<ResetLinkResponse>(json.object({ identities }));
