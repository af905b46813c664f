import { toAsciiEmail } from '@solvent/contracts/rules/ascii-address';
import type { PersonSummary, SessionSummary, User } from '@solvent/contracts';
import { and, eq, isNull } from 'drizzle-orm';
import { users } from '../../../schema/index.ts';
import type { PendingSignUpRow, SessionRow, UserRow } from '../../../schema/index.ts';
import type { Executor, Tx } from '../../../platform/db/connect.ts';

/** `passwordHash` is from a PasswordHasher; the address is verified. */
export type NewUser = typeof users.$inferInsert;

/** Lower case, with the domain in ASCII (product 5.22). */
export const normalizeEmail = (email: string): string => toAsciiEmail(email.trim().toLowerCase());

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
  const live = and(eq(users.id, id), isNull(users.deletedAt));
  return (await db.update(users).set(change).where(live).returning())[0];
}

/** @param change `from` is the expected current hash, if any @returns undefined if it is another one */
export async function changePassword(db: Executor, id: string, { from, to }: { from?: string; to: string }) {
  const same = from === undefined ? undefined : eq(users.passwordHash, from);
  const live = and(eq(users.id, id), isNull(users.deletedAt), same);
  return (await db.update(users).set({ passwordHash: to }).where(live).returning())[0];
}

/** Locks a user, so that a concurrent password change or deletion also ends the session that this transaction starts. */
export async function lockPassword(tx: Tx, { id, passwordHash }: Pick<UserRow, 'id' | 'passwordHash'>): Promise<boolean> {
  const unchanged = passwordHash === null ? isNull(users.passwordHash) : eq(users.passwordHash, passwordHash);
  const locked = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), unchanged, isNull(users.deletedAt)))
    .for('no key update');
  return locked.length > 0;
}

/** Rows that refer to the user can still be stored. @returns undefined if deleted */
export async function lockUser(tx: Tx, id: string): Promise<UserRow | undefined> {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for('no key update');
  return user?.deletedAt === null ? user : undefined;
}

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
