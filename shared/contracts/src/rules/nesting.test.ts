/** @jest-environment node */
import { nestingOf } from './nesting.ts';

/** The part of Node's `process` that is used: these rules run in browsers, too. */
declare const process: { cpuUsage: () => { user: number; system: number } };

const levels = (text: string) => nestingOf(text, 1000);
const lines = (...all: string[]) => all.join('\n');

const LONGEST = 50_000;
/** A paragraph of so many lines: a machine on which it takes long is a slow one. */
const ORDINARY = 'Some *words*\n'.repeat(LONGEST / 13);

/** How long (ms) a text takes: of the clock's time and the process's the smaller, since other work slows either; the best of some tries. */
function timeOf(text: string): number {
  const times = [1, 2, 3, 4, 5].map(() => {
    const [started, before] = [performance.now(), process.cpuUsage()];
    nestingOf(text, 30);
    const after = process.cpuUsage();
    return Math.min(performance.now() - started, (after.user - before.user + after.system - before.system) / 1000);
  });
  return Math.min(...times);
}

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
    const time = timeOf(part.repeat(LONGEST / part.length));
    expect(time).toBeLessThan(Math.max(100, 10 * timeOf(ORDINARY)));
  });
});
