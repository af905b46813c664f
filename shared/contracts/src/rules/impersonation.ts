import { DELETED_PERSON_NAME } from '../accounts.ts';
import { findLengthError } from '../characters.ts';
import { ACCOUNT } from '../limits.ts';
import { CONFUSABLES } from './confusables.ts';

/** Lookalikes beside Unicode's: digits and signs, small capitals, and lower-case Cyrillic and Greek letters shaped like a capital. */
const OWN_LOOKALIKES: Readonly<Record<string, string>> = {
  a: '4@ᴀ',
  b: '8ʙ',
  c: 'ς',
  d: 'ᴅ',
  e: '3єεᴇ',
  f: 'ꜰ',
  g: 'ɢ',
  h: 'ʜ',
  i: '!ʟ',
  k: 'кκᴋ',
  m: 'мᴍ',
  n: 'пɴ',
  p: 'ᴘ',
  r: 'ʀ',
  s: '5$ꞩ',
  t: '7тτᴛ',
};

const LETTERS_BY_LOOKALIKE = new Map(
  [CONFUSABLES, OWN_LOOKALIKES].flatMap((table) =>
    Object.entries(table).flatMap(([letters, others]) => Array.from(others, (other) => [other, letters] as const)),
  ),
);

const findLetters = (character: string): string | undefined =>
  LETTERS_BY_LOOKALIKE.get(character) ?? LETTERS_BY_LOOKALIKE.get(character.toLowerCase());

/** Returns the letters that a character looks like; of other letters, the lower case without marks. */
const toLetters = (character: string): string =>
  findLetters(character) ?? Array.from(character.normalize('NFKD'), (part) => findLetters(part) ?? part.toLowerCase()).join('');

const LOOKALIKE_PAIRS: readonly (readonly [pair: string, letter: string])[] = [
  ['rn', 'm'],
  ['vv', 'w'],
];

const INVISIBLE = /[\p{M}\p{Default_Ignorable_Code_Point}]/gu;

/** Returns the letters of a text by their look; similar texts have the same skeleton. */
export function getSkeleton(text: string): string {
  const letters = Array.from(text.normalize('NFD'), toLetters).join('').replaceAll(INVISIBLE, '');
  const single = LOOKALIKE_PAIRS.reduce((result, [pair, letter]) => result.replaceAll(pair, letter), letters);
  return single.replaceAll(/\P{L}/gu, '');
}

const toSkeletonPattern = (words: readonly string[]): string => words.map(getSkeleton).join('|');

const PRODUCT_NAMES = ['Solvent'];
/** Words before the product's name that claim to be the product: "The Solvent Team", "Official Solvent". */
const NAME_PREFIXES = ['the', 'team', 'official', 'my', 'real', 'from', 'at', 'ask', 'by'];
const STAFF_WORDS = [
  'admin',
  'admins',
  'administrator',
  'administrators',
  'agent',
  'agents',
  'customer',
  'help',
  'helpdesk',
  'moderator',
  'moderators',
  'moderation',
  'official',
  'root',
  'security',
  'service',
  'site',
  'staff',
  'support',
  'sysadmin',
  'system',
  'team',
  'webmaster',
];
const DELETED_ACCOUNT_NAMES = [DELETED_PERSON_NAME, 'Deleted users', 'Deleted account', 'Deleted person', 'Deleted member'];

const [product, staff] = [toSkeletonPattern(PRODUCT_NAMES), toSkeletonPattern(STAFF_WORDS)];
const IMPERSONATING = new RegExp(
  `^(?:${toSkeletonPattern(NAME_PREFIXES)})*(?:${product})|(?:${product})(?:${staff})|(?:${staff})(?:${product})|^(?:the)*(?:${staff})+$|^(?:${toSkeletonPattern(DELETED_ACCOUNT_NAMES)})$`,
  'u',
);
const PRODUCT_SKELETONS = new Set(PRODUCT_NAMES.map(getSkeleton));

const TRADE_MARKS = /[™℠🅪🅫🅬Ⓡⓡ]|ᵀᴹ|ˢᴹ/gu;
/** Symbols and punctuation separate words ("Ada+Solvent") or replace letters ("So!vent"). */
const WORD_SEPARATORS = [/\s+/u, /[\s\p{P}]+/u, /[\s\p{P}\p{S}]+/u];

/** Returns whether a name could be mistaken for the product, its team, or a deleted account (product 5.23). */
export function isImpersonating(name: string): boolean {
  // Another rule rejects longer names; computing a skeleton is slow.
  if (findLengthError('Name', name, { max: ACCOUNT.nameMax }) !== undefined) return false;
  const unmarked = name.replaceAll(TRADE_MARKS, '');
  // Matches "Ada Solvent 2", too: digits at the end are a number, not letters.
  const withoutNumber = unmarked.replace(/\d+\s*$/, '');
  return (
    [name, unmarked, withoutNumber].some((text) => IMPERSONATING.test(getSkeleton(text))) ||
    WORD_SEPARATORS.some((separator) => unmarked.split(separator).some((word) => PRODUCT_SKELETONS.has(getSkeleton(word))))
  );
}
