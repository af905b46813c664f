import { findTechnology } from './technologies.ts';
import { getSearchTerms } from './term-text.ts';

/**
 * Whether a short text, such as the name of a page, has every word that was typed: in any order, also unfinished, whatever accents
 * and signs there are (`signin` finds "Sign in").
 */
export function hasTerms(text: string, typed: string): boolean {
  const terms = getSearchTerms(text);
  const [spaced, joined] = [terms.join(' '), terms.join('')];
  return typed.split(/\s+/).every((chunk) => {
    const wanted = getSearchTerms(chunk);
    return spaced.includes(wanted.join(' ')) || joined.includes(wanted.join(''));
  });
}

/** Whether what was typed is part of a technology's name, or another name of it (`k8s` of Kubernetes). */
export function namesTechnology(name: string, typed: string): boolean {
  const known = findTechnology(getSearchTerms(typed));
  return hasTerms(name, typed) || (known !== undefined && known === findTechnology(getSearchTerms(name)));
}
