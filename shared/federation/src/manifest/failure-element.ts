/** The id of the page's own element that says that the shell did not come; without its class it is seen and heard. */
export const FAILURE_ELEMENT_ID = 'solvent-failure';
