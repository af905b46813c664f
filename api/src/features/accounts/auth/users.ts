import { toAsciiEmail } from '@solvent/contracts/rules/ascii-address';
import type { PersonSummary, SessionSummary, User, LinkedIdentity, SignInMethods, SocialType } from '@solvent/contracts';
import { and, eq, isNull, not, or } from 'drizzle-orm';
import { users, socialIdentities } from '../../../schema/index.ts';
import type { PendingSignUpRow, SessionRow, UserRow, SocialIdentityRow } from '../../../schema/index.ts';
import type { Executor, Tx } from '../../../platform/db/connect.ts';
import type { SocialAccount, SocialIdentity } from '../../../platform/identity/identity-verifier.ts';

/** `passwordHash` is from a PasswordHasher; the address is verified. */
export type NewUser = typeof users.$inferInsert;

/** Converts an address to lower case, with the domain in ASCII (product 5.22). */
export const normalizeEmail = (email: string): string => toAsciiEmail(email.trim().toLowerCase());

/** Matches a user whose account is not deleted. */
export const isLiveUser = (id: string) => and(eq(users.id, id), isNull(users.deletedAt));

/** Ignores deleted accounts. */
export async function findUserByEmail(db: Executor, email: string): Promise<UserRow | undefined> {
  const live = and(eq(users.email, normalizeEmail(email)), isNull(users.deletedAt));
  return (await db.select().from(users).where(live))[0];
}

/** @returns undefined if the address already has an account */
export async function createVerifiedUser(db: Executor, user: NewUser): Promise<UserRow | undefined> {
  const values = { ...user, email: normalizeEmail(user.email) };
  const stored = await db.insert(users).values(values).onConflictDoNothing({ target: users.email }).returning();
  return stored[0];
}

export async function changeRole(db: Executor, id: string, change: Pick<UserRow, 'role' | 'expertiseAreas'>) {
  return (await db.update(users).set(change).where(isLiveUser(id)).returning())[0];
}

/** @param change `from` is the expected current hash, if any @returns undefined if it is another one */
export async function changePassword(db: Executor, id: string, { from, to }: { from?: string; to: string }) {
  const same = from === undefined ? undefined : eq(users.passwordHash, from);
  return (
    await db
      .update(users)
      .set({ passwordHash: to })
      .where(and(isLiveUser(id), same))
      .returning()
  )[0];
}

/** Locks the row of a user. Rows that refer to the user can still be stored. @returns undefined if the user is deleted */
export async function lockUser(tx: Tx, id: string): Promise<UserRow | undefined> {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for('no key update');
  return user?.deletedAt === null ? user : undefined;
}

/**
 * Locks a user, so that a concurrent password change or deletion also ends the session that this transaction starts.
 * @returns whether the password is still the same
 */
export const lockPassword = async (tx: Tx, { id, passwordHash }: Pick<UserRow, 'id' | 'passwordHash'>): Promise<boolean> =>
  (await lockUser(tx, id))?.passwordHash === passwordHash;

/** Columns of a {@link PersonSummary}, for queries that join `users`. */
export const PERSON_COLUMNS = { _id: users.id, name: users.name, image: users.image };

export const presentPerson = ({ id, name, image }: Pick<UserRow, 'id' | 'name' | 'image'>): PersonSummary => ({
  _id: id,
  name,
  image,
});

export function presentPublicFields(row: UserRow) {
  const { id, name, image, role, headline, bio, location, country, timeZone, website, github, expertiseAreas } = row;
  return { _id: id, name, image, role, headline, bio, location, country, timeZone, website, github, expertiseAreas };
}

export function presentUser(row: UserRow, token?: string): User {
  return {
    ...presentPublicFields(row),
    email: row.email,
    isEmailVerified: true,
    createdAt: row.createdAt.toISOString(),
    ...(token !== undefined && { token }),
  };
}

const EMPTY_TEXTS = { headline: '', bio: '', location: '', country: '', timeZone: '', website: '', github: '' };
export const EMPTY_PROFILE = { ...EMPTY_TEXTS, image: null, showsEmail: false };

/** @param token can only verify the address */
export function presentPending(row: PendingSignUpRow, token?: string): User {
  const user = { ...EMPTY_PROFILE, ...row, suspendedAt: null, deletedAt: null };
  return { ...presentUser(user, token), isEmailVerified: false };
}

export function presentSession({ id, userAgent, createdAt, lastUsedAt }: SessionRow, currentId: string): SessionSummary {
  const times = { createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt.toISOString() };
  return { _id: id, userAgent, ...times, current: id === currentId };
}

export const PROVIDER_NAMES: Record<SocialType, string> = { github: 'GitHub', google: 'Google' };

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
export const lockIdentity = async (tx: Tx, userId: string, social: SocialAccount): Promise<boolean> =>
  (await lockUser(tx, userId)) !== undefined && isLinked(tx, userId, social);

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
