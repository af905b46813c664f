import type { User } from '@solvent/contracts';
import { refuseGuessable } from './known-passwords.ts';
import { findUserByEmail } from './users.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { addPendingSignUp } from './pending-sign-ups.ts';
import type { SignUp } from './pending-sign-ups.ts';
import { presentPending } from './presenter.ts';

const TAKEN = 'An account with this email address already exists';

/** What a sign-up asks for, its password in clear; `ip` is the caller's network address. */
export type SignUpRequest = Omit<SignUp, 'passwordHash'> & { password: string; ip: string };

/**
 * Signs a person up, in waiting until the address is proven (docs/decisions, "Accounts whose address is not proven").
 * @returns the user with a token that can only prove the address.
 * @throws AppError `email_taken` if a proven account has the address; `invalid` for a password that is easily guessed.
 */
export async function signUp({ db, passwords }: Deps, request: SignUpRequest): Promise<User> {
  const { password, ip, ...asked } = request;
  if ((await findUserByEmail(db, asked.email)) !== undefined) {
    throw new AppError('email_taken', `${TAKEN}.`, { errors: { email: TAKEN } });
  }
  await refuseGuessable(password, asked);
  const { pending, token } = await addPendingSignUp(db, { ...asked, passwordHash: await passwords.hash(password, ip) });
  return presentPending(pending, token);
}
