import type { DeleteAccountBody } from '@solvent/contracts';
import { isLinked } from './identities.ts';
import type { Deps } from '../deps.ts';
import type { UserRow } from '../../../schema/index.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { AppError, invalid } from '../../../platform/errors/app-error.ts';
import { useProof } from '../../../platform/identity/used-proofs.ts';

const WRONG_PASSWORD = 'The password is wrong.';
const NOT_LINKED = 'That is another GitHub or Google account than the one that signs in here. Please choose the linked one.';

export interface ReauthenticationRequest extends DeleteAccountBody {
  ip: string;
  sessionId: string;
}

/** Counts attempts per session: a stolen session can't guess the password, and guesses from elsewhere don't block the owner. */
export const isOwnPassword = (
  deps: Deps,
  { email, passwordHash }: { email: string; passwordHash: string },
  { password, ip, sessionId }: { password: string; ip: string; sessionId: string },
): Promise<boolean> =>
  deps.passwordAttempts.compare({ email, ip, device: sessionId }, () => deps.passwords.verify(passwordHash, password, ip));

/** Reports a rejected proof as a field error: a 401 would make the page end its valid session. */
export async function withFieldError<Value>(field: string, proving: Promise<Value>): Promise<Value> {
  return proving.catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'identity_mismatch') throw invalid({ [field]: error.message });
    throw error;
  });
}

/**
 * Requires the password or, for an account without one, a fresh sign-in with a linked GitHub or Google account.
 * @param purpose completes "Please enter your password to …"
 * @returns marks the proof as used; call it first in the transaction that acts
 */
export async function reauthenticate(
  deps: Deps,
  user: UserRow,
  { password, idToken, ip, sessionId }: ReauthenticationRequest,
  purpose: string,
): Promise<(tx: Tx) => Promise<void>> {
  const { email, passwordHash } = user;
  if (passwordHash !== null) {
    if (!password) throw invalid({ password: `Please enter your password to ${purpose}.` });
    if (!(await isOwnPassword(deps, { email, passwordHash }, { password, ip, sessionId })))
      throw invalid({ password: WRONG_PASSWORD });
    return async () => {};
  }
  if (!idToken) throw invalid({ idToken: `Please sign in with GitHub or Google once more to ${purpose}.` });
  const proof = await withFieldError('idToken', deps.identity.verify(idToken));
  if (!(await isLinked(deps.db, user.id, proof.social))) throw invalid({ idToken: NOT_LINKED });
  return (tx) => withFieldError('idToken', useProof(tx, proof));
}
