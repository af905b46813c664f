import { isBlank, limitMarks } from './clean-text.ts';

/** Control characters, lone surrogates, line breaks and bidirectional formatting. */
const MISLEADING_CHARACTER = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u206F\uFFF9-\uFFFB]/u;
const MISLEADING_CHARACTERS = new RegExp(MISLEADING_CHARACTER, 'gu');
const LINE_BREAKS = /[\n\r\u0085\u2028\u2029]+/g;

/** Zero-width characters that are copied along with text, such as soft hyphens and word joiners. */
const ZERO_WIDTH_CHARACTERS = /[\u00AD\u200B\u2060-\u2064\uFEFF]/g;

/** Returns whether a text contains line breaks, terminal control sequences or bidirectional overrides. */
export const isMisleading = (text: string): boolean => MISLEADING_CHARACTER.test(text);

/** Trims a name, replaces tabs by spaces and removes zero-width characters. @returns empty if nothing is visible */
export function tidyName(text: string): string {
  const tidy = text.replaceAll('\t', ' ').replaceAll(ZERO_WIDTH_CHARACTERS, '').trim();
  return isBlank(tidy) ? '' : tidy;
}

/** Returns untrusted text as one line without control characters, safe to print on a terminal. */
export const printable = (text: string): string => text.replaceAll(LINE_BREAKS, ' ').replaceAll(MISLEADING_CHARACTERS, '');

/** Returns a name from an identity provider, where the user cannot correct it, as one safe line. */
export const cleanName = (text: string): string => limitMarks(tidyName(printable(text)));
