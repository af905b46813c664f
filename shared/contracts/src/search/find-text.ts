import { termsOf } from './term-text.ts';

/**
 * Whether a short text, such as the name of a page, has every word that was typed: in any order, also unfinished, whatever accents
 * and signs there are (`signin` finds "Sign in").
 */
export function hasTerms(text: string, typed: string): boolean {
  const terms = termsOf(text);
  const [spaced, joined] = [terms.join(' '), terms.join('')];
  return typed.split(/\s+/).every((chunk) => {
    const wanted = termsOf(chunk);
    return spaced.includes(wanted.join(' ')) || joined.includes(wanted.join(''));
  });
}
