import { and, eq, isNull } from 'drizzle-orm';
import type { Role } from '@solvent/contracts';
import type { Executor, Tx } from '../../../platform/db/connect.ts';
import { users } from '../schema/users.ts';
import type { UserRow } from '../schema/users.ts';

/** A person to store; `passwordHash` from a PasswordHasher. The address is proven. */
export type NewUser = typeof users.$inferInsert;

/** The stored form of an e-mail address: they are compared without case. */
const normalEmail = (email: string): string => email.trim().toLowerCase();

/** Finds a person by id. */
export async function findUser(db: Executor, id: string): Promise<UserRow | undefined> {
  return (await db.select().from(users).where(eq(users.id, id)))[0];
}

/** Finds a person by e-mail address; the deleted are nobody. */
export async function findUserByEmail(db: Executor, email: string): Promise<UserRow | undefined> {
  return (
    await db
      .select()
      .from(users)
      .where(and(eq(users.email, normalEmail(email)), isNull(users.deletedAt)))
  )[0];
}

/**
 * Stores a person whose address is proven.
 * @returns the person, or undefined if the address has an account already: of two at once, one wins.
 */
export async function createVerifiedUser(db: Executor, user: NewUser): Promise<UserRow | undefined> {
  const values = { ...user, email: normalEmail(user.email) };
  const stored = await db.insert(users).values(values).onConflictDoNothing({ target: users.email }).returning();
  return stored[0];
}

/** Changes a person's role and areas of expertise; undefined if there is no such person. */
export async function changeRole(
  db: Executor,
  id: string,
  change: { role: Role; expertiseAreas: string[] },
): Promise<UserRow | undefined> {
  const person = and(eq(users.id, id), isNull(users.deletedAt));
  return (await db.update(users).set(change).where(person).returning())[0];
}

/**
 * Gives a person another password.
 * @param change `from` is the hash that it replaces, where only that one may be replaced.
 * @returns the person; undefined if there is none (any more), or the password is another one by now.
 */
export async function changePassword(
  db: Executor,
  id: string,
  { from, to }: { from?: string; to: string },
): Promise<UserRow | undefined> {
  const same = from === undefined ? undefined : eq(users.passwordHash, from);
  const person = and(eq(users.id, id), isNull(users.deletedAt), same);
  return (await db.update(users).set({ passwordHash: to }).where(person).returning())[0];
}

/**
 * Whether a person's password still is what it was when it was compared. From then on nobody changes it, or deletes the
 * person, or signs in as them, before the transaction ends: the session that it starts is among those that such a change ends.
 */
export async function holdPassword(tx: Tx, { id, passwordHash }: Pick<UserRow, 'id' | 'passwordHash'>): Promise<boolean> {
  const unchanged = passwordHash === null ? isNull(users.passwordHash) : eq(users.passwordHash, passwordHash);
  const held = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), unchanged, isNull(users.deletedAt)))
    .for('no key update');
  return held.length > 0;
}
