/** @jest-environment node */
import { cleanMarkdown, cleanText, hasTooManyMarks, limitMarks } from './clean-text.ts';
import { measureCpuMs } from './testing/cpu-time.ts';
import { cleanName } from './one-line.ts';

const ACUTE = '\u0301';

describe('empty texts (product 5.26)', () => {
  it.each([
    ['zero-width spaces', '\u200B\u200B'],
    ['empty Braille patterns', '\u2800'],
    ['Hangul fillers', '\u3164 \uFFA0'],
    ['joiners and direction marks', '\u200D\u200E'],
    ['marks without a letter', ACUTE.repeat(3)],
    ['an enclosing mark', '\u20DD'],
    ['variation selectors and tags', '\uFE0F\u{E0061}'],
    ['control characters', '\u0001\u001B'],
    ['an empty notehead', '\u{1D159}'],
  ])('treats %s as empty', (_what, text) => {
    expect(cleanText(` ${text}\n`)).toBe('');
    expect(cleanMarkdown(`${text}\n\n${text}`)).toBe('');
  });

  it.each([
    ['a comment', '<!-- Describe the problem. -->'],
    ['comments', '<!-- one -->\n\n<!--\ntwo -->\u200B'],
    ['a comment without an end', '<!-- one'],
    ['definitions of links', '[a]: https://a.example\n[b]: <https://b.example> "B"'],
    ['a footnote without a reference', '[^1]: Not shown.'],
    ['references to invisible characters', '&nbsp;&#8203; &#x2800;&ZeroWidthSpace;'],
  ])('treats %s in Markdown as empty', (_what, text) => {
    expect(cleanMarkdown(text)).toBe('');
    expect(cleanText(text)).toBe(text);
  });

  it.each([
    '.',
    '👍🏽',
    '1\uFE0F\u20E3',
    'می\u200Cخواهم',
    '`<!-- a -->`',
    '<!-- a --> b',
    '[update]: done today',
    'See [a].\n\n[a]: https://a.example',
    '&#65;',
    '&amp;',
    '![](/api/files/1)',
    '\u0600',
  ])('keeps %j', (text) => {
    expect(cleanMarkdown(text)).toBe(text);
  });
});

it('replaces halves of surrogate pairs (product 5.26)', () => {
  expect(cleanText('a\uD800b\uDC00')).toBe('a\uFFFDb\uFFFD');
  expect(cleanMarkdown('😀 a\uD83D')).toBe('😀 a\uFFFD');
});

describe('marks on a letter (product 5.26)', () => {
  it.each([
    ['three accents', `x${ACUTE.repeat(3)}`, `x${ACUTE.repeat(2)}`],
    ['accents between joiners', `x${`${ACUTE}\u200D`.repeat(4)}`, `x${ACUTE}\u200D${ACUTE}${'\u200D'.repeat(3)}`],
    ['accents between Thai marks', `ก${`${ACUTE}\u0E49`.repeat(3)}`, `ก${'\u0E49'.repeat(3)}${ACUTE.repeat(2)}`],
    ['enclosing Cyrillic marks', `a${'\u0489'.repeat(9)}`, `a${'\u0489'.repeat(2)}`],
    ['a stack of Thai marks', `ก${'\u0E49'.repeat(70)}`, `ก${'\u0E49'.repeat(8)}`],
  ])('limits %s', (_what, text, limited) => {
    expect(hasTooManyMarks(text)).toBe(true);
    expect(limitMarks(`(${text})`)).toBe(`(${limited})`);
    expect(cleanName(text)).toBe(limited);
  });

  it.each([
    ['Vietnamese', 'Nguyễn Tấn Dũng'.normalize('NFD')],
    ['Greek', 'ᾄδω'.normalize('NFD')],
    ['Lithuanian', 'i\u0307\u0301'],
    ['Hebrew with points and accents', 'בְּרֵאשִׁ֖ית הַשָּׁמַ֖יִם'],
    ['Arabic with vowels', 'ٱللَّٰهِ نَسْتَعِينُ وَٱلضَّآلِّينَ'],
    ['Hindi and Vedic', 'क्षत्रियाँ अ॒ग्निमी॑ळे'],
    ['Thai', 'น้ำใจที่นี่ ปู่ย่า'],
    ['Tibetan', 'བསྒྲུབས་ཀྵྨླྻྃ'],
    ['Burmese', 'ကျွန်ုပ်တို့ မြွှေ'],
    ['Khmer', 'ស្ត្រីខ្ញុំ'],
    ['emoji', '👩🏽‍❤️‍💋‍👨🏿 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} 1️⃣'],
  ])('accepts %s', (_what, text) => {
    expect(limitMarks(text)).toBe(text);
  });
});

it.each(['\u0301', '<!--', '[a]: b', '[a', '&#', '&#x2800;', '\u200D', '[a]:\t('])(
  'takes at most 100 ms of CPU time with the largest text of %j',
  (part) => {
    const text = part.repeat(50_000 / part.length);
    expect(measureCpuMs(() => hasTooManyMarks(cleanMarkdown(text)), 100)).toBeLessThan(100);
  },
);
