import { IdentityError, toIdentityError } from './identity-error.ts';

const firebaseError = (code: string, message: string) => Object.assign(new Error(message), { code });

describe('the error of the identity provider', () => {
  it.each(['auth/popup-closed-by-user', 'auth/cancelled-popup-request', 'auth/user-cancelled'])(
    'takes %s as the person changing their mind',
    (code) => {
      expect(toIdentityError(firebaseError(code, 'Firebase: Closed.')).failure).toBe('cancelled');
    },
  );

  it.each([
    ['Firebase: The popup was blocked by the browser. (auth/popup-blocked).', 'The popup was blocked by the browser.'],
    [
      'Firebase: Unable to establish a connection with the popup (auth/popup-blocked).',
      'Unable to establish a connection with the popup.',
    ],
    ['Something else', 'Something else.'],
    ['Firebase: Error (auth/internal-error).', 'The identity service could not complete this. Please try again.'],
  ])("says the provider's sentence alone: %s", (message, sentence) => {
    expect(toIdentityError(firebaseError('auth/popup-blocked', message))).toMatchObject({
      failure: 'refused',
      message: sentence,
    });
  });

  it('says that the service cannot be reached when its code does not load', () => {
    const error = toIdentityError(new Error('Loading chunk firebase failed.'));
    expect(error).toMatchObject({ failure: 'unreachable', message: expect.stringContaining('could not be reached') });
  });

  it('leaves its own errors as they are', () => {
    const error = new IdentityError('expired-link', 'Over.');
    expect(toIdentityError(error)).toBe(error);
  });
});
