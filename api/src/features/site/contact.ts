import { REFERENCE } from '@solvent/contracts';
import type { ContactResponse, ContactBody } from '@solvent/contracts';
import { contactRules } from '@solvent/contracts/rules';
import { eq, lt } from 'drizzle-orm';
import { randomInt } from 'node:crypto';
import type { Feature } from '../../feature.ts';
import { contactMessages } from './schema.ts';
import type { Db, Executor, Tx } from '../../platform/db/connect.ts';
import { responseSchema, json } from '../../platform/http/response-schema.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { sendFromJob } from '../../platform/mail/mail-job.ts';
import type { Email } from '../../platform/mail/mail.ts';

/** A new reference number, such as `SOL-7K3M9Q`: one of 887 million. */
export function createReference(): string {
  const signs = Array.from({ length: REFERENCE.length }, () => REFERENCE.alphabet[randomInt(REFERENCE.alphabet.length)]);
  return `SOL-${signs.join('')}`;
}

const MAX_ATTEMPTS = 5;
/** How long messages are kept: what /privacy says. */
const RETENTION_YEARS = 2;

/**
 * Stores a message to the team under a reference number that nobody else has.
 *
 * @returns the reference number
 * @throws Error when no free number is found in five tries, which chance does not bring about
 */
async function storeMessage(db: Executor, { name, email, subject, message }: ContactBody): Promise<string> {
  for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
    const row = { reference: createReference(), name, email, subject, message, createdAt: new Date() };
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
async function deleteOldMessages(db: Db): Promise<void> {
  const oldest = new Date();
  oldest.setFullYear(oldest.getFullYear() - RETENTION_YEARS);
  await db.delete(contactMessages).where(lt(contactMessages.createdAt, oldest));
}

/** The team is to read a message in its mail, too. */
const contactMail = defineJob<{ reference: string }>('contact-mail', {
  retryLimit: 10,
  retryDelaySeconds: 30,
  expireInSeconds: 120,
});

/** The letter of a message; undefined where that is gone. */
async function buildEmail(db: Db, reference: string): Promise<Omit<Email, 'to'> | undefined> {
  const [message] = await db.select().from(contactMessages).where(eq(contactMessages.reference, reference));
  if (message === undefined) return undefined;
  const { name, email, subject, message: text } = message;
  const replyTo = { name, address: email };
  return { replyTo, reference, subject: `${reference}: ${subject}`, text: `${name} <${email}> wrote:\n\n${text}\n` };
}

/** POST /contact (product 2.39): stored, with a reference number to quote; where the team has an address, it gets a letter. */
export const contactFeature: Feature = (app, { db, jobs, mail, config: { contactEmail: to } }) => {
  const sends = to !== undefined && mail.configured;
  const storeAndSend = async (tx: Tx, body: ContactBody) => {
    const reference = await storeMessage(tx, body);
    await jobs.add(tx, contactMail, { reference });
    return reference;
  };
  jobs.hourly('old messages to the team', () => deleteOldMessages(db));
  jobs.handle(contactMail, async ({ reference }, { signal }) => {
    const letter = await buildEmail(db, reference);
    if (letter === undefined) return;
    // Kept, and tried again: the server that took the message has them.
    if (to === undefined || !mail.configured)
      throw new Error('CONTACT_EMAIL and SMTP_URL are not set for this process, which does jobs: set them for all alike.');
    await sendFromJob(mail, { ...letter, to }, signal);
  });
  app.post(
    '/contact',
    {
      config: { access: 'anyone', limit: 'contact' },
      schema: {
        tags: ['contact'],
        body: contactRules,
        response: { 201: responseSchema<ContactResponse>(json.object({ reference: json.text })) },
      },
    },
    async ({ body }, reply) => {
      const reference = sends ? await db.transaction((tx) => storeAndSend(tx, body)) : await storeMessage(db, body);
      reply.code(201);
      return { reference };
    },
  );
};
