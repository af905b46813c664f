/** @jest-environment node */
import { countCharacters, cutText, findLengthError, shorten, splitCharacters, UNITS_PER_CHARACTER_MAX } from './characters.ts';
import { measureCpuMs } from './testing/cpu-time.ts';
import { LIMITS_OF_TEXTS } from './testing/limits-of-texts.ts';
import { messagesByField } from './testing/messages-by-field.ts';

const FAMILY = '👩‍👩‍👧‍👦';

/** One character each. */
const CHARACTERS = [
  'a',
  'é',
  'e\u0301',
  'ệ',
  'e\u0302\u0323',
  'ß',
  '漢',
  '한',
  '\u1112\u1161\u11AB',
  'नि',
  'क्',
  'น้ำ',
  'வீ',
  '؟',
  '\n',
  '😀',
  '👍🏽',
  '❤️',
  '1️⃣',
  FAMILY,
  '👩🏽‍🚀',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  '🇨🇭',
  '🏳️‍🌈',
  '𝒳',
  '\u{1F468}\u200D',
];

it.each(CHARACTERS)('%j is one character', (character) => {
  expect(countCharacters(character)).toBe(1);
  expect(splitCharacters(`${character}x`)).toEqual([character, 'x']);
});

it('counts like the segmenter of the platform', () => {
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
  let seed = 7;
  const next = (max: number) => (seed = (seed * 48_271) % 2_147_483_647) % max;
  // A flag after half a flag, and conjuncts, depend on what precedes or on the version of Unicode.
  const parts = CHARACTERS.filter((part) => part !== 'क्');
  for (let round = 0; round < 500; round += 1) {
    const text = Array.from({ length: 1 + next(12) }, () => parts[next(parts.length)]).join('');
    expect([text, splitCharacters(text)]).toEqual([text, Array.from(segmenter.segment(text), ({ segment }) => segment)]);
  }
});

it('counts up to a maximum', () => {
  expect(countCharacters('abc', 2)).toBe(2);
  expect(countCharacters('😀😀😀', 2)).toBe(2);
  expect(countCharacters('a\r\nb')).toBe(3);
  expect(countCharacters('')).toBe(0);
});

describe('cuts', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc'],
    ['ab😀', 2, 'ab'],
    [`aa${FAMILY}b`, 3, 'aa'],
    [`aaa${FAMILY}b`, 4, `aaa${FAMILY}`],
    [`ab${FAMILY}`, 2, 'ab'],
    ['e\u0301e\u0301e\u0301', 2, 'e\u0301e\u0301'],
    ['🇨🇭🇩🇪🇫🇷', 1, '🇨🇭'],
  ])('%j to %d characters: %j', (text, max, cut) => {
    expect(cutText(text, max)).toBe(cut);
  });

  it('keep whole characters within a maximum of UTF-16 units', () => {
    expect(cutText('abc😀', 4, 4)).toBe('abc');
    expect(cutText(`ab${FAMILY}c`, 10, 10)).toBe('ab');
    expect(cutText(`ab${FAMILY}c`, 10, 12)).toBe('ab');
    expect(cutText(FAMILY, 4, 4)).toBe('👩\u200D');
  });

  it('bound a character with thousands of marks', () => {
    expect(cutText(`e${'\u0301'.repeat(5000)}`, 10)).toHaveLength(10 * UNITS_PER_CHARACTER_MAX);
  });

  it.each([
    ['one two three', 13, 'one two three'],
    ['one two three', 12, 'one two…'],
    ['onetwothree', 6, 'onetw…'],
    [`one two ${FAMILY.repeat(4)}`, 9, 'one two…'],
    ['👍🏽'.repeat(4), 3, '👍🏽👍🏽…'],
    ['One, two, three', 9, 'One, two…'],
  ])('shorten %j to %d: %j', (text, max, short) => {
    expect(shorten(text, max)).toBe(short);
  });
});

describe('length of a text (product 5.25)', () => {
  const find = (text: string) => findLengthError('Title', text, { min: 3, max: 10 });

  it.each([
    ['👍🏽'.repeat(2), 'Title must be at least 3 characters'],
    [FAMILY.repeat(2), 'Title must be at least 3 characters'],
    ['👍🏽'.repeat(3), undefined],
    ['👍🏽'.repeat(10), undefined],
    ['नि'.repeat(10), undefined],
    ['👍🏽'.repeat(11), 'Title cannot exceed 10 characters'],
    ['a'.repeat(1000), 'Title cannot exceed 10 characters'],
    [FAMILY.repeat(4), 'Title has too many accents or joined emoji. Remove some.'],
    [`e${'\u0301'.repeat(100_000)}`, 'Title has too many accents or joined emoji. Remove some.'],
  ])('%.10s: %s', (text, message) => {
    expect(find(text)).toBe(message);
  });

  it.each(LIMITS_OF_TEXTS)('counts characters in $field of $what', ({ rules, field, min = 0, max }) => {
    const getMessages = (text: string) => messagesByField(rules, { [field]: text })[field] ?? [];
    expect(getMessages('😀'.repeat(max))).toEqual([]);
    expect(getMessages('😀'.repeat(max + 1))).toEqual([expect.stringMatching(/cannot exceed [\d,]+ characters$/)]);
    expect(getMessages('a\u0301'.repeat(max))).toEqual([]);
    expect(getMessages('😀'.repeat(Math.max(min, 2) - 1))).toHaveLength(min > 1 ? 1 : 0);
  });

  it.each([
    ['marks', `e${'\u0301'.repeat(100_000)}`],
    ['joiners', '👩\u200D'.repeat(50_000)],
    ['halves of flags', '🇨'.repeat(50_000)],
    ['families', FAMILY.repeat(10_000)],
  ])('takes little time for 200 kB of %s', (_what, text) => {
    expect(measureCpuMs(() => findLengthError('Description', text, { min: 30, max: 10_000 }), 10)).toBeLessThan(10);
    expect(measureCpuMs(() => cutText(text, 140), 5)).toBeLessThan(5);
  });
});
