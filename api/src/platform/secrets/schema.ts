import { pgTable, text } from 'drizzle-orm/pg-core';

/** Random keys that all processes of a deployment share: made at the first use, never shown. */
export const secrets = pgTable('secrets', {
  /** What it is for, such as `file-links`. */
  name: text().primaryKey(),
  /** 256 random bits, in hex. */
  value: text().notNull(),
});
