import { ACCOUNT } from '@solvent/contracts';
import type { DeleteAccountBody, LinkIdentityBody, SocialType } from '@solvent/contracts';
import { and, eq } from 'drizzle-orm';
import {
  getSignInMethods,
  isLinked,
  isLiveUser,
  linkSocial,
  listIdentities,
  lockPassword,
  PROVIDER_NAMES,
  unlinkOthers,
} from './users.ts';
import { endOtherSessions } from './sessions.ts';
import type { SignedInCaller } from './sessions.ts';
import { sessions, users } from '../../../schema/index.ts';
import type { UserRow } from '../../../schema/index.ts';
import type { Deps } from '../deps.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { AppError, conflict, invalid, notFound, unauthenticated } from '../../../platform/errors/app-error.ts';
import type { SocialIdentity } from '../../../platform/identity/identity-verifier.ts';
import { useProof } from '../../../platform/identity/proofs.ts';
import { defineJob } from '../../../platform/jobs/job.ts';
import type { Events } from '../../../platform/outbox/outbox.ts';

const NOT_LINKED = 'That is another GitHub or Google account than the one that signs in here. Please choose the linked one.';

/** Counts attempts per session: a stolen session can't guess the password, and guesses from elsewhere don't block the owner. */
export const isOwnPassword = (
  { passwordAttempts, passwords }: Pick<Deps, 'passwordAttempts' | 'passwords'>,
  { email, passwordHash, password, ip, sessionId }: Record<'email' | 'passwordHash' | 'password' | 'ip' | 'sessionId', string>,
): Promise<boolean> =>
  passwordAttempts.compare({ email, ip, device: sessionId }, () => passwords.verify(passwordHash, password, ip));

/** Reports a rejected proof as a field error: a 401 would make the page end its valid session. */
async function withFieldError<Value>(field: string, proving: Promise<Value>): Promise<Value> {
  return proving.catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'identity_mismatch') throw invalid({ [field]: error.message });
    throw error;
  });
}

/**
 * Requires the password or, for an account without one, a fresh sign-in with a linked GitHub or Google account.
 * @param purpose completes "Please enter your password to …"
 * @returns marks the proof as used; call it first in the transaction that acts
 */
export async function reauthenticate(
  deps: Pick<Deps, 'db' | 'identity' | 'passwordAttempts' | 'passwords'>,
  user: UserRow,
  { password, idToken, ip, sessionId }: DeleteAccountBody & Pick<SignedInCaller, 'sessionId'> & { ip: string },
  purpose: string,
): Promise<(tx: Tx) => Promise<void>> {
  const { email, passwordHash } = user;
  if (passwordHash !== null) {
    if (!password) throw invalid({ password: `Please enter your password to ${purpose}.` });
    const isOwn = await isOwnPassword(deps, { email, passwordHash, password, ip, sessionId });
    if (!isOwn) throw invalid({ password: 'The password is wrong.' });
    return async () => {};
  }
  if (!idToken) throw invalid({ idToken: `Please sign in with GitHub or Google once more to ${purpose}.` });
  const proof = await withFieldError('idToken', deps.identity.verify(idToken));
  if (!(await isLinked(deps.db, user.id, proof.social))) throw invalid({ idToken: NOT_LINKED });
  return (tx) => withFieldError('idToken', useProof(tx, proof));
}

const signInAddedEmail = defineJob<{ userId: string; type: SocialType }>('sign-in-added-mail', {
  retryLimit: 10,
  retryDelaySeconds: 30,
  expireInSeconds: 120,
});

/**
 * Locks the account. A concurrent reset or sign-out elsewhere has either ended this session, or waits and then removes the method
 * that this one adds.
 */
async function lockAccount(tx: Tx, { user, sessionId }: SignedInCaller): Promise<void> {
  const isUnchanged = await lockPassword(tx, user);
  const live = await tx.$count(sessions, and(eq(sessions.id, sessionId), eq(sessions.userId, user.id)));
  if (!isUnchanged || live === 0) throw unauthenticated();
}

/** Notifies the user in the app and by email, because an attacker may have added the method. */
async function notifyOwner(deps: Deps, tx: Tx, events: Events, user: UserRow, { type, account }: SocialIdentity): Promise<void> {
  const name = PROVIDER_NAMES[type];
  await deps.accountHooks.notifyOwner(tx, events, {
    userId: user.id,
    type: 'sign_in_added',
    title: 'New way to sign in',
    message: `${name}${account === null ? '' : ` (${account})`} now signs in to your account. If this wasn't you, remove it in your settings and change your password.`,
  });
  if (deps.mail.configured) await deps.jobs.add(tx, signInAddedEmail, { userId: user.id, type });
}

/** Links an identity to an existing account. No other function does; an equal address links nothing (product 11.19). */
export async function linkIdentity(deps: Deps, caller: SignedInCaller, request: LinkIdentityBody & { ip: string }) {
  const { user, sessionId } = caller;
  const useOwnProof = await reauthenticate(deps, user, { ...request, sessionId }, 'add a way to sign in');
  const { social, proofHash } = await withFieldError('newIdToken', deps.identity.verify(request.newIdToken));
  return deps.transact(async (tx, events) => {
    await useOwnProof(tx);
    await withFieldError('newIdToken', useProof(tx, { proofHash }));
    await lockAccount(tx, caller);
    if (await isLinked(tx, user.id, social)) return getSignInMethods(tx, user);
    if ((await listIdentities(tx, user.id)).length >= ACCOUNT.linkedMax)
      throw conflict(`You can add up to ${ACCOUNT.linkedMax} GitHub and Google accounts. Remove one first.`);
    if (!(await linkSocial(tx, user.id, social)))
      throw conflict(`This ${PROVIDER_NAMES[social.type]} account signs in to another Solvent account. Remove it there first.`);
    await notifyOwner(deps, tx, events, user, social);
    return getSignInMethods(tx, user);
  });
}

/** Removes an identity and ends all other sessions, because the identity may have started them. */
export function unlinkIdentity(deps: Deps, caller: SignedInCaller, removed: { type: string; id: string }) {
  const { user, sessionId } = caller;
  return deps.transact(async (tx, events) => {
    await lockAccount(tx, caller);
    const { identities } = await getSignInMethods(tx, user);
    const kept = identities.filter(({ type, id }) => type !== removed.type || id !== removed.id);
    if (kept.length === identities.length) throw notFound('This way to sign in');
    if (kept.length === 0 && user.passwordHash === null)
      throw conflict('This is the only way to sign in to your account. Set a password first, then remove it.');
    await unlinkOthers(tx, user.id, kept);
    await endOtherSessions(tx, events, user.id, sessionId);
    return getSignInMethods(tx, user);
  });
}

export function registerSignInEmails({ db, jobs, mail, config: { publicUrl } }: Deps): void {
  jobs.handle(signInAddedEmail, async ({ userId, type }, { signal }) => {
    const [user] = await db.select().from(users).where(isLiveUser(userId));
    if (user === undefined) return;
    if (!mail.configured) throw new Error('SMTP_URL is not set for this process, which runs jobs. Set it for all processes.');
    const text = `A ${PROVIDER_NAMES[type]} account now signs in to your Solvent account.

If this was you, there is nothing to do. If it wasn't, choose a new password with "Forgot password?" on the sign-in page: that signs out all devices and removes every other way to sign in that you don't keep.

Your settings list all ways to sign in.`;
    const email = { to: user.email, subject: 'New way to sign in to Solvent', text };
    signal.throwIfAborted();
    await mail.send(publicUrl === undefined ? email : { ...email, link: `${publicUrl}/profile/settings/security` });
  });
}
