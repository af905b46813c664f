import { hasTerms, namesTechnology, findTechnology, getSearchTerms } from './index.ts';
import { SUGGESTED_SKILLS, FILTER_TECHNOLOGIES, MODULE_TECHNOLOGIES } from '../vocabulary.ts';
import { TECHNOLOGIES } from './technologies.ts';

describe('search terms of a text (product 2.48)', () => {
  it.each([
    ['C++', 'cplusplus'],
    ['C/C++17 and g++', 'c cplusplus 17 and gplusplus'],
    ['C#/.NET', 'csharp dotnet'],
    ['issue #12', 'issue 12'],
    ['../.env.local', 'dotenv local'],
    ['list.map(x)', 'list map x'],
    ['Node.js v18.2.0.', 'node js 18.2.0'],
    ['ES6.1', 'es6 1'],
    ['@angular/core', 'angular core'],
    ['résumé, Größe, Straße', 'resume grosse strasse'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['Ｃ＋＋', 'cplusplus'],
    ['日本語の全文検索', '日 日本 本語 語の の全 全文 文検 検索 索'],
    ['React入門', 'react 入 入門 門'],
    ['한국어', '한 한국 국어 어'],
    ['“quoted”…', 'quoted'],
    ['... + #', ''],
  ])('%s', (text, terms) => {
    expect(getSearchTerms(text).join(' ')).toBe(terms);
  });
});

it.each([
  ['Sign in', 'signin', true],
  ['Sign in', 'in sig', true],
  ['Résumés', 'resume', true],
  ['Problems', 'c++', false],
  ['Problems', '', true],
  ['全文検索', '文検', true],
])('text %s, search %s: %s', (text, typed, found) => {
  expect(hasTerms(text, typed)).toBe(found);
});

it('matches a technology by its aliases (product 3.23)', () => {
  expect(namesTechnology('Kubernetes', 'k8s')).toBe(true);
  expect(namesTechnology('Nodejs', 'node.js')).toBe(true);
  expect(namesTechnology('Vue.js', 'vuejs')).toBe(true);
  expect(namesTechnology('C#', 'C++')).toBe(false);
  expect(findTechnology(['zebra'])).toBeUndefined();
});

it('has unique aliases, and an entry for every name of the vocabulary with special characters', () => {
  const names = TECHNOLOGIES.flatMap((technology) => [
    ...new Set([...technology.names, ...(technology.tags ?? [])].map((name) => getSearchTerms(name).join(' '))),
  ]);
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
  const vocabulary = [...SUGGESTED_SKILLS, ...FILTER_TECHNOLOGIES, ...MODULE_TECHNOLOGIES];
  const spelled = vocabulary.filter((name) => /[.#+]/.test(name));
  expect(spelled.filter((name) => findTechnology(getSearchTerms(name)) === undefined)).toEqual([]);
});
