import { desc } from 'drizzle-orm';
import type { Db } from '../db/connect.ts';
import { mail } from '../schema.ts';
import type { MailRow } from '../schema.ts';

export interface Email {
  to: string;
  replyTo?: { name: string; address: string };
  subject: string;
  text: string;
  link?: string;
  /** Page on which the recipient ends these emails. */
  unsubscribeLink?: string;
  /** Becomes the Message-ID: mail clients show a repeated email once. */
  reference?: string;
}

export interface Mail {
  /** If false, emails are dropped. */
  readonly configured: boolean;
  /** @throws NonRetryableError if the server rejects it permanently */
  send(email: Email): Promise<void>;
}

export const noMail: Mail = { configured: false, send: async () => {} };

/** Stores emails in a table instead of sending them, for development (/dev/mail). */
export function createLocalMail(db: Db): Mail {
  return {
    configured: true,
    send: async ({ to, subject, text, link = null }) => {
      await db.insert(mail).values({ to, subject, text, link, at: new Date() });
    },
  };
}

export function listLocalMail(db: Db, max: number): Promise<MailRow[]> {
  return db.select().from(mail).orderBy(desc(mail.at), desc(mail.id)).limit(max);
}
