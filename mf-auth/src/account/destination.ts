import { useLocation } from '@solvent/router';

const HOME = '/home';

/** A path of this site: "//" and "/\" lead to others, and browsers drop tabs and line breaks before they look. */
const OWN_PATH = /^\/(?![/\\])[^\t\r\n]*$/;

/**
 * Where a person goes after signing in: back to where the sign-in interrupted them, else home.
 *
 * @param state the route's state; `from` counts only if it is a path of this site
 */
export function destinationOf(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined;
  return typeof from === 'string' && OWN_PATH.test(from) ? from : HOME;
}

/** {@link destinationOf} the present route. */
export const useDestination = (): string => destinationOf(useLocation().state);
