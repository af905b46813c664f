import { getIncludedPhrases } from '../../platform/db/full-text-search.ts';
import { findTermRanges } from './term-ranges.ts';

const mark = (text: string, typed: string) =>
  findTermRanges(text, getIncludedPhrases(typed)).map(([from, to]) => text.slice(from, to));

it.each([
  ['src/pages/index.tsx', 'at src/pages/index.tsx:12', ['src/pages/index.tsx']],
  ['a.b', 'q.a.b.a', ['a.b']],
  ['b.b', 'b.b.b', ['b.b', 'b.b']],
  ['src/pag', 'at src/pages/x', ['src/pages']],
  ['g++', 'clang/g++-12', ['g++']],
])('marks the names that are %j in %j (product 2.44)', (typed, text, marks) => {
  expect(mark(text, typed)).toEqual(marks);
});

it('marks later words as a whole in a text of many long words', () => {
  const path = 'src/pages/index.tsx';
  const marks = mark(Array<string>(200).fill(path).join(' '), 'pages');
  expect([marks.length, marks[0], marks.at(-1)]).toEqual([200, 'pages', path]);
});

it('takes little time for many terms in few words', () => {
  const names = Array.from({ length: 17 }, (_, index) => `y.${String.fromCharCode(97 + index)}`).join(' ');
  const phrases = getIncludedPhrases(`${'q.'.repeat(15)}z ${names}`);
  const text = `${Array<string>(13)
    .fill(`${'q.'.repeat(130)}z`)
    .join(' ')} ${names}`;
  const before = process.cpuUsage();
  expect(findTermRanges(text, phrases)).toHaveLength(30);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(200);
});
