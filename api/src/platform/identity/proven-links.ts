import { eq, lt } from 'drizzle-orm';
import type { Db } from '../db/connect.ts';
import { AppError } from '../errors/app-error.ts';
import { hashToken } from '../secrets/tokens.ts';
import type { IdentityVerifier, LinkCode } from './identity-verifier.ts';
import { provenLinks } from '../schema.ts';

/** Validity of a redeemed link: time to choose a password. */
const VALID_FOR_MS = 30 * 60 * 1000;
/** Longer than the validity, so that the error can name the reason. */
const RETENTION_MS = 2 * 3600 * 1000;

const TOO_OLD = 'This link was opened too long ago. Get a new one.';

export interface ProvenAddress {
  /** Lower case. */
  email: string;
  proofHash: string;
}

/**
 * The provider redeems a link once, but retries succeed for half an hour, until `useProof`: a rejected password does not cost the link.
 * @throws AppError as {@link IdentityVerifier.redeemLink}; for the field `oobCode` if it was redeemed too long ago
 */
export async function proveAddress(
  { db, identity }: { db: Db; identity: Pick<IdentityVerifier, 'redeemLink'> },
  { email, oobCode }: LinkCode,
): Promise<ProvenAddress> {
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

export async function removeOldLinks(db: Db): Promise<void> {
  await db.delete(provenLinks).where(lt(provenLinks.redeemedAt, new Date(Date.now() - RETENTION_MS)));
}
