import type { Auth } from 'firebase-admin/auth';
import { errorCode } from '../errors/error-code.ts';
import type { KnownPerson } from './identity-verifier.ts';

/** Of two at once, the second finds nobody: that is what both wanted. */
async function deleteUser(auth: Auth, uid: string): Promise<void> {
  await auth.deleteUser(uid).catch((error: unknown) => {
    if (errorCode(error) !== 'auth/user-not-found') throw error;
  });
}

/** Deletes whom a Firebase project knows by the address or by one of the accounts: there may be several, or nobody. */
export async function forgetPerson(auth: Auth, { email, social }: KnownPerson): Promise<void> {
  const accounts = social.map(({ type, id }) => ({ providerId: `${type}.com`, providerUid: id }));
  const { users } = await auth.getUsers([{ email }, ...accounts]);
  for (const { uid } of users) await deleteUser(auth, uid);
}
