/** Widths of Helvetica's characters from the space to the tilde, in thousandths of the size (Adobe's font metrics). */
const WIDTHS = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556,
  556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778,
  722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222,
  500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

/** Characters of Windows-1252 that do not lie where Unicode has them. */
const MOVED = {
  '€': 0x80,
  '‚': 0x82,
  '„': 0x84,
  '…': 0x85,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '•': 0x95,
  '–': 0x96,
  '—': 0x97,
};

function byteOf(letter) {
  const code = MOVED[letter] ?? letter.codePointAt(0) ?? 0;
  if (code > 0xff) throw new RangeError(`Helvetica in a PDF has no "${letter}"`);
  return code;
}

/** How wide a text is at a size, in points. Letters with accents count as an n. */
export const widthOf = (text, size) =>
  [...text].reduce((sum, letter) => sum + (WIDTHS[(letter.codePointAt(0) ?? 0) - 32] ?? 556), 0) * (size / 1000);

/** A text as PDF writes it. */
export const literal = (text) =>
  `(${[...text].map((letter) => String.fromCharCode(byteOf(letter)).replace(/[\\()]/, String.raw`\$&`)).join('')})`;

/** Breaks a text into lines that fit; a word that is too long has a line of its own. */
export function wrap(text, size, width) {
  const lines = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line !== '' && widthOf(longer, size) > width) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    lines.push(line);
  }
  return lines;
}
