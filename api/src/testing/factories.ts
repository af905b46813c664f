import type { Role } from '@solvent/contracts';
import { createPasswordHasher } from '../features/accounts/auth/passwords.ts';
import { startSession } from '../features/accounts/auth/sessions.ts';
import { createVerifiedUser } from '../features/accounts/auth/users.ts';
import type { NewUser } from '../features/accounts/auth/users.ts';
import type { Db } from '../platform/db/connect.ts';
import type { Events } from '../platform/outbox/outbox.ts';
import type { UserRow } from '../schema/index.ts';

/** Fast and insecure, for tests only. */
export const testPasswordHasher = createPasswordHasher({ memoryKib: 8, passes: 1 });

export const TEST_PASSWORD = 'a-good-password';

export const ignoredEvents: Events = { add: () => {} };

let count = 0;
const hashedPassword = testPasswordHasher.hash(TEST_PASSWORD);

export async function buildUser(db: Db, given: Partial<NewUser> = {}): Promise<UserRow> {
  count += 1;
  const user = await createVerifiedUser(db, {
    name: `Person ${count}`,
    email: `person-${count}@example.com`,
    passwordHash: await hashedPassword,
    role: 'seeker',
    ...given,
  });
  if (user === undefined) throw new Error(`A user with the address ${given.email ?? ''} already exists`);
  return user;
}

/** A signed-in user with the headers of their requests. */
export interface TestCaller {
  user: UserRow;
  token: string;
  headers: { authorization: string };
}

/** Stores a session directly. */
export async function signIn(db: Db, user: UserRow): Promise<TestCaller> {
  const token = await db.transaction((tx) => startSession(tx, ignoredEvents, user.id, { userAgent: 'Test' }));
  return { user, token, headers: { authorization: `Bearer ${token}` } };
}

export async function signedInUser(db: Db, role: Role, given: Partial<NewUser> = {}): Promise<TestCaller> {
  return signIn(db, await buildUser(db, { role, ...given }));
}
