/** Where / leads, and who signs out. */
export const HOME_PATH = '/home';

/** Where a visitor goes who needs a session. */
export const SIGN_IN_PATH = '/signin';

/** The ways to a session: nobody is led back to one of them. */
export const AUTH_PATHS: ReadonlySet<string> = new Set([SIGN_IN_PATH, '/signup', '/reset-password']);
