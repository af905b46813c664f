export { hasTerms, namesTechnology } from './find-text.ts';
export { NAME_TERMS_MAX, technologyOf } from './technologies.ts';
export type { KnownTechnology } from './technologies.ts';
export { isUnspaced, spellTerms, termsOf } from './term-text.ts';
