import { and, eq, or, sql } from 'drizzle-orm';
import type { SQLWrapper } from 'drizzle-orm';
import { DELETED_PERSON_NAME } from '@solvent/contracts';
import type { Tx } from '../../../platform/db/connect.ts';
import { forgetDevices } from '../auth/known-devices.ts';
import { endSessions } from '../auth/sessions.ts';
import { contactMessages } from '../../site/schema/contact-messages.ts';
import { mail } from '../../../platform/mail/schema.ts';
import { moduleDownloads, moduleReports, savedModules } from '../../toolbox/schema.ts';
import { notifications } from '../../notifications/schema.ts';
import { problemReports, savedProblems } from '../../marketplace/schema.ts';
import { pendingSignUps, sessions } from '../schema/sessions.ts';
import { socialIdentities } from '../schema/social-identities.ts';
import { uploadReservations } from '../../files/schema/stored-bytes.ts';
import { users } from '../schema/users.ts';
import type { UserRow } from '../schema/users.ts';
import type { Events } from '../../../platform/outbox/outbox.ts';
import type { SocialAccount } from '../../../platform/identity/identity-verifier.ts';

/** Whom it is about, and the GitHub and Google accounts that sign in as them. */
export interface Leaver {
  user: UserRow;
  social: SocialAccount[];
}

/** Letters and messages hold addresses as they were typed. */
const isAddress = (column: SQLWrapper, email: string) => sql`lower(trim(${column})) = ${email}`;

/** Sign-ups that wait for this address or for one of these accounts; locked in the order that proving an address locks them. */
async function erasePendingSignUps(tx: Tx, { user, social }: Leaver): Promise<void> {
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
export async function erasePerson(tx: Tx, events: Events, leaver: Leaver, now: Date): Promise<void> {
  const { id, email } = leaver.user;
  await erasePendingSignUps(tx, leaver);
  await endSessions(tx, events, eq(sessions.userId, id));
  await forgetDevices(tx, id);
  await tx.delete(socialIdentities).where(eq(socialIdentities.userId, id));
  await tx.delete(notifications).where(eq(notifications.userId, id));
  await tx.delete(savedProblems).where(eq(savedProblems.userId, id));
  await tx.delete(problemReports).where(eq(problemReports.userId, id));
  await tx.delete(savedModules).where(eq(savedModules.userId, id));
  await tx.delete(moduleReports).where(eq(moduleReports.userId, id));
  // They stay counted; who it was is gone.
  await tx.delete(moduleDownloads).where(eq(moduleDownloads.userId, id));
  await tx.delete(uploadReservations).where(eq(uploadReservations.userId, id));
  await tx.delete(mail).where(isAddress(mail.to, email));
  await tx.delete(contactMessages).where(isAddress(contactMessages.email, email));
  await leaveTombstone(tx, id, now);
}
