import { REMOTE_ERROR_KINDS } from '@solvent/contracts';
import { boolean, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { newId } from '../../platform/db/new-id.ts';
import { timestamptz } from '../../platform/db/columns.ts';

/**
 * What a network's visitor says of a version of a remote, while a canary of that remote runs: of the pages that a network asked
 * for in an hour one counts for each version. Removed a day later. It names no person and no address.
 */
export const canaryVotes = pgTable(
  'canary_votes',
  {
    channel: text().notNull(),
    name: text().notNull(),
    version: text().notNull(),
    /** The full hour, UTC, in which the page was made. */
    hour: timestamp({ withTimezone: true, precision: 0 }).notNull(),
    /** Of 2^20 numbers: 4,096 IPv4 addresses have the same. */
    network: integer().notNull(),
    /** Which page it was: it alone can say later that the version failed. */
    page: text().notNull(),
    failed: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.channel, table.name, table.version, table.hour, table.network] })],
);

/** What failed in browsers, for the team that owns it; kept for seven days. It names no person. */
export const runtimeErrors = pgTable(
  'runtime_errors',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    channel: text().notNull(),
    name: text().notNull(),
    version: text().notNull(),
    kind: text({ enum: REMOTE_ERROR_KINDS }).notNull(),
    /** The path's pattern. */
    path: text().notNull(),
    message: text().notNull(),
    stack: text().notNull(),
    /** What the person was shown to quote, where the page showed a failure. */
    reference: text(),
    at: timestamptz().notNull().defaultNow(),
  },
  (table) => [index('runtime_errors_at').on(table.at)],
);

/** What people wrote to the team. */
export const contactMessages = pgTable('contact_messages', {
  id: uuid().primaryKey().$defaultFn(newId),
  /** What the sender was given to quote, such as `SOL-7K3M9Q`. */
  reference: text().notNull().unique(),
  name: text().notNull(),
  email: text().notNull(),
  subject: text().notNull(),
  message: text().notNull(),
  createdAt: timestamptz().notNull(),
  /** When the team said that it is answered (`solvent messages`). */
  answeredAt: timestamptz(),
});
