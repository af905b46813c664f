export const HOME_PATH = '/home';

export const SIGN_IN_PATH = '/signin';

/** Never the target of a redirect after sign-in. */
export const AUTH_PATHS: ReadonlySet<string> = new Set([SIGN_IN_PATH, '/signup', '/reset-password']);
