import { and, eq, isNull } from 'drizzle-orm';
import type { SocialType } from '@solvent/contracts';
import type { Executor } from '../../../platform/db/connect.ts';
import { socialIdentities } from '../schema/social-identities.ts';
import { users } from '../schema/users.ts';
import type { UserRow } from '../schema/users.ts';
import type { SocialAccount } from '../../../platform/identity/identity-verifier.ts';

/** Whom a GitHub or Google account signs in. */
export async function findUserBySocial(db: Executor, { type, id }: SocialAccount): Promise<UserRow | undefined> {
  const same = and(eq(socialIdentities.type, type), eq(socialIdentities.socialId, id), isNull(users.deletedAt));
  const found = await db.select().from(socialIdentities).innerJoin(users, eq(socialIdentities.userId, users.id)).where(same);
  return found[0]?.users;
}

/** Whose accounts sign a person in besides the password. */
export async function socialTypesOf(db: Executor, userId: string): Promise<SocialType[]> {
  const linked = await db.select().from(socialIdentities).where(eq(socialIdentities.userId, userId));
  return linked.map(({ type }) => type);
}

/** Lets a GitHub or Google account sign in to an account from now on. The first link stands. */
export async function linkSocial(db: Executor, userId: string, { type, id }: SocialAccount): Promise<void> {
  await db.insert(socialIdentities).values({ type, socialId: id, userId }).onConflictDoNothing();
}
