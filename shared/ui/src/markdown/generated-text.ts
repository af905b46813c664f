/** Fragments that strain a markdown parser: each mark opened, closed and left open. */
const FRAGMENTS = [
  ['>', '> ', '- ', '* ', '+ ', '1. ', '7) ', '> - ', '- > ', '    ', '\t', '  ', ' ', '\n', '\n\n', '\r\n'],
  ['*', '**', '***', '_', '__', '~~', '*a **b ', '_a __b ', 'a*', 'a**b', '*_', '`', '``', '```', '~~~', '```js\n', '\n```\n'],
  ['[', ']', '![', '](', '](b)', '[a](b)', '![a](b) ', '[a]', '[]', '[](', '[a](<b', '[a](b "c', '[a]: b\n', '[a]: <', '(', ')'],
  ['<', '</', '<a ', '<b>', '<!--', '-->', '<?', '<!A ', '<![CDATA[', '<div>\n', '<a@b.c>', '<http://a>', '<javascript:x>'],
  ['&', '&amp;', '&#', '&#0;', '&#x10ffff;', '&a', '\\', '\\*', '\\\n', '  \n', '|', '| - |\n', '|a|b|\n', '[^1]', '[^1]: a\n'],
  [
    '# ',
    '#',
    '###### a #\n',
    '=',
    '\n===\n',
    '\n---\n',
    '---',
    '***\n',
    '* * *\n',
    'https://',
    'https://a.b/c?d=e ',
    'http://[::1]',
    'mailto:a@b.c',
    'a@b.c',
    'xmpp:a@b.c',
    'www.a.b',
    '> [!NOTE]\n',
    '- [ ] ',
    '- [x] a\n',
    '|',
    '|a',
    'a|b\n-|-\n',
    '\n|a|b|\n|:-|-:|\n',
    '~~a~~',
    '```ts\n',
    '![a](/api/files/0198c0de-0000-7000-8000-000000000001#9x9)',
  ],
  [
    'a',
    'Some words. ',
    'ß',
    '漢字',
    '😀',
    '👩‍💻',
    'e\u0301',
    'שלום ',
    '\u202E',
    '\u200D',
    '\u2028',
    '\u00A0',
    '\uFEFF',
    '\uD800',
    '\u0000',
  ],
].flat();

const LENGTHS = [300, 300, 300, 300, 300, 300, 300, 300, 300, 2000] as const;

/** Every n-th text has the maximum length of a problem, or of documentation. */
const LENGTH_INTERVALS = { long: 100, longest: 250 } as const;

/** Returns a seeded generator of numbers from 0 to 1 (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function generatedText(number: number, end: string): string {
  const next = createRandom(number);
  const pickOne = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item;
  const length =
    number % LENGTH_INTERVALS.longest === 0 ? 49_000 : number % LENGTH_INTERVALS.long === 0 ? 9000 : pickOne(LENGTHS);
  const joinFragments = () => Array.from({ length: 1 + Math.floor(next() * 3) }, () => pickOne(FRAGMENTS)).join('');
  const fill = (part: string, maxLength = length) => part.repeat(Math.ceil(maxLength / part.length)).slice(0, maxLength);

  const steps = () =>
    Array.from(
      { length: Math.ceil(Math.sqrt(length)) },
      (_, level) => `${' '.repeat(2 * level)}${pickOne(['- ', '1. ', '> '])}a`,
    );
  const generators = [
    () => fill(joinFragments()),
    () => `${fill(joinFragments(), length / 2)}a${fill(joinFragments(), length / 2)}`,
    () => `${fill(joinFragments(), length / 2)}\n${fill(joinFragments(), length / 2)}`,
    () => steps().join('\n').slice(0, length),
    () =>
      Array.from({ length: length / 3 }, () => pickOne(FRAGMENTS))
        .join('')
        .slice(0, length),
    () => Array.from({ length }, () => String.fromCharCode(Math.floor(next() * (next() < 0.7 ? 128 : 65_536)))).join(''),
    () =>
      Array.from(
        { length: Math.ceil(length / 40) },
        () => `${joinFragments()}Some words, ${joinFragments()}and more.${pickOne(['\n', '\n\n', ' '])}`,
      )
        .join('')
        .slice(0, length),
  ];
  return `${pickOne(generators)()}\n\n${end}`;
}
