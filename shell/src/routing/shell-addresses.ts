/** Where / leads, and who signs out. */
export const HOME = '/home';

/** Where a visitor goes who needs a session. */
export const SIGN_IN = '/signin';

/** The ways to a session: nobody is led back to one of them. */
export const ENTRY_PATHS: ReadonlySet<string> = new Set([SIGN_IN, '/signup', '/reset-password']);
