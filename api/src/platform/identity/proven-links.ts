import { eq, lt } from 'drizzle-orm';
import type { Db } from '../db/connect.ts';
import { AppError } from '../errors/app-error.ts';
import { hashToken } from '../secrets/tokens.ts';
import type { IdentityVerifier, LinkCode } from './identity-verifier.ts';
import { provenLinks } from './schema.ts';

/** A redeemed link counts for this long (ms): a new password is chosen in that time. */
const COUNTS_FOR_MS = 30 * 60 * 1000;
/** Longer than it counts, so that its page is told that it is too old. */
const KEPT_FOR_MS = 2 * 3600 * 1000;

const TOO_OLD = 'This link was opened too long ago. Get a new one.';

/** An address that is proven by an emailed link. */
export interface ProvenAddress {
  /** Lower-case. */
  email: string;
  /** For `useProof`, by which the link acts once. */
  proofHash: string;
}

/**
 * Proves an address by the link that was emailed to it. The identity provider redeems the link the first time; for half an hour
 * from then on the same address and link are proven without it, until one action has used the proof (`useProof`). So a refused
 * password, a lost response or a reload cost no one the link.
 * @throws AppError as {@link IdentityVerifier.redeemLink}, and under the field `oobCode` if it was redeemed too long ago
 */
export async function proveAddress(
  { db, identity }: { db: Db; identity: Pick<IdentityVerifier, 'redeemLink'> },
  { email, oobCode }: LinkCode,
): Promise<ProvenAddress> {
  // No address has a space, so that this is one address and one code.
  const proofHash = hashToken(`${email} ${oobCode}`);
  const [proven] = await db.select().from(provenLinks).where(eq(provenLinks.linkHash, proofHash));
  if (proven === undefined) {
    await identity.redeemLink({ email, oobCode });
    await db.insert(provenLinks).values({ linkHash: proofHash, redeemedAt: new Date() }).onConflictDoNothing();
  } else if (Date.now() - proven.redeemedAt.getTime() > COUNTS_FOR_MS) {
    throw new AppError('identity_mismatch', TOO_OLD, { errors: { oobCode: TOO_OLD } });
  }
  return { email, proofHash };
}

/** Removes links that no longer count. */
export async function removeOldLinks(db: Db): Promise<void> {
  await db.delete(provenLinks).where(lt(provenLinks.redeemedAt, new Date(Date.now() - KEPT_FOR_MS)));
}
