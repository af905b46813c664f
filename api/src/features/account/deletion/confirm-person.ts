import { and, eq } from 'drizzle-orm';
import type { DeleteAccountBody } from '@solvent/contracts';
import { countFailure, forgetFailure } from '../../../platform/accounts/sign-in-limits.ts';
import type { Db, Tx } from '../../../platform/db/connect.ts';
import { socialIdentities } from '../../../platform/db/schema/social-identities.ts';
import type { UserRow } from '../../../platform/db/schema/users.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AppError, invalid } from '../../../platform/errors/app-error.ts';
import type { ProvenIdentity, SocialAccount } from '../../../platform/identity/identity-verifier.ts';
import { useProof } from '../../../platform/identity/used-proofs.ts';

const WRONG = 'The password is wrong.';
const NO_PASSWORD = 'Please enter your password to delete the account.';
const NO_TOKEN = 'Please sign in with GitHub or Google once more to delete the account.';
const FOREIGN = 'That is another GitHub or Google account than the one that signs in here. Please choose the linked one.';

/** What asks for the deletion; `ip` is the caller's network address. */
export interface DeletionRequest extends DeleteAccountBody {
  ip: string;
}

/** That the caller is the person whose account it is: to be called first in the transaction, which it holds true in. */
export type Confirmation = (tx: Tx) => Promise<void>;

async function confirmByPassword(deps: Deps, user: UserRow & { passwordHash: string }, request: DeletionRequest): Promise<void> {
  const { db, config, passwords } = deps;
  if (!request.password) throw invalid({ password: NO_PASSWORD });
  // Counted as a sign-in is: whoever has only the session cannot guess the password here either.
  const attempt = { email: user.email, ip: request.ip, factor: config.rateLimitFactor };
  await countFailure(db, attempt);
  if (!(await passwords.verify(user.passwordHash, request.password, request.ip))) throw invalid({ password: WRONG });
  await forgetFailure(db, attempt);
}

/** Said under the field: a 401 would sign the browser out, whose session is right. */
async function underField<Value>(proving: Promise<Value>): Promise<Value> {
  return proving.catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'identity_mismatch') throw invalid({ idToken: error.message });
    throw error;
  });
}

async function isLinked(db: Db, userId: string, { type, id }: SocialAccount): Promise<boolean> {
  const own = and(eq(socialIdentities.userId, userId), eq(socialIdentities.type, type), eq(socialIdentities.socialId, id));
  return (await db.$count(socialIdentities, own)) > 0;
}

async function refuseForeign(db: Db, userId: string, { social }: ProvenIdentity): Promise<void> {
  if (social === null || !(await isLinked(db, userId, social))) throw invalid({ idToken: FOREIGN });
}

/**
 * Makes sure of who asks: by the password; for an account without one, by a fresh sign-in with a linked GitHub or Google
 * account, which is used up by the transaction.
 * @throws AppError `invalid` by field, with what is missing or wrong; `rate_limited` after too many wrong passwords.
 */
export async function confirmPerson(deps: Deps, user: UserRow, request: DeletionRequest): Promise<Confirmation> {
  const { passwordHash } = user;
  if (passwordHash !== null) {
    await confirmByPassword(deps, { ...user, passwordHash }, request);
    return async () => {};
  }
  if (!request.idToken) throw invalid({ idToken: NO_TOKEN });
  const proof = await underField(deps.identity.verify(request.idToken));
  await refuseForeign(deps.db, user.id, proof);
  return (tx) => underField(useProof(tx, proof));
}
