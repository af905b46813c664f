/** Stands in for the address of a font in unit tests: jsdom loads none. */
export default 'font.woff2';
