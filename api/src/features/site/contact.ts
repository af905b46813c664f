import { REFERENCE } from '@solvent/contracts';
import { contactRules } from '@solvent/contracts/rules';
import { contactResponse } from '@solvent/contracts/schemas';
import { desc, eq, lt, sql } from 'drizzle-orm';
import { randomInt } from 'node:crypto';
import { exportFields, exportRows, isTypedAddress } from '../accounts/index.ts';
import type { AccountDeletionHook } from '../accounts/index.ts';
import type { Feature } from '../../platform/http/app.ts';
import type { Deps } from './deps.ts';
import { contactMessages } from '../../schema/index.ts';
import { newId } from '../../platform/db/new-id.ts';
import { defineJob } from '../../platform/jobs/job.ts';

/** Creates one of 887 million references, such as `SOL-7K3M9Q`. */
export function createReference(): string {
  const characters = Array.from({ length: REFERENCE.length }, () => REFERENCE.alphabet[randomInt(REFERENCE.alphabet.length)]);
  return `SOL-${characters.join('')}`;
}

/** Same as stated in /privacy. */
const OLDEST = sql`now() - interval '2 years'`;

const contactMail = defineJob<{ reference: string }>('contact-mail', {
  retryLimit: 10,
  retryDelaySeconds: 30,
  expireInSeconds: 120,
});

/** POST /contact (product 2.39): stores a message, and emails it to CONTACT_EMAIL if that is set. */
export const contactFeature: Feature<Deps> = (app, { db, jobs, mail, config: { contactEmail: to } }) => {
  const sends = to !== undefined && mail.configured;
  jobs.hourly('old messages to the team', () => db.delete(contactMessages).where(lt(contactMessages.createdAt, OLDEST)));
  jobs.handle(contactMail, async ({ reference }, { signal }) => {
    const [stored] = await db.select().from(contactMessages).where(eq(contactMessages.reference, reference));
    if (stored === undefined) return;
    // Throws so that the job is retried: the server that stored the message has these settings.
    if (to === undefined || !mail.configured)
      throw new Error('CONTACT_EMAIL and SMTP_URL are not set for this process, which runs jobs: set them for all processes.');
    const replyTo = { name: stored.name, address: stored.email };
    const text = `${stored.name} <${stored.email}> wrote:\n\n${stored.message}\n`;
    signal.throwIfAborted();
    await mail.send({ to, replyTo, reference, subject: `${reference}: ${stored.subject}`, text });
  });
  app.post(
    '/contact',
    {
      config: { access: 'anyone', limit: 'contact' },
      schema: { tags: ['contact'], body: contactRules, response: { 201: contactResponse } },
    },
    async ({ body }, reply) => {
      const message = { ...body, id: newId(), reference: createReference(), createdAt: new Date() };
      if (sends)
        await db.transaction(async (tx) => {
          await tx.insert(contactMessages).values(message);
          // Support finds the job of a message by its id.
          await jobs.add(tx, contactMail, { reference: message.reference }, { id: message.id });
        });
      else await db.insert(contactMessages).values(message);
      reply.code(201);
      return { reference: message.reference };
    },
  );
};

const { reference, name, email, subject, message, createdAt } = contactMessages;

export const exporter = exportFields({
  contactMessages: exportRows({ reference, name, email, subject, message, createdAt }, (select, user) =>
    select.from(contactMessages).where(isTypedAddress(email, user.email)).orderBy(desc(createdAt)),
  ),
});

export const accountDeletion: AccountDeletionHook = {
  async erase(tx, user) {
    await tx.delete(contactMessages).where(isTypedAddress(email, user.email));
  },
};
