import { formatNumber } from './format-number.ts';

// Characters as people count them (decision 0095): "é", "👍🏽" and "🇨🇭" are one each, however many UTF-16 units they have.

/** Bounds the UTF-16 units of a text behind its limit of characters. Flags and emoji with a skin tone have four. */
export const UNITS_PER_CHARACTER_MAX = 4;

/** Continue a character: combining marks, joiners, skin tones, and the vowels and finals of Korean jamo. */
const MARKS = '\\p{Grapheme_Extend}\\p{Mc}\\p{Emoji_Modifier}\\u0E33\\u0EB3\\u1160-\\u11FF\\u200D\\uD7B0-\\uD7FB';

/** Sixty times as fast as `Intl.Segmenter`; characters.test.ts compares the two. */
const CHARACTER = new RegExp(
  `\\r\\n|(?:\\p{RI}{2}|\\p{Extended_Pictographic}(?:[\\p{Grapheme_Extend}\\p{Emoji_Modifier}]*\\u200D\\p{Extended_Pictographic})*|[^])[${MARKS}]*`,
  'gu',
);

/** In a text without these, every UTF-16 unit is a character. */
const COMPOSABLE = /[\r\u02FF-\uFFFF]/;

/** Returns the number of characters, at most `max`, and the end of the last that ends within `maxEnd` units. */
function findEnd(text: string, max: number, maxEnd = Infinity): { count: number; end: number } {
  CHARACTER.lastIndex = 0;
  let [count, end] = [0, 0];
  while (count < max && CHARACTER.test(text) && CHARACTER.lastIndex <= maxEnd) {
    count += 1;
    end = CHARACTER.lastIndex;
  }
  return { count, end };
}

/** Counts characters, at most `max`. */
export const countCharacters = (text: string, max = Infinity): number =>
  COMPOSABLE.test(text) ? findEnd(text, max).count : Math.min(text.length, max);

/** Returns the characters of a text. */
export const splitCharacters = (text: string): string[] => text.match(CHARACTER) ?? [];

/** Cuts a text between characters. A first character of more than `maxUnits` is cut between code points. */
export function cutText(text: string, max: number, maxUnits = max * UNITS_PER_CHARACTER_MAX): string {
  if (text.length <= Math.min(max, maxUnits)) return text;
  // One code point more shows whether the last character continues.
  const { end } = findEnd(text.slice(0, maxUnits + 2), max, maxUnits);
  return end > 0 ? text.slice(0, end) : text.slice(0, maxUnits).replace(/[\uD800-\uDBFF]$/, '');
}

/** Shortens a text to at most `max` characters with "…", at a space in its second half if there is one. */
export function shorten(text: string, max: number): string {
  const limited = cutText(text, max);
  if (limited === text) return text;
  const end = limited.lastIndexOf(' ');
  const kept = end > limited.length / 2 ? limited.slice(0, end) : cutText(text, max - 1);
  return `${kept.replace(/[\s.,;:]+$/, '')}…`;
}

export interface LengthLimits {
  min?: number;
  max: number;
}

/** Returns the message of a text whose length is not allowed; `label` begins it. Reads no more than such a text may have. */
export function findLengthError(label: string, text: string, { min = 0, max }: LengthLimits): string | undefined {
  const maxUnits = max * UNITS_PER_CHARACTER_MAX;
  const readable = text.slice(0, maxUnits + UNITS_PER_CHARACTER_MAX);
  if (text.length > max && countCharacters(readable, max + 1) > max)
    return `${label} cannot exceed ${formatNumber(max)} characters`;
  if (text.length > maxUnits) return `${label} has too many accents or joined emoji. Remove some.`;
  return countCharacters(readable, min) < min ? `${label} must be at least ${formatNumber(min)} characters` : undefined;
}
