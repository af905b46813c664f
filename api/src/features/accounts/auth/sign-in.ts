import type { User } from '@solvent/contracts';
import { findKnownDevice, noteFailure } from './known-devices.ts';
import type { Device } from './sessions.ts';
import { findUserByEmail, holdPassword } from './users.ts';
import type { UserRow } from '../schema/users.ts';
import type { Deps } from '../../../deps.ts';
import { AppError, rateLimited } from '../../../platform/errors/app-error.ts';
import { networkOf, WIDEST_NETWORK } from '../../../platform/http/network.ts';
import { findPendingByEmail } from './pending-sign-ups.ts';
import { presentPending } from './presenter.ts';
import { withSession } from './with-session.ts';

/** What signing in takes; `ip` is the caller's network address. */
export interface SignInRequest {
  email: string;
  password: string;
  ip: string;
  device: Device;
}

const wrong = () => new AppError('invalid_credentials', 'The email address or the password is wrong.');

/** A password that was changed since it was compared signs nobody in. */
function startSession(deps: Deps, user: UserRow, device: Device): Promise<User> {
  return withSession(deps, async ({ tx, start }) => {
    if (!(await holdPassword(tx, user))) throw wrong();
    return start(user, device);
  });
}

/** Over a limit the person gets in by mail all the same. */
function sayHow(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'rate_limited' || error.retryAfter === undefined) throw error;
  throw rateLimited(error.retryAfter, { otherwise: 'To get in now, choose a new password with "Forgot password?".' });
}

async function signInNow(deps: Deps, { email, password, ip, device }: SignInRequest): Promise<User> {
  const { db, passwords, passwordTries } = deps;
  const user = await findUserByEmail(db, email);
  const [pending] = await findPendingByEmail(db, email);
  const known = await findKnownDevice(db, user?.id, device);
  const compare = () => passwords.verify((user ?? pending)?.passwordHash ?? undefined, password, ip);
  const isRight = await passwordTries.compare({ email, ip, device: known }, compare).catch(sayHow);
  if (!isRight) {
    if (known !== undefined) await noteFailure(db, known);
    throw wrong();
  }
  if (user !== undefined) return startSession(deps, user, device);
  if (pending !== undefined) return presentPending(pending);
  throw new Error('A password was right for nobody');
}

/**
 * Signs a person in, when it is their network's turn. An unknown address costs the same work and gets the same words as a wrong
 * password.
 * @returns the user with a token; without one, and unverified, while the address is not proven.
 * @throws AppError `invalid_credentials`; `rate_limited` after too many failures; `unavailable` while too many wait.
 */
export function signIn(deps: Deps, request: SignInRequest): Promise<User> {
  return deps.turns.signIns.take(networkOf(request.ip, WIDEST_NETWORK), () => signInNow(deps, request));
}
