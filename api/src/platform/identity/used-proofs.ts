import { inArray, lte } from 'drizzle-orm';
import type { Tx } from '../db/connect.ts';
import { AppError } from '../errors/app-error.ts';
import type { ProvenIdentity } from './identity-verifier.ts';
import { usedProofs } from '../schema.ts';
import { hashToken } from '../secrets/tokens.ts';

/** Longer than proofs are valid (an ID token for an hour, a link for half an hour), since clocks differ. */
const RETENTION_MS = 2 * 3600 * 1000;

/** Expired proofs that one use deletes at most. */
const BATCH_SIZE = 100;

/** SHA-256 in hex of the signed part. The signature itself has several encodings of the same bytes. */
export const hashProof = (idToken: string): string => hashToken(idToken.slice(0, idToken.lastIndexOf('.')));

async function deleteExpired(tx: Tx): Promise<void> {
  const expired = tx
    .select({ proofHash: usedProofs.tokenHash })
    .from(usedProofs)
    .where(lte(usedProofs.expiresAt, new Date()))
    .limit(BATCH_SIZE)
    .for('update', { skipLocked: true });
  await tx.delete(usedProofs).where(inArray(usedProofs.tokenHash, expired));
}

/** Call it first in the transaction that acts on the proof (docs/decisions/0009). @throws AppError `identity_mismatch` if it is used */
export async function useProof(tx: Tx, { proofHash }: Pick<ProvenIdentity, 'proofHash'>): Promise<void> {
  const expiresAt = new Date(Date.now() + RETENTION_MS);
  const used = await tx.insert(usedProofs).values({ tokenHash: proofHash, expiresAt }).onConflictDoNothing().returning();
  if (used.length === 0) throw new AppError('identity_mismatch', 'This sign-in has been used already. Please start again.');
  await deleteExpired(tx);
}
