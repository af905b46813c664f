import type { User } from '@solvent/contracts';
import type { Device } from './sessions.ts';
import { createVerifiedUser, findUserByEmail } from './users.ts';
import type { PendingSignUpRow } from '../schema/sessions.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { useProof } from './used-proofs.ts';
import { findPendingByEmail, findPendingByToken, socialOf, takePending } from './pending-sign-ups.ts';
import { linkSocial } from './social-identities.ts';
import { withSession } from './with-session.ts';

const USED = 'This link has been used already. Please sign in.';
const OVER = 'This sign-up is over. Please sign up again to get a new link.';
const UNPROVEN = 'Your email address is not verified yet. Please open the link in the mail we sent you.';
const OTHER_ADDRESS = 'This link belongs to another email address than the one you signed up with.';
const NO_SIGN_UP = 'Nobody has signed up with this email address, or the sign-up is over. Please sign up.';
const CONTESTED = 'This address was signed up more than once. Please open the link in the browser where you signed up.';

/** What proves an address: the provider's token, and the pending token where the browser has it. */
export interface Proof {
  idToken: string;
  pendingToken: string | undefined;
  device: Device;
}

const mismatch = (message: string) => new AppError('identity_mismatch', message);

async function refuseUnknown(deps: Deps, email: string, otherwise: string): Promise<never> {
  throw mismatch((await findUserByEmail(deps.db, email)) === undefined ? otherwise : USED);
}

async function ofToken(deps: Deps, pendingToken: string, email: string): Promise<PendingSignUpRow> {
  const pending = await findPendingByToken(deps.db, pendingToken);
  if (pending === undefined) return refuseUnknown(deps, email, OVER);
  if (pending.email !== email) throw mismatch(OTHER_ADDRESS);
  return pending;
}

/** Without the token only an uncontested sign-up counts: nobody knows which of several this person made. */
async function ofAddress(deps: Deps, email: string): Promise<PendingSignUpRow> {
  const [pending, second] = await findPendingByEmail(deps.db, email);
  if (second !== undefined) throw mismatch(CONTESTED);
  return pending ?? refuseUnknown(deps, email, NO_SIGN_UP);
}

/**
 * Turns a sign-up into an account once the identity provider vouches for its address, and signs in.
 * @returns the user with a full token.
 * @throws AppError `identity_mismatch` with the reason.
 */
export async function verifyEmail(deps: Deps, { idToken, pendingToken, device }: Proof): Promise<User> {
  const proof = await deps.identity.verify(idToken);
  const { email, emailVerified } = proof;
  if (!emailVerified) throw mismatch(UNPROVEN);
  const pending = pendingToken === undefined ? await ofAddress(deps, email) : await ofToken(deps, pendingToken, email);
  return withSession(deps, async ({ tx, start }) => {
    await useProof(tx, proof);
    const { id, name, passwordHash, role, expertiseAreas } = pending;
    const social = socialOf(pending);
    const asked = { id, name, email, passwordHash, role, expertiseAreas };
    const user = (await takePending(tx, pending)) ? await createVerifiedUser(tx, asked) : undefined;
    if (user === undefined) throw mismatch(USED);
    if (social !== null) await linkSocial(tx, user.id, social);
    return start(user, device);
  });
}
