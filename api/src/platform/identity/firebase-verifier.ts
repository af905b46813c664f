import { SOCIAL_TYPES } from '@solvent/contracts';
import { initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import type { DecodedIdToken } from 'firebase-admin/auth';
import type { Config } from '../config/config.ts';
import { AppError } from '../errors/app-error.ts';
import { errorCode } from '../errors/error-code.ts';
import { forgetPerson } from './forget-person.ts';
import { within } from '../within.ts';
import type { IdentityVerifier, ProvenIdentity, SocialAccount } from './identity-verifier.ts';
import { proofHashOf } from './used-proofs.ts';

/** Firebase reads the emulator's address from here; with it set, unsigned tokens are believed. */
const EMULATOR_VARIABLE = 'FIREBASE_AUTH_EMULATOR_HOST';
/** And the key file from here, from the folder on in which the process was started. */
const KEY_VARIABLE = 'GOOGLE_APPLICATION_CREDENTIALS';

const OVER = 'This sign-in is too old. Please start again.';
const FORGED = 'This sign-in could not be verified. Please start again.';

/** A sign-in at the provider counts for this long (seconds): a new password is chosen in that time. Its tokens live for an hour. */
const MAX_AGE = 30 * 60;

/** The provider's client waits for its keys for ever; whoever signs in does not (ms). */
const TIMEOUT = 4000;

const NO_ADDRESS = 'This account shows no email address. Please sign up with email and password.';

const OVER_CODES = new Set(['auth/id-token-expired', 'auth/id-token-revoked']);
const FORGED_CODES = new Set(['auth/argument-error', 'auth/invalid-id-token', 'auth/user-not-found', 'auth/user-disabled']);

/** Firebase calls them github.com and google.com. A token names all linked accounts, and the one that was used. */
function socialOf({ firebase }: DecodedIdToken): SocialAccount | null {
  const type = SOCIAL_TYPES.find((known) => firebase.sign_in_provider === `${known}.com`);
  if (type === undefined) return null;
  const ids: unknown = firebase.identities[`${type}.com`];
  const id: unknown = Array.isArray(ids) ? ids[0] : undefined;
  return typeof id === 'string' && id !== '' ? { type, id } : null;
}

function identityOf(idToken: string, claims: DecodedIdToken): ProvenIdentity {
  if (Date.now() / 1000 - claims.auth_time > MAX_AGE) throw new AppError('identity_mismatch', OVER);
  if (claims.email === undefined) throw new AppError('identity_mismatch', NO_ADDRESS);
  return {
    subject: claims.uid,
    email: claims.email.toLowerCase(),
    emailVerified: claims.email_verified === true,
    social: socialOf(claims),
    byEmail: claims.firebase.sign_in_provider === 'password',
    proofHash: proofHashOf(idToken),
  };
}

function refusal(error: unknown): AppError {
  const code = errorCode(error) ?? '';
  if (OVER_CODES.has(code)) return new AppError('identity_mismatch', OVER);
  if (FORGED_CODES.has(code)) return new AppError('identity_mismatch', FORGED);
  return new AppError('unavailable', 'Sign-ins cannot be verified just now. Please try again in a moment.', { cause: error });
}

/**
 * The {@link IdentityVerifier} of a Firebase project, or of its local emulator.
 * Each call makes a Firebase app of its own, under `name`.
 */
export function createFirebaseVerifier(identity: Config['identity'], name = 'solvent'): IdentityVerifier {
  if (identity.emulatorHost === undefined) delete process.env[EMULATOR_VARIABLE];
  else process.env[EMULATOR_VARIABLE] = identity.emulatorHost;
  if (identity.credentialsFile !== undefined) process.env[KEY_VARIABLE] = identity.credentialsFile;
  const auth = getAuth(initializeApp({ projectId: identity.projectId }, name));
  // Whether the person may still sign in there can be asked with credentials alone; the emulator is asked anyway.
  const asksProvider = identity.credentialsFile !== undefined;
  return {
    verify: async (idToken) => {
      const claims: DecodedIdToken = await within(
        TIMEOUT,
        'The identity provider',
        auth.verifyIdToken(idToken, asksProvider),
      ).catch((error: unknown) => {
        throw refusal(error);
      });
      return identityOf(idToken, claims);
    },
    forget: async (person) => {
      if (identity.emulatorHost === undefined && identity.credentialsFile === undefined) return false;
      await forgetPerson(auth, person);
      return true;
    },
  };
}
