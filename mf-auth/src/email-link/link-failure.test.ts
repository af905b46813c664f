import { ApiError } from '@solvent/http';
import { parseLinkCode, toLinkFailure } from './link-failure.ts';

describe('why an emailed link did not work (product 2.13)', () => {
  it.each([
    [
      'used, changed or old',
      { oobCode: 'This link has expired. Get a new one.' },
      { title: 'This link cannot be used', text: 'This link has expired. Get a new one.', nextStep: 'new-link' },
    ],
    [
      'sent to another address',
      { email: 'This link was sent to another address.' },
      { title: 'Confirm your email', text: 'This link was sent to another address.', nextStep: 'address' },
    ],
  ])('is what the server states about a link that is %s', (_what, errors, failure) => {
    const error = new ApiError(401, 'identity_mismatch', 'Refused.', errors);
    expect(toLinkFailure(error, 'sign-up')).toEqual(failure);
  });

  it.each([
    ['sign-up', 'Your email is not verified yet'],
    ['reset-password', 'Your password is not changed yet'],
  ] as const)('is the connection without a response: %s', (purpose, title) => {
    const error = new ApiError(0, 'network', 'Network Error');
    expect(toLinkFailure(error, purpose)).toMatchObject({
      title,
      text: expect.stringMatching(/Your link is still valid/),
      nextStep: 'retry',
    });
  });

  it('is our own fault with a response that is none', () => {
    const error = new Error('The answer has no user.');
    const text = 'Something went wrong on our side. Sign in, or get a new link.';
    expect(toLinkFailure(error, 'sign-up')).toMatchObject({ title: 'Your email is not verified yet', text, nextStep: 'account' });
  });

  it.each([
    [503, 'unavailable', 'retry'],
    [429, 'rate_limited', 'retry'],
    [401, 'identity_mismatch', 'account'],
    [409, 'conflict', 'account'],
  ] as const)('is the sentence of the server, status %i (product 8.2)', (status, code, nextStep) => {
    const error = new ApiError(status, code, 'The sentence of the server.');
    expect(toLinkFailure(error, 'sign-up')).toMatchObject({ text: 'The sentence of the server.', nextStep, cause: error });
  });
});

describe('the code of a link', () => {
  it.each([
    ['?apiKey=key&mode=signIn&oobCode=abc&lang=en', 'abc'],
    ['?mode=signIn', undefined],
    ['?mode=signIn&oobCode=', undefined],
    ['?mode=resetPassword&oobCode=abc', undefined],
    ['', undefined],
  ])('in %s is %s', (search, code) => expect(parseLinkCode(search)).toBe(code));
});
