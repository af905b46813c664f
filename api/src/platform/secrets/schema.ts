import { pgTable, text } from 'drizzle-orm/pg-core';

/** Random keys that all processes of a deployment share. */
export const secrets = pgTable('secrets', {
  /** Its use, such as `file-links`. */
  name: text().primaryKey(),
  /** 256 random bits, in hex. */
  value: text().notNull(),
});
