import { DELETED_PERSON_NAME } from '@solvent/contracts';
import { and, eq, or, sql } from 'drizzle-orm';
import type { SQLWrapper } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Deps, AccountDeletionHook } from '../deps.ts';
import { reauthenticate } from '../auth/sign-in-methods.ts';
import { deleteDevices, endSessions } from '../auth/sessions.ts';
import { listIdentities, EMPTY_PROFILE, lockUser } from '../auth/users.ts';
import { pendingSignUps, personBlocks, sessions, socialIdentities, users } from '../../../schema/index.ts';
import type { UserRow } from '../../../schema/index.ts';
import type { Executor, Tx } from '../../../platform/db/connect.ts';
import { unauthenticated } from '../../../platform/errors/app-error.ts';
import type { IdentityVerifier, SocialAccount } from '../../../platform/identity/identity-verifier.ts';
import { mail } from '../../../platform/schema.ts';
import { addJobWithoutWake } from '../../../platform/jobs/jobs.ts';
import type { AddJob } from '../../../platform/jobs/jobs.ts';
import type { Events } from '../../../platform/outbox/outbox.ts';
import { withTimeout } from '../../../platform/with-timeout.ts';
import { deleteAccountRules } from '@solvent/contracts/rules/actions';
import { doneResponse } from '@solvent/contracts/schemas';
import { requireCaller } from '../access.ts';
import type { Feature } from '../../../platform/http/app.ts';
import { clearBrowserCache } from '../../../platform/http/security-headers.ts';

/** The provider's client would retry for minutes. */
const PROVIDER_TIMEOUT_MS = 4000;

const NO_CREDENTIALS =
  'Deleted accounts remain at the identity provider. Set GOOGLE_APPLICATION_CREDENTIALS, and delete those users there manually.';

const warned = new WeakSet<IdentityVerifier>();

async function listSocialAccounts(db: Executor, userId: string): Promise<SocialAccount[]> {
  return (await listIdentities(db, userId)).map(({ type, socialId }) => ({ type, id: socialId }));
}

/**
 * Deletes the user at the identity provider. If that fails, only logs the address, which an operator needs to find the user there.
 */
async function deleteAtProvider({ db, identity, log }: DeletionDeps, { id, email }: UserRow): Promise<void> {
  const person = { email, social: await listSocialAccounts(db, id) };
  try {
    const isDeleted = await withTimeout(PROVIDER_TIMEOUT_MS, 'The identity provider', identity.deleteUser(person));
    if (!isDeleted && !warned.has(identity)) log.warn(NO_CREDENTIALS);
    if (!isDeleted) warned.add(identity);
  } catch (error) {
    log.error({ err: error, email }, 'Could not delete a user at the identity provider. Delete this address there manually.');
  }
}

/** Emails and contact messages store addresses as typed. */
export const isTypedAddress = (column: SQLWrapper, email: string) => sql`lower(trim(${column})) = ${email}`;

/** Locks them by id, as verifying an address does. */
async function deletePendingSignUps(tx: Tx, { id: userId, email }: UserRow): Promise<void> {
  const social = await listSocialAccounts(tx, userId);
  const byAccount = social.map(({ type, id }) => and(eq(pendingSignUps.socialType, type), eq(pendingSignUps.socialId, id)));
  const own = or(eq(pendingSignUps.email, email), ...byAccount);
  await tx.select({ id: pendingSignUps.id }).from(pendingSignUps).where(own).orderBy(pendingSignUps.id).for('update');
  await tx.delete(pendingSignUps).where(own);
}

/** Keeps the row, which the user's problems, bids and reviews refer to. */
async function anonymizeUser(tx: Tx, id: string, deletedAt: Date): Promise<void> {
  const person = { name: DELETED_PERSON_NAME, email: `deleted-${id}@deleted.invalid`, passwordHash: null, expertiseAreas: [] };
  const anonymous = { ...EMPTY_PROFILE, ...person, deletedAt };
  await tx.update(users).set(anonymous).where(eq(users.id, id));
}

async function erase(tx: Tx, events: Events, user: UserRow, hooks: readonly AccountDeletionHook[]): Promise<void> {
  const { id, email } = user;
  await deletePendingSignUps(tx, user);
  await endSessions(tx, events, eq(sessions.userId, id));
  await deleteDevices(tx, id);
  await tx.delete(socialIdentities).where(eq(socialIdentities.userId, id));
  for (const hook of hooks) await hook.erase?.(tx, user);
  await tx.delete(personBlocks).where(or(eq(personBlocks.blockerId, id), eq(personBlocks.blockedId, id)));
  await tx.delete(mail).where(isTypedAddress(mail.to, email));
}

type DeletionDeps = Pick<Deps, 'accountHooks' | 'db' | 'identity' | 'transact'> & { log: FastifyBaseLogger };

/**
 * Deletes without reauthentication. Starts at the identity provider, because the identities are unknown after the commit
 * (docs/decisions, "Deleted accounts"). Fails if the account was deleted or its password changed since `known` was read.
 * @param beforeDeletion runs in the same transaction
 */
export async function deleteAccount(
  deps: DeletionDeps,
  known: UserRow,
  beforeDeletion: (tx: Tx) => Promise<void>,
  addJob: AddJob = addJobWithoutWake,
): Promise<void> {
  const hooks = deps.accountHooks.deletion;
  await deleteAtProvider(deps, known);
  await deps.transact(async (tx, events) => {
    const now = new Date();
    await beforeDeletion(tx);
    const user = await lockUser(tx, known.id);
    if (user?.passwordHash !== known.passwordHash) throw unauthenticated();
    for (const hook of hooks) await hook.lock?.(tx, user.id);
    for (const hook of hooks) await hook.settle?.(tx, events, user, now);
    await erase(tx, events, user, hooks);
    await anonymizeUser(tx, user.id, now);
    for (const hook of hooks) await hook.addJobs?.(tx, addJob);
  });
}

export const deletionFeature: Feature<Deps> = (app, deps) => {
  const config = { access: 'signed-in', limit: 'password' } as const;
  const schema = { tags: ['accounts'], body: deleteAccountRules, response: { 200: doneResponse } };
  app.post('/auth/delete-account', { config, schema }, async (request, reply) => {
    const { user, sessionId } = requireCaller(request);
    const { body, ip, log } = request;
    const useOwnProof = await reauthenticate(deps, user, { ...body, ip, sessionId }, 'delete the account');
    await deleteAccount({ ...deps, log }, user, useOwnProof, deps.jobs.add);
    await deps.passwordAttempts.clear({ email: user.email, ip });
    clearBrowserCache(reply);
    return {};
  });
};
