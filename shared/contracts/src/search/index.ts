export { hasTerms, namesTechnology } from './find-text.ts';
export { NAME_TERMS_MAX, findTechnology } from './technologies.ts';
export type { KnownTechnology } from './technologies.ts';
export { ACCENTS, LETTERS, foldText, isUnspaced, toTermText, getSearchTerms } from './term-text.ts';
