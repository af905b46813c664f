/** Ignores a trailing slash. Refuses `//home` and `/\home`, which browsers read as URLs of another host. */
export function matchesPattern(pattern: string, pathname: string): boolean {
  const patternSegments = splitSegments(pattern);
  if (!/^\/(?![/\\])/.test(pathname)) return false;
  const pathSegments = pathname.replace(/\/$/, '').split('/').slice(1);
  return (
    patternSegments.length === pathSegments.length &&
    patternSegments.every((part, index) => part === pathSegments[index] || (part.startsWith(':') && pathSegments[index] !== ''))
  );
}

/** Returns the most specific match: `/toolbox/upload` before `/toolbox/:moduleId`. */
export function findPattern<Owned extends { path: string }>(owned: readonly Owned[], pathname: string): Owned | undefined {
  return owned
    .filter(({ path }) => matchesPattern(path, pathname))
    .toSorted((a, b) => countParameters(a.path) - countParameters(b.path))[0];
}

/** Returns whether a path matches both patterns and neither is more specific, such as `/a/:id` and `/a/:name`. */
export const patternsCollide = (one: string, other: string): boolean =>
  countParameters(one) === countParameters(other) && patternsOverlap(one, other);

/** Returns whether a path matches both patterns, such as `/toolbox/upload` and `/toolbox/:moduleId`. */
export function patternsOverlap(one: string, other: string): boolean {
  const first = splitSegments(one);
  const second = splitSegments(other);
  return (
    first.length === second.length &&
    first.every((part, index) => part === second[index] || part.startsWith(':') || second[index]?.startsWith(':'))
  );
}

const splitSegments = (path: string) => path.split('/').filter(Boolean);
const countParameters = (pattern: string) => splitSegments(pattern).filter((part) => part.startsWith(':')).length;
