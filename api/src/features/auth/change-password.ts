import type { User } from '@solvent/contracts';
import { refuseGuessable } from '../../platform/accounts/known-passwords.ts';
import { presentUser } from '../../platform/accounts/present-user.ts';
import type { SignedIn } from '../../platform/accounts/sessions.ts';
import { countFailure, forgetFailure } from '../../platform/accounts/sign-in-limits.ts';
import { changePassword } from '../../platform/accounts/users.ts';
import type { UserRow } from '../../platform/db/schema/users.ts';
import type { Deps } from '../../platform/deps.ts';
import { invalid } from '../../platform/errors/app-error.ts';

const WRONG = 'The current password is wrong.';
const NONE = 'This account has no password yet. Set one with the email link of "Forgot password?" on the sign-in page.';
const SAME = 'This is your current password. Choose another one.';

/** What changing a password takes; `ip` is the caller's network address. */
export interface PasswordChange {
  currentPassword: string;
  password: string;
  ip: string;
}

/** @returns the hash that the current password was right for. */
async function checkCurrent({ db, config, passwords }: Deps, user: UserRow, change: PasswordChange): Promise<string> {
  if (user.passwordHash === null) throw invalid({ currentPassword: NONE });
  // Counted as a sign-in is: whoever has only the session cannot guess the password here either.
  const attempt = { email: user.email, ip: change.ip, factor: config.rateLimitFactor };
  await countFailure(db, attempt);
  if (!(await passwords.verify(user.passwordHash, change.currentPassword, change.ip))) throw invalid({ currentPassword: WRONG });
  await forgetFailure(db, attempt);
  return user.passwordHash;
}

/**
 * Changes the caller's password and ends all of their other sessions (api "Endpoints").
 * @throws AppError `invalid` by field: the current password is wrong or there is none, or the new one is the same or
 * easily guessed; `rate_limited` after too many failures.
 */
export async function replacePassword(deps: Deps, { user, sessionId }: SignedIn, change: PasswordChange): Promise<User> {
  const from = await checkCurrent(deps, user, change);
  if (change.password === change.currentPassword) throw invalid({ password: SAME });
  await refuseGuessable(change.password, user);
  const to = await deps.passwords.hash(change.password, change.ip);
  const { changed, ended } = await deps.db.transaction(async (tx) => {
    const row = await changePassword(tx, user.id, { from, to });
    if (row === undefined) throw invalid({ currentPassword: WRONG });
    return { changed: row, ended: await deps.sessions.endOthers(user.id, sessionId, tx) };
  });
  for (const id of ended) deps.realtime.disconnectSession(id);
  return presentUser(changed);
}
