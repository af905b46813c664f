import { bigint, index, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type PgBoss from 'pg-boss';
import { primaryId, timestamptz } from './db/columns.ts';

/** A single row with the id 1 (`server-lease.ts`). */
export const serverLease = pgTable('server_lease', {
  id: smallint().primaryKey(),
  holder: uuid().notNull(),
  /** Display text: `process 4711 on web-1`. */
  process: text().notNull(),
  renewedAt: timestamptz().notNull(),
});

/** Events that are not delivered yet, stored in the transaction that caused them. Another server delivers overdue ones. */
export const outbox = pgTable(
  'outbox',
  {
    id: uuid().primaryKey(),
    topic: text().notNull(),
    payload: jsonb().notNull(),
    /** End of the lease of the server that delivers it. */
    dueAt: timestamptz().notNull(),
    /** A `traceparent`: the delivery continues this trace. */
    trace: text(),
    attempts: integer().notNull().default(0),
  },
  (table) => [index('outbox_due').on(table.dueAt)],
);

export interface JobError {
  message: string;
  code?: string;
}

/** Jobs that ran out of retries, for operators. pg-boss can neither list nor search a dead letter queue (docs/decisions/0090). */
export const failedJobs = pgTable('failed_jobs', {
  /** Id of the job. */
  id: uuid().primaryKey(),
  queue: text().notNull(),
  /** Is inserted again by a manual retry. */
  job: jsonb().$type<PgBoss.JobInsert>().notNull(),
  tries: integer().notNull(),
  error: jsonb().$type<JobError>().notNull(),
  addedAt: timestamptz().notNull(),
  failedAt: timestamptz().notNull(),
});

/** Consumed points, where there is no Redis. The migration makes the table UNLOGGED: a crash loses a few minutes of counts. */
export const rateLimits = pgTable('rate_limits', {
  /** SHA-256 of the limit, the kind and the owner: no address and no account is stored here. */
  key: text().primaryKey(),
  points: bigint({ mode: 'number' }).notNull(),
  expiresAt: timestamptz().notNull(),
});

/** Random keys that all processes of a deployment share. */
export const secrets = pgTable('secrets', {
  /** Purpose of the key, such as `file-links`. */
  name: text().primaryKey(),
  /** 256 random bits, in hex. */
  value: text().notNull(),
});

/** Used proofs: identity tokens and email links, each of which works once. */
export const usedProofs = pgTable('used_proofs', {
  /** SHA-256 in hex of the token's signed part, or of a link (`provenLinks`). */
  tokenHash: text().primaryKey(),
  /** The token is rejected for its age from then on. */
  expiresAt: timestamptz().notNull(),
});

/** Email links that the identity provider redeemed, which it does once. Their action can be retried for a while. */
export const provenLinks = pgTable('proven_links', {
  /** SHA-256 in hex of the address and the link's code. */
  linkHash: text().primaryKey(),
  redeemedAt: timestamptz().notNull(),
});

/** Emails of development without a mail server (/dev/mail). */
export const mail = pgTable(
  'mail',
  {
    id: primaryId(),
    to: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    link: text(),
    at: timestamptz().notNull(),
  },
  (table) => [index('mail_at').on(table.at)],
);

export type MailRow = typeof mail.$inferSelect;
