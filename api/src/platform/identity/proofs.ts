import type { EmailLinkBody } from '@solvent/contracts';
import { eq, inArray, lt } from 'drizzle-orm';
import type { Db, Tx } from '../db/connect.ts';
import { HOUR_MS } from '../durations.ts';
import { AppError } from '../errors/app-error.ts';
import { provenLinks, usedProofs } from '../schema.ts';
import { hashToken } from '../secrets/secrets.ts';
import type { IdentityVerifier, ProvenIdentity } from './identity-verifier.ts';

/** Longer than proofs are valid (an ID token for an hour, a link for half an hour), since clocks differ. */
const RETENTION_MS = 2 * HOUR_MS;

/** Returns the SHA-256 in hex of the signed part, because the signature has several encodings of the same bytes. */
export const hashProof = (idToken: string): string => hashToken(idToken.slice(0, idToken.lastIndexOf('.')));

/** Call it first in the transaction that acts on the proof (docs/decisions/0009). @throws AppError `identity_mismatch` if it is used */
export async function useProof(tx: Tx, { proofHash }: Pick<ProvenIdentity, 'proofHash'>): Promise<void> {
  const expiresAt = new Date(Date.now() + RETENTION_MS);
  const used = await tx.insert(usedProofs).values({ tokenHash: proofHash, expiresAt }).onConflictDoNothing().returning();
  if (used.length === 0) throw new AppError('identity_mismatch', 'This sign-in has been used already. Please start again.');
}

/** Validity of a redeemed link: time to choose a password. */
const VALID_FOR_MS = HOUR_MS / 2;
const TOO_OLD = 'This link was opened too long ago. Get a new one.';

/**
 * The provider redeems a link once, but retries succeed for half an hour, until `useProof`: a rejected password does not cost the link.
 * @throws AppError like {@link IdentityVerifier.redeemLink}; for the field `oobCode` if it was redeemed too long ago
 */
export async function proveAddress(
  { db, identity }: { db: Db; identity: Pick<IdentityVerifier, 'redeemLink'> },
  { email, oobCode }: EmailLinkBody,
) {
  // Unambiguous, since addresses have no spaces.
  const proofHash = hashToken(`${email} ${oobCode}`);
  const [proven] = await db.select().from(provenLinks).where(eq(provenLinks.linkHash, proofHash));
  if (proven === undefined) {
    await identity.redeemLink({ email, oobCode });
    await db.insert(provenLinks).values({ linkHash: proofHash, redeemedAt: new Date() }).onConflictDoNothing();
  } else if (Date.now() - proven.redeemedAt.getTime() > VALID_FOR_MS) {
    throw new AppError('identity_mismatch', TOO_OLD, { errors: { oobCode: TOO_OLD } });
  }
  return { email, proofHash };
}

const BATCH_SIZE = 1000;

export async function deleteOldProofs(db: Db): Promise<void> {
  const { tokenHash, expiresAt } = usedProofs;
  const batch = db.select({ tokenHash }).from(usedProofs).where(lt(expiresAt, new Date())).limit(BATCH_SIZE);
  while ((await db.delete(usedProofs).where(inArray(tokenHash, batch))).rowCount === BATCH_SIZE);
  await db.delete(provenLinks).where(lt(provenLinks.redeemedAt, new Date(Date.now() - RETENTION_MS)));
}
