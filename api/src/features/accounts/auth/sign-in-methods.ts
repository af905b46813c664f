import type { SignInMethods } from '@solvent/contracts';
import type { Executor } from '../../../platform/db/connect.ts';
import type { UserRow } from '../schema/users.ts';
import { socialTypesOf } from './social-identities.ts';

/** What signs a person in. */
export async function methodsOf(db: Executor, { id, passwordHash }: UserRow): Promise<SignInMethods> {
  const social = await socialTypesOf(db, id);
  return { password: passwordHash !== null, github: social.includes('github'), google: social.includes('google') };
}
