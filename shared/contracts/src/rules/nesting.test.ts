/** @jest-environment node */
import { nestingOf } from './nesting.ts';

const levels = (text: string) => nestingOf(text, 1000);
const lines = (...all: string[]) => all.join('\n');

/** Items of lists, each within the one before. */
const steps = (count: number) => Array.from({ length: count }, (_, level) => `${'  '.repeat(level)}- item ${level}`).join('\n');

describe('levels of quotes and lists', () => {
  it.each([
    ['a paragraph', 'Some *words*', 0],
    ['a quote', '> said', 1],
    ['quotes with and without spaces', '> >> > said', 4],
    ['a list', '- one\n- two', 1],
    ['lists on one line', '- 1. + * one', 4],
    ['lists below each other', steps(12), 12],
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
  ])('are counted in %s', (_what, text, count) => {
    expect(levels(text)).toBe(count);
  });

  it.each([
    ['fenced code', lines('```', '>'.repeat(500), '- '.repeat(500) + 'x', '```', '> said')],
    ['code fenced by tildes, in a quote', lines('> ~~~ log', `> ${'>'.repeat(500)} a`, '> ~~~')],
    ['code that is fenced by more signs than in it', lines('- ````', '  ```', `  ${'>'.repeat(500)}`, '  ````')],
    ['code that is never closed', lines('> said', '', '```', '>'.repeat(500))],
    ['indented code', lines('> said', '', `    ${'>'.repeat(500)} a`)],
    ['a tree', lines('> said', '', 'src', '|-- a', '|   |-- b', '|   |   `-- c', '`-- d')],
  ])('are none in %s', (_what, text) => {
    expect(levels(text)).toBeLessThanOrEqual(1);
  });

  it('go on after code, and in lines that leave out the marks', () => {
    expect(levels(lines('> > a', 'lazy', '> > > b'))).toBe(3);
    expect(levels(lines('```', 'x', '```', '> > a'))).toBe(2);
    expect(levels(lines('> ```', 'not in the quote', '> > > b'))).toBe(3);
  });

  it.each([
    ['>'],
    ['- '],
    ['1. '],
    ['> - '],
    ['>\n'],
    ['- a\n'],
    ['> a\nb\n'],
    ['\t'],
    [' '],
    ['\n'],
    ['```\n'],
    ['- ```\n'],
    ['* '],
    ['-\t'],
    ['- - - x\n'],
  ])('are counted within 100 ms, however much there is of %j', (part) => {
    const times = [1, 2, 3].map(() => {
      const started = performance.now();
      nestingOf(part.repeat(50_000 / part.length), 30);
      return performance.now() - started;
    });
    expect(Math.min(...times)).toBeLessThan(100);
  });
});
