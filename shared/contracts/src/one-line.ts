/** Control characters, halves of characters, breaks of lines, and what turns the direction of the text around it. */
const MISLEADING = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u206F\uFFF9-\uFFFB]/u;
const EVERY_MISLEADING = new RegExp(MISLEADING, 'gu');
const LINE_BREAKS = /[\n\r\u0085\u2028\u2029]+/g;

/** Signs without a width, which come along when something is copied: hyphens that may be, joins of words. */
const UNSEEN = /[\u00AD\u200B\u2060-\u2064\uFEFF]/g;

/** What is seen by itself. Joiners and marks of direction are not, though words of many languages and emoji need them. */
const SEEN = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800]/u;

/** Whether a text has what no name has: it breaks lines, orders a terminal about, or reads otherwise than it is written. */
export const isMisleading = (text: string): boolean => MISLEADING.test(text);

/** A name as it was meant: tabs are spaces, nothing without a width came along; empty where there is nothing to see. */
export function tidyName(text: string): string {
  const tidy = text.replaceAll('\t', ' ').replaceAll(UNSEEN, '').trim();
  return SEEN.test(tidy) ? tidy : '';
}

/** Strangers' text as a terminal may print it: one line, of which no character is an order. */
export const printable = (text: string): string => text.replaceAll(LINE_BREAKS, ' ').replaceAll(EVERY_MISLEADING, '');

/** A name that nobody can be asked to type anew, as a provider of identities gives it: on one line, and not misleading. */
export const cleanName = (text: string): string => tidyName(printable(text));
