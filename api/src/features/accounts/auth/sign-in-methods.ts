import { ACCOUNT } from '@solvent/contracts';
import type { LinkIdentityBody, SignInMethods, SocialType } from '@solvent/contracts';
import { and, eq, isNull } from 'drizzle-orm';
import { reauthenticate, withFieldError } from './reauthenticate.ts';
import { listIdentities, isLinked, linkSocial, getSignInMethods, PROVIDER_NAMES, unlinkOthers } from './identities.ts';
import type { SocialIdentity } from './identities.ts';
import type { SignedInCaller } from './sessions.ts';
import { lockPassword } from './users.ts';
import { sessions, users } from '../schema.ts';
import type { UserRow } from '../schema.ts';
import { notify } from '../../notifications/service.ts';
import type { Deps } from '../../../deps.ts';
import type { Db, Tx } from '../../../platform/db/connect.ts';
import { conflict, notFound, unauthenticated } from '../../../platform/errors/app-error.ts';
import { useProof } from '../../../platform/identity/used-proofs.ts';
import { defineJob } from '../../../platform/jobs/job.ts';
import { sendFromJob } from '../../../platform/mail/mail-job.ts';
import type { Email } from '../../../platform/mail/mail.ts';
import type { Events } from '../../../platform/outbox/outbox.ts';

/** Emails the owner of an account that it has another way to sign in. */
const signInAddedMail = defineJob<{ userId: string; type: SocialType }>('sign-in-added-mail', {
  retryLimit: 10,
  retryDelaySeconds: 30,
  expireInSeconds: 120,
});

/**
 * Locks the caller's account until the transaction ends, so that a reset, a new password or a sign-out elsewhere is either
 * over, and has ended the caller's session, or waits and then removes what this session added.
 * @throws AppError `unauthenticated` if the session has ended or the password was changed meanwhile
 */
async function lockAccount(tx: Tx, { user, sessionId }: SignedInCaller): Promise<void> {
  const isUnchanged = await lockPassword(tx, user);
  const live = await tx.$count(sessions, and(eq(sessions.id, sessionId), eq(sessions.userId, user.id)));
  if (!isUnchanged || live === 0) throw unauthenticated();
}

/** Notifies the owner in the bell and by email: it may be an attacker who added it. */
async function notifyOwner(deps: Deps, tx: Tx, events: Events, user: UserRow, { type, account }: SocialIdentity): Promise<void> {
  const name = PROVIDER_NAMES[type];
  await notify(tx, events, {
    userId: user.id,
    actor: null,
    type: 'sign_in_added',
    title: 'New way to sign in',
    message: `${name}${account === null ? '' : ` (${account})`} now signs in to your account. If this wasn't you, remove it on your profile and change your password.`,
  });
  if (deps.mail.configured) await deps.jobs.add(tx, signInAddedMail, { userId: user.id, type });
}

/** What links an account; `ip` is the caller's network address. */
interface LinkRequest extends LinkIdentityBody {
  ip: string;
}

const FULL = `You can add up to ${ACCOUNT.linkedMax} GitHub and Google accounts. Remove one first.`;

const takenBy = (type: SocialType) =>
  conflict(`This ${PROVIDER_NAMES[type]} account signs in to another Solvent account. Remove it there first.`);

/**
 * Links a GitHub or Google account to the caller's account, once the caller has confirmed who they are, and notifies the owner.
 * The only way in which an account that exists gets another way to sign in; an equal address links nothing (product 11.19).
 * @throws AppError as `confirmPerson`; `invalid` under `newIdToken`; `conflict` if it signs in to another account, or 20 sign in to this one
 */
export async function linkIdentity(
  deps: Deps,
  caller: SignedInCaller,
  { newIdToken, ip, ...given }: LinkRequest,
): Promise<SignInMethods> {
  const { user, sessionId } = caller;
  const confirm = await reauthenticate(deps, user, { ...given, ip, sessionId }, 'add a way to sign in');
  const { social, account, proofHash } = await withFieldError('newIdToken', deps.identity.verify(newIdToken));
  const identity = { ...social, account };
  return deps.transact(async (tx, events) => {
    await confirm(tx);
    await withFieldError('newIdToken', useProof(tx, { proofHash }));
    await lockAccount(tx, caller);
    if (await isLinked(tx, user.id, social)) return getSignInMethods(tx, user);
    if ((await listIdentities(tx, user.id)).length >= ACCOUNT.linkedMax) throw conflict(FULL);
    if (!(await linkSocial(tx, user.id, identity))) throw takenBy(social.type);
    await notifyOwner(deps, tx, events, user, identity);
    return getSignInMethods(tx, user);
  });
}

const LAST = 'This is the only way to sign in to your account. Set a password first, then remove it.';

/**
 * Removes a GitHub or Google account from the caller's account, and ends all other sessions: it may have started them.
 * @throws AppError `not_found` if it signs in to none or another account; `conflict` if nothing else signs in to this one
 */
export function unlinkIdentity(
  deps: Deps,
  caller: SignedInCaller,
  removed: { type: string; id: string },
): Promise<SignInMethods> {
  const { user, sessionId } = caller;
  return deps.transact(async (tx, events) => {
    await lockAccount(tx, caller);
    const { identities } = await getSignInMethods(tx, user);
    const kept = identities.filter(({ type, id }) => type !== removed.type || id !== removed.id);
    if (kept.length === identities.length) throw notFound('This way to sign in');
    if (kept.length === 0 && user.passwordHash === null) throw conflict(LAST);
    await unlinkOthers(tx, user.id, kept);
    await deps.sessions.endOthers(tx, events, user.id, sessionId);
    return getSignInMethods(tx, user);
  });
}

/** The email about a new way to sign in; undefined if the account was deleted meanwhile. */
async function buildEmail(db: Db, userId: string, type: SocialType, publicUrl: string | undefined): Promise<Email | undefined> {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
  if (user === undefined) return undefined;
  const text = `A ${PROVIDER_NAMES[type]} account now signs in to your Solvent account.

If this was you, there is nothing to do. If it wasn't, choose a new password with "Forgot password?" on the sign-in page: that signs out all devices and removes every other way to sign in that you don't keep.

Your profile lists all ways to sign in.`;
  const letter = { to: user.email, subject: 'New way to sign in to Solvent', text };
  return publicUrl === undefined ? letter : { ...letter, link: `${publicUrl}/profile` };
}

/** Sends the emails about new ways to sign in. */
export function registerSignInEmails({ db, jobs, mail, config }: Pick<Deps, 'db' | 'jobs' | 'mail' | 'config'>): void {
  jobs.handle(signInAddedMail, async ({ userId, type }, { signal }) => {
    const letter = await buildEmail(db, userId, type, config.publicUrl);
    if (letter === undefined) return;
    if (!mail.configured) throw new Error('SMTP_URL is not set for this process, which does jobs: set it for all processes.');
    await sendFromJob(mail, letter, signal);
  });
}
