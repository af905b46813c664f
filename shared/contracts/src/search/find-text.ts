import { findTechnology } from './technologies.ts';
import { getSearchTerms } from './term-text.ts';

/** Returns whether a short text has every typed word or its beginning (`signin` finds "Sign in"). */
export function hasTerms(text: string, input: string): boolean {
  const terms = getSearchTerms(text);
  const [spaced, joined] = [terms.join(' '), terms.join('')];
  return input.split(/\s+/).every((chunk) => {
    const wanted = getSearchTerms(chunk);
    return spaced.includes(wanted.join(' ')) || joined.includes(wanted.join(''));
  });
}

export function namesTechnology(name: string, input: string): boolean {
  const known = findTechnology(getSearchTerms(input));
  return hasTerms(name, input) || (known !== undefined && known === findTechnology(getSearchTerms(name)));
}
