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
    ['Windows line ends', 'one\r\n\r\ntwo', 'one two'],
    ['escapes', 'five \\* six', 'five * six'],
  ])('takes %s away', (_what, markdown, plain) => {
    expect(summarise(markdown)).toBe(plain);
  });

  it.each([
    ['names with underscores', 'the `orders` of user_id and created_at', 'the orders of user_id and created_at'],
    ['sums', '2 * 3 * 4', '2 * 3 * 4'],
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

  it.each(['*', '`', '\n', '[', '~~~\n', '> ', '- ', '|', '_a', '**a'])('is quick with the largest text of %p', (part) => {
    const started = performance.now();
    summarise(part.repeat(10_000 / part.length));
    expect(performance.now() - started).toBeLessThan(500);
  });
});
