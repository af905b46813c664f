// In a module without schemas, because pages do not load yup.

/** Id of the script element of the channel document. */
export const CHANNEL_ELEMENT_ID = 'solvent-channel';

/** Id of the message of a failed shell load. Removing its class shows it. */
export const FAILURE_ELEMENT_ID = 'solvent-failure';

/** Name in `window` of a function that stops recording the actions before hydration and returns them. */
export const EARLY_ACTIONS = 'solventEarlyActions';

/** Name in `window` of a function that removes what browser extensions inserted into the page's root. */
export const RESTORE_MARKUP = 'solventRestoreMarkup';
