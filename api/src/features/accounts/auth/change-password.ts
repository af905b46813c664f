import type { User } from '@solvent/contracts';
import { forgetDevices } from './known-devices.ts';
import { refuseGuessable } from './known-passwords.ts';
import { presentUser } from './present-user.ts';
import type { Device, SignedIn } from './sessions.ts';
import { changePassword } from './users.ts';
import type { Deps } from '../../../deps.ts';
import { invalid } from '../../../platform/errors/app-error.ts';

const WRONG = 'The current password is wrong.';
const NONE = 'This account has no password yet. Set one with the email link of "Forgot password?" on the sign-in page.';
const SAME = 'This is your current password. Choose another one.';

/** What changing a password takes; `ip` is the caller's network address. */
export interface PasswordChange {
  currentPassword: string;
  password: string;
  ip: string;
  device: Device;
}

/** @returns the hash that the current password was right for. */
async function checkCurrent(deps: Deps, { user, sessionId }: SignedIn, change: PasswordChange): Promise<string> {
  const { passwordHash } = user;
  if (passwordHash === null) throw invalid({ currentPassword: NONE });
  // Counted as on a known device: whoever has only the session cannot guess the password here, nor do strangers hold it up.
  const guesser = { email: user.email, ip: change.ip, device: sessionId };
  const isRight = await deps.passwordTries.compare(guesser, () =>
    deps.passwords.verify(passwordHash, change.currentPassword, change.ip),
  );
  if (!isRight) throw invalid({ currentPassword: WRONG });
  return passwordHash;
}

/**
 * Changes the caller's password, ends all of their other sessions and forgets their other devices (api "Endpoints").
 * @throws AppError `invalid` by field: the current password is wrong or there is none, or the new one is the same or
 * easily guessed; `rate_limited` after too many failures.
 */
export async function replacePassword(deps: Deps, caller: SignedIn, change: PasswordChange): Promise<User> {
  const { user, sessionId } = caller;
  const from = await checkCurrent(deps, caller, change);
  if (change.password === change.currentPassword) throw invalid({ password: SAME });
  await refuseGuessable(change.password, user);
  const to = await deps.passwords.hash(change.password, change.ip);
  return deps.transact(async (tx, events) => {
    const changed = await changePassword(tx, user.id, { from, to });
    if (changed === undefined) throw invalid({ currentPassword: WRONG });
    await forgetDevices(tx, user.id, change.device);
    await deps.sessions.endOthers(tx, events, user.id, sessionId);
    return presentUser(changed);
  });
}
