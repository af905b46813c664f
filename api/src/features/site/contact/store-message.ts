import { lt } from 'drizzle-orm';
import type { ContactBody } from '@solvent/contracts';
import type { Db } from '../../../platform/db/connect.ts';
import { contactMessages } from '../schema/contact-messages.ts';
import { newReference } from './reference.ts';

const TRIES = 5;
/** How long messages are kept: what /privacy says. */
const KEPT_YEARS = 2;

/**
 * Stores a message to the team under a reference number that nobody else has.
 *
 * @returns the reference number
 * @throws Error when no free number is found in five tries, which chance does not bring about
 */
export async function storeMessage(db: Db, { name, email, subject, message }: ContactBody): Promise<string> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const row = { reference: newReference(), name, email, subject, message, createdAt: new Date() };
    const [stored] = await db
      .insert(contactMessages)
      .values(row)
      .onConflictDoNothing()
      .returning({ reference: contactMessages.reference });
    if (stored) return stored.reference;
  }
  throw new Error('No free reference number was found.');
}

/** Removes messages older than two years, as /privacy promises. */
export async function forgetMessages(db: Db): Promise<void> {
  const oldest = new Date();
  oldest.setFullYear(oldest.getFullYear() - KEPT_YEARS);
  await db.delete(contactMessages).where(lt(contactMessages.createdAt, oldest));
}
