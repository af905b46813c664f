import { DELETED_PERSON_NAME } from '@solvent/contracts';
import type { DeleteAccountBody } from '@solvent/contracts';
import { and, eq, or, sql } from 'drizzle-orm';
import type { SQLWrapper } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { reauthenticate } from '../auth/reauthenticate.ts';
import type { UseProof } from '../auth/reauthenticate.ts';
import { deleteDevices } from '../auth/devices.ts';
import { listIdentities } from '../auth/identities.ts';
import { endSessions } from '../auth/sessions.ts';
import { endConversations } from '../../messaging/service.ts';
import { hidePictures } from '../../files/service.ts';
import { lockActiveWork, endActiveWork } from '../../marketplace/service.ts';
import { unpublishPaidModules } from '../../toolbox/service.ts';
import { pendingSignUps, personBlocks, sessions, socialIdentities, users } from '../schema.ts';
import type { UserRow } from '../schema.ts';
import { uploadReservations } from '../../files/schema.ts';
import { problemInvitations, problemReports, savedProblems, savedSearches } from '../../marketplace/schema.ts';
import { notifications } from '../../notifications/schema.ts';
import { contactMessages } from '../../site/schema.ts';
import { moduleDownloads, moduleReports, savedModules } from '../../toolbox/schema.ts';
import type { Executor, Tx } from '../../../platform/db/connect.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { IdentityVerifier, KnownPerson, SocialAccount } from '../../../platform/identity/identity-verifier.ts';
import { mail } from '../../../platform/mail/schema.ts';
import { defineJob } from '../../../platform/jobs/job.ts';
import { addJobWithoutWake } from '../../../platform/jobs/jobs.ts';
import type { Events } from '../../../platform/outbox/outbox.ts';
import { withTimeout } from '../../../platform/with-timeout.ts';

/** What asks for the deletion; `ip` is the caller's network address, `sessionId` the session that asks. */
interface DeletionRequest extends DeleteAccountBody {
  ip: string;
  sessionId: string;
}

/** The provider's client tries again for minutes; whoever deletes their account does not wait for that (ms). */
const PROVIDER_TIMEOUT_MS = 4000;

const DELETE_MANUALLY =
  'The identity provider did not forget somebody who deleted their account. Delete this address there by hand.';
const NO_CREDENTIALS =
  'People who delete their accounts stay known to the identity provider: set GOOGLE_APPLICATION_CREDENTIALS, and delete there whoever left.';

const warned = new WeakSet<IdentityVerifier>();

function warnOnce(identity: IdentityVerifier, log: FastifyBaseLogger): void {
  if (!warned.has(identity)) log.warn(NO_CREDENTIALS);
  warned.add(identity);
}

/**
 * Makes the identity provider forget a person. Never fails: where it could not, the log says whom to delete by hand, with
 * the address, because nothing else would lead there. The account's deletion goes on.
 */
async function deleteAtProvider(identity: IdentityVerifier, log: FastifyBaseLogger, person: KnownPerson): Promise<void> {
  try {
    if (!(await withTimeout(PROVIDER_TIMEOUT_MS, 'The identity provider', identity.deleteUser(person)))) warnOnce(identity, log);
  } catch (error) {
    log.error({ err: error, email: person.email }, DELETE_MANUALLY);
  }
}

/** Whom it is about, and the GitHub and Google accounts that sign in as them. */
interface DeletedAccount {
  user: UserRow;
  social: SocialAccount[];
}

/** Letters and messages hold addresses as they were typed. */
const isAddress = (column: SQLWrapper, email: string) => sql`lower(trim(${column})) = ${email}`;

/** Sign-ups that wait for this address or for one of these accounts; locked in the order that proving an address locks them. */
async function erasePendingSignUps(tx: Tx, { user, social }: DeletedAccount): Promise<void> {
  const byAccount = social.map(({ type, id }) => and(eq(pendingSignUps.socialType, type), eq(pendingSignUps.socialId, id)));
  const own = or(eq(pendingSignUps.email, user.email), ...byAccount);
  await tx.select({ id: pendingSignUps.id }).from(pendingSignUps).where(own).orderBy(pendingSignUps.id).for('update');
  await tx.delete(pendingSignUps).where(own);
}

/** The row stays: it is whom the person's problems, bids and reviews point to. */
async function leaveTombstone(tx: Tx, id: string, now: Date): Promise<void> {
  const empty = {
    headline: '',
    bio: '',
    location: '',
    country: '',
    timeZone: '',
    website: '',
    github: '',
    image: null,
    passwordHash: null,
    showsEmail: false,
  };
  const tombstone = {
    ...empty,
    name: DELETED_PERSON_NAME,
    email: `deleted-${id}@deleted.invalid`,
    expertiseAreas: [],
    deletedAt: now,
  };
  await tx.update(users).set(tombstone).where(eq(users.id, id));
}

/**
 * Erases what the database holds of a person, except for what they wrote to others (problems with their files, bids, comments,
 * modules, reviews), what they bought of others, and their pictures' rows.
 */
async function erasePerson(tx: Tx, events: Events, leaver: DeletedAccount, now: Date): Promise<void> {
  const { id, email } = leaver.user;
  await erasePendingSignUps(tx, leaver);
  await endSessions(tx, events, eq(sessions.userId, id));
  await deleteDevices(tx, id);
  await tx.delete(socialIdentities).where(eq(socialIdentities.userId, id));
  await tx.delete(notifications).where(eq(notifications.userId, id));
  await tx.delete(savedProblems).where(eq(savedProblems.userId, id));
  await tx.delete(savedSearches).where(eq(savedSearches.userId, id));
  await tx.delete(problemReports).where(eq(problemReports.userId, id));
  await tx.delete(problemInvitations).where(eq(problemInvitations.solverId, id));
  await tx.delete(personBlocks).where(or(eq(personBlocks.blockerId, id), eq(personBlocks.blockedId, id)));
  await tx.delete(savedModules).where(eq(savedModules.userId, id));
  await tx.delete(moduleReports).where(eq(moduleReports.userId, id));
  // They stay counted; who it was is gone.
  await tx.delete(moduleDownloads).where(eq(moduleDownloads.userId, id));
  await tx.delete(uploadReservations).where(eq(uploadReservations.userId, id));
  await tx.delete(mail).where(isAddress(mail.to, email));
  await tx.delete(contactMessages).where(isAddress(contactMessages.email, email));
  await leaveTombstone(tx, id, now);
}

async function listSocialAccounts(db: Executor, userId: string): Promise<SocialAccount[]> {
  return (await listIdentities(db, userId)).map(({ type, socialId }) => ({ type, id: socialId }));
}

/**
 * The person as they are now, whom nobody else changes or deletes until the transaction ends. Rows that point to them can be
 * stored meanwhile: whoever holds a problem and tells this person of it does not wait for us, who may wait for the problem.
 * @throws AppError `unauthenticated` if the account is gone or its password is another one than was compared
 */
async function lockUser(tx: Tx, { id, passwordHash }: UserRow): Promise<UserRow> {
  const [person] = await tx.select().from(users).where(eq(users.id, id)).for('no key update');
  if (person === undefined || person.deletedAt !== null || person.passwordHash !== passwordHash)
    throw new AppError('unauthenticated', 'Please sign in to go on.');
  return person;
}

/** The pictures of people who have left: all there are by then, so one that waits does. */
export const deletePicturesJob = defineJob('left-pictures', { retryLimit: 12, retryDelaySeconds: 30 });

/** All of it or nothing. */
async function deleteInTransaction(tx: Tx, events: Events, known: UserRow, confirm: UseProof): Promise<void> {
  const now = new Date();
  await confirm(tx);
  const user = await lockUser(tx, known);
  await lockActiveWork(tx, user.id);
  await endConversations(tx, user.id);
  await endActiveWork(tx, events, user.id, now);
  await unpublishPaidModules(tx, user.id);
  await hidePictures(tx, user);
  await erasePerson(tx, events, { user, social: await listSocialAccounts(tx, user.id) }, now);
}

/**
 * Deletes the caller's account (docs/decisions, "Deleted accounts"). The identity provider is asked to forget the person
 * first: after the commit nobody would know any more whom to ask it for. Then one transaction, and with it a job: deleting pictures.
 * @throws AppError as `confirmPerson`; `unauthenticated` if somebody else has just deleted it
 */
export async function deleteAccount(deps: Deps, log: FastifyBaseLogger, user: UserRow, request: DeletionRequest): Promise<void> {
  const confirm = await reauthenticate(deps, user, request, 'delete the account');
  await deleteAtProvider(deps.identity, log, { email: user.email, social: await listSocialAccounts(deps.db, user.id) });
  await deps.transact(async (tx, events) => {
    await deleteInTransaction(tx, events, user, confirm);
    await deps.jobs.add(tx, deletePicturesJob, {}, { singletonKey: 'all' });
  });
  await deps.passwordAttempts.clear({ email: user.email, ip: request.ip });
}

/** What deleting takes beside the servers. */
interface OperatorDeps extends Pick<Deps, 'db' | 'identity' | 'transact'> {
  log: FastifyBaseLogger;
}

/** The same for an operator, who answers for it. @param note what is done in the same transaction */
export async function deleteAccountAsOperator(
  { db, identity, transact, log }: OperatorDeps,
  user: UserRow,
  note: (tx: Tx) => Promise<void>,
): Promise<void> {
  await deleteAtProvider(identity, log, { email: user.email, social: await listSocialAccounts(db, user.id) });
  await transact(async (tx, events) => {
    await deleteInTransaction(tx, events, user, note);
    await addJobWithoutWake(tx, deletePicturesJob, {}, { singletonKey: 'all' });
  });
}
