/** @jest-environment node */
import { IdentityError, toIdentityError } from './identity-error.ts';

const firebaseError = (code: string, message: string) => Object.assign(new Error(message), { code });

describe('toIdentityError (product 8.3)', () => {
  it.each(['auth/popup-closed-by-user', 'auth/cancelled-popup-request', 'auth/user-cancelled'])(
    'maps %s to cancelled',
    (code) => {
      expect(toIdentityError(firebaseError(code, 'Firebase: Closed.')).failure).toBe('cancelled');
    },
  );

  it.each([
    ['Firebase: Your account is disabled. (auth/user-disabled).', 'Your account is disabled.'],
    ['Firebase: Your account is disabled (auth/user-disabled).', 'Your account is disabled.'],
    ['Something else', 'Something else.'],
    ['Firebase: Error (auth/internal-error).', 'The identity service could not complete this. Please try again.'],
  ])("keeps only the provider's sentence: %s", (message, sentence) => {
    expect(toIdentityError(firebaseError('auth/user-disabled', message))).toMatchObject({
      failure: 'refused',
      message: sentence,
    });
  });

  it.each([
    ['auth/popup-blocked', 'refused', /browser blocked the sign-in window. Allow pop-up windows/],
    ['auth/account-exists-with-different-credential', 'refused', /already uses another way to sign in/],
    ['auth/web-storage-unsupported', 'refused', /Allow third-party cookies/],
    ['auth/network-request-failed', 'unreachable', /could not be reached. Check your connection/],
    ['auth/internal-error', 'refused', /could not complete this. Please try again/],
  ])('explains %s in plain words', (code, failure, sentence) => {
    const error = toIdentityError(firebaseError(code, `Firebase: A sentence for developers (${code}).`));
    expect(error).toMatchObject({ failure, message: expect.stringMatching(sentence) });
  });

  it('maps a failure to load the SDK to unreachable', () => {
    const error = toIdentityError(new Error('Loading chunk firebase failed.'));
    expect(error).toMatchObject({ failure: 'unreachable', message: expect.stringContaining('could not be reached') });
  });

  it('returns an IdentityError unchanged', () => {
    const error = new IdentityError('refused', 'Over.');
    expect(toIdentityError(error)).toBe(error);
  });
});
