/** Where / leads, and who signs out. */
export const HOME = '/home';

/** Where a visitor goes who needs a session. */
export const SIGN_IN = '/signin';
