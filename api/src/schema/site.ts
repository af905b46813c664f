import { REMOTE_ERROR_KINDS } from '@solvent/contracts';
import { boolean, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { primaryId, timestamptz } from '../platform/db/columns.ts';

/** Votes on versions while a canary runs. Deleted a day later. Contains no user and no IP address. */
export const canaryVotes = pgTable(
  'canary_votes',
  {
    channel: text().notNull(),
    name: text().notNull(),
    version: text().notNull(),
    hour: timestamp({ withTimezone: true, precision: 0 }).notNull(),
    /** A hash with 2^20 values, so that 4,096 IPv4 addresses share each value. */
    network: integer().notNull(),
    /** Id of the page that voted. Only this page can change the vote to a failure. */
    page: text().notNull(),
    failed: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.channel, table.name, table.version, table.hour, table.network] })],
);

/** Errors in browsers, for the remote's team; deleted after seven days. Contains no user. */
export const runtimeErrors = pgTable(
  'runtime_errors',
  {
    id: primaryId(),
    channel: text().notNull(),
    name: text().notNull(),
    version: text().notNull(),
    kind: text({ enum: REMOTE_ERROR_KINDS }).notNull(),
    path: text().notNull(),
    message: text().notNull(),
    stack: text().notNull(),
    /** The reference that the page showed to the user. */
    reference: text(),
    at: timestamptz().notNull().defaultNow(),
  },
  (table) => [index('runtime_errors_at').on(table.at)],
);

export const contactMessages = pgTable('contact_messages', {
  id: primaryId(),
  /** Shown to the sender, such as `SOL-7K3M9Q`. */
  reference: text().notNull().unique(),
  name: text().notNull(),
  email: text().notNull(),
  subject: text().notNull(),
  message: text().notNull(),
  createdAt: timestamptz().notNull(),
  /** Set by the team with `solvent messages`. */
  answeredAt: timestamptz(),
});
