import { findTechnology } from './technologies.ts';
import { getSearchTerms } from './term-text.ts';

/** Returns whether a short text has every typed word or its beginning (`signin` finds "Sign in"). */
export function hasTerms(text: string, input: string): boolean {
  const terms = getSearchTerms(text);
  const [spaced, joined] = [terms.join(' '), terms.join('')];
  return input.split(/\s+/).every((chunk) => {
    const searchedTerms = getSearchTerms(chunk);
    return spaced.includes(searchedTerms.join(' ')) || joined.includes(searchedTerms.join(''));
  });
}

export function namesTechnology(name: string, input: string): boolean {
  const technology = findTechnology(getSearchTerms(input));
  return hasTerms(name, input) || (technology !== undefined && technology === findTechnology(getSearchTerms(name)));
}
