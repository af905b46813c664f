import { eq } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Executor, Tx } from '../../../platform/db/connect.ts';
import { socialIdentities } from '../schema/social-identities.ts';
import { users } from '../schema/users.ts';
import type { UserRow } from '../schema/users.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { SocialAccount } from '../../../platform/identity/identity-verifier.ts';
import type { Events } from '../../../platform/outbox/outbox.ts';
import { confirmPerson } from './confirm-person.ts';
import type { Confirmation, DeletionRequest } from './confirm-person.ts';
import { erasePerson } from './erase-person.ts';
import { forgetAtProvider } from './forget-at-provider.ts';
import { endConversations } from './end-conversations.ts';
import { hidePictures, removeLeftPictures } from './pictures.ts';
import { settleWork } from './settle-work.ts';
import { takeOffSale } from './take-off-sale.ts';

async function socialOf(db: Executor, userId: string): Promise<SocialAccount[]> {
  const linked = await db.select().from(socialIdentities).where(eq(socialIdentities.userId, userId));
  return linked.map(({ type, socialId }) => ({ type, id: socialId }));
}

/**
 * The person as they are now, whom nobody else changes or deletes until the transaction ends. Rows that point to them can be
 * stored meanwhile: whoever holds a problem and tells this person of it does not wait for us, who may wait for the problem.
 * @throws AppError `unauthenticated` if the account is gone or its password is another one than was compared
 */
async function holdPerson(tx: Tx, { id, passwordHash }: UserRow): Promise<UserRow> {
  const [person] = await tx.select().from(users).where(eq(users.id, id)).for('no key update');
  if (person === undefined || person.deletedAt !== null || person.passwordHash !== passwordHash)
    throw new AppError('unauthenticated', 'Please sign in to go on.');
  return person;
}

/** All of it or nothing. */
async function deleteInOneGo(tx: Tx, events: Events, known: UserRow, confirm: Confirmation): Promise<void> {
  const now = new Date();
  await confirm(tx);
  const user = await holdPerson(tx, known);
  await endConversations(tx, user.id);
  await settleWork(tx, user.id, now);
  await takeOffSale(tx, user.id);
  await hidePictures(tx, user);
  await erasePerson(tx, events, { user, social: await socialOf(tx, user.id) }, now);
}

/**
 * Deletes the caller's account (docs/decisions, "Deleted accounts"). The identity provider is asked to forget the person
 * first: after the commit nobody would know any more whom to ask it for. Then one transaction; then what a later try can
 * make up for: deleting pictures.
 * @throws AppError as `confirmPerson`; `unauthenticated` if somebody else has just deleted it
 */
export async function deleteAccount(deps: Deps, log: FastifyBaseLogger, user: UserRow, request: DeletionRequest): Promise<void> {
  const confirm = await confirmPerson(deps, user, request);
  await forgetAtProvider(deps.identity, log, { email: user.email, social: await socialOf(deps.db, user.id) });
  await deps.transact((tx, events) => deleteInOneGo(tx, events, user, confirm));
  await deps.passwordTries.forget({ email: user.email, ip: request.ip });
  await removeLeftPictures(deps, log);
}
