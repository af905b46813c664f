import type { User } from '@solvent/contracts';
import { presentUser } from '../../platform/accounts/present-user.ts';
import type { Device } from '../../platform/accounts/sessions.ts';
import { countFailure, forgetFailure } from '../../platform/accounts/sign-in-limits.ts';
import { findUserByEmail, holdPassword } from '../../platform/accounts/users.ts';
import type { UserRow } from '../../platform/db/schema/users.ts';
import type { Deps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { findPendingByEmail } from './pending-sign-ups.ts';
import { presentPending } from './presenter.ts';

/** What signing in takes; `ip` is the caller's network address. */
export interface SignInRequest {
  email: string;
  password: string;
  ip: string;
  device: Device;
}

const wrong = () => new AppError('invalid_credentials', 'The email address or the password is wrong.');

/** A password that was changed since it was compared signs nobody in. */
function startSession({ db, sessions }: Deps, user: UserRow, device: Device): Promise<User> {
  return db.transaction(async (tx) => {
    if (!(await holdPassword(tx, user))) throw wrong();
    return presentUser(user, await sessions.start(user.id, device, tx));
  });
}

/**
 * Signs a person in. An unknown address costs the same work and gets the same words as a wrong password.
 * @returns the user with a token; without one, and unverified, while the address is not proven.
 * @throws AppError `invalid_credentials`; `rate_limited` after too many failures.
 */
export async function signIn(deps: Deps, request: SignInRequest): Promise<User> {
  const { db, config, passwords } = deps;
  const attempt = { email: request.email, ip: request.ip, factor: config.rateLimitFactor };
  // Counted before the password is looked at: parallel guesses cannot slip past the limit.
  await countFailure(db, attempt);
  const user = await findUserByEmail(db, request.email);
  const [pending] = await findPendingByEmail(db, request.email);
  const right = await passwords.verify((user ?? pending)?.passwordHash ?? undefined, request.password, request.ip);
  if (!right) throw wrong();
  await forgetFailure(db, attempt);
  if (user !== undefined) return startSession(deps, user, request.device);
  if (pending !== undefined) return presentPending(pending);
  throw new Error('A password was right for nobody');
}
