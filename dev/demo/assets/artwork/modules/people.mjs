import { LINE, MUTED, button, card, check, circle, line, path, picture, rect, text, words } from './kit.mjs';

const bubble = (x, y, w, content, mine, time) =>
  rect(x, y, w, 38, mine ? '#5b5bd6' : '#f0f2f7', { r: 16 }) +
  text(x + 16, y + 24, content, { fill: mine ? '#fff' : '#1e2130', size: 14 }) +
  (time ? text(mine ? x + w : x, y + 54, time, { size: 10, fill: MUTED, anchor: mine ? 'end' : 'start' }) : '');
const contacts = [
  ['#f2887a', 'Ingrid', 'Index is live now', true],
  ['#58b7e8', 'Arjun', 'Pushed the fix', false],
  ['#f0b93e', 'Grace', 'See you at three', false],
  ['#8c73ec', 'Team', 'Elif: all green', false],
];
export const realtimeChat = picture(
  '#8b6cf0',
  '#5b43b8',
  card(60, 36, 520, 296),
  rect(60, 36, 174, 296, '#f7f7fc', { r: 12 }),
  text(80, 68, 'Messages', { weight: 700, size: 16 }),
  ...contacts.map(
    ([color, name, last, active], i) =>
      (active ? rect(68, 82, 158, 54, '#e8e6fb', { r: 10 }) : '') +
      circle(94, 109 + i * 58, 17, color) +
      text(94, 114 + i * 58, name[0], { fill: '#fff', weight: 700, anchor: 'middle', size: 14 }) +
      text(120, 105 + i * 58, name, { weight: 700 }) +
      text(120, 122 + i * 58, last, { size: 11, fill: MUTED }),
  ),
  circle(212, 167, 9, '#e4475d'),
  text(212, 171, '2', { size: 11, fill: '#fff', weight: 700, anchor: 'middle' }),
  text(258, 66, 'Ingrid', { weight: 700, size: 15 }),
  circle(308, 61, 5, '#2fa36b'),
  line('M234 84h346', LINE, 1),
  bubble(258, 98, 210, 'The slow query: 4 s to 9 ms', false),
  bubble(352, 146, 206, 'Wow. What did you change?', true),
  bubble(258, 194, 226, 'One partial index on status', false, '10:42'),
  rect(258, 266, 62, 0, '#fff'),
  ...[0, 1, 2].map((i) => circle(268 + i * 12, 270, 4, '#b9bfce')),
  rect(254, 288, 306, 32, '#f4f6fa', { r: 16 }),
  text(272, 309, 'Write a message', { fill: MUTED }),
  circle(542, 304, 13, '#5b5bd6'),
  path('M536 298l13 6-13 6 2-6Z', '#fff'),
);

const app = (x, y, color, d) =>
  rect(x, y, 36, 36, color, { r: 10 }) + `<g transform="translate(${x} ${y})">${line(d, '#fff', 3)}</g>`;
export const pwaStarter = picture(
  '#3d4fd8',
  '#7a3fd1',
  rect(92, 22, 186, 360, '#12131c', { r: 28 }),
  rect(101, 32, 168, 350, '#f7f8fc', { r: 20 }),
  rect(150, 38, 70, 16, '#12131c', { r: 8 }),
  text(118, 86, 'Today', { size: 20, weight: 700 }),
  ...[
    ['#5b5bd6', 'Deliveries', 0.8],
    ['#2fa36b', 'Orders', 0.55],
    ['#f0a13e', 'Returns', 0.3],
  ].map(
    ([color, name, share], i) =>
      rect(114, 100 + i * 62, 142, 52, '#fff', { r: 10, stroke: LINE }) +
      circle(136, 126 + i * 62, 12, color) +
      text(156, 122 + i * 62, name, { weight: 700, size: 12 }) +
      rect(156, 130 + i * 62, 86, 6, LINE, { r: 3 }) +
      rect(156, 130 + i * 62, 86 * share, 6, color, { r: 3 }),
  ),
  rect(114, 296, 142, 36, '#5b5bd6', { r: 10 }),
  text(185, 319, 'Synced 12 items', { fill: '#fff', weight: 700, anchor: 'middle', size: 12 }),
  card(312, 60, 262, 96),
  app(332, 82, '#5b5bd6', 'M10 20l6 6 11-14'),
  text(382, 98, 'Install Rounds', { weight: 700, size: 16 }),
  text(382, 118, 'Works without a network', { size: 12, fill: MUTED }),
  button(486, 124, 72, 24, 'Install', '#5b5bd6'),
  card(312, 176, 262, 56),
  circle(340, 204, 14, '#fdf0da'),
  line('M332 201c5-5 11-5 16 0m-12 5c3-3 5-3 8 0m-10-11 14 17', '#d08a1d', 2.2),
  text(364, 201, 'You are offline', { weight: 700 }),
  text(364, 218, 'Changes are kept and sent later', { size: 12, fill: MUTED }),
  card(312, 252, 262, 62),
  text(332, 278, 'Lighthouse', { weight: 700 }),
  words(332, 290, 60),
  ...[0, 1, 2].map(
    (i) =>
      circle(440 + i * 48, 283, 18, '#fff', 'stroke="#2fa36b" stroke-width="4"') +
      text(440 + i * 48, 288, ['100', '98', '100'][i], { size: 12, weight: 700, fill: '#237a50', anchor: 'middle' }),
  ),
);

const greeting = (x, y, flag, hello, price, date) =>
  card(x, y, 224, 84) +
  circle(x + 34, y + 42, 20, flag[0]) +
  path(`M${x + 14} ${y + 42}a20 20 0 0 0 40 0Z`, flag[1]) +
  text(x + 68, y + 36, hello, { size: 17, weight: 700 }) +
  text(x + 68, y + 60, price, { size: 13, fill: MUTED }) +
  text(x + 206, y + 60, date, { size: 12, fill: MUTED, anchor: 'end' });
export const localization = picture(
  '#f07f9b',
  '#b8467f',
  greeting(60, 44, ['#d6475a', '#2b3a8f'], 'Hello, Ada', '$1,299.50', '3/12/26'),
  greeting(60, 142, ['#2fa36b', '#f0b93e'], 'Olá, Ada', 'R$ 1.299,50', '12/03/26'),
  greeting(60, 240, ['#1e2130', '#e4475d'], 'Guten Tag, Ada', '1.299,50 €', '12.03.26'),
  card(322, 44, 258, 280),
  text(344, 78, 'messages/cart.json', { size: 13, weight: 700 }),
  rect(344, 90, 214, 10, LINE, { r: 5 }),
  rect(344, 90, 188, 10, '#d44f86', { r: 5 }),
  text(344, 122, '8 languages, 88% translated', { size: 12, fill: MUTED }),
  ...[
    ['English', 100],
    ['Português', 100],
    ['Deutsch', 96],
    ['Yorùbá', 81],
    ['Français', 74],
  ].map(
    ([name, share], i) =>
      text(344, 150 + i * 31, name) +
      text(558, 150 + i * 31, `${share}%`, { anchor: 'end', size: 12, fill: share === 100 ? '#237a50' : MUTED, weight: 700 }) +
      rect(430, 142 + i * 31, 90, 7, LINE, { r: 3.5 }) +
      rect(430, 142 + i * 31, 0.9 * share, 7, share === 100 ? '#2fa36b' : '#d44f86', { r: 3.5 }),
  ),
  check(346, 302, '#2fa36b'),
  text(366, 306, 'Plurals and right-to-left', { size: 12, fill: MUTED }),
);
