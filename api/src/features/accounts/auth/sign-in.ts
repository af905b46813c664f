import type { ChangePasswordBody, EmailLinkBody, LinkedIdentity, LoginBody, ResetPasswordBody, User } from '@solvent/contracts';
import { eq } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { findKnownDevice, deleteDevices, recordFailure, endOtherSessions, endSessions, signInUser } from './sessions.ts';
import {
  listIdentities,
  presentIdentity,
  unlinkOthers,
  changePassword,
  findUserByEmail,
  lockPassword,
  presentPending,
  presentUser,
} from './users.ts';
import { assertNotGuessable } from './passwords.ts';
import { isOwnPassword } from './sign-in-methods.ts';
import type { Device, SignedInCaller } from './sessions.ts';
import { findPendingByEmail, identityMismatch } from './sign-up.ts';
import { proveAddress, useProof } from '../../../platform/identity/proofs.ts';
import { sessions } from '../../../schema/index.ts';
import type { UserRow } from '../../../schema/index.ts';
import { AppError, invalid, rateLimited } from '../../../platform/errors/app-error.ts';
import { WIDEST_PREFIX_BITS, getNetwork } from '../../../platform/http/network.ts';

interface Client {
  ip: string;
  device: Device;
}

type SignInRequest = Pick<LoginBody, 'email' | 'password'> & Client;

const invalidCredentials = () => new AppError('invalid_credentials', 'The email address or the password is wrong.');

/** Adds the advice to reset the password by email, which still works, to the error of an exceeded limit. Rethrows other errors. */
function suggestReset(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'rate_limited' || error.retryAfter === undefined) throw error;
  throw rateLimited(error.retryAfter, { alternative: 'To get in now, choose a new password with "Forgot password?".' });
}

async function signInNow(deps: Deps, { email, password, ip, device }: SignInRequest): Promise<User> {
  const { db, passwords, passwordAttempts } = deps;
  const user = await findUserByEmail(db, email);
  const [pending] = await findPendingByEmail(db, email);
  const known = await findKnownDevice(db, user?.id, device);
  const compare = () => passwords.verify((user ?? pending)?.passwordHash ?? undefined, password, ip);
  const isRight = await passwordAttempts.compare({ email, ip, device: known }, compare).catch(suggestReset);
  if (!isRight) {
    if (known !== undefined) await recordFailure(db, known);
    throw invalidCredentials();
  }
  if (user !== undefined)
    return deps.transact(async (tx, events) => {
      // The password may have been changed since it was compared.
      if (!(await lockPassword(tx, user))) throw invalidCredentials();
      return signInUser(tx, events, user, device);
    });
  if (pending !== undefined) return presentPending(pending);
  throw new Error('A password matched without an account or a sign-up');
}

/**
 * An unknown address costs the same work and gets the same message as a wrong password.
 * @returns the user with a token; a pending sign-up unverified and without a token
 */
export function signIn(deps: Deps, request: SignInRequest): Promise<User> {
  return deps.limiters.signIns.run(getNetwork(request.ip, WIDEST_PREFIX_BITS), () => signInNow(deps, request));
}

const UNVERIFIED =
  'This email address is not confirmed yet. Please open the link in the mail that confirms it, or sign up again.';
const NO_ACCOUNT = 'No account uses this email address. Please sign up.';

/** Finds the account of an opened link. The error may disclose that the address has none, because the caller owns the address. */
async function findLinkOwner({ db }: Deps, email: string): Promise<UserRow> {
  const user = await findUserByEmail(db, email);
  if (user !== undefined) return user;
  throw identityMismatch((await findPendingByEmail(db, email)).length > 0 ? UNVERIFIED : NO_ACCOUNT);
}

/** Lists the linked accounts, of which the owner chooses the ones to keep. */
export async function openResetLink(deps: Deps, link: EmailLinkBody): Promise<LinkedIdentity[]> {
  const { email } = await proveAddress(deps, link);
  const owner = await findLinkOwner(deps, email);
  return (await listIdentities(deps.db, owner.id)).map(presentIdentity);
}

/**
 * Sets a new password, removes the linked accounts not in `keep`, ends all sessions, deletes known devices and signs in (product
 * 11.12). Clears failed attempts, so it works while someone else guesses at the account.
 */
export async function resetPassword(deps: Deps, request: ResetPasswordBody & Client): Promise<User> {
  const { password, keep, ip, device, ...link } = request;
  const { passwords, passwordAttempts } = deps;
  const proof = await proveAddress(deps, link);
  const owner = await findLinkOwner(deps, proof.email);
  await assertNotGuessable(password, owner);
  const passwordHash = await passwords.hash(password, ip);
  const signedIn = await deps.transact(async (tx, events) => {
    await useProof(tx, proof);
    const user = await changePassword(tx, owner.id, { to: passwordHash });
    if (user === undefined) throw identityMismatch(NO_ACCOUNT);
    await unlinkOthers(tx, user.id, keep);
    await endSessions(tx, events, eq(sessions.userId, user.id));
    await deleteDevices(tx, user.id);
    return signInUser(tx, events, user, device);
  });
  await passwordAttempts.clear({ email: owner.email, ip });
  return signedIn;
}

const WRONG_PASSWORD = 'The current password is wrong.';
const NO_PASSWORD = 'This account has no password yet. Set one with the email link of "Forgot password?" on the sign-in page.';
const SAME_PASSWORD = 'This is your current password. Choose another one.';

/** Changes the password, ends the caller's other sessions, and deletes their other known devices (product 11.12). */
export async function replacePassword(deps: Deps, caller: SignedInCaller, request: ChangePasswordBody & Client): Promise<User> {
  const { user, sessionId } = caller;
  const { currentPassword, password, ip, device } = request;
  const { email, passwordHash: from } = user;
  if (from === null) throw invalid({ currentPassword: NO_PASSWORD });
  const isOwn = await isOwnPassword(deps, { email, passwordHash: from, password: currentPassword, ip, sessionId });
  if (!isOwn) throw invalid({ currentPassword: WRONG_PASSWORD });
  if (password === currentPassword.normalize('NFKC')) throw invalid({ password: SAME_PASSWORD });
  await assertNotGuessable(password, user);
  const to = await deps.passwords.hash(password, ip);
  return deps.transact(async (tx, events) => {
    const changed = await changePassword(tx, user.id, { from, to });
    if (changed === undefined) throw invalid({ currentPassword: WRONG_PASSWORD });
    await deleteDevices(tx, user.id, device);
    await endOtherSessions(tx, events, user.id, sessionId);
    return presentUser(changed);
  });
}
