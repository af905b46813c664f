import { and, eq } from 'drizzle-orm';
import type { DeleteAccountBody } from '@solvent/contracts';
import type { Db, Tx } from '../../../platform/db/connect.ts';
import { socialIdentities } from '../schema/social-identities.ts';
import type { UserRow } from '../schema/users.ts';
import type { Deps } from '../../../deps.ts';
import { AppError, invalid } from '../../../platform/errors/app-error.ts';
import type { ProvenIdentity, SocialAccount } from '../../../platform/identity/identity-verifier.ts';
import { useProof } from '../auth/used-proofs.ts';

const WRONG = 'The password is wrong.';
const NO_PASSWORD = 'Please enter your password to delete the account.';
const NO_TOKEN = 'Please sign in with GitHub or Google once more to delete the account.';
const FOREIGN = 'That is another GitHub or Google account than the one that signs in here. Please choose the linked one.';

/** What asks for the deletion; `ip` is the caller's network address, `sessionId` the session that asks. */
export interface DeletionRequest extends DeleteAccountBody {
  ip: string;
  sessionId: string;
}

/** That the caller is the person whose account it is: to be called first in the transaction, which it holds true in. */
export type Confirmation = (tx: Tx) => Promise<void>;

async function confirmByPassword(deps: Deps, user: UserRow & { passwordHash: string }, request: DeletionRequest): Promise<void> {
  const { password, ip, sessionId } = request;
  if (!password) throw invalid({ password: NO_PASSWORD });
  // Counted as on a known device: whoever has only the session cannot guess the password here, nor do strangers hold it up.
  const guesser = { email: user.email, ip, device: sessionId };
  const isRight = await deps.passwordTries.compare(guesser, () => deps.passwords.verify(user.passwordHash, password, ip));
  if (!isRight) throw invalid({ password: WRONG });
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
