import { DELETED_PERSON_NAME } from '../accounts.ts';
import { findLengthError } from '../characters.ts';
import { ACCOUNT } from '../limits.ts';

// Lookalikes of Latin letters, from Unicode's confusables (UTS #39, version 15) without compatibility decomposition. Each line
// begins with additions: digits and signs, small capitals, and lower-case Cyrillic and Greek letters shaped like a capital.
const LOOKALIKES: Record<string, string> = {
  a: '4@ᴀɑΑαАаᎪᗅ⍶⍺ꓮ𐊠𖽀',
  b: '8ʙƀƂƃƄɓΒБВЬѢѣҌҍᏏᏴᑲᑳᖯᗷꓐꞴ𐊂𐊡𐌁',
  c: 'ςᴄ¢ȼСсҪҫᏟ₡Ⲥⲥꓚꮯ𐊢𐌂𐐕𐐽𐔜𑣩𑣲🝌',
  d: 'ᴅÐĐđƉƌɖɗԁᎠᏧᑯᗞᗪ₫ꓒꓓ',
  e: '3єεᴇɆɇΕЕеҽҿᎬ℮⋿ⴹꓰꬲ𐊆𑢦𑢮',
  f: 'ꜰƑƒϜքᖴᵮẝꓝꞘꞙꬵ𐊇𐊥𐔥𑢢𑣂𝈓',
  g: 'ɢƍǤǥɠɡԌցᏀᏳᶃꓖ',
  h: 'ʜĦħɦΗНћҢһӇӉհᎻᏂᏲᕼⱧⲎꓧꚕ𐋏',
  i: '1!|lɪʟıŁłƖƗƚǀɨɩɫɭΙιІіӀӏ\u{5c0}\u{5d5}\u{5df}\u{627}\u{661}\u{673}۱\u{7ca}ᎥᏞᒪᛁᵻᵼ∣⍳⍸⏽ⲒⳐⵏꓡꓲꙇꭵ𐊊𐌉𐌠𐐛𐔦𑢣𑢲𑣃𖼖𖼨𝈪\u{1e8c7}',
  k: 'кκᴋƙΚКҚҞᏦᛕ₭ⱩⲔꓗꝀ𐔘',
  m: 'мᴍɱΜϺМӍᎷᗰᛖᵯ₥Ⲙꓟ𐊰𐌑𑜀𑣣',
  n: 'пɴƝƞɳΝηոռᵰⲚꓠ𐆎𐔓',
  o: '0ᴏØøƟɵΘΟθοσОоѲѳӨөՕօ\u{5e1}\u{647}\u{665}\u{6be}\u{6c1}\u{6d5}۵\u{6ff}\u{7c0}०০੦૦ଠ୦௦౦೦ഠ൦๐໐ဝ၀ჿዐᎾᏫᴑ⊖⊝⍬Ⲟⲟⴱⵁⵔ〇ꓳꝊꝋꬽꬾꭴꮎꮻ𐊒𐊫𐐄𐐬𐓂𐓪𐔖𑓐𑢵𑣈𑣗𑣠𝈚🜔',
  p: 'ᴘƥΡρРрᏢᑭᵽ⍴Ⲣⲣꓑ𐊕',
  r: 'ʀƦɍɼɽгғᎡᏒᖇᴦᵲⲅꓣꭇꭈꮁ𐒴𖼵𝈖',
  s: '5$ꞨꞩꜱƽʂЅѕՏᏕᏚᵴꓢꮪ𐊖𐐠𐑈𑣁𖼺',
  t: '7тτᴛŦŧƭƮȾΤТҬᎢᵵ₮⊤⍡⟙Ⲧꓔ𐊗𐊱𐌕𑢼𖼊🝨',
  u: 'ᴜɄʋυՍսሀᏌᑌᵾ∪⋃ꓴꞟꭎꭒꮜ𐓎𐓶𑢸𑣘𖽂',
  v: 'ᴠνѴѵ\u{5d8}\u{667}۷Ꮩᐯ∨⋁ⴸꓦꛟꮩ𐆗𐔝𑜆𑢠𑣀𖼈𝈍🜈',
  w: 'ᴡɯѡѽԜԝաᎳᏔ₩ꓪꝡꮃ𑓅𑜊𑜎𑜏𑣦𑣯',
  y: 'ʏ¥ƴɎɏɣΥγУуҮүҰұყᎩᎽᶌỿⲨꓬꭚ𐊲𑢤𑣜𖽃',
};

const LETTER_BY_LOOKALIKE = new Map(
  Object.entries(LOOKALIKES).flatMap(([letter, others]) => Array.from(others, (other) => [other, letter] as const)),
);

const LOOKALIKE_PAIRS: readonly (readonly [pair: string, letter: string])[] = [
  ['rn', 'm'],
  ['vv', 'w'],
];

/** Returns the letters of a text by their look; similar texts have the same skeleton. */
export function getSkeleton(text: string): string {
  const marksRemoved = text.normalize('NFKD').replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '');
  const letters = Array.from(marksRemoved, (character) => {
    const lower = character.toLowerCase();
    return LETTER_BY_LOOKALIKE.get(character) ?? LETTER_BY_LOOKALIKE.get(lower) ?? lower;
  }).join('');
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
