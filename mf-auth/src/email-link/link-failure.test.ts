import { ApiError } from '@solvent/http';
import { parseLinkCode, toLinkFailure } from './link-failure.ts';

describe('toLinkFailure (product 2.13)', () => {
  it.each([
    [
      'used, changed or expired',
      { oobCode: 'This link has expired. Get a new one.' },
      { title: 'This link cannot be used', text: 'This link has expired. Get a new one.', nextStep: 'new-link' },
    ],
    [
      'sent to another address',
      { email: 'This link was sent to another address.' },
      { title: 'Confirm your email', text: 'This link was sent to another address.', nextStep: 'address' },
    ],
  ])('shows the field error of a link that is %s', (_what, errors, failure) => {
    const error = new ApiError(401, 'identity_mismatch', 'Refused.', errors);
    expect(toLinkFailure(error, 'sign-up')).toEqual(failure);
  });

  it.each([
    ['sign-up', 'Your email is not verified yet'],
    ['reset-password', 'Your password is not changed yet'],
  ] as const)('offers a retry without a response: %s', (purpose, title) => {
    const error = new ApiError(0, 'network', 'Network Error');
    expect(toLinkFailure(error, purpose)).toMatchObject({
      title,
      text: expect.stringMatching(/Your link is still valid/),
      nextStep: 'retry',
    });
  });

  it('reports an unexpected response as an internal error', () => {
    const error = new Error('The response contains no user.');
    const text = 'Something went wrong on our side. Sign in, or get a new link.';
    expect(toLinkFailure(error, 'sign-up')).toMatchObject({ title: 'Your email is not verified yet', text, nextStep: 'account' });
  });

  it.each([
    [503, 'unavailable', 'retry'],
    [429, 'rate_limited', 'retry'],
    [401, 'identity_mismatch', 'account'],
    [409, 'conflict', 'account'],
  ] as const)('shows the message of the server, status %i (product 8.2)', (status, code, nextStep) => {
    const error = new ApiError(status, code, 'The message of the server.');
    expect(toLinkFailure(error, 'sign-up')).toMatchObject({ text: 'The message of the server.', nextStep, cause: error });
  });
});

describe('parseLinkCode', () => {
  it.each([
    ['?apiKey=key&mode=signIn&oobCode=abc&lang=en', 'abc'],
    ['?mode=signIn', undefined],
    ['?mode=signIn&oobCode=', undefined],
    ['?mode=resetPassword&oobCode=abc', undefined],
    ['', undefined],
  ])('returns the code of %s: %s', (search, code) => expect(parseLinkCode(search)).toBe(code));
});
