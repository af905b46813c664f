import { DELETED_PERSON_NAME } from '@solvent/contracts';
import { and, eq, or, sql } from 'drizzle-orm';
import type { SQLWrapper } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Deps, AccountDeletionHook } from '../deps.ts';
import { reauthenticate } from '../auth/sign-in-methods.ts';
import type { ReauthenticationRequest } from '../auth/sign-in-methods.ts';
import { deleteDevices } from '../auth/devices.ts';
import { listIdentities } from '../auth/identities.ts';
import { endSessions } from '../auth/sessions.ts';
import { EMPTY_PROFILE, lockUser } from '../auth/users.ts';
import { pendingSignUps, personBlocks, sessions, socialIdentities, users } from '../../../schema/index.ts';
import type { UserRow } from '../../../schema/index.ts';
import type { Executor, Tx } from '../../../platform/db/connect.ts';
import { unauthenticated } from '../../../platform/errors/app-error.ts';
import type { IdentityVerifier, KnownPerson, SocialAccount } from '../../../platform/identity/identity-verifier.ts';
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

const DELETE_MANUALLY = 'Could not delete a user at the identity provider. Delete this address there manually.';
const NO_CREDENTIALS =
  'Deleted accounts remain at the identity provider. Set GOOGLE_APPLICATION_CREDENTIALS, and delete those users there manually.';

const warned = new WeakSet<IdentityVerifier>();

function warnOnce(identity: IdentityVerifier, log: FastifyBaseLogger): void {
  if (!warned.has(identity)) log.warn(NO_CREDENTIALS);
  warned.add(identity);
}

/** Never throws. On failure it logs the address, because nothing else will lead an operator to the user there. */
async function deleteAtProvider(identity: IdentityVerifier, log: FastifyBaseLogger, person: KnownPerson): Promise<void> {
  try {
    if (!(await withTimeout(PROVIDER_TIMEOUT_MS, 'The identity provider', identity.deleteUser(person)))) warnOnce(identity, log);
  } catch (error) {
    log.error({ err: error, email: person.email }, DELETE_MANUALLY);
  }
}

interface DeletedAccount {
  user: UserRow;
  social: SocialAccount[];
}

/** Emails and contact messages store addresses as typed. */
export const isTypedAddress = (column: SQLWrapper, email: string) => sql`lower(trim(${column})) = ${email}`;

/** Locks them by id, as verifying an address does. */
async function deletePendingSignUps(tx: Tx, { user, social }: DeletedAccount): Promise<void> {
  const byAccount = social.map(({ type, id }) => and(eq(pendingSignUps.socialType, type), eq(pendingSignUps.socialId, id)));
  const own = or(eq(pendingSignUps.email, user.email), ...byAccount);
  await tx.select({ id: pendingSignUps.id }).from(pendingSignUps).where(own).orderBy(pendingSignUps.id).for('update');
  await tx.delete(pendingSignUps).where(own);
}

/** Keeps the row, which the user's problems, bids and reviews refer to. */
async function anonymizeUser(tx: Tx, id: string, deletedAt: Date): Promise<void> {
  const email = `deleted-${id}@deleted.invalid`;
  await tx
    .update(users)
    .set({ ...EMPTY_PROFILE, name: DELETED_PERSON_NAME, email, passwordHash: null, expertiseAreas: [], deletedAt })
    .where(eq(users.id, id));
}

async function erase(tx: Tx, events: Events, account: DeletedAccount, hooks: readonly AccountDeletionHook[]): Promise<void> {
  const { id, email } = account.user;
  await deletePendingSignUps(tx, account);
  await endSessions(tx, events, eq(sessions.userId, id));
  await deleteDevices(tx, id);
  await tx.delete(socialIdentities).where(eq(socialIdentities.userId, id));
  for (const hook of hooks) await hook.erase?.(tx, account.user);
  await tx.delete(personBlocks).where(or(eq(personBlocks.blockerId, id), eq(personBlocks.blockedId, id)));
  await tx.delete(mail).where(isTypedAddress(mail.to, email));
}

async function listSocialAccounts(db: Executor, userId: string): Promise<SocialAccount[]> {
  return (await listIdentities(db, userId)).map(({ type, socialId }) => ({ type, id: socialId }));
}

/** @throws AppError `unauthenticated` if the account was deleted or its password changed since `known` was read */
async function deleteInTransaction(
  tx: Tx,
  events: Events,
  known: UserRow,
  { hooks, addJob }: { hooks: readonly AccountDeletionHook[]; addJob: AddJob },
  beforeDeletion: (tx: Tx) => Promise<void>,
): Promise<void> {
  const now = new Date();
  await beforeDeletion(tx);
  const user = await lockUser(tx, known.id);
  if (user?.passwordHash !== known.passwordHash) throw unauthenticated();
  for (const hook of hooks) await hook.lock?.(tx, user.id);
  for (const hook of hooks) await hook.settle?.(tx, events, user, now);
  await erase(tx, events, { user, social: await listSocialAccounts(tx, user.id) }, hooks);
  await anonymizeUser(tx, user.id, now);
  for (const hook of hooks) await hook.addJobs?.(tx, addJob);
}

/** Starts at the identity provider, because the identities are unknown after the commit (docs/decisions, "Deleted accounts"). */
async function deleteAccount(deps: Deps, log: FastifyBaseLogger, user: UserRow, request: ReauthenticationRequest): Promise<void> {
  const useOwnProof = await reauthenticate(deps, user, request, 'delete the account');
  await deleteAtProvider(deps.identity, log, { email: user.email, social: await listSocialAccounts(deps.db, user.id) });
  const parts = { hooks: deps.accountHooks.deletion, addJob: deps.jobs.add };
  await deps.transact((tx, events) => deleteInTransaction(tx, events, user, parts, useOwnProof));
  await deps.passwordAttempts.clear({ email: user.email, ip: request.ip });
}

interface OperatorDeps extends Pick<Deps, 'accountHooks' | 'db' | 'identity' | 'transact'> {
  log: FastifyBaseLogger;
}

/** Deletes without reauthentication. @param recordEntry runs in the same transaction */
export async function deleteAccountAsOperator(
  { accountHooks, db, identity, transact, log }: OperatorDeps,
  user: UserRow,
  recordEntry: (tx: Tx) => Promise<void>,
): Promise<void> {
  await deleteAtProvider(identity, log, { email: user.email, social: await listSocialAccounts(db, user.id) });
  const parts = { hooks: accountHooks.deletion, addJob: addJobWithoutWake };
  await transact((tx, events) => deleteInTransaction(tx, events, user, parts, recordEntry));
}

export const deletionFeature: Feature<Deps> = (app, deps) => {
  app.post(
    '/auth/delete-account',
    {
      config: { access: 'signed-in', limit: 'password' },
      schema: { tags: ['accounts'], body: deleteAccountRules, response: { 200: doneResponse } },
    },
    async (request, reply) => {
      const { user, sessionId } = requireCaller(request);
      await deleteAccount(deps, request.log, user, { ...request.body, ip: request.ip, sessionId });
      clearBrowserCache(reply);
      return {};
    },
  );
};
