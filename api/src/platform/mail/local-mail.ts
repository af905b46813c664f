import { desc } from 'drizzle-orm';
import type { Db } from '../db/connect.ts';
import { mail } from './schema.ts';
import type { MailRow } from './schema.ts';
import type { Mail } from './mail.ts';

/** Mail that is kept in a table instead of being sent: for development, shown at /dev/mail. */
export function createLocalMail(db: Db): Mail {
  return {
    configured: true,
    send: async (letter) => {
      await db.insert(mail).values({ ...letter, link: letter.link ?? null, at: new Date() });
    },
  };
}

/** The latest kept mail, newest first. */
export function listLocalMail(db: Db, max: number): Promise<MailRow[]> {
  return db.select().from(mail).orderBy(desc(mail.at), desc(mail.id)).limit(max);
}
