import type { User } from '@solvent/contracts';
import { forgetDevices } from './known-devices.ts';
import { refuseGuessable } from './known-passwords.ts';
import type { Device } from './sessions.ts';
import { changePassword, findUserByEmail } from './users.ts';
import type { UserRow } from '../schema/users.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { ProvenIdentity } from '../../../platform/identity/identity-verifier.ts';
import { useProof } from './used-proofs.ts';
import { findPendingByEmail } from './pending-sign-ups.ts';
import { withSession } from './with-session.ts';

const NO_LINK = 'A new password needs the link in the mail we sent you. Please open that one.';
const UNFINISHED =
  'This email address is not confirmed yet. Please open the link in the mail that confirms it, or sign up again.';
const NOBODY = 'No account uses this email address. Please sign up.';

/** What choosing a new password takes; `ip` is the caller's network address. */
export interface PasswordReset {
  idToken: string;
  password: string;
  ip: string;
  device: Device;
}

const mismatch = (message: string) => new AppError('identity_mismatch', message);

/** Whoever holds the inbox may know whether it has an account. */
async function ownerOf({ db }: Deps, { email, emailVerified, byEmail, social }: ProvenIdentity): Promise<UserRow> {
  if (!byEmail || !emailVerified || social !== null) throw mismatch(NO_LINK);
  const user = await findUserByEmail(db, email);
  if (user !== undefined) return user;
  throw mismatch((await findPendingByEmail(db, email)).length > 0 ? UNFINISHED : NOBODY);
}

/**
 * Gives the account of a proven address a new password, ends all of its sessions, forgets its other devices and signs in (api
 * "Endpoints"). The way in while strangers guess at the account: none of their tries counts any more.
 * @returns the user with a full token.
 * @throws AppError `identity_mismatch` if the token is of no e-mail link or was used, or the address has no account;
 * `invalid` for a password that is easily guessed.
 */
export async function resetPassword(deps: Deps, { idToken, password, ip, device }: PasswordReset): Promise<User> {
  const { identity, passwords, sessions, passwordTries } = deps;
  const proof = await identity.verify(idToken);
  const owner = await ownerOf(deps, proof);
  await refuseGuessable(password, owner);
  const passwordHash = await passwords.hash(password, ip);
  const answer = await withSession(deps, async ({ tx, events, start }) => {
    await useProof(tx, proof);
    const user = await changePassword(tx, owner.id, { to: passwordHash });
    if (user === undefined) throw mismatch(NOBODY);
    await sessions.endAll(tx, events, user.id);
    await forgetDevices(tx, user.id);
    return start(user, device);
  });
  await passwordTries.forget({ email: owner.email, ip });
  return answer;
}
