/** @jest-environment node */
import { entryState, typedAddressOf } from './route-state.ts';

describe('what one entry screen hands to the next', () => {
  it.each([
    ['nothing', null, '', null],
    ['where the person was going', { from: '/my-bids', other: 1 }, '', { from: '/my-bids' }],
    ['the typed address', null, ' ada@example.com ', { email: 'ada@example.com' }],
    ['both', { from: '/my-bids', email: 'old@example.com' }, 'new@example.com', { from: '/my-bids', email: 'new@example.com' }],
    ['the address of the screen before', { email: 'ada@example.com' }, undefined, { email: 'ada@example.com' }],
  ])('is %s', (_name, state, email, expected) => expect(entryState(state, email)).toEqual(expected));

  it.each([undefined, null, 'ada@example.com', { email: 7 }])('is no address with %j', (state) =>
    expect(typedAddressOf(state)).toBe(''),
  );
});
