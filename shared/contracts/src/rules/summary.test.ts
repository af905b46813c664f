/** @jest-environment node */
import { summarise } from './summary.ts';

describe('summarise', () => {
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
    ['Windows line ends', 'one\r\n\r\ntwo', 'one two'],
    ['escapes', 'five \\* six', 'five * six'],
  ])('takes %s away', (_what, markdown, plain) => {
    expect(summarise(markdown)).toBe(plain);
  });

  it.each([
    ['names with underscores', 'the `orders` of user_id and created_at', 'the orders of user_id and created_at'],
    ['sums', '2 * 3 * 4', '2 * 3 * 4'],
    ['bars in a sentence', 'Run a | b, or a || b', 'Run a | b, or a || b'],
    ['bare links', 'See https://example.com/a_b_c', 'See https://example.com/a_b_c'],
    ['HTML, which pages show as text', 'a <b>c</b> <script>', 'a <b>c</b> <script>'],
  ])('leaves %s', (_what, markdown, plain) => {
    expect(summarise(markdown)).toBe(plain);
  });

  it('ends a long text at a word, within 240 characters', () => {
    const summary = summarise('word '.repeat(100));
    expect(summary.length).toBeLessThanOrEqual(240);
    expect(summary).toMatch(/word…$/);
  });

  it('cuts a text without spaces, but no character in half', () => {
    const summary = summarise('😀'.repeat(300));
    expect(summary.length).toBeLessThanOrEqual(240);
    expect(summary).toMatch(/^(?:😀)+…$/u);
  });

  it('is empty where there is no prose', () => {
    expect(summarise('```\ncode\n```')).toBe('');
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
  ])('is quick with the largest text of %p', (part) => {
    const started = performance.now();
    summarise(part.repeat(10_000 / part.length));
    expect(performance.now() - started).toBeLessThan(500);
  });
});
