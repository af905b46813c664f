// From confusables.txt of Unicode 17.0.0 (UTS #39, 2025-07-22, © Unicode, Inc., unicode.org/license.txt), reduced to the names that
// impersonation.ts protects (decision 0096).

/** Characters by the letters that they look like. Omits those whose lower case or compatibility decomposition is listed or ASCII. */
export const CONFUSABLES: Readonly<Record<string, string>> = {
  a: 'ɑαаᏎᗅẚ⍶⍺ꓮꭺ𐊠𑢯𖽀',
  b: 'ƀƃƄȣɓΒБЬвѣҍ৪੪ᏏᏼᑲᑳᖯᗷⲃꓐꞴ𐊂𐊡𐌁𐌚𖺶\u{1e8cb}',
  c: '¢ȼϛϹсҫငၚᴄ₡ⲋⲥꓚꮯ𐊢𐌂𐐽𐔜𑣩𑣲🅮🝌',
  d: 'ÐđƌɖɗԁᏧᑯᗞᗪ₫ꓒꓓꭰ',
  e: 'ƷȜɇɛЗеҘҽҿӠԑ३૩€℮⋴⋿⍷ⲉⲜⳄⳌⴹꓰꝪꞫꬲꭼꮛ𐊆𐐩𑢦𑣊𑣎𖼻𝈆',
  f: 'ƒϜքᖴᵮẝꓝꞙꬵ𐊇𐊥𐔥𑣂𝈓',
  g: 'ƍǥɠɡԍցᏻᶃꓖꮐ',
  h: 'ħɦΗнћңһӈӊհᏂᏲᕼⱧⲏꓧꚕꮋ𐋏',
  i: '1l|ıłƚǀǃɨɩɪɫɭ˛ͺιіӏւ\u{5c0}\u{5d5}\u{5df}\u{627}\u{661}\u{673}\u{6f1}\u{7ca}ᒪᛁᵻᵼ∣⍳⍸⏽ⲓⳑⵏⵑꓡꓲꙇꭵꮮ￨𐊊𐌉𐌠𐑃𐔦𑢲𑣃𑷚𑷡𖺪𖼖𖼨𝈪\u{1e8c7}',
  k: 'ƙқҟᛕ₭ⱩⲕꓗꝀꮶ𐔘',
  m: 'ɱΜϺӎᗰᛖᵯ₥ⲙꓟꮇ𐊰𐌑𑜀𑣣',
  n: 'ŋƝƞɳΝηղոռᵰⲛꓠ𐆎𐔓',
  o: '0øɵθοσϭоѳөօ\u{5e1}\u{647}\u{665}\u{6be}\u{6c1}\u{6d5}\u{6f5}\u{6ff}\u{7c0}०০੦૦ଠ୦௦౦೦ഠ൦๐໐တဝ၀თჿዐ០ᴏᴑ⊖⊝⍬ⲑⲟⴱⵁⵔ〇ꓳꝋꬽꬾꭴꮎꮻ𐊒𐊫𐐬𐓪𐔖𑓐𑢵𑣈𑣗𑣠𑷠𝈚🜔',
  p: 'þƥƿρϸрᑭᴩᵽ⍴ⲣⳏꓑꮲ𐊕',
  r: 'ɍɼɽгғᖇᴦᵲⲅꓣꭇꭈꭱꮁꮢ𐒴𖼵𝈖',
  s: 'ƽʂѕՏടᏕᵴꓢꜱꮪ𐊖𐑈𑢻𑣁𖼺🄏',
  t: 'ŧƭƮȾҭᵵ₮⊤⍡⟙ⲧꓔꭲ𐊗𐊱𐌕𐓒𑢼𑣆𖼊𝈒🝨',
  u: 'Ʉʋυџսሀᑌᴜᵾ∪⋃ꓴꞟꭎꭒꮜ𐓶𑣘𖽂',
  v: 'νѵ\u{5d8}\u{667}\u{6f7}ᐯᴠ∨⋁ⴸꓦꛟꮩ𐆗𐔝𑜆𑣀𖼈𝈍🜈',
  w: 'ɯшѡѽԝաᏔᴡ₩ⲽꓪꝡꮃ𑓅𑜊𑜎𑜏𑣦𑣯',
  y: '¥ƴɏɣʏΥγуүұყᎩᎽᶌỿⲩꓬꭚ𐊲𑢤𑣜𖽃',
  io: 'Ю⏨',
  is: 'ʪ',
  it: '₶',
  mb: '🝫',
  oo: '∞ꚙꝏ',
  te: 'Ꜩ',
  ts: 'ʦ',
};
