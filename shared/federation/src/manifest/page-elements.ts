/** Id of the message of a failed shell load; hidden by its class. */
export const FAILURE_ELEMENT_ID = 'solvent-failure';

/** Class of the root element in a browser with a session, set by the first script of the page. */
export const SIGNED_IN_CLASS = 'signed-in';

/** Like {@link SIGNED_IN_CLASS}, but never removed: parts of a page hydrate late (`PersonalArea` of @solvent/kit). */
export const HAS_SESSION_CLASS = 'has-session';

/** Name in `window` of the function that returns actions recorded before hydration, and stops recording. */
export const EARLY_ACTIONS = 'solventEarlyActions';
