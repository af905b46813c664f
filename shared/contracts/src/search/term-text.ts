// Tokenizer of every search (decision 0087), and of the SQL function `search_terms`: patterns must mean the same in both.

/** Scripts without spaces between words, and Hangul, whose words have suffixes. */
const UNSPACED =
  '\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3005\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3';
/** Word separators: ASCII except letters, digits and dots, and Unicode punctuation and symbols. */
const SEPARATORS =
  '\\u0001-\\u002d\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00a9\\u00ab-\\u00b4\\u00b6-\\u00b9\\u00bb-\\u00bf\\u2000-\\u2bff\\u3000-\\u3004\\u3008-\\u303f';

/** Letters with strokes and ligatures, which Unicode normalization does not decompose. */
export const LETTERS: readonly (readonly [string, string])[] = [
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['Æ', 'Ae'],
  ['œ', 'oe'],
  ['Œ', 'Oe'],
  ['ø', 'o'],
  ['Ø', 'O'],
  ['ł', 'l'],
  ['Ł', 'L'],
  ['đ', 'd'],
  ['Đ', 'D'],
  ['ı', 'i'],
  ['ς', 'σ'],
];

export const ACCENTS = '[\\u0300-\\u036f]';

/** Replacements in order, after accents are removed; `\1` is the first group. */
const TERM_RULES: readonly (readonly [pattern: string, replacement: string])[] = [
  ...LETTERS,
  // C++, C#, F#
  ['([A-Za-z0-9])\\+\\+', '\\1plusplus '],
  ['(^|[^A-Za-z0-9])([A-Za-z])#', '\\1\\2sharp '],
  // .NET, .env; not the dot of a call (`list.map`, `).then`)
  ['(^|[^A-Za-z0-9)\\].])\\.([A-Za-z])', '\\1 dot\\2'],
  // v18.2 becomes 18.2; only numbers keep their dots
  ['(^|[^A-Za-z0-9])[Vv]([0-9])', '\\1\\2'],
  ['\\.([^0-9]|$)', ' \\1'],
  ['(^|[^0-9])\\.', '\\1 '],
  ['([A-Za-z][0-9]+)\\.', '\\1 '],
  [`[${SEPARATORS}]`, ' '],
  // Splits into overlapping pairs: 全文検索 becomes 全 全文 文検 検索 索.
  [`([^ ${UNSPACED}])([${UNSPACED}])`, '\\1 \\2'],
  [`([${UNSPACED}])([^ ${UNSPACED}])`, '\\1 \\2'],
  [`([${UNSPACED}])`, '\\1 \\1'],
  [' +', ' '],
];

const COMPILED = TERM_RULES.map(
  ([pattern, replacement]) => [new RegExp(pattern, 'gu'), replacement.replaceAll(/\\(\d)/g, '$$$1')] as const,
);
const ACCENT = new RegExp(ACCENTS, 'gu');

/** Removes accents and East Asian width variants. */
const foldAccents = (text: string): string => text.normalize('NFKD').replaceAll(ACCENT, '').normalize('NFC');

/** Returns terms separated by spaces, in their case: `C++ & Node.js` becomes `Cplusplus Node js`. */
export function toTermText(text: string): string {
  return COMPILED.reduce((spelled, [pattern, to]) => spelled.replaceAll(pattern, to), foldAccents(text)).trim();
}

/** Returns a text without accents, strokes and case, as searches by a part of a text compare it. */
export const foldText = (text: string): string =>
  LETTERS.reduce((folded, [from, to]) => folded.replaceAll(from, to), foldAccents(text).toLowerCase());

export const getSearchTerms = (text: string): string[] =>
  // JavaScript lowercases a final Σ to ς, which the replacements map to σ.
  toTermText(text).toLowerCase().replaceAll('ς', 'σ').split(' ').filter(Boolean);

const UNSPACED_CHARACTER = new RegExp(`^[${UNSPACED}]$`, 'u');
const UNSPACED_PAIR = new RegExp(`^[${UNSPACED}]{2}$`, 'u');

/** Returns whether a term is one character, or a pair, of a script without spaces. */
export const isUnspaced = (term: string): 'one' | 'pair' | undefined =>
  UNSPACED_CHARACTER.test(term) ? 'one' : UNSPACED_PAIR.test(term) ? 'pair' : undefined;
