import { pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '../db/columns.ts';

/** Identity tokens that were used: each signs in, resets or proves once. */
export const usedProofs = pgTable('used_proofs', {
  /** SHA-256 of the token's signed part, in hex. */
  tokenHash: text().primaryKey(),
  /** From then on the token is refused for its age. */
  expiresAt: moment().notNull(),
});
