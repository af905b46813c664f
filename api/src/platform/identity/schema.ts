import { pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '../db/columns.ts';

/** Proofs that were used, identity tokens and emailed links: each signs in, resets or proves once. */
export const usedProofs = pgTable('used_proofs', {
  /** SHA-256 in hex: of the token's signed part, or of a link (`provenLinks`). */
  tokenHash: text().primaryKey(),
  /** From then on the token is refused for its age. */
  expiresAt: timestamptz().notNull(),
});

/** Emailed links that the identity provider redeemed, which it does once: what each is for can be tried again for a while. */
export const provenLinks = pgTable('proven_links', {
  /** SHA-256 of the address and the link's code, in hex. */
  linkHash: text().primaryKey(),
  redeemedAt: timestamptz().notNull(),
});
