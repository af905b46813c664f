// Rules for every text of a user (product 5.26), without those of a form.

/** Excludes marks, which need a letter, and two characters that fonts show as a space: the empty Braille pattern and a musical sign. */
const VISIBLE_CHARACTER = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{M}\p{Cc}\p{Cs}\u2800\u{1D159}]/u;

/** Returns whether nothing in a text is visible. Joiners and direction marks need other characters beside them. */
export const isBlank = (text: string): boolean => !VISIBLE_CHARACTER.test(text);

const HTML_COMMENTS = /<!--[\s\S]*?(?:-->|$)/g;
/** Definitions of links, and of footnotes, which are shown only where a text refers to them. */
const DEFINITIONS = /^ {0,3}\[(?:\^[^\]\s]+\]:.*|[^\]\n]+\]:[ \t]*\S+(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'|\([^)\n]*\)))?[ \t]*)$/gm;
const CHARACTER_REFERENCES =
  /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(?:nbsp|ensp|emsp|thinsp|hairsp|zwj|zwnj|shy|lrm|rlm|NoBreak|ZeroWidthSpace));/g;
const LAST_CODE_POINT = 0x10_ff_ff;

/** Without digits, the reference is to one of the invisible characters by name. */
function decodeReference(_reference: string, decimal: string | undefined, hex: string | undefined): string {
  const code = Number(decimal ?? `0x${hex ?? '20'}`);
  return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : '\uFFFD';
}

/** Returns whether a Markdown text shows readers nothing, except for HTML comments, which are not written for them. */
const isBlankMarkdown = (text: string): boolean =>
  isBlank(text.replaceAll(HTML_COMMENTS, '').replaceAll(DEFINITIONS, '').replaceAll(CHARACTER_REFERENCES, decodeReference));

const LONE_SURROGATES = /\p{Cs}/gu;

/** Replaces lone surrogates by U+FFFD, as UTF-8 does. Unlike `String.prototype.toWellFormed`, it works in Chrome 111 and Safari 16.4. */
const toWellFormed = (text: string): string => text.replaceAll(LONE_SURROGATES, '\uFFFD');

const createCleaner =
  (isEmpty: (text: string) => boolean) =>
  (text: string): string => {
    const clean = toWellFormed(text).trim();
    return isEmpty(clean) ? '' : clean;
  };

/** Returns a text as it is stored: well-formed, trimmed, and empty if nothing in it is visible. */
export const cleanText = createCleaner(isBlank);
export const cleanMarkdown = createCleaner(isBlankMarkdown);

/** Marks on a letter. Vietnamese and Greek need none after composition (NFC), and phonetic transcriptions one or two. */
const MARKS_MAX = 2;
/** Marks of other scripts, whose vowels, tones and subjoined letters are marks: Arabic, Hebrew, Indic, Thai, Tibetan, Myanmar. */
const SCRIPT_MARKS_MAX = 8;

const MARK_RUNS = /[\p{M}\p{Default_Ignorable_Code_Point}]{3,}/gu;
const MARK = /(?!\p{Default_Ignorable_Code_Point})\p{M}/u;
/** Many Arabic and Vedic marks have the script Inherited, like accents, and differ in Script_Extensions. */
const ACCENT =
  /(?!\p{Default_Ignorable_Code_Point}|\p{scx=Arab}|\p{scx=Deva})(?=[\p{sc=Zinh}\p{sc=Zyyy}\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}])\p{M}/u;

/** Returns the marks of a run up to the limits, and its other invisible characters, such as joiners. */
function limitRun(run: string): string {
  let markCount = 0;
  let accentCount = 0;
  const isWithinLimits = (character: string): boolean => {
    if (!MARK.test(character)) return true;
    markCount += 1;
    if (ACCENT.test(character)) accentCount += 1;
    return markCount <= SCRIPT_MARKS_MAX && accentCount <= MARKS_MAX;
  };
  return Array.from(run).filter(isWithinLimits).join('');
}

/** Returns a text, composed if it has too many marks on a letter, without the ones over the limit. */
export function limitMarks(text: string): string {
  const composed = text.normalize('NFC');
  const limited = composed.replaceAll(MARK_RUNS, limitRun);
  return limited === composed ? text : limited;
}

export const hasTooManyMarks = (text: string): boolean => limitMarks(text) !== text;
