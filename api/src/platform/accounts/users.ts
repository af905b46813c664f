import { eq } from 'drizzle-orm';
import type { Role } from '@solvent/contracts';
import type { Executor } from '../db/connect.ts';
import { users } from '../db/schema/users.ts';
import type { UserRow } from '../db/schema/users.ts';

/** A person to store; `passwordHash` from a PasswordHasher. The address is proven. */
export type NewUser = typeof users.$inferInsert;

/** The stored form of an e-mail address: they are compared without case. */
const normalEmail = (email: string): string => email.trim().toLowerCase();

/** Finds a person by id. */
export async function findUser(db: Executor, id: string): Promise<UserRow | undefined> {
  return (await db.select().from(users).where(eq(users.id, id)))[0];
}

/** Finds a person by e-mail address. */
export async function findUserByEmail(db: Executor, email: string): Promise<UserRow | undefined> {
  return (
    await db
      .select()
      .from(users)
      .where(eq(users.email, normalEmail(email)))
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
  return (await db.update(users).set(change).where(eq(users.id, id)).returning())[0];
}
