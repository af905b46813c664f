/** Stands in for stylesheets in unit tests: jsdom does not lay anything out. */
export {};
