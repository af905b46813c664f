/** The id of the element with the message of a failed shell load. Removing its class shows it. */
export const FAILURE_ELEMENT_ID = 'solvent-failure';

/** The class of the root element in a browser with a session. The page's first script sets it. */
export const SIGNED_IN_CLASS = 'signed-in';

/** Like {@link SIGNED_IN_CLASS}, but it stays: parts of a page hydrate after the rest (`PersonalArea` of @solvent/kit). */
export const HAS_SESSION_CLASS = 'has-session';

/** The name in `window` under which a page that the server made keeps what was done before it answers: it stops, and gives that. */
export const EARLY_ACTIONS = 'solventEarlyActions';
