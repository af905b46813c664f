/** Ignores a trailing slash. Refuses `//home` and `/\home`, which browsers read as URLs of another host. */
export function matchesPattern(pattern: string, pathname: string): boolean {
  const wanted = segments(pattern);
  if (!/^\/(?![/\\])/.test(pathname)) return false;
  const given = pathname.replace(/\/$/, '').split('/').slice(1);
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => part === given[index] || (part.startsWith(':') && given[index] !== ''))
  );
}

/** Returns the most specific match: `/toolbox/upload` before `/toolbox/:moduleId`. */
export function findPattern<Owned extends { path: string }>(owned: readonly Owned[], pathname: string): Owned | undefined {
  return owned
    .filter(({ path }) => matchesPattern(path, pathname))
    .toSorted((a, b) => parameterCount(a.path) - parameterCount(b.path))[0];
}

/** Returns whether a path matches both patterns and neither is more specific, such as `/a/:id` and `/a/:name`. */
export const patternsCollide = (one: string, other: string): boolean =>
  parameterCount(one) === parameterCount(other) && patternsOverlap(one, other);

/** Returns whether a path matches both patterns, such as `/toolbox/upload` and `/toolbox/:moduleId`. */
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
