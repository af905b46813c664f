/** @jest-environment node */
import { destinationOf } from './route-state.ts';

describe('where a person goes after signing in', () => {
  it.each([
    ['/post-problem', '/post-problem'],
    ['/problems?tags=React&page=2#top', '/problems?tags=React&page=2#top'],
  ])('is back to %s', (from, expected) => {
    expect(destinationOf({ from })).toBe(expected);
  });

  it.each([
    ['nothing', undefined],
    ['a state of another kind', 'from'],
    ['no path', { from: 7 }],
    ['an address', { from: 'https://elsewhere.example' }],
    ['a relative path', { from: 'home' }],
    ['another host', { from: '//elsewhere.example' }],
    ['another host with a backslash', { from: '/\\elsewhere.example' }],
    ['another host behind a tab', { from: '/\t/elsewhere.example' }],
    ['a script', { from: 'javascript:alert(1)' }],
  ])('is home with %s', (_name, state) => {
    expect(destinationOf(state)).toBe('/home');
  });
});
