import { DELETED_PERSON_NAME } from '../accounts.ts';
import { ACCOUNT } from '../limits.ts';

/**
 * Characters that look like a Latin letter of the words below, in the case in which they do: Unicode's confusables (UTS #39, version 15)
 * that have no compatibility decomposition. Before them in each line, what they leave out: digits and signs, small capitals, and
 * lower-case Cyrillic and Greek letters with the shape of a capital.
 */
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
const TOMBSTONES = [DELETED_PERSON_NAME, 'Deleted users', 'Deleted account', 'Deleted person', 'Deleted member'];

const [product, staff] = [looksLike(PRODUCT), looksLike(STAFF)];
/** Skeletons of such names. "GetSolvent Support": the product's name counts anywhere beside a word for its team. */
const IMPERSONATING = new RegExp(
  `^(?:${looksLike(BEFORE)})*(?:${product})|(?:${product})(?:${staff})|(?:${staff})(?:${product})|^(?:the)*(?:${staff})+$|^(?:${looksLike(TOMBSTONES)})$`,
  'u',
);
const PRODUCT_WORD = new Set(PRODUCT.map(skeleton));

/** Signs that compatibility decomposition turns into letters. */
const TRADE_MARKS = /[™℠🅪🅫🅬Ⓡⓡ]|ᵀᴹ|ˢᴹ/gu;
/** Symbols and punctuation divide words ("Ada+Solvent") or replace letters ("So!vent"). */
const WORD_ENDS = [/\s+/u, /[\s\p{P}]+/u, /[\s\p{P}\p{S}]+/u];

/** Whether a name could be mistaken for the product, for its team, or for a deleted account (product 5.23). */
export function isImpersonating(name: string): boolean {
  // Refused for its length; a skeleton takes its time.
  if (name.length > ACCOUNT.nameMax) return false;
  const unmarked = name.replaceAll(TRADE_MARKS, '');
  // "Ada Solvent 2" as well: the word by itself. Digits at the end of a name are a number, not letters.
  const withoutNumber = unmarked.replace(/\d+\s*$/, '');
  return (
    [name, unmarked, withoutNumber].some((text) => IMPERSONATING.test(skeleton(text))) ||
    WORD_ENDS.some((ends) => unmarked.split(ends).some((word) => PRODUCT_WORD.has(skeleton(word))))
  );
}
