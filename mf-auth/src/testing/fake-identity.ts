import { jest } from '@jest/globals';
import { IdentityError } from '../identity/identity-error.ts';
import { identity } from '../identity/identity.ts';
import type { Identity } from '../identity/identity-port.ts';

// Pages preload the provider's SDK, but no page test needs it.
jest.unstable_mockModule('../identity/firebase-identity.ts', () => ({ firebaseIdentity: {}, preparePopups: () => undefined }));

/** Replaces the identity provider. Methods that are not given reject as unreachable. */
export function fakeIdentity(given: Partial<Identity> = {}) {
  jest.restoreAllMocks();
  const unreachable = () => Promise.reject(new IdentityError('unreachable', 'The identity service could not be reached.'));
  return {
    sendEmailLink: jest.spyOn(identity, 'sendEmailLink').mockImplementation(given.sendEmailLink ?? unreachable),
    signInWithProvider: jest.spyOn(identity, 'signInWithProvider').mockImplementation(given.signInWithProvider ?? unreachable),
  };
}

export function deferred<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<Value>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
