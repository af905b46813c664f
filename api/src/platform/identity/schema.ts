import { pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '../db/columns.ts';

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
