import { jest } from '@jest/globals';
import { getDestination, buildEntryState, getTypedEmail, parseIntention, readIntention, storeIntention } from './route-state.ts';
import type { Intention } from './route-state.ts';

describe('the destination after signing in (product 2.1, 4.2)', () => {
  it.each(['/post-problem', '/problems?tags=React&page=2#top'])('is the previous page %s', (from) => {
    expect(getDestination(parseIntention({ from }))).toBe(from);
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
    expect(getDestination(parseIntention(state))).toBe('/home');
  });
});

const BID = { from: '/view-problems/p1', purpose: 'bid on "Flaky"', action: { kind: 'bid', id: 'p1' } } satisfies Intention;

describe('buildEntryState', () => {
  it.each([
    ['the intention', BID, undefined, BID],
    ['no incomplete intention', { purpose: 7, action: { kind: 'bid' } }, '', null],
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

describe('the intention of a link by email (product 2.63)', () => {
  beforeEach(() => localStorage.clear());
  afterEach(() => jest.restoreAllMocks());

  it('is kept for its address, however that is typed, until another one replaces it', () => {
    storeIntention(' Ada@Bücher.example', BID);
    expect(readIntention('ada@xn--bcher-kva.example')).toEqual(BID);
    expect(readIntention('eve@example.com')).toBeUndefined();
    // A page of a link knows only the path.
    expect(storeIntention('ada@bücher.example', { from: BID.from })).toEqual(BID);
    const post = { from: '/post-problem', purpose: 'post a problem' };
    storeIntention('ada@bücher.example', post);
    expect(readIntention('ada@bücher.example')).toEqual(post);
    storeIntention('eve@example.com', {});
    expect(localStorage).toHaveLength(0);
  });

  it.each([
    ['almost a day', 24 * 3_600_000 - 1, BID],
    ['a day', 24 * 3_600_000, undefined],
    ['a clock that went back', -1, undefined],
  ])('after %s', (_after, passed, expected) => {
    const stored = Date.now();
    const now = jest.spyOn(Date, 'now').mockReturnValue(stored);
    storeIntention('ada@example.com', BID);
    now.mockReturnValue(stored + passed);
    expect(readIntention('ada@example.com')).toEqual(expected);
  });

  it.each(['not json', '"bid"', '{"email":"ada@example.com"}'])('ignores the stored value %s', (stored) => {
    localStorage.setItem('solvent.intention', stored);
    expect(readIntention('ada@example.com')).toBeUndefined();
  });
});
