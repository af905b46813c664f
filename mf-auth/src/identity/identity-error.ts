/** Why the identity provider said no, as far as a screen acts on it. */
export type IdentityFailure = 'cancelled' | 'invalid-link' | 'expired-link' | 'wrong-address' | 'unreachable' | 'refused';

const FAILURES: Record<string, IdentityFailure> = {
  'auth/popup-closed-by-user': 'cancelled',
  'auth/cancelled-popup-request': 'cancelled',
  'auth/user-cancelled': 'cancelled',
  'auth/invalid-action-code': 'invalid-link',
  'auth/argument-error': 'invalid-link',
  'auth/expired-action-code': 'expired-link',
  'auth/invalid-email': 'wrong-address',
  'auth/network-request-failed': 'unreachable',
  'auth/timeout': 'unreachable',
};

/** The one error that calls to the identity provider reject with. `message` is the provider's own sentence. */
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

/** "Firebase: The popup was blocked (auth/popup-blocked)." says to a person: "The popup was blocked." */
function sentence(message: string): string {
  const bare = message
    .replace(/^Firebase: /, '')
    .replace(/\s*\(auth\/[\w-]+\)\.?$/, '')
    .trim();
  if (bare === '' || bare === 'Error') return 'The identity service could not complete this. Please try again.';
  return /[.!?]$/.test(bare) ? bare : `${bare}.`;
}

/** Gives whatever the provider, or the loading of its code, threw the one form. */
export function toIdentityError(error: unknown): IdentityError {
  if (error instanceof IdentityError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code.startsWith('auth/') && error instanceof Error) {
    return new IdentityError(FAILURES[code] ?? 'refused', sentence(error.message), { cause: error });
  }
  return new IdentityError('unreachable', 'The identity service could not be reached. Check your connection and try again.', {
    cause: error,
  });
}
