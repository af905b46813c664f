import type { Role } from '@solvent/contracts';
import { createPasswordHasher } from '../features/accounts/auth/passwords.ts';
import { createSessions } from '../features/accounts/auth/sessions.ts';
import { ignoredEvents } from './ignored-events.ts';
import { createVerifiedUser } from '../features/accounts/auth/users.ts';
import type { NewUser } from '../features/accounts/auth/users.ts';
import type { Db } from '../platform/db/connect.ts';
import type { UserRow } from '../features/accounts/schema.ts';

/** Hashing that costs next to nothing: for tests. */
export const testPasswords = createPasswordHasher({ memoryKib: 8, passes: 1 });

/** The password of every {@link buildUser}. */
export const TEST_PASSWORD = 'a-good-password';

let count = 0;
const hashedPassword = testPasswords.hash(TEST_PASSWORD);

/** Stores a person with a proven address; what is not given is made up. */
export async function buildUser(db: Db, given: Partial<NewUser> = {}): Promise<UserRow> {
  count += 1;
  const user = await createVerifiedUser(db, {
    name: `Person ${count}`,
    email: `person-${count}@example.com`,
    passwordHash: await hashedPassword,
    role: 'seeker',
    ...given,
  });
  if (user === undefined) throw new Error(`There is a user with the address ${given.email ?? ''} already`);
  return user;
}

/** Somebody signed in: the person and what their requests carry. */
export interface TestCaller {
  user: UserRow;
  token: string;
  headers: { authorization: string };
}

/** Signs a person in by writing the session. */
export async function signIn(db: Db, user: UserRow): Promise<TestCaller> {
  const token = await db.transaction((tx) => createSessions(db).start(tx, ignoredEvents, user.id, { userAgent: 'Test' }));
  return { user, token, headers: { authorization: `Bearer ${token}` } };
}

/** A new person, signed in. */
export async function signedInUser(db: Db, role: Role, given: Partial<NewUser> = {}): Promise<TestCaller> {
  return signIn(db, await buildUser(db, { role, ...given }));
}
