import { INK, LINE, MONO, MUTED, card, check, circle, line, path, picture, rect, text, words } from './kit.mjs';

const tile = (x, label, value, change, color) =>
  card(x, 40, 158, 76) +
  text(x + 18, 66, label, { size: 12, fill: MUTED }) +
  text(x + 18, 98, value, { size: 22, weight: 700 }) +
  text(x + 140, 98, change, { size: 12, weight: 700, fill: color, anchor: 'end' });
const bars = [52, 78, 64, 96, 84, 120, 108];
export const chartDashboard = picture(
  '#7b8cf7',
  '#4250c4',
  tile(60, 'Revenue', '$48.2k', '+12%', '#2fa36b'),
  tile(241, 'Orders', '1,204', '+4%', '#2fa36b'),
  tile(422, 'Refunds', '1.8%', '-0.3%', '#d6475a'),
  card(60, 134, 339, 196),
  text(80, 162, 'Weekly revenue', { weight: 700 }),
  line('M80 300h300M80 260h300M80 220h300M80 180h300', LINE, 1),
  ...bars.map((h, i) => rect(94 + i * 42, 300 - h, 22, h, i === 5 ? '#5b5bd6' : '#cdd2fb', { r: 4 })),
  line('M105 238 147 214 189 226 231 196 273 206 315 176 357 184', '#f08a5d', 3),
  circle(315, 176, 5, '#fff', 'stroke="#f08a5d" stroke-width="3"'),
  card(417, 134, 163, 196),
  text(437, 162, 'By channel', { weight: 700 }),
  `<g fill="none" stroke-width="20" transform="rotate(-90 498 226)"><circle cx="498" cy="226" r="40" stroke="#5b5bd6" stroke-dasharray="131 252"/><circle cx="498" cy="226" r="40" stroke="#f0b93e" stroke-dasharray="72 252" stroke-dashoffset="-131"/><circle cx="498" cy="226" r="40" stroke="#2fb5a5" stroke-dasharray="49 252" stroke-dashoffset="-203"/></g>`,
  text(498, 231, '52%', { size: 16, weight: 700, anchor: 'middle' }),
  ...[
    ['#5b5bd6', 'Shop'],
    ['#f0b93e', 'App'],
    ['#2fb5a5', 'API'],
  ].map(([color, label], i) => circle(440 + i * 46, 304, 4, color) + text(448 + i * 46, 308, label, { size: 11, fill: MUTED })),
);

export const seoTools = picture(
  '#3fb37f',
  '#1d7a68',
  card(60, 46, 330, 134),
  circle(90, 78, 11, '#e3f5ec'),
  text(90, 82, 'S', { size: 12, weight: 700, anchor: 'middle', fill: '#1d7a68' }),
  text(110, 75, 'solvent.dev', { size: 12 }),
  text(110, 90, 'solvent.dev › toolbox', { size: 11, fill: MUTED }),
  text(82, 118, 'Ready-made modules for React', { size: 17, fill: '#1a4fb8' }),
  words(82, 134, 280),
  words(82, 150, 210),
  card(414, 46, 166, 134),
  `<g fill="none" stroke-width="13" stroke-linecap="round"><path d="M451 142a46 46 0 1 1 92 0" stroke="${LINE}"/><path d="M451 142a46 46 0 0 1 84-27" stroke="#2fa36b"/></g>`,
  text(497, 138, '94', { size: 30, weight: 700, anchor: 'middle' }),
  text(497, 162, 'Search score', { size: 12, fill: MUTED, anchor: 'middle' }),
  card(60, 200, 520, 124),
  ...[
    ['Title length', '54 of 60', 1],
    ['Structured data', 'Valid', 1],
    ['Canonical address', 'Set', 1],
    ['Alternative texts', '2 missing', 0],
  ].map(([name, state, ok], i) => {
    const x = i % 2 ? 340 : 82;
    const y = 234 + Math.floor(i / 2) * 52;
    return (
      circle(x + 12, y, 13, ok ? '#e3f5ec' : '#fdf0da') +
      (ok ? check(x + 6, y, '#2fa36b') : text(x + 12, y + 5, '!', { weight: 700, fill: '#d08a1d', anchor: 'middle', size: 15 })) +
      text(x + 36, y - 2, name, { weight: 700 }) +
      text(x + 36, y + 15, state, { size: 12, fill: MUTED })
    );
  }),
);

const halfCard = (x, surface, ink, soft, accent) =>
  rect(x, 70, 230, 232, surface, { r: 14 }) +
  circle(x + 42, 110, 20, accent) +
  rect(x + 74, 98, 100, 10, ink, { r: 5 }) +
  rect(x + 74, 116, 64, 8, soft, { r: 4 }) +
  rect(x + 22, 150, 186, 62, soft, { r: 8, opacity: 0.45 }) +
  line(`M${x + 34} 196l34-20 30 12 36-26 36 14`, accent, 4) +
  rect(x + 22, 228, 186, 8, soft, { r: 4 }) +
  rect(x + 22, 244, 140, 8, soft, { r: 4 }) +
  rect(x + 22, 266, 84, 22, accent, { r: 8 });
export const darkMode = picture(
  '#f3f4f8',
  '#f3f4f8',
  path('M320 0h320v360H320Z', '#0b0b0e'),
  circle(560, 40, 90, '#17171d'),
  halfCard(62, '#ffffff', '#1e2130', '#e2e5ee', '#5b5bd6'),
  halfCard(348, '#1a1a1f', '#f1f1f6', '#3a3a46', '#a5a6f6'),
  rect(268, 20, 104, 40, '#5b5bd6', { r: 20 }),
  circle(350, 40, 15, '#fff'),
  path('M356 46a10 10 0 1 1-8-15 8 8 0 0 0 8 15Z', '#5b5bd6'),
  circle(292, 40, 7, '#ffe08a'),
  line('M292 28v-3m0 30v-3m12-12h3m-30 0h3m3-9-2-2m20 20-2-2m0-16 2-2m-20 20 2-2', '#ffe08a', 2),
);

const token = { k: '#c792ea', f: '#82aaff', s: '#c3e88d', t: '#d6deeb', n: '#f78c6c' };
const code = [
  [
    ['k', 'import'],
    ['t', ' { useDebounce } '],
    ['k', 'from'],
    ['s', " './hooks'"],
  ],
  [],
  [
    ['k', 'export function '],
    ['f', 'useSearch'],
    ['t', '(term) {'],
  ],
  [
    ['k', '  const '],
    ['t', 'quiet = '],
    ['f', 'useDebounce'],
    ['t', '(term, '],
    ['n', '300'],
    ['t', ')'],
  ],
  [
    ['k', '  return '],
    ['f', 'useQuery'],
    ['t', '(quiet)'],
  ],
  [['t', '}']],
];
export const hooksCollection = picture(
  '#5ec8e0',
  '#3277b8',
  card(36, 36, 452, 296, { fill: '#1b2433' }),
  ...['#f26d6d', '#f0b93e', '#4fc08d'].map((c, i) => circle(60 + i * 18, 58, 5.5, c)),
  text(122, 62, 'use-search.ts', { size: 12, fill: '#8b9ab3' }),
  ...code.map(
    (parts, i) =>
      `<text x="80" y="${112 + i * 36}" font-size="16" ${MONO}>${parts.map(([kind, content]) => `<tspan fill="${token[kind]}">${content}</tspan>`).join('')}</text>`,
  ),
  ...['useDebounce', 'useMediaQuery', 'useOnline', 'useClipboard', 'useInterval'].map(
    (name, i) =>
      card(474, 78 + i * 46, 130, 36, { r: 18 }) +
      circle(490, 96 + i * 46, 6, ['#5b5bd6', '#e4475d', '#2fa36b', '#f0a13e', '#2fb5c5'][i]) +
      text(502, 101 + i * 46, name, { size: 12, weight: 700, fill: INK }),
  ),
);
