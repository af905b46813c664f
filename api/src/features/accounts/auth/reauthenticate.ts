import type { DeleteAccountBody } from '@solvent/contracts';
import { isLinked } from './identities.ts';
import type { Deps } from '../../../deps.ts';
import type { UserRow } from '../schema.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { AppError, invalid } from '../../../platform/errors/app-error.ts';
import { useProof } from '../../../platform/identity/used-proofs.ts';

const WRONG = 'The password is wrong.';
const FOREIGN = 'That is another GitHub or Google account than the one that signs in here. Please choose the linked one.';

/** What confirms that a session is used by its owner; `ip` is the caller's network address. */
interface ReauthenticationRequest extends DeleteAccountBody {
  ip: string;
  sessionId: string;
}

/** Call it first in the transaction that acts. */
export type UseProof = (tx: Tx) => Promise<void>;

async function confirmByPassword(
  deps: Deps,
  user: UserRow & { passwordHash: string },
  { password, ip, sessionId }: ReauthenticationRequest,
  purpose: string,
): Promise<void> {
  if (!password) throw invalid({ password: `Please enter your password to ${purpose}.` });
  // Counted as on a known device: whoever has only the session cannot guess the password here, nor do strangers hold it up.
  const guesser = { email: user.email, ip, device: sessionId };
  const isRight = await deps.passwordAttempts.compare(guesser, () => deps.passwords.verify(user.passwordHash, password, ip));
  if (!isRight) throw invalid({ password: WRONG });
}

/** Reports a refused proof under its field: a 401 would end the session of the page, which is valid. */
export async function withFieldError<Value>(field: string, proving: Promise<Value>): Promise<Value> {
  return proving.catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'identity_mismatch') throw invalid({ [field]: error.message });
    throw error;
  });
}

/**
 * Makes sure that the caller is the owner of the account and not only of a session: by the password; for an account without one,
 * by a fresh sign-in with a linked GitHub or Google account, which the transaction uses up.
 * @param purpose completes "Please enter your password to …"
 * @throws AppError `invalid` by field, with what is missing or wrong; `rate_limited` after too many wrong passwords
 */
export async function reauthenticate(
  deps: Deps,
  user: UserRow,
  given: ReauthenticationRequest,
  purpose: string,
): Promise<UseProof> {
  const { passwordHash } = user;
  if (passwordHash !== null) {
    await confirmByPassword(deps, { ...user, passwordHash }, given, purpose);
    return async () => {};
  }
  if (!given.idToken) throw invalid({ idToken: `Please sign in with GitHub or Google once more to ${purpose}.` });
  const proof = await withFieldError('idToken', deps.identity.verify(given.idToken));
  if (!(await isLinked(deps.db, user.id, proof.social))) throw invalid({ idToken: FOREIGN });
  return (tx) => withFieldError('idToken', useProof(tx, proof));
}
