/** The id of the page's own element that says that the shell did not come; without its class it is seen and heard. */
export const FAILURE_ELEMENT_ID = 'solvent-failure';

/** The class of the page's root element where somebody has a session, as the page's first script finds it. */
export const SIGNED_IN_CLASS = 'signed-in';

/** Like {@link SIGNED_IN_CLASS}, but it stays: parts of a page hydrate after the rest (`PersonalArea` of @solvent/kit). */
export const HAS_SESSION_CLASS = 'has-session';

/** The name in `window` under which a page that the server made keeps what was done before it answers: it stops, and gives that. */
export const EARLY_ACTIONS = 'solventEarlyActions';
