import type { FastifyBaseLogger } from 'fastify';
import type { IdentityVerifier, KnownPerson } from '../../../platform/identity/identity-verifier.ts';
import { within } from '../../../platform/within.ts';

/** The provider's client tries again for minutes; whoever deletes their account does not wait for that (ms). */
const PATIENCE = 4000;

const BY_HAND = 'The identity provider did not forget somebody who deleted their account. Delete this address there by hand.';
const NO_CREDENTIALS =
  'People who delete their accounts stay known to the identity provider: set GOOGLE_APPLICATION_CREDENTIALS, and delete there whoever left.';

const warned = new WeakSet<IdentityVerifier>();

function warnOnce(identity: IdentityVerifier, log: FastifyBaseLogger): void {
  if (!warned.has(identity)) log.warn(NO_CREDENTIALS);
  warned.add(identity);
}

/**
 * Makes the identity provider forget a person. Never fails: where it could not, the log says whom to delete by hand, with
 * the address, because nothing else would lead there. The account's deletion goes on.
 */
export async function forgetAtProvider(identity: IdentityVerifier, log: FastifyBaseLogger, person: KnownPerson): Promise<void> {
  try {
    if (!(await within(PATIENCE, 'The identity provider', identity.forget(person)))) warnOnce(identity, log);
  } catch (error) {
    log.error({ err: error, email: person.email }, BY_HAND);
  }
}
