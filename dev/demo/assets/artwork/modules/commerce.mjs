import { INK, LINE, MUTED, button, card, check, circle, field, line, path, picture, rect, text, words } from './kit.mjs';

const creditCard =
  rect(92, 96, 240, 150, '#1f2347', { r: 16 }) +
  path('M92 190c70-50 150 20 240-60v100a16 16 0 0 1-16 16H108a16 16 0 0 1-16-16Z', '#343a78') +
  rect(112, 120, 36, 27, '#f0c76a', { r: 6 }) +
  line('M112 133h36M130 120v27', '#c79c3d', 1.5) +
  text(112, 192, '4242  4242  4242  4242', { fill: '#fff', size: 17 }) +
  text(112, 224, 'M. OKAFOR', { fill: '#c9cdf5', size: 12 }) +
  text(252, 224, '08/29', { fill: '#c9cdf5', size: 12 }) +
  circle(290, 132, 13, '#f4667c', 'opacity=".95"') +
  circle(304, 132, 13, '#f7b05b', 'opacity=".9"');

export const paymentSetup = picture(
  '#6d6df0',
  '#3d3db4',
  creditCard,
  card(312, 52, 244, 258),
  text(334, 86, 'Checkout', { size: 18, weight: 700 }),
  text(534, 86, '$48.00', { size: 16, weight: 700, anchor: 'end', fill: '#5b5bd6' }),
  field(334, 114, 200, 'Email', 'maya@loom.shop'),
  field(334, 178, 94, 'Expiry', '08 / 29'),
  field(440, 178, 94, 'CVC', '•••', { active: '#5b5bd6' }),
  button(334, 244, 200, 40, 'Pay $48.00', '#5b5bd6'),
  check(100, 286, '#9ff0c4', 1.2),
  text(124, 290, 'Signed webhooks', { fill: '#e4e5ff' }),
);

const rows = [
  ['Design workshop', '2', '640.00'],
  ['Linen swatches', '12', '96.00'],
  ['Shipping', '1', '18.50'],
];
export const pdfGenerator = picture(
  '#f2887a',
  '#c94f5d',
  rect(112, 60, 210, 280, '#fff', { r: 6, opacity: 0.35, extra: 'transform="rotate(-7 217 200)"' }),
  card(150, 34, 260, 340, { r: 6 }),
  rect(150, 34, 260, 8, '#d6475a'),
  text(174, 80, 'Invoice', { size: 24, weight: 700 }),
  text(386, 80, 'INV-2041', { anchor: 'end', fill: MUTED }),
  words(174, 98, 96),
  words(174, 112, 70),
  rect(174, 140, 212, 26, '#fdeef0', { r: 4 }),
  text(184, 158, 'Item', { size: 12, fill: '#a63a4a', weight: 700 }),
  text(376, 158, 'Amount', { size: 12, fill: '#a63a4a', weight: 700, anchor: 'end' }),
  ...rows.map(
    ([name, , sum], i) =>
      text(184, 190 + i * 28, name) + text(376, 190 + i * 28, sum, { anchor: 'end' }) + line(`M174 ${200 + i * 28}h212`, LINE, 1),
  ),
  text(184, 284, 'Total', { weight: 700, size: 15 }),
  text(376, 284, '$754.50', { weight: 700, size: 15, anchor: 'end' }),
  line('M184 326c14-22 20-18 18 2 10-16 18-12 20-2 12-6 22-4 34 0', '#2b3a8f', 2.4),
  card(438, 118, 132, 132),
  rect(478, 138, 52, 60, '#fdeef0', { r: 8 }),
  path('M514 138l16 16h-16Z', '#f2a6b0'),
  text(504, 182, 'PDF', { size: 16, weight: 700, fill: '#d6475a', anchor: 'middle' }),
  text(504, 230, '38 ms', { size: 15, weight: 700, anchor: 'middle', fill: INK }),
);

const products = [
  ['Linen throw', 'In stock', '$64', '#2fa36b'],
  ['Wool rug', '3 left', '$210', '#d08a1d'],
  ['Cotton tee', 'In stock', '$24', '#2fa36b'],
  ['Silk scarf', 'Sold out', '$58', '#d6475a'],
];
export const databaseCrud = picture(
  '#2fa9a0',
  '#146b76',
  card(70, 44, 500, 300),
  text(94, 80, 'products', { size: 18, weight: 700 }),
  rect(258, 62, 172, 30, '#f4f6fa', { r: 8 }),
  circle(274, 76, 5, 'none', `stroke="${MUTED}" stroke-width="2"`),
  line('M278 80l4 4', MUTED),
  text(290, 82, 'Search', { fill: MUTED }),
  button(444, 60, 102, 34, '+ New row', '#178a83'),
  rect(70, 108, 500, 32, '#f4f6fa'),
  ...[
    ['id', 94],
    ['name', 150],
    ['status', 300],
    ['price', 410],
  ].map(([label, x]) => text(x, 129, label, { size: 12, fill: MUTED, weight: 700 })),
  rect(70, 188, 500, 48, '#e9f7f5'),
  rect(70, 188, 4, 48, '#178a83'),
  ...products.map(
    ([name, state, price, color], i) =>
      text(94, 170 + i * 48, 101 + i, { fill: MUTED }) +
      text(150, 170 + i * 48, name, { weight: 700, size: 14 }) +
      circle(306, 165 + i * 48, 5, color) +
      text(318, 170 + i * 48, state) +
      text(410, 170 + i * 48, price) +
      line(`M500 ${160 + i * 48}l10 10-3 1-9-9Z`, MUTED, 2) +
      line(`M530 ${160 + i * 48}h12M533 ${160 + i * 48}l1 12h4l1-12`, '#d6475a', 2) +
      line(`M70 ${188 + i * 48}h500`, LINE, 1),
  ),
);
