/** @jest-environment node */
import { getDestination, buildEntryState, getTypedEmail } from './route-state.ts';

describe('the destination after signing in (product 2.1, 4.2)', () => {
  it.each(['/post-problem', '/problems?tags=React&page=2#top'])('is the previous page %s', (from) => {
    expect(getDestination({ from })).toBe(from);
  });

  it.each([
    ['nothing', undefined],
    ['a state of another type', 'from'],
    ['no path', { from: 7 }],
    ['an address', { from: 'https://elsewhere.example' }],
    ['a relative path', { from: 'home' }],
    ['another host', { from: '//elsewhere.example' }],
    ['another host with a backslash', { from: '/\\elsewhere.example' }],
    ['another host behind a tab', { from: '/\t/elsewhere.example' }],
    ['another host behind a line break', { from: '/\n/elsewhere.example' }],
    ['a script', { from: 'javascript:alert(1)' }],
  ])('is /home with %s', (_name, state) => {
    expect(getDestination(state)).toBe('/home');
  });
});

describe('buildEntryState', () => {
  it.each([
    ['nothing', null, '', null],
    ['the destination', { from: '/my-bids', other: 1 }, '', { from: '/my-bids' }],
    ['the typed address', null, ' ada@example.com ', { email: 'ada@example.com' }],
    ['both', { from: '/my-bids', email: 'old@example.com' }, 'new@example.com', { from: '/my-bids', email: 'new@example.com' }],
    ['the address of the previous screen', { email: 'ada@example.com' }, undefined, { email: 'ada@example.com' }],
  ])('passes %s', (_name, state, email, expected) => expect(buildEntryState(state, email)).toEqual(expected));

  it.each([undefined, null, 'ada@example.com', { email: 7 }])('ignores an invalid address in %j', (state) =>
    expect(getTypedEmail(state)).toBe(''),
  );
});
