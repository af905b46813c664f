/** Id of the message of a failed shell load. Removing its class shows it. */
export const FAILURE_ELEMENT_ID = 'solvent-failure';

/** Class of the root element in a browser with a session, set by the first script of the page. */
export const SIGNED_IN_CLASS = 'signed-in';

/** Like {@link SIGNED_IN_CLASS}, but never removed: parts of a page hydrate late (`PersonalArea` of @solvent/kit). */
export const HAS_SESSION_CLASS = 'has-session';

/** Name in `window` of a function that stops recording the actions before hydration and returns them. */
export const EARLY_ACTIONS = 'solventEarlyActions';
