/** @jest-environment node */
import { ApiError, getInlineErrorText, getErrorText, NETWORK_ERROR, NO_CONNECTION } from './api-error.ts';

it.each<[what: string, error: unknown, text: string]>([
  ["the server's sentence", new ApiError(401, 'invalid_credentials', 'Wrong email or password'), 'Wrong email or password'],
  ['the fallback without an answer', new ApiError(0, 'network', NETWORK_ERROR), 'Failed to login'],
  ['the fallback for an answer without a sentence', new ApiError(502, 'unknown', NETWORK_ERROR), 'Failed to login'],
  ['the fallback for a fault of our own', new TypeError('x is undefined'), 'Failed to login'],
  ['the fallback for nothing', undefined, 'Failed to login'],
])('getErrorText (product 8.2) returns %s', (_what, error, text) => {
  expect(getErrorText(error, 'Failed to login')).toBe(text);
});

describe('getInlineErrorText', () => {
  it('ends with the reference of a server error', () => {
    const error = new ApiError(500, 'internal', 'Something went wrong on our side. Please try again.', {}, undefined, '7F3KQ2');
    expect(getInlineErrorText(error, 'The upload failed')).toBe(
      'Something went wrong on our side. Please try again. Reference 7F3KQ2.',
    );
  });

  const unanswered = new ApiError(0, 'network', NETWORK_ERROR);

  it.each([
    ['Failed to post the question', `Failed to post the question. ${NO_CONNECTION}`],
    ['The message could not be changed. Please try again.', `The message could not be changed. ${NO_CONNECTION}`],
  ])('combines the fallback and the missing connection without repeating "try again": %s', (fallback, text) => {
    expect(getInlineErrorText(unanswered, fallback)).toBe(text);
  });

  it("returns the server's message, or the fallback", () => {
    expect(getInlineErrorText(new ApiError(429, 'rate_limited', 'Wait a minute.'), 'Failed to post')).toBe('Wait a minute.');
    expect(getInlineErrorText(new ApiError(502, 'unknown', NETWORK_ERROR), 'Failed to post')).toBe('Failed to post');
  });
});
