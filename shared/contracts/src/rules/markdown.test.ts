/** @jest-environment node */
import { measureCpuMs } from '../testing/cpu-time.ts';
import { getNestingDepth } from './nesting.ts';
import { summarize } from './summary.ts';
import { getPictureIds } from './text-pictures.ts';
import { markdown } from './texts.ts';

const levels = (text: string) => getNestingDepth(text, 1000);
const lines = (...all: string[]) => all.join('\n');

const TEXT_LENGTH = 50_000;

const nestLists = (count: number) =>
  Array.from({ length: count }, (_, level) => `${'  '.repeat(level)}- item ${level}`).join('\n');

describe('nesting of quotes and lists (product 5.15)', () => {
  it.each([
    ['a paragraph', 'Some *words*', 0],
    ['a quote', '> said', 1],
    ['quotes with and without spaces', '> >> > said', 4],
    ['a list', '- one\n- two', 1],
    ['lists on one line', '- 1. + * one', 4],
    ['lists below each other', nestLists(12), 12],
    ['lists indented by tabs', '- a\n\t- b\n\t\t- c', 3],
    ['a list in a quote in a list', '- > 1) deep', 3],
    ['items after a paragraph of an item', lines('- one', '', '  more', '', '  - two'), 2],
    [
      'a quoted thread of e-mails',
      lines(...Array.from({ length: 10 }, (_, level) => `${'> '.repeat(10 - level)}On Monday you wrote`)),
      10,
    ],
    ['a line that is drawn', '- - - - - - - - - - - - -', 0],
    ['a line where scissors are', `${'- '.repeat(15)}8< ${'- '.repeat(15)}`, 15],
    ['stars around a comment', lines(`/${'*'.repeat(78)}`, ' * A comment', ` ${'*'.repeat(77)}/`), 1],
    ['sums and times', '-5 +3 *2 1.5 12:30', 0],
  ])('counts levels in %s', (_what, text, count) => {
    expect(levels(text)).toBe(count);
  });

  it.each([
    ['fenced code', lines('```', '>'.repeat(500), '- '.repeat(500) + 'x', '```', '> said')],
    ['code fenced by tildes, in a quote', lines('> ~~~ log', `> ${'>'.repeat(500)} a`, '> ~~~')],
    ['code that is fenced by more signs than in it', lines('- ````', '  ```', `  ${'>'.repeat(500)}`, '  ````')],
    ['code that is never closed', lines('> said', '', '```', '>'.repeat(500))],
    ['indented code', lines('> said', '', `    ${'>'.repeat(500)} a`)],
    ['a tree', lines('> said', '', 'src', '|-- a', '|   |-- b', '|   |   `-- c', '`-- d')],
  ])('counts no levels in %s', (_what, text) => {
    expect(levels(text)).toBeLessThanOrEqual(1);
  });

  it('continues after code, and on lazy continuation lines', () => {
    expect(levels(lines('> > a', 'lazy', '> > > b'))).toBe(3);
    expect(levels(lines('```', 'x', '```', '> > a'))).toBe(2);
    expect(levels(lines('> ```', 'not in the quote', '> > > b'))).toBe(3);
  });

  it.each(['>', '- ', '1. ', '> - ', '>\n', '- a\n', '> a\nb\n', '\t', ' ', '\n', '```\n', '- ```\n', '* ', '-\t', '- - - x\n'])(
    'takes at most 100 ms of CPU time with the largest text of %j',
    (part) => {
      const text = part.repeat(TEXT_LENGTH / part.length);
      expect(measureCpuMs(() => getNestingDepth(text, 30), 100)).toBeLessThan(100);
    },
  );
});

describe('summaries (product 5.15)', () => {
  it.each([
    ['marks', '# Title\n\nSome **bold**, _slanted_ and ~~gone~~ `code`.', 'Title Some bold, slanted and gone code.'],
    ['links and pictures', 'See [the page](https://example.com/a) and ![a cat](cat.png).', 'See the page and a cat.'],
    ['lists', '- one\n* two\n1. three\n- [x] four', 'one two three four'],
    ['quotes and rules', '> said\n> > twice\n\n---\n\nafter', 'said twice after'],
    ['blocks of code', 'Before\n\n```ts\nconst secret = 1;\n```\n\nafter', 'Before after'],
    ['a block that is never closed', 'Before\n~~~\nconst a = 1;', 'Before'],
    ['tables', 'Before\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\nafter', 'Before after'],
    ['tables without bars around them', 'Before\n\na | b\n--- | :-:\n1 | 2\nlast\n\nafter', 'Before after'],
    ['tables in quotes', '> a | b\n> - | -\n> 1 | 2\n\nafter', 'after'],
    ['tasks', '- [ ] one\n- [X] two\n1. [x] three', 'one two three'],
    [
      'links by reference',
      'See [the page][1] and [a log][].\n\n[1]: https://example.com "Page"\n[a log]: /b',
      'See the page and a log.',
    ],
    [
      'links in angle brackets',
      'See <https://example.com/a> or <mailto:a@b.example>',
      'See https://example.com/a or mailto:a@b.example',
    ],
    [
      'pictures that lie here',
      'It shows ![the fault](/api/files/0198c0de-0000-7000-8000-000000000001#640x480).',
      'It shows the fault.',
    ],
    ['footnotes', 'See it[^1] and[^why].\n\n[^1]: Here.\n[^why]: There.', 'See it and.'],
    ['the kind of an alert', '> [!NOTE]\n> Mind the gap.', 'Mind the gap.'],
    ['Windows line ends', 'one\r\n\r\ntwo', 'one two'],
    ['escapes', 'five \\* six', 'five * six'],
  ])('removes %s', (_what, text, plain) => {
    expect(summarize(text)).toBe(plain);
  });

  it.each([
    ['names with underscores', 'the `orders` of user_id and created_at', 'the orders of user_id and created_at'],
    ['sums', '2 * 3 * 4', '2 * 3 * 4'],
    ['classes of characters', 'It matches [^a-z] and [^1].', 'It matches [^a-z] and [^1].'],
    ['bars in a sentence', 'Run a | b, or a || b', 'Run a | b, or a || b'],
    ['bare links', 'See https://example.com/a_b_c', 'See https://example.com/a_b_c'],
    ['HTML, which pages show as text', 'a <b>c</b> <script>', 'a <b>c</b> <script>'],
  ])('keeps %s', (_what, text, plain) => {
    expect(summarize(text)).toBe(plain);
  });

  it('shortens a long text at a word, to at most 240 characters', () => {
    const summary = summarize('word '.repeat(100));
    expect(summary.length).toBeLessThanOrEqual(240);
    expect(summary).toMatch(/word…$/);
  });

  it('shortens a text without spaces, keeping surrogate pairs', () => {
    const summary = summarize('😀'.repeat(300));
    expect(Array.from(summary)).toHaveLength(240);
    expect(summary).toMatch(/^(?:😀)+…$/u);
  });

  it('reads at most 4,000 UTF-16 units, however many marks the characters have', () => {
    const text = `a${'\u0301'.repeat(3)}`.repeat(4000);
    expect(summarize(text, 10_000).length).toBeLessThanOrEqual(4000);
  });

  it('is empty without prose', () => {
    expect(summarize('```\ncode\n```')).toBe('');
  });

  it.each([
    '*',
    '`',
    '\n',
    '[',
    '~~~\n',
    '> ',
    '- ',
    '|',
    '_a',
    '**a',
    '[a][',
    '<https://',
    '|-',
    '- | -\n',
    'a|b\n-|-\n',
    '[a]: b',
  ])('takes at most 100 ms of CPU time with the largest text of %p', (part) => {
    const text = part.repeat(10_000 / part.length);
    expect(measureCpuMs(() => summarize(text), 100)).toBeLessThan(100);
  });
});

const id = (number: number) => `0198c0de-0000-7000-8000-${String(number).padStart(12, '0')}`;
const picture = (number: number, size = '') => `![a](/api/files/${id(number)}${size})`;
const check = (text: string) => markdown('A comment').validateSync(text);

describe('images of a text (product 5.19)', () => {
  it('finds images stored on this site, without duplicates', () => {
    const text = `${picture(1)} ${picture(2, '#640x480')} ![a](/api/files/${id(1).toUpperCase()})`;
    expect(getPictureIds(text)).toEqual([id(1), id(2)]);
  });

  it.each([
    `![a](https://a.example/api/files/${id(1)})`,
    `![a](/api/files/${id(1)}/link)`,
    `![a](/api/files/${id(1)}?a=b)`,
    `/api/files/${id(1)}`,
  ])('ignores %s', (text) => {
    expect(getPictureIds(text)).toEqual([]);
  });

  it('allows ten images', () => {
    const many = (count: number) => Array.from({ length: count }, (_, number) => picture(number)).join('\n');
    expect(() => check(many(10))).not.toThrow();
    expect(() => check(many(11))).toThrow('A comment can show up to 10 pictures');
  });

  it('rejects pending uploads', () => {
    expect(() => check(`![a](uploading:${id(1)})`)).toThrow(
      'A picture is still uploading. Wait for it to finish, or remove it from the text.',
    );
    expect(() => check('![a](uploading:soon) and uploading:')).not.toThrow();
  });

  it.each(['![', '![a](', '](uploading:', '](/api/files/', '](/api/files/0198c0de-'])(
    'takes at most 100 ms of CPU time with many %j',
    (part) => {
      const text = part.repeat(50_000 / part.length);
      expect(measureCpuMs(() => markdown('A comment').isValidSync(text), 100)).toBeLessThan(100);
    },
  );
});
