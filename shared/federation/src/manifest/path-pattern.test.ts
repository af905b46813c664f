/** @jest-environment node */
import { findPattern, matchesPattern, patternsCollide } from './path-pattern.ts';

const owned = ['/toolbox', '/toolbox/:moduleId', '/toolbox/upload'].map((path) => ({ path }));

it('takes the pattern with fewer parameters, and minds no slash at the end', () => {
  expect(findPattern(owned, '/toolbox/upload/')).toEqual({ path: '/toolbox/upload' });
  expect(findPattern(owned, '/toolbox/abc')).toEqual({ path: '/toolbox/:moduleId' });
  expect(findPattern(owned, '/toolbox/abc/def')).toBeUndefined();
});

it('matches segment by segment', () => {
  expect(matchesPattern('/problems/:id', '/problems/1')).toBe(true);
  expect(matchesPattern('/problems/:id', '/problems')).toBe(false);
  expect(matchesPattern('/', '/')).toBe(true);
});

it('finds two patterns that are each as good for one path', () => {
  expect(patternsCollide('/a/:id', '/a/:name')).toBe(true);
  expect(patternsCollide('/a/:x/c', '/a/b/:y')).toBe(true);
  expect(patternsCollide('/toolbox/upload', '/toolbox/:moduleId')).toBe(false);
  expect(patternsCollide('/a', '/b')).toBe(false);
  expect(patternsCollide('/a/:id', '/a/:id/b')).toBe(false);
});
