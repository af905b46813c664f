import { ApiError } from '@solvent/http';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { IdentityError } from '../identity/identity-error.ts';
import type { IdentityFailure } from '../identity/identity-error.ts';
import { linkProblemOf, reachServer } from './link-problem.ts';

describe('why a link by mail did not work (product 2.13)', () => {
  it.each<[failure: IdentityFailure, title: string, text: RegExp, way: string]>([
    ['invalid-link', 'This link cannot be used', /^It was used already, or it has been changed\. If your email/, 'new-link'],
    ['expired-link', 'This link has expired', /^Links work for a limited time\. Get a new one\.$/, 'new-link'],
    ['wrong-address', 'Confirm your email', /^This link was sent to another address\.$/, 'address'],
    ['unreachable', 'Your email is not verified yet', /the link stays good/, 'again'],
    ['refused', 'Your email could not be verified', /^This account is disabled\.$/, 'new-link'],
  ])('is the failure of the identity provider: %s', (failure, title, text, way) => {
    const problem = linkProblemOf(new IdentityError(failure, 'This account is disabled.'), 'sign-up');
    expect(problem).toEqual({ title, text: expect.stringMatching(text), way });
  });

  it('has its own texts for a new password', () => {
    const problemOf = (failure: IdentityFailure) => linkProblemOf(new IdentityError(failure, 'No.'), 'reset-password');
    expect(problemOf('unreachable')).toMatchObject({ title: 'Your password is not changed yet' });
    expect(problemOf('refused')).toMatchObject({ title: 'Your password could not be changed' });
    expect(problemOf('invalid-link').text).toMatch(/Get a new one to choose a password\.$/);
  });

  it('depends, without an answer, on whether the link was used up', () => {
    const unreachable = new ApiError(0, 'network', 'Network Error');
    expect(linkProblemOf(unreachable, 'sign-up').text).toMatch(/the link stays good/);
    expect(linkProblemOf(unreachable, 'sign-up', true)).toMatchObject({ text: expect.stringMatching(/Keep this page open/) });
  });

  it.each([
    [503, 'unavailable', 'again'],
    [429, 'rate_limited', 'again'],
    [401, 'identity_mismatch', 'account'],
    [409, 'conflict', 'account'],
  ] as const)('is the sentence of the server, status %i (product 8.2)', (status, code, way) => {
    const error = new ApiError(status, code, 'The sentence of the server.');
    expect(linkProblemOf(error, 'sign-up')).toMatchObject({ text: 'The sentence of the server.', way, cause: error });
  });
});

describe('the check before a link is used up (product 2.13)', () => {
  it.each([
    ['passes when the server is ready', {}, true],
    ['passes when a proxy keeps the question to itself', refuse('not_found', 'Nothing here.'), true],
    ['fails when the server is not available', refuse('unavailable', 'Wait a moment.'), false],
    ['fails without an answer', NETWORK_FAILURE, false],
  ])('%s', async (_name, answer, passes) => {
    const api = fakeApi({ 'GET /health/ready': () => answer });
    const check = reachServer().then(
      () => true,
      () => false,
    );
    expect(await check).toBe(passes);
    api.restore();
  });
});
