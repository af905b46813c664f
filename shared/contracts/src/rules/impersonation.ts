import { DELETED_PERSON_NAME } from '../accounts.ts';
import { ACCOUNT } from '../limits.ts';

/** Characters that look like a Latin letter, by that letter, in the case in which they do. */
const LOOKALIKES: Record<string, string> = {
  a: '4@аαΑ',
  b: '8ВΒ',
  c: 'сϲС',
  d: 'ԁ',
  e: '3еєεЕΕ',
  g: 'ɡ',
  h: 'һНΗ',
  i: '1!|lіӏιІΙ',
  k: 'кκКΚ',
  m: 'мМΜ',
  n: 'пηΝ',
  o: '0оοσОΟ',
  p: 'рρРΡ',
  r: 'г',
  s: '5$ѕЅ',
  t: '7тτТΤ',
  u: 'υս',
  v: 'νѵ',
  w: 'ѡԝ',
  x: 'хχХΧ',
  y: 'уγУΥ',
};

const LETTERS = new Map(
  Object.entries(LOOKALIKES).flatMap(([letter, others]) => Array.from(others, (other) => [other, letter] as const)),
);

/** Pairs that look like one letter. */
const PAIRS: readonly (readonly [pair: string, letter: string])[] = [
  ['rn', 'm'],
  ['vv', 'w'],
];

/**
 * What a text looks like: two texts that are easily mistaken for each other have the same skeleton. Letters only, without spaces,
 * accents and case. Covers the letters that the names below are made of.
 */
export function skeleton(text: string): string {
  const marksRemoved = text.normalize('NFKD').replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '');
  const letters = Array.from(marksRemoved, (character) => {
    const lower = character.toLowerCase();
    return LETTERS.get(character) ?? LETTERS.get(lower) ?? lower;
  }).join('');
  const single = PAIRS.reduce((looks, [pair, letter]) => looks.replaceAll(pair, letter), letters);
  return single.replaceAll(/\P{L}/gu, '');
}

const looksLike = (words: readonly string[]): string => words.map(skeleton).join('|');

const PRODUCT = ['Solvent'];
/** Words before the product's name that do not make it another name: "The Solvent Team", "Official Solvent". */
const BEFORE = ['the', 'team', 'official', 'my', 'real', 'from', 'at', 'ask', 'by'];
/** A name of nothing but these claims to be staff: "Admin", "Customer Support", "Site Moderators". */
const STAFF = [
  'admin',
  'admins',
  'administrator',
  'administrators',
  'customer',
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
  'the',
  'webmaster',
];
const TOMBSTONES = [DELETED_PERSON_NAME, 'Deleted users', 'Deleted account', 'Deleted person', 'Deleted member'];

const IMPERSONATING = new RegExp(
  `^(?:(?:${looksLike(BEFORE)})*(?:${looksLike(PRODUCT)})|(?:${looksLike(STAFF)})+$|(?:${looksLike(TOMBSTONES)})$)`,
  'u',
);
const PRODUCT_WORD = new Set(PRODUCT.map(skeleton));

/** Whether a name could be mistaken for the product, for its team, or for a deleted account (product 5.23). */
export function isImpersonating(name: string): boolean {
  // Refused for its length; a skeleton takes its time.
  if (name.length > ACCOUNT.nameMax) return false;
  // "Ada Solvent 2" as well: the word by itself. Digits at the end of a name are a number, not letters.
  const withoutNumber = name.replace(/\d+\s*$/, '');
  return (
    [name, withoutNumber].some((text) => IMPERSONATING.test(skeleton(text))) ||
    name.split(/[\s\p{P}]+/u).some((word) => PRODUCT_WORD.has(skeleton(word)))
  );
}
