/** How each person of the demo data looks: the key is the picture's file name. */
const SKIN = {
  porcelain: { skin: '#fbdcc6', skinShade: '#eebd9f', lips: '#a8483f' },
  fair: { skin: '#f5cba7', skinShade: '#e2ab83', lips: '#a04439' },
  tan: { skin: '#e0ac7e', skinShade: '#c78d5e', lips: '#8f3d31' },
  olive: { skin: '#d39a6a', skinShade: '#b87d4e', lips: '#84382c' },
  brown: { skin: '#b1764a', skinShade: '#945d36', lips: '#6e2a22' },
  deep: { skin: '#8a5533', skinShade: '#6f4126', lips: '#d0796a' },
  dark: { skin: '#6b4028', skinShade: '#532f1c', lips: '#c46f60' },
};
const hair = (style, hairColor, hairShade = hairColor) => ({ hair: style, hairColor, hairShade, brow: style === 'hijab' || style === 'turban' ? '#2a211d' : hairColor });
const wear = (clothes, color, colorShade) => ({ clothes, color, colorShade });
const on = (top, bottom, shape) => ({ background: { top, bottom, shape } });

export const PEOPLE = {
  'maya-okafor': { ...SKIN.deep, ...hair('afro', '#2a1a16'), ...wear('jacket', '#d9485f', '#b5334a'), ...on('#ffd9a0', '#ffb36b', 'ring'), earrings: '#f4c542', mouth: 'grin' },
  'diego-fuentes': { ...SKIN.tan, ...hair('quiff', '#2b1d16'), ...wear('hoodie', '#3f51b5', '#303f9f'), ...on('#b9e4d6', '#7cc7b2', 'hill'), beard: 'stubble' },
  'tomas-novak': { ...SKIN.porcelain, ...hair('sidePart', '#8a5a34'), ...wear('shirt', '#cfe0f5', '#a9c5e8'), ...on('#c9cdfb', '#9aa0f0', 'stripe'), glasses: 'square', mouth: 'calm' },
  'aiko-tanaka': { ...SKIN.fair, ...hair('bob', '#1f1b22'), ...wear('rollneck', '#f2b7c6', '#e394aa'), ...on('#fde3ea', '#f6b9c9', 'sun') },
  'fatima-el-idrissi': { ...SKIN.tan, ...hair('hijab', '#2f7f86', '#256a70'), ...wear('tee', '#37474f', '#263238'), ...on('#fce8c8', '#f3cf94', 'arch') },
  'liam-oconnor': { ...SKIN.porcelain, ...hair('curlyTop', '#c3622d'), ...wear('tee', '#2e7d5b', '#235f45'), ...on('#dcedc8', '#aed581', 'sun'), beard: 'full', blush: '#e8553f' },
  'priya-raghavan': { ...SKIN.brown, ...hair('long', '#201517'), ...wear('shirt', '#f3a73b', '#d98c1f'), ...on('#d6d4fa', '#a9a4f0', 'ring'), earrings: '#ffe08a' },
  'camila-rojas': { ...SKIN.olive, ...hair('wavy', '#4a2c1d'), ...wear('tee', '#ffffff', '#dfe5ea'), ...on('#bfe3f7', '#7fc1e8', 'hill'), mouth: 'grin' },
  'noah-berger': { ...SKIN.fair, ...hair('short', '#c9a063'), ...wear('jacket', '#2c3e50', '#1f2d3a'), ...on('#e3e8ee', '#b4c1cf', 'stripe') },
  'hana-kim': { ...SKIN.porcelain, ...hair('straight', '#3a2620'), ...wear('hoodie', '#8e7cc3', '#7462ad'), ...on('#e6dcfb', '#c3aef2', 'arch'), glasses: 'round' },
  'kwame-asante': { ...SKIN.dark, ...hair('buzz', '#17100d'), ...wear('shirt', '#f2c14e', '#d9a32b'), ...on('#a9dcc3', '#63b892', 'sun'), beard: 'goatee', mouth: 'grin' },
  'ingrid-solheim': { ...SKIN.porcelain, ...hair('braids', '#e0bd6f'), ...wear('rollneck', '#37618e', '#2b4d72'), ...on('#cfe6f3', '#98c4df', 'ring') },
  'arjun-mehta': { ...SKIN.brown, ...hair('sidePart', '#1c1412'), ...wear('hoodie', '#e57345', '#c95a2e'), ...on('#ffe2cc', '#ffbd8f', 'stripe'), beard: 'full', glasses: 'round' },
  'zainab-yusuf': { ...SKIN.deep, ...hair('hijab', '#7b4fa3', '#673f8b'), ...wear('tee', '#51316e', '#3e2456'), ...on('#f6d9ec', '#e4a9d0', 'sun'), glasses: 'square' },
  'luca-moretti': { ...SKIN.tan, ...hair('curlyTop', '#3a2418'), ...wear('tee', '#26333f', '#1a242d'), ...on('#ffd2c7', '#ff9f8a', 'arch'), beard: 'moustache' },
  'wei-chen': { ...SKIN.fair, ...hair('short', '#19171c'), ...wear('shirt', '#8fb8a8', '#719e8d'), ...on('#d5ecec', '#9fd0d0', 'ring'), glasses: 'square' },
  'anya-petrova': { ...SKIN.porcelain, ...hair('ponytail', '#a8562f'), ...wear('jacket', '#3b7a8c', '#2c6170'), ...on('#fbe3d0', '#f2b98d', 'hill') },
  'samuel-adeyemi': { ...SKIN.dark, ...hair('locs', '#1d1310'), ...wear('tee', '#4caf7d', '#3a9367'), ...on('#fff0b8', '#fbd765', 'stripe'), beard: 'goatee' },
  'elif-yilmaz': { ...SKIN.fair, ...hair('curls', '#5b3420'), ...wear('rollneck', '#b23a48', '#93293a'), ...on('#d9e7d5', '#a8c7a0', 'sun'), glasses: 'round' },
  'mateo-silva': { ...SKIN.olive, ...hair('quiff', '#4b3424'), ...wear('shirt', '#e8eef7', '#c4d2e6'), ...on('#bcd7ff', '#86b1f5', 'arch'), beard: 'full', mouth: 'grin' },
  'grace-mwangi': { ...SKIN.dark, ...hair('bun', '#1b1211'), ...wear('jacket', '#5b5bd6', '#4747b8'), ...on('#d3f0df', '#93d8b1', 'ring'), earrings: '#f4c542' },
  'harpreet-singh': { ...SKIN.brown, ...hair('turban', '#e0872b', '#c46f18'), ...wear('shirt', '#31475e', '#22364a'), ...on('#d9def8', '#a4b1ee', 'hill'), beard: 'long', beardColor: '#241815' },
  'nadia-rahman': { ...SKIN.olive, ...hair('straight', '#2a1a14'), ...wear('shirt', '#2a9d8f', '#1f8074'), ...on('#ffe0e0', '#fbb1b1', 'stripe'), mouth: 'grin' },
  'oliver-brandt': { ...SKIN.fair, ...hair('balding', '#a9adb4'), ...wear('rollneck', '#444b57', '#333944'), ...on('#e7e1d6', '#c8bba3', 'ring'), beard: 'full', glasses: 'round' },
  'ines-duarte': { ...SKIN.tan, ...hair('bob', '#57301f'), ...wear('jacket', '#222831', '#161a20'), ...on('#ffe9b3', '#f8cf6c', 'hill'), earrings: '#d9485f' },
  'amara-diallo': { ...SKIN.dark, ...hair('braids', '#1c1211'), ...wear('rollneck', '#e9833a', '#cc6a25'), ...on('#cfe3ff', '#94b8f4', 'ring'), mouth: 'grin' },
  'ryan-whitaker': { ...SKIN.fair, ...hair('sidePart', '#5a3a22'), ...wear('shirt', '#b5443f', '#983632'), ...on('#d3e8dc', '#9cc9b0', 'stripe'), beard: 'full', beardColor: '#6b4428' },
};
