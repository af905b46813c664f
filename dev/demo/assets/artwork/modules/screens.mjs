import { INK, LINE, MUTED, button, card, check, circle, field, line, path, picture, rect, text, words } from './kit.mjs';

const cityBlocks = [
  [80, 60, 120, 60],
  [80, 136, 120, 92],
  [80, 244, 120, 66],
  [216, 60, 92, 60],
  [216, 244, 92, 66],
  [420, 60, 140, 50],
  [420, 230, 140, 80],
];
const drawPin = (x, y, color, s = 1) =>
  path(
    `M${x} ${y}c-${14 * s} -${18 * s} -${16 * s} -${24 * s} -${16 * s} -${30 * s}a${16 * s} ${16 * s} 0 0 1 ${32 * s} 0c0 ${6 * s} -${2 * s} ${12 * s} -${16 * s} ${30 * s}Z`,
    color,
  ) + circle(x, y - 30 * s, 6 * s, '#fff');
export const interactiveMaps = picture(
  '#58b7e8',
  '#2a6fc9',
  card(60, 40, 520, 290),
  `<clipPath id="map"><rect x="60" y="40" width="520" height="290" rx="12"/></clipPath><g clip-path="url(#map)">`,
  rect(60, 40, 520, 290, '#eef1e8'),
  ...cityBlocks.map(([x, y, w, h]) => rect(x, y, w, h, '#dfe4da', { r: 4 })),
  rect(216, 136, 188, 92, '#bfe2b2', { r: 6 }),
  path('M330 340c20-70 70-90 70-150s60-90 60-160h40c0 80-56 100-58 164s-54 90-66 146Z', '#a4d5f0'),
  line('M60 128h520M208 40v290M60 236h520M412 40v290', '#fff', 11),
  line('M70 330 320 40', '#ffe29a', 9),
  line('M122 300 208 236 208 128 412 128 490 92', '#3b63e6', 6, 'stroke-dasharray="1 11"'),
  line('M122 300 208 236 208 128 412 128', '#3b63e6', 6),
  '</g>',
  drawPin(490, 92, '#e4475d', 1.25),
  circle(122, 300, 10, '#fff'),
  circle(122, 300, 6, '#3b63e6'),
  drawPin(270, 196, '#2fa36b', 0.9),
  circle(350, 270, 17, '#5b5bd6'),
  text(350, 275, '12', { fill: '#fff', weight: 700, anchor: 'middle' }),
  card(424, 262, 140, 54, { r: 10 }),
  text(440, 285, 'Market Street', { weight: 700 }),
  text(440, 304, '12 min · 3.4 km', { size: 12, fill: MUTED }),
  card(76, 56, 34, 62, { r: 8 }),
  text(93, 80, '+', { size: 18, anchor: 'middle' }),
  line('M82 87h22', LINE, 1),
  text(93, 107, '–', { size: 18, anchor: 'middle' }),
);

export const authKit = picture(
  '#33394f',
  '#171a28',
  card(70, 48, 236, 272),
  text(94, 88, 'Welcome back', { size: 20, weight: 700 }),
  field(94, 116, 188, 'Email', 'ada@work.dev'),
  field(94, 180, 188, 'Password', '••••••••••', { active: '#5b5bd6' }),
  button(94, 240, 188, 38, 'Sign in', '#5b5bd6'),
  text(188, 302, 'Use a passkey instead', { size: 12, fill: '#5b5bd6', anchor: 'middle' }),
  card(340, 48, 230, 128),
  path('M392 72c10 6 18 8 26 8 0 28-6 44-26 54-20-10-26-26-26-54 8 0 16-2 26-8Z', '#2fa36b'),
  check(382, 104, '#fff', 1.7),
  text(432, 98, 'Two-step', { weight: 700, size: 15 }),
  text(432, 118, 'Code confirmed', { fill: MUTED }),
  ...[0, 1, 2, 3, 4, 5].map(
    (i) =>
      rect(364 + i * 31, 142, 26, 22, '#f1f3f8', { r: 5 }) +
      text(377 + i * 31, 158, '482913'[i], { weight: 700, anchor: 'middle' }),
  ),
  card(340, 196, 230, 124),
  text(362, 224, 'Sessions', { weight: 700 }),
  ...[
    ['MacBook · Lagos', 'Now', '#2fa36b'],
    ['Pixel · Lagos', '2 h', '#c3c8d4'],
    ['Firefox · Porto', '1 d', '#c3c8d4'],
  ].map(
    ([where, when, color], i) =>
      circle(368, 246 + i * 24, 5, color) +
      text(382, 251 + i * 24, where) +
      text(550, 251 + i * 24, when, { fill: MUTED, anchor: 'end', size: 12 }),
  ),
);

const drawUpload = (y, name, size, share, color) =>
  rect(362, y, 196, 58, '#f7f8fb', { r: 8 }) +
  rect(374, y + 12, 26, 32, color, { r: 5 }) +
  text(410, y + 22, name, { weight: 700, size: 12 }) +
  text(546, y + 22, size, { size: 11, fill: MUTED, anchor: 'end' }) +
  rect(410, y + 34, 136, 7, LINE, { r: 3.5 }) +
  rect(410, y + 34, 136 * share, 7, share === 1 ? '#2fa36b' : '#5b5bd6', { r: 3.5 });
export const fileUpload = picture(
  '#a58bf5',
  '#6a4fd0',
  card(60, 44, 520, 286),
  rect(84, 70, 254, 234, '#f6f4ff', { r: 12, stroke: '#8c73ec', extra: 'stroke-width="2" stroke-dasharray="8 7"' }),
  circle(211, 150, 36, '#e5deff'),
  line('M211 168v-34m-14 13 14-14 14 14', '#6a4fd0', 5),
  text(211, 216, 'Drop files here', { size: 18, weight: 700, anchor: 'middle' }),
  text(211, 240, 'or choose from your device', { fill: MUTED, anchor: 'middle' }),
  text(211, 280, 'PNG, PDF, ZIP up to 50 MB', { fill: MUTED, size: 12, anchor: 'middle' }),
  drawUpload(70, 'roadmap.pdf', '2.4 MB', 1, '#f2887a'),
  drawUpload(142, 'hero.png', '860 KB', 0.72, '#58b7e8'),
  drawUpload(214, 'module.zip', '18 MB', 0.31, '#f0c76a'),
  check(362, 292, '#2fa36b'),
  text(382, 297, 'Resumes after a lost connection', { size: 12, fill: MUTED }),
);

const calendarDays = Array.from({ length: 35 }, (_, i) => i - 2);
const events = {
  3: ['Sprint', '#5b5bd6'],
  8: ['Demo', '#2fa36b'],
  12: ['Call', '#e08a2b'],
  17: ['Review', '#d6475a'],
  22: ['Launch', '#5b5bd6'],
  27: ['Retro', '#2fa36b'],
};
export const calendarScheduler = picture(
  '#f5b565',
  '#e0743a',
  card(70, 34, 500, 304),
  text(94, 68, 'March 2026', { size: 18, weight: 700 }),
  rect(424, 50, 122, 28, '#f1f3f8', { r: 8 }),
  rect(426, 52, 58, 24, '#fff', { r: 6 }),
  text(455, 69, 'Month', { size: 12, anchor: 'middle', weight: 700 }),
  text(514, 69, 'Week', { size: 12, anchor: 'middle', fill: MUTED }),
  ...['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((day, i) =>
    text(124 + i * 66, 102, day, { size: 12, fill: MUTED, anchor: 'middle' }),
  ),
  ...calendarDays.map((day, i) => {
    const x = 92 + (i % 7) * 66;
    const y = 112 + Math.floor(i / 7) * 43;
    const event = events[day];
    return (
      rect(x, y, 64, 41, day < 1 || day > 31 ? '#fafbfc' : '#f4f6fa', { r: 6 }) +
      (day < 1 || day > 31
        ? ''
        : text(x + 8, y + 16, day, { size: 11, fill: day === 12 ? '#e0743a' : INK, weight: day === 12 ? 700 : 400 })) +
      (event
        ? rect(x + 5, y + 21, 54, 15, event[1], { r: 4 }) +
          text(x + 10, y + 32, event[0], { size: 10, fill: '#fff', weight: 700 })
        : '')
    );
  }),
);

export const formBuilder = picture(
  '#4fb58a',
  '#1f7d63',
  card(60, 40, 150, 280),
  text(80, 72, 'Fields', { weight: 700, size: 15 }),
  ...['Short text', 'Choice', 'Date', 'File', 'Rating'].map(
    (name, i) =>
      rect(76, 88 + i * 44, 118, 34, i === 4 ? '#e3f5ec' : '#f4f6fa', { r: 8 }) +
      [
        'M88 100h12',
        'M88 100h12v10h-12Z',
        'M88 102h12M88 102v9h12v-9',
        'M90 98h6l4 4v9H90Z',
        'M94 98l2 5 5 0-4 3 2 5-5-3-5 3 2-5-4-3 5 0Z',
      ]
        .map((d, n) => (n === i ? `<g transform="translate(0 ${i * 44})">${line(d, '#1f7d63')}</g>` : ''))
        .join('') +
      text(110, 110 + i * 44, name),
  ),
  card(236, 40, 344, 280),
  text(262, 78, 'Customer feedback', { size: 18, weight: 700 }),
  field(262, 106, 292, 'Your name', 'Priya R.'),
  text(262, 172, 'How did you hear of us?', { size: 12, fill: MUTED }),
  circle(270, 192, 7, '#fff', 'stroke="#1f7d63" stroke-width="2"') +
    circle(270, 192, 3.5, '#1f7d63') +
    text(284, 197, 'A friend'),
  circle(368, 192, 7, '#fff', `stroke="${MUTED}" stroke-width="1.5"`),
  text(382, 197, 'Search'),
  circle(456, 192, 7, '#fff', `stroke="${MUTED}" stroke-width="1.5"`),
  text(470, 197, 'Social'),
  rect(254, 216, 308, 56, '#effaf4', { r: 10, stroke: '#1f7d63', extra: 'stroke-width="2" stroke-dasharray="6 5"' }),
  ...[0, 1, 2, 3, 4].map((i) =>
    path(`M${286 + i * 34} 230l4 9 10 1-7 7 2 10-9-5-9 5 2-10-7-7 10-1Z`, i < 4 ? '#f0b93e' : '#dfe3ea'),
  ),
  button(462, 282, 92, 30, 'Publish', '#1f7d63'),
  path('M520 252l4 22 6-6 8 10 5-4-8-10 8-2Z', INK, 'stroke="#fff" stroke-width="1.5"'),
  words(262, 292, 110),
);
