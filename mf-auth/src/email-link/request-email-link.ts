import { STORAGE_KEYS } from '@solvent/contracts';
import { writeKey } from '@solvent/store';
import { identity } from '../identity/identity.ts';
import type { EmailLinkPurpose } from '../identity/identity-port.ts';

/** Sends the link that proves an address, and keeps the address for the moment the link is opened here (spec 4). */
export async function requestEmailLink(email: string, purpose: EmailLinkPurpose): Promise<void> {
  writeKey(STORAGE_KEYS.emailForSignIn, email);
  await identity.sendEmailLink(email, purpose);
}
