import { ACCOUNT, printable, SOCIAL_TYPES } from '@solvent/contracts';
import type { FieldErrors } from '@solvent/contracts';
import { toAsciiEmail } from '@solvent/contracts/rules/ascii-address';
import { initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import type { Auth, DecodedIdToken } from 'firebase-admin/auth';
import type { Config } from '../config/config.ts';
import { AppError } from '../errors/app-error.ts';
import { errorCode } from '../errors/error-code.ts';
import type { IdentityVerifier, KnownPerson, SocialAccount } from './identity-verifier.ts';
import { hashProof } from './proofs.ts';
import { withTimeout } from '../with-timeout.ts';

/** Limits each request, because firebase-admin fetches the provider's keys without a timeout. */
const TIMEOUT_MS = 4000;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Converts an error response. "INVALID_EMAIL : The email provided …" has the code INVALID_EMAIL. */
function toToolkitError(status: number, body: unknown): Error {
  const error = isObject(body) && isObject(body['error']) ? body['error'] : {};
  const message = typeof error['message'] === 'string' ? error['message'] : `The Identity Toolkit returned ${status}`;
  return Object.assign(new Error(message), { code: /^[A-Z_]+(?=$| :)/.exec(message)?.[0] });
}

/** https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts. @throws Error with the code of an error response */
async function callToolkit(
  { emulatorHost, apiKey }: Config['identity'],
  method: string,
  body: object,
): Promise<Record<string, unknown>> {
  const host =
    emulatorHost === undefined
      ? 'https://identitytoolkit.googleapis.com'
      : `http://${emulatorHost}/identitytoolkit.googleapis.com`;
  const response = await fetch(`${host}/v1/accounts:${method}?key=${encodeURIComponent(apiKey)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const parsed: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw toToolkitError(response.status, parsed);
  return isObject(parsed) ? parsed : {};
}

/** firebase-admin reads the emulator's address from here, and then accepts unsigned tokens. */
const EMULATOR_VARIABLE = 'FIREBASE_AUTH_EMULATOR_HOST';
/** Path of the key file, relative to the working directory. */
const KEY_VARIABLE = 'GOOGLE_APPLICATION_CREDENTIALS';

const TOO_OLD = 'This sign-in is too old. Please start again.';
const UNVERIFIED = 'This sign-in could not be verified. Please start again.';

/** Time to fill in a form after the sign-in. Tokens are valid for an hour. */
const MAX_AGE_SECONDS = 30 * 60;

const NO_POPUP = 'This sign-in is not one with GitHub or Google. Please start again.';
const NOT_NOW = 'Sign-ins cannot be verified just now. Please try again in a moment.';

const EXPIRED_CODES = new Set(['auth/id-token-expired', 'auth/id-token-revoked']);
const INVALID_CODES = new Set(['auth/argument-error', 'auth/invalid-id-token', 'auth/user-not-found', 'auth/user-disabled']);

/** Returns the account of the provider that was used. A token lists all accounts of its user. */
function getSocialAccount({ firebase }: DecodedIdToken): SocialAccount {
  const type = SOCIAL_TYPES.find((known) => firebase.sign_in_provider === `${known}.com`);
  const ids: unknown = type && firebase.identities[`${type}.com`];
  const id: unknown = Array.isArray(ids) ? ids[0] : undefined;
  if (type === undefined || typeof id !== 'string' || id === '') throw new AppError('identity_mismatch', NO_POPUP);
  return { type, id };
}

const normalizeEmail = (email: string) => toAsciiEmail(email.toLowerCase());

const unavailable = (cause: unknown) => new AppError('unavailable', NOT_NOW, { cause });

function toAppError(error: unknown): AppError {
  const code = errorCode(error) ?? '';
  if (EXPIRED_CODES.has(code)) return new AppError('identity_mismatch', TOO_OLD);
  if (INVALID_CODES.has(code)) return new AppError('identity_mismatch', UNVERIFIED);
  return unavailable(error);
}

/** The fields of a lookup that are used. */
interface FoundUsers {
  users?: { providerUserInfo?: Partial<Record<'providerId' | 'rawId' | 'screenName' | 'email', string>>[] }[];
}

/**
 * Finds the login at GitHub or the address at Google at the last sign-in. Returns null if it is unknown or on failure, because it
 * is only displayed.
 */
async function findAccountName(
  identity: Config['identity'],
  idToken: string,
  { type, id }: SocialAccount,
): Promise<string | null> {
  try {
    // Fails below if it has another form.
    const { users = [] }: FoundUsers = await callToolkit(identity, 'lookup', { idToken });
    const infos = users.flatMap(({ providerUserInfo = [] }) => providerUserInfo);
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

const LINK_ERRORS: Record<string, FieldErrors> = {
  INVALID_OOB_CODE: { oobCode: LINK_USED },
  EXPIRED_OOB_CODE: { oobCode: LINK_EXPIRED },
  INVALID_EMAIL: { email: OTHER_ADDRESS },
};

function toLinkError(error: unknown): AppError {
  const code = errorCode(error) ?? '';
  if (code === 'USER_DISABLED') return new AppError('identity_mismatch', UNVERIFIED);
  const errors = LINK_ERRORS[code];
  if (errors === undefined) return unavailable(error);
  return new AppError('identity_mismatch', Object.values(errors).join(' '), { errors });
}

/** Deletes the user's accounts at Firebase, of which there may be several. */
async function deleteUsers(auth: Auth, { email, social }: KnownPerson): Promise<void> {
  const accounts = social.map(({ type, id }) => ({ providerId: `${type}.com`, providerUid: id }));
  const { users } = await auth.getUsers([{ email }, ...accounts]);
  for (const { uid } of users)
    await auth.deleteUser(uid).catch((error: unknown) => {
      // Deleted concurrently.
      if (errorCode(error) !== 'auth/user-not-found') throw error;
    });
}

/** Creates the {@link IdentityVerifier} of a Firebase project or its emulator. @param name of the Firebase app, unique in the process */
export function createFirebaseVerifier(identity: Config['identity'], name = 'solvent'): IdentityVerifier {
  if (identity.emulatorHost === undefined) delete process.env[EMULATOR_VARIABLE];
  else process.env[EMULATOR_VARIABLE] = identity.emulatorHost;
  if (identity.credentialsFile !== undefined) process.env[KEY_VARIABLE] = identity.credentialsFile;
  const auth = getAuth(initializeApp({ projectId: identity.projectId }, name));
  // Needs credentials, except at the emulator, which always checks.
  const checkRevoked = identity.credentialsFile !== undefined;
  return {
    verify: async (idToken) => {
      const claims: DecodedIdToken = await withTimeout(
        TIMEOUT_MS,
        'The identity provider',
        auth.verifyIdToken(idToken, checkRevoked),
      ).catch((error: unknown) => {
        throw toAppError(error);
      });
      const social = getSocialAccount(claims);
      if (Date.now() / 1000 - claims.auth_time > MAX_AGE_SECONDS) throw new AppError('identity_mismatch', TOO_OLD);
      return {
        social: { ...social, account: await findAccountName(identity, idToken, social) },
        email: claims.email === undefined ? null : normalizeEmail(claims.email),
        proofHash: hashProof(idToken),
      };
    },
    redeemLink: async ({ email, oobCode }) => {
      const { email: proven } = await callToolkit(identity, 'signInWithEmailLink', { email, oobCode }).catch((error: unknown) => {
        throw toLinkError(error);
      });
      // The response has no token if the user has a second factor, which anyone may have added: the link still counts.
      if (typeof proven !== 'string' || normalizeEmail(proven) !== email)
        throw unavailable(new Error('The identity provider redeemed a link for another address.'));
    },
    deleteUser: async (person) => {
      if (identity.emulatorHost === undefined && identity.credentialsFile === undefined) return false;
      await deleteUsers(auth, person);
      return true;
    },
  };
}
