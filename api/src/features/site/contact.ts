import { REFERENCE } from '@solvent/contracts';
import type { ContactAnswer, ContactBody } from '@solvent/contracts';
import { contactRules } from '@solvent/contracts/rules';
import { lt } from 'drizzle-orm';
import { randomInt } from 'node:crypto';
import type { Feature } from '../../feature.ts';
import { contactMessages } from './schema.ts';
import type { Db } from '../../platform/db/connect.ts';
import { everyHour } from '../../platform/every-hour.ts';
import { answerSchema, json } from '../../platform/http/answer-schema.ts';

/** A new reference number, such as `SOL-7K3M9Q`: one of 887 million. */
export function newReference(): string {
  const signs = Array.from({ length: REFERENCE.length }, () => REFERENCE.signs[randomInt(REFERENCE.signs.length)]);
  return `SOL-${signs.join('')}`;
}

const TRIES = 5;
/** How long messages are kept: what /privacy says. */
const KEPT_YEARS = 2;

/**
 * Stores a message to the team under a reference number that nobody else has.
 *
 * @returns the reference number
 * @throws Error when no free number is found in five tries, which chance does not bring about
 */
async function storeMessage(db: Db, { name, email, subject, message }: ContactBody): Promise<string> {
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
async function forgetMessages(db: Db): Promise<void> {
  const oldest = new Date();
  oldest.setFullYear(oldest.getFullYear() - KEPT_YEARS);
  await db.delete(contactMessages).where(lt(contactMessages.createdAt, oldest));
}

/** POST /contact (product 2.39): stored, with a reference number to quote. */
export const contactFeature: Feature = (app, { db }) => {
  app.addHook(
    'onClose',
    everyHour(() => forgetMessages(db), app.log, 'Old messages to the team were not removed'),
  );
  app.post(
    '/contact',
    {
      config: { access: 'anyone', limit: 'contact' },
      schema: {
        tags: ['contact'],
        body: contactRules,
        response: { 201: answerSchema<ContactAnswer>(json.object({ reference: json.text })) },
      },
    },
    async ({ body }, reply) => {
      reply.code(201);
      return { reference: await storeMessage(db, body) };
    },
  );
};
