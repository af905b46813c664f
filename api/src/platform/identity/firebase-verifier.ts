import { ACCOUNT, printable, SOCIAL_TYPES } from '@solvent/contracts';
import type { FieldErrors } from '@solvent/contracts';
import { toAsciiEmail } from '@solvent/contracts/rules/ascii-address';
import { initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import type { DecodedIdToken } from 'firebase-admin/auth';
import * as yup from 'yup';
import type { Config } from '../config/config.ts';
import { AppError } from '../errors/app-error.ts';
import { errorCode } from '../errors/error-code.ts';
import { forgetPerson } from './forget-person.ts';
import { callToolkit, ToolkitError } from './identity-toolkit.ts';
import type { IdentityVerifier, SocialAccount } from './identity-verifier.ts';
import { proofHashOf } from './used-proofs.ts';
import { withTimeout } from '../with-timeout.ts';

/** Firebase reads the emulator's address from here; with it set, unsigned tokens are believed. */
const EMULATOR_VARIABLE = 'FIREBASE_AUTH_EMULATOR_HOST';
/** And the key file from here, from the folder on in which the process was started. */
const KEY_VARIABLE = 'GOOGLE_APPLICATION_CREDENTIALS';

const OVER = 'This sign-in is too old. Please start again.';
const FORGED = 'This sign-in could not be verified. Please start again.';

/** A sign-in at the provider counts for this long (seconds): a form is filled in meanwhile. Its tokens live for an hour. */
const MAX_AGE = 30 * 60;

/** The provider's client waits for its keys for ever; whoever signs in does not (ms). */
const TIMEOUT = 4000;

const NO_POPUP = 'This sign-in is not one with GitHub or Google. Please start again.';
const NOT_NOW = 'Sign-ins cannot be verified just now. Please try again in a moment.';

const OVER_CODES = new Set(['auth/id-token-expired', 'auth/id-token-revoked']);
const FORGED_CODES = new Set(['auth/argument-error', 'auth/invalid-id-token', 'auth/user-not-found', 'auth/user-disabled']);

/** Firebase calls them github.com and google.com. A token names all accounts of its user, and the provider that was used. */
function socialOf({ firebase }: DecodedIdToken): SocialAccount {
  const type = SOCIAL_TYPES.find((known) => firebase.sign_in_provider === `${known}.com`);
  const ids: unknown = type && firebase.identities[`${type}.com`];
  const id: unknown = Array.isArray(ids) ? ids[0] : undefined;
  if (type === undefined || typeof id !== 'string' || id === '') throw new AppError('identity_mismatch', NO_POPUP);
  return { type, id };
}

/** An address as requests have it. */
const normalized = (email: string) => toAsciiEmail(email.toLowerCase());

const unavailable = (cause: unknown) => new AppError('unavailable', NOT_NOW, { cause });

function refusal(error: unknown): AppError {
  const code = errorCode(error) ?? '';
  if (OVER_CODES.has(code)) return new AppError('identity_mismatch', OVER);
  if (FORGED_CODES.has(code)) return new AppError('identity_mismatch', FORGED);
  return unavailable(error);
}

/** What the provider knows of one account of a user (ProviderUserInfo of the Identity Toolkit). */
const providerInfoRules = yup.object({
  providerId: yup.string(),
  rawId: yup.string(),
  screenName: yup.string(),
  email: yup.string(),
});
const usersRules = yup.object({
  users: yup.array(yup.object({ providerUserInfo: yup.array(providerInfoRules).default([]) })).default([]),
});

/**
 * The account's login at GitHub or its address at Google, as the provider returned them at its last sign-in.
 * @returns null where there is none, and where the provider cannot say: it only decorates
 */
async function accountOf(identity: Config['identity'], idToken: string, { type, id }: SocialAccount): Promise<string | null> {
  try {
    const { users } = usersRules.validateSync(await callToolkit(identity, 'lookup', { idToken }));
    const infos = users.flatMap(({ providerUserInfo }) => providerUserInfo);
    const info = infos.find(({ providerId, rawId }) => providerId === `${type}.com` && rawId === id);
    const account = type === 'github' ? info?.screenName : info?.email;
    return account === undefined || account === '' ? null : printable(account).slice(0, ACCOUNT.emailMax);
  } catch {
    return null;
  }
}

const LINK_USED = 'This link was used already, or it has been changed. Get a new one.';
const LINK_EXPIRED = 'This link has expired. Get a new one.';
const OTHER_ADDRESS = 'This link was sent to another address.';

const LINK_REFUSALS: Record<string, FieldErrors> = {
  INVALID_OOB_CODE: { oobCode: LINK_USED },
  EXPIRED_OOB_CODE: { oobCode: LINK_EXPIRED },
  INVALID_EMAIL: { email: OTHER_ADDRESS },
};

function linkRefusal(error: unknown): AppError {
  if (!(error instanceof ToolkitError)) return unavailable(error);
  if (error.code === 'USER_DISABLED') return new AppError('identity_mismatch', FORGED);
  const errors = LINK_REFUSALS[error.code];
  if (errors === undefined) return unavailable(error);
  return new AppError('identity_mismatch', Object.values(errors).join(' '), { errors });
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
      const claims: DecodedIdToken = await withTimeout(
        TIMEOUT,
        'The identity provider',
        auth.verifyIdToken(idToken, asksProvider),
      ).catch((error: unknown) => {
        throw refusal(error);
      });
      const social = socialOf(claims);
      if (Date.now() / 1000 - claims.auth_time > MAX_AGE) throw new AppError('identity_mismatch', OVER);
      const account = await accountOf(identity, idToken, social);
      return {
        social,
        account,
        email: claims.email === undefined ? null : normalized(claims.email),
        proofHash: proofHashOf(idToken),
      };
    },
    redeemLink: async ({ email, oobCode }) => {
      const { email: proven } = await callToolkit(identity, 'signInWithEmailLink', { email, oobCode }).catch((error: unknown) => {
        throw linkRefusal(error);
      });
      // The response has no token where the provider's user has a second factor, which anyone may have added: the link counts.
      if (typeof proven !== 'string' || normalized(proven) !== email)
        throw unavailable(new Error('The identity provider redeemed a link for another address.'));
    },
    deleteUser: async (person) => {
      if (identity.emulatorHost === undefined && identity.credentialsFile === undefined) return false;
      await forgetPerson(auth, person);
      return true;
    },
  };
}
