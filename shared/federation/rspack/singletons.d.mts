/** Names of the modules that exist once in the page. */
export const SINGLETONS: readonly string[];
