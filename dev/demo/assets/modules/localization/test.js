import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTranslator, missingIn } from './src/index.js';

const english = {
  hello: 'Hello {name}!',
  files: '{count, plural, =0 {No files} one {# file} other {# files}} of {who, select, me {yours} other {{name}}}',
  paid: 'Paid {sum, money, EUR} on {day, date, long}',
};
const { t } = createTranslator({ locale: 'en', messages: english });

test('forms follow the number and the choice, one within the other', () => {
  assert.equal(t('files', { count: 0, who: 'me', name: '' }), 'No files of yours');
  assert.equal(t('files', { count: 1, who: 'her', name: 'Maya' }), '1 file of Maya');
  assert.equal(t('files', { count: 12_345, who: 'me', name: '' }), '12,345 files of yours');
});

test('Polish has three forms', () => {
  const messages = { files: '{n, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}}' };
  const polish = createTranslator({ locale: 'pl', messages });
  assert.deepEqual(
    [1, 3, 5].map((n) => polish.t('files', { n })),
    ['1 plik', '3 pliki', '5 plików'],
  );
});

test('money is in cents, and days are days everywhere', () => {
  assert.equal(t('paid', { sum: 123_456, day: new Date('2026-03-29T00:00:00Z') }), 'Paid €1,234.56 on March 29, 2026');
});

test('a text that is missing is told, and shown in the other language or by its key', () => {
  const missing = [];
  const german = createTranslator({ locale: 'de', messages: {}, fallback: english, onMissing: (key) => missing.push(key) });
  assert.equal(german.t('hello', { name: 'Maya' }), 'Hello Maya!');
  assert.equal(german.t('bye'), 'bye');
  assert.deepEqual(missing, ['hello', 'bye']);
});

test('translations are compared with their source', () => {
  assert.deepEqual(missingIn(english, { hello: 'Hallo {nam}!', files: english.files, old: 'x' }), [
    'hello has the values (nam) instead of (name)',
    'paid is not translated',
    'old is not in the source',
  ]);
});

test('what is wrong in a message is said', () => {
  for (const bad of ['{name', '{n, plural, one {x}}', '{n, magic}']) {
    assert.throws(() => createTranslator({ locale: 'en', messages: { bad } }).t('bad', { n: 1, name: 1 }), SyntaxError);
  }
  assert.throws(() => t('hello'), /value for name/);
});

test('it knows where a language begins', () => {
  assert.equal(createTranslator({ locale: 'ar-EG', messages: {} }).direction, 'rtl');
  assert.equal(createTranslator({ locale: 'pt-BR', messages: {} }).direction, 'ltr');
});
