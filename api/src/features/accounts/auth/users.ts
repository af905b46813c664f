import { ROLES } from '@solvent/contracts';
import { toAsciiEmail } from '@solvent/contracts/rules/ascii-address';
import type { Role, SessionsResponse, SessionSummary, User, UserResponse } from '@solvent/contracts';
import { and, eq, isNull } from 'drizzle-orm';
import { users } from '../schema.ts';
import type { PendingSignUpRow, SessionRow, UserRow } from '../schema.ts';
import type { Executor, Tx } from '../../../platform/db/connect.ts';
import { responseSchema, json } from '../../../platform/http/response-schema.ts';

/** A person to store; `passwordHash` from a PasswordHasher. The address is proven. */
export type NewUser = typeof users.$inferInsert;

/** The stored form of an email address: compared without case, its domain in ASCII (product 5.22). */
export const normalizeEmail = (email: string): string => toAsciiEmail(email.trim().toLowerCase());

/** Finds a person by e-mail address; the deleted are nobody. */
export async function findUserByEmail(db: Executor, email: string): Promise<UserRow | undefined> {
  return (
    await db
      .select()
      .from(users)
      .where(and(eq(users.email, normalizeEmail(email)), isNull(users.deletedAt)))
  )[0];
}

/**
 * Stores a person whose address is proven.
 * @returns the person, or undefined if the address has an account already: of two at once, one wins.
 */
export async function createVerifiedUser(db: Executor, user: NewUser): Promise<UserRow | undefined> {
  const values = { ...user, email: normalizeEmail(user.email) };
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
export async function lockPassword(tx: Tx, { id, passwordHash }: Pick<UserRow, 'id' | 'passwordHash'>): Promise<boolean> {
  const unchanged = passwordHash === null ? isNull(users.passwordHash) : eq(users.passwordHash, passwordHash);
  const held = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), unchanged, isNull(users.deletedAt)))
    .for('no key update');
  return held.length > 0;
}

/** A person's own account; the token only where one was just made. */
export function presentUser(row: UserRow, token?: string): User {
  const user: User = {
    _id: row.id,
    name: row.name,
    email: row.email,
    image: row.image,
    role: row.role,
    expertiseAreas: row.expertiseAreas,
    isEmailVerified: true,
    headline: row.headline,
    bio: row.bio,
    location: row.location,
    country: row.country,
    timeZone: row.timeZone,
    website: row.website,
    github: row.github,
    createdAt: row.createdAt.toISOString(),
  };
  return token === undefined ? user : { ...user, token };
}

/** What anybody may see of a person. */
export const publicFields = {
  _id: json.id,
  name: json.text,
  image: json.textOrNull,
  role: json.oneOf(ROLES),
  headline: json.text,
  bio: json.text,
  location: json.text,
  country: json.text,
  timeZone: json.text,
  website: json.text,
  github: json.text,
  expertiseAreas: json.list(json.text),
};

/** What a person sees of the own account. */
export const ownFields = { ...publicFields, email: json.text, isEmailVerified: json.boolean, createdAt: json.time };

/** `{ user }`: one's own account, without a token. */
export const userResponse = responseSchema<{ user: Omit<User, 'token'> }>(json.object({ user: json.object(ownFields) }));

/** The account that a sign-up becomes once its address is proven. The token can do nothing but prove it. */
export function presentPending(row: PendingSignUpRow, token?: string): User {
  const texts = { headline: '', bio: '', location: '', country: '', timeZone: '', website: '', github: '' };
  const empty = { ...texts, image: null, showsEmail: false, suspendedAt: null, deletedAt: null };
  const { id, name, email, passwordHash, role, expertiseAreas, createdAt } = row;
  return {
    ...presentUser({ id, name, email, passwordHash, role, expertiseAreas, createdAt, ...empty }, token),
    isEmailVerified: false,
  };
}

/** A signed-in device, for its owner. */
export function presentSession(row: SessionRow, currentId: string): SessionSummary {
  return {
    _id: row.id,
    userAgent: row.userAgent,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    current: row.id === currentId,
  };
}

/** `{ user }` of the calls that sign a person in or up: with a token, where there is one. */
export const signedInResponse = responseSchema<UserResponse>(json.object({ user: json.object(ownFields, { token: json.text }) }));

/** `{ sessions }`: one's own signed-in devices. */
export const sessionsResponse = responseSchema<SessionsResponse>(
  json.object({
    sessions: json.list(
      json.object({ _id: json.id, userAgent: json.text, createdAt: json.time, lastUsedAt: json.time, current: json.boolean }),
    ),
  }),
);
