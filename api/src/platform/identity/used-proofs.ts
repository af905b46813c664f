import { inArray, lte } from 'drizzle-orm';
import type { Tx } from '../db/connect.ts';
import { AppError } from '../errors/app-error.ts';
import type { ProvenIdentity } from './identity-verifier.ts';
import { usedProofs } from './schema.ts';
import { hashToken } from '../secrets/tokens.ts';

/** Longer than a proof is believed: an ID token lives for an hour, a redeemed link for half an hour, and clocks differ. */
const REMEMBERED_FOR = 2 * 3600 * 1000;

/** How many forgotten proofs one use sweeps away at most. */
const SWEEP = 100;

/**
 * What is remembered of a use: the SHA-256, in hex, of what the token's signature covers. The signature itself can be
 * spelled in several ways that decode to the same, which would make one proof look like many.
 */
export const proofHashOf = (idToken: string): string => hashToken(idToken.slice(0, idToken.lastIndexOf('.')));

/** Skips what another transaction is sweeping: nobody waits for anybody here. */
async function sweep(tx: Tx): Promise<void> {
  const over = tx
    .select({ proofHash: usedProofs.tokenHash })
    .from(usedProofs)
    .where(lte(usedProofs.expiresAt, new Date()))
    .limit(SWEEP)
    .for('update', { skipLocked: true });
  await tx.delete(usedProofs).where(inArray(usedProofs.tokenHash, over));
}

/**
 * Uses a proof of the identity provider up (docs/decisions, "Proofs are used once"). For every feature that acts on one:
 * call it FIRST in the transaction that acts, with what `identity.verify` gave. If the transaction fails, the proof is
 * unused again; of two uses at once, the second waits for the first and is refused if that one succeeds.
 * @throws AppError `identity_mismatch` if the proof was used before.
 */
export async function useProof(tx: Tx, { proofHash }: Pick<ProvenIdentity, 'proofHash'>): Promise<void> {
  const expiresAt = new Date(Date.now() + REMEMBERED_FOR);
  const used = await tx.insert(usedProofs).values({ tokenHash: proofHash, expiresAt }).onConflictDoNothing().returning();
  if (used.length === 0) throw new AppError('identity_mismatch', 'This sign-in has been used already. Please start again.');
  await sweep(tx);
}
