/**
 * The tokenizer of every search (decision 0087), as a list of replacements. The database's function `search_terms` is made of the
 * same list, so a pattern may use only what JavaScript and PostgreSQL read alike: no classes that depend on a locale.
 */

/** Scripts written without spaces between words, and Hangul, whose words take endings. */
const UNSPACED =
  '\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3005\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3';
/** What separates words: ASCII without letters, digits and dots, and the punctuation and symbols of Unicode. */
const SEPARATORS =
  '\\u0001-\\u002d\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00a9\\u00ab-\\u00b4\\u00b6-\\u00b9\\u00bb-\\u00bf\\u2000-\\u2bff\\u3000-\\u3004\\u3008-\\u303f';

/** Letters with a stroke and ligatures, which no normalization takes apart. */
const LETTERS: readonly (readonly [string, string])[] = [
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

/** Between decomposing a text and composing it again. */
const ACCENTS = '[\\u0300-\\u036f]';

/** What is done to a text without accents, in this order; `\1` is what the first group matched. */
const TERM_RULES: readonly (readonly [pattern: string, replacement: string])[] = [
  ...LETTERS,
  // C++, C#, F#
  ['([A-Za-z0-9])\\+\\+', '\\1plusplus '],
  ['(^|[^A-Za-z0-9])([A-Za-z])#', '\\1\\2sharp '],
  // .NET, .env; not the dot of a call (`list.map`, `).then`)
  ['(^|[^A-Za-z0-9)\\].])\\.([A-Za-z])', '\\1 dot\\2'],
  // v18.2 is 18.2, and only numbers keep their dots
  ['(^|[^A-Za-z0-9])[Vv]([0-9])', '\\1\\2'],
  ['\\.([^0-9]|$)', ' \\1'],
  ['(^|[^0-9])\\.', '\\1 '],
  ['([A-Za-z][0-9]+)\\.', '\\1 '],
  [`[${SEPARATORS}]`, ' '],
  // Each character ends one pair and begins the next: 全文検索 becomes 全 全文 文検 検索 索.
  [`([^ ${UNSPACED}])([${UNSPACED}])`, '\\1 \\2'],
  [`([${UNSPACED}])([^ ${UNSPACED}])`, '\\1 \\2'],
  [`([${UNSPACED}])`, '\\1 \\1'],
  [' +', ' '],
];

const COMPILED = TERM_RULES.map(
  ([pattern, replacement]) => [new RegExp(pattern, 'gu'), replacement.replaceAll(/\\(\d)/g, '$$$1')] as const,
);
const ACCENT = new RegExp(ACCENTS, 'gu');

/** A text without accents, and without the differences of width that East Asian keyboards make. */
const foldAccents = (text: string): string => text.normalize('NFKD').replaceAll(ACCENT, '').normalize('NFC');

/** A text as its terms, separated by spaces, in the case that it has: `C++ & Node.js 18.2` is `Cplusplus Node js 18.2`. */
export function spellTerms(text: string): string {
  return COMPILED.reduce((spelled, [pattern, to]) => spelled.replaceAll(pattern, to), foldAccents(text)).trim();
}

/** The terms of a text in lower case. */
export const getSearchTerms = (text: string): string[] =>
  // Of a capital at the end of a word JavaScript makes the letter that is replaced above.
  spellTerms(text).toLowerCase().replaceAll('ς', 'σ').split(' ').filter(Boolean);

const ONE = new RegExp(`^[${UNSPACED}]$`, 'u');
const PAIR = new RegExp(`^[${UNSPACED}]{2}$`, 'u');

/** Whether a term is one character, or a pair, of a script without spaces. */
export const isUnspaced = (term: string): 'one' | 'pair' | undefined =>
  ONE.test(term) ? 'one' : PAIR.test(term) ? 'pair' : undefined;
