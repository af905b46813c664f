export type IdentityFailure = 'cancelled' | 'unreachable' | 'refused';

const FAILURES: Record<string, IdentityFailure> = {
  'auth/popup-closed-by-user': 'cancelled',
  'auth/cancelled-popup-request': 'cancelled',
  'auth/user-cancelled': 'cancelled',
  'auth/network-request-failed': 'unreachable',
  'auth/timeout': 'unreachable',
};

const UNREACHABLE_MESSAGE = 'The identity service could not be reached. Check your connection and try again.';
const INCOMPLETE_MESSAGE = 'The identity service could not complete this. Please try again.';

/** Replaces provider messages that are written for developers. */
const MESSAGES: Record<string, string> = {
  'auth/popup-blocked': 'Your browser blocked the sign-in window. Allow pop-up windows for this site, then try again.',
  'auth/account-exists-with-different-credential':
    'This email address already uses another way to sign in. Use that one, or your email and password.',
  'auth/web-storage-unsupported':
    'Your browser blocks cookies that this sign-in needs. Allow third-party cookies, or use your email and password.',
  'auth/network-request-failed': UNREACHABLE_MESSAGE,
  'auth/timeout': UNREACHABLE_MESSAGE,
  'auth/internal-error': INCOMPLETE_MESSAGE,
};

/** The only error that `Identity` rejects with. `message` can be shown to users. */
export class IdentityError extends Error {
  override readonly name = 'IdentityError';

  constructor(
    readonly failure: IdentityFailure,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Converts "Firebase: The popup was blocked (auth/popup-blocked)." to "The popup was blocked." */
function extractMessage(message: string): string {
  const text = message
    .replace(/^Firebase: /, '')
    .replace(/\s*\(auth\/[\w-]+\)\.?$/, '')
    .trim();
  if (text === '' || text === 'Error') return INCOMPLETE_MESSAGE;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

export function toIdentityError(error: unknown): IdentityError {
  if (error instanceof IdentityError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code.startsWith('auth/') && error instanceof Error) {
    return new IdentityError(FAILURES[code] ?? 'refused', MESSAGES[code] ?? extractMessage(error.message), { cause: error });
  }
  return new IdentityError('unreachable', UNREACHABLE_MESSAGE, { cause: error });
}
