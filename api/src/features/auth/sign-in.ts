import type { User } from '@solvent/contracts';
import { presentUser } from '../../platform/accounts/present-user.ts';
import { countFailure, forgetFailure } from '../../platform/accounts/sign-in-limits.ts';
import { findUserByEmail } from '../../platform/accounts/users.ts';
import type { Deps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { findPendingByEmail } from './pending-sign-ups.ts';
import { presentPending } from './presenter.ts';

/** What signing in takes; `ip` is the caller's network address. */
export interface SignInRequest {
  email: string;
  password: string;
  ip: string;
  userAgent: string | undefined;
}

/**
 * Signs a person in. An unknown address costs the same work and gets the same words as a wrong password.
 * @returns the user with a token; without one, and unverified, while the address is not proven.
 * @throws AppError `invalid_credentials`; `rate_limited` after too many failures.
 */
export async function signIn({ db, config, passwords, sessions }: Deps, request: SignInRequest): Promise<User> {
  const attempt = { email: request.email, ip: request.ip, factor: config.rateLimitFactor };
  // Counted before the password is looked at: parallel guesses cannot slip past the limit.
  await countFailure(db, attempt);
  const user = await findUserByEmail(db, request.email);
  const [pending] = await findPendingByEmail(db, request.email);
  const right = await passwords.verify((user ?? pending)?.passwordHash ?? undefined, request.password);
  if (!right) throw new AppError('invalid_credentials', 'The email address or the password is wrong.');
  await forgetFailure(db, attempt);
  if (user !== undefined) return presentUser(user, await sessions.start(user.id, request.userAgent));
  if (pending !== undefined) return presentPending(pending);
  throw new Error('A password was right for nobody');
}
