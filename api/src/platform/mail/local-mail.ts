import { desc } from 'drizzle-orm';
import type { Db } from '../db/connect.ts';
import { mail } from '../schema.ts';
import type { MailRow } from '../schema.ts';
import type { Mail } from './mail.ts';

/** For development: stores emails in a table instead of sending them (/dev/mail). */
export function createLocalMail(db: Db): Mail {
  return {
    configured: true,
    send: async ({ to, subject, text, link = null }) => {
      await db.insert(mail).values({ to, subject, text, link, at: new Date() });
    },
  };
}

/** Newest first. */
export function listLocalMail(db: Db, max: number): Promise<MailRow[]> {
  return db.select().from(mail).orderBy(desc(mail.at), desc(mail.id)).limit(max);
}
