/**
 * True when `pathname` fits a pattern such as `/problems/:id`: same number of segments, each equal
 * or a parameter. A slash at the end does not matter. `//home` and `/\home` match nothing: browsers read them as addresses of
 * another host. Both the server (real 404) and the shell use it.
 */
export function matchesPattern(pattern: string, pathname: string): boolean {
  const wanted = segments(pattern);
  if (!/^\/(?![/\\])/.test(pathname)) return false;
  const given = pathname.replace(/\/$/, '').split('/').slice(1);
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => part === given[index] || (part.startsWith(':') && given[index] !== ''))
  );
}

/**
 * The most specific of the patterns that `pathname` fits: `/toolbox/upload` before `/toolbox/:moduleId`.
 */
export function findPattern<Owned extends { path: string }>(owned: readonly Owned[], pathname: string): Owned | undefined {
  return owned
    .filter(({ path }) => matchesPattern(path, pathname))
    .toSorted((a, b) => parameterCount(a.path) - parameterCount(b.path))[0];
}

/**
 * True if some path matches both patterns and neither is more specific: `/a/:id` and `/a/:name`, but not `/toolbox/upload` and `/toolbox/:moduleId`.
 */
export const patternsCollide = (one: string, other: string): boolean =>
  parameterCount(one) === parameterCount(other) && patternsOverlap(one, other);

/** True if some path matches both patterns, regardless of which one handles it: `/toolbox/upload` and `/toolbox/:moduleId`. */
export function patternsOverlap(one: string, other: string): boolean {
  const first = segments(one);
  const second = segments(other);
  return (
    first.length === second.length &&
    first.every((part, index) => part === second[index] || part.startsWith(':') || second[index]?.startsWith(':'))
  );
}

const segments = (path: string) => path.split('/').filter(Boolean);
const parameterCount = (pattern: string) => segments(pattern).filter((part) => part.startsWith(':')).length;
