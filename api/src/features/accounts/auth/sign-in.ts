import type { ChangePasswordBody, EmailLinkBody, LinkedIdentity, LoginBody, ResetPasswordBody, User } from '@solvent/contracts';
import type { Deps } from '../../../deps.ts';
import { findKnownDevice, deleteDevices, recordFailure } from './devices.ts';
import { listIdentities, presentIdentity, unlinkOthers } from './identities.ts';
import { assertNotGuessable } from './passwords.ts';
import { withSession } from './sessions.ts';
import type { Device, SignedInCaller } from './sessions.ts';
import { findPendingByEmail } from './sign-up.ts';
import { changePassword, findUserByEmail, lockPassword, presentPending, presentUser } from './users.ts';
import { proveAddress } from '../../../platform/identity/proven-links.ts';
import { useProof } from '../../../platform/identity/used-proofs.ts';
import type { UserRow } from '../schema.ts';
import { AppError, invalid, rateLimited } from '../../../platform/errors/app-error.ts';
import { WIDEST_PREFIX_BITS, getNetwork } from '../../../platform/http/network.ts';

/** What signing in takes; `ip` is the caller's network address. */
interface SignInRequest extends Pick<LoginBody, 'email' | 'password'> {
  ip: string;
  device: Device;
}

const invalidCredentials = () => new AppError('invalid_credentials', 'The email address or the password is wrong.');

/** A password that was changed since it was compared signs nobody in. */
function startSession(deps: Deps, user: UserRow, device: Device): Promise<User> {
  return withSession(deps, async ({ tx, start }) => {
    if (!(await lockPassword(tx, user))) throw invalidCredentials();
    return start(user, device);
  });
}

/** Over a limit the person gets in by mail all the same. */
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
  return deps.limiters.signIns.run(getNetwork(request.ip, WIDEST_PREFIX_BITS), () => signInNow(deps, request));
}

const UNFINISHED =
  'This email address is not confirmed yet. Please open the link in the mail that confirms it, or sign up again.';
const NOBODY = 'No account uses this email address. Please sign up.';

/** What choosing a new password takes; `ip` is the caller's network address. */
interface PasswordReset extends ResetPasswordBody {
  ip: string;
  device: Device;
}

const mismatch = (message: string) => new AppError('identity_mismatch', message);

/** For whom an emailed link was opened: they may know whether the address has an account. */
async function findLinkOwner({ db }: Deps, email: string): Promise<UserRow> {
  const user = await findUserByEmail(db, email);
  if (user !== undefined) return user;
  throw mismatch((await findPendingByEmail(db, email)).length > 0 ? UNFINISHED : NOBODY);
}

/**
 * Lists what signs in to the account of an emailed link besides the password, so that its owner can choose what stays.
 * @throws AppError `identity_mismatch` if the link is none, or its address has no account; `unavailable`
 */
export async function openResetLink(deps: Deps, link: EmailLinkBody): Promise<LinkedIdentity[]> {
  const { email } = await proveAddress(deps, link);
  const owner = await findLinkOwner(deps, email);
  return (await listIdentities(deps.db, owner.id)).map(presentIdentity);
}

/**
 * Gives the account of an emailed link a new password, removes the linked GitHub and Google accounts that are not to be kept,
 * ends all of its sessions, forgets its other devices and signs in (product 11.12). The way in while strangers guess at the
 * account: none of their tries counts any more.
 * @returns the user with a full token.
 * @throws AppError `identity_mismatch` if the link is none or was used, or its address has no account; `unavailable`;
 * `invalid` for a password that is easily guessed.
 */
export async function resetPassword(deps: Deps, { password, keep, ip, device, ...link }: PasswordReset): Promise<User> {
  const { passwords, sessions, passwordAttempts } = deps;
  const proof = await proveAddress(deps, link);
  const owner = await findLinkOwner(deps, proof.email);
  await assertNotGuessable(password, owner);
  const passwordHash = await passwords.hash(password, ip);
  const answer = await withSession(deps, async ({ tx, events, start }) => {
    await useProof(tx, proof);
    const user = await changePassword(tx, owner.id, { to: passwordHash });
    if (user === undefined) throw mismatch(NOBODY);
    await unlinkOthers(tx, user.id, keep);
    await sessions.endAll(tx, events, user.id);
    await deleteDevices(tx, user.id);
    return start(user, device);
  });
  await passwordAttempts.clear({ email: owner.email, ip });
  return answer;
}

const WRONG = 'The current password is wrong.';
const NONE = 'This account has no password yet. Set one with the email link of "Forgot password?" on the sign-in page.';
const SAME = 'This is your current password. Choose another one.';

/** What changing a password takes; `ip` is the caller's network address. */
interface PasswordChange extends ChangePasswordBody {
  ip: string;
  device: Device;
}

/** @returns the hash that the current password was right for. */
async function verifyCurrentPassword(deps: Deps, { user, sessionId }: SignedInCaller, change: PasswordChange): Promise<string> {
  const { passwordHash } = user;
  if (passwordHash === null) throw invalid({ currentPassword: NONE });
  // Counted as on a known device: whoever has only the session cannot guess the password here, nor do strangers hold it up.
  const guesser = { email: user.email, ip: change.ip, device: sessionId };
  const isRight = await deps.passwordAttempts.compare(guesser, () =>
    deps.passwords.verify(passwordHash, change.currentPassword, change.ip),
  );
  if (!isRight) throw invalid({ currentPassword: WRONG });
  return passwordHash;
}

/**
 * Changes the caller's password, ends all of their other sessions and forgets their other devices (product 11.12).
 * @throws AppError `invalid` by field: the current password is wrong or there is none, or the new one is the same or
 * easily guessed; `rate_limited` after too many failures.
 */
export async function replacePassword(deps: Deps, caller: SignedInCaller, change: PasswordChange): Promise<User> {
  const { user, sessionId } = caller;
  const from = await verifyCurrentPassword(deps, caller, change);
  if (change.password === change.currentPassword) throw invalid({ password: SAME });
  await assertNotGuessable(change.password, user);
  const to = await deps.passwords.hash(change.password, change.ip);
  return deps.transact(async (tx, events) => {
    const changed = await changePassword(tx, user.id, { from, to });
    if (changed === undefined) throw invalid({ currentPassword: WRONG });
    await deleteDevices(tx, user.id, change.device);
    await deps.sessions.endOthers(tx, events, user.id, sessionId);
    return presentUser(changed);
  });
}
