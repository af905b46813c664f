import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPdf, invoice } from './src/index.js';

const textOf = (bytes) => bytes.toString('latin1');

test('every object lies where the table says', () => {
  const pdf = textOf(createPdf({ title: 'A' }).text('Grüße – 5 €').bytes());
  const start = Number(/startxref\n(\d+)/.exec(pdf)[1]);
  assert.equal(pdf.slice(start, start + 4), 'xref');
  const offsets = [...pdf.matchAll(/^(\d{10}) 00000 n /gm)].map(([, offset]) => Number(offset));
  offsets.forEach((offset, index) => assert.ok(pdf.startsWith(`${index + 1} 0 obj`, offset)));
});

test('streams are as long as they say', () => {
  const pdf = textOf(createPdf({ title: 'A' }).text('One (two) \\ three').bytes());
  const [, length, content] = /<< \/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/.exec(pdf);
  assert.equal(content.length, Number(length));
  assert.ok(content.includes(String.raw`(One \(two\) \\ three)`));
});

test('a long text takes pages', () => {
  const pdf = createPdf({ title: 'A' });
  for (let line = 0; line < 120; line += 1) pdf.text(`Line ${line}`);
  assert.equal(pdf.pages, 3);
  assert.equal(textOf(pdf.bytes()).match(/\/Type \/Page /g).length, 3);
});

test('an invoice adds up', () => {
  const pdf = textOf(
    invoice({
      number: '7',
      date: '2026-11-21',
      from: 'Loom',
      to: 'Maya',
      taxPercent: 19,
      lines: [{ name: 'Throw', quantity: 3, cents: 3333 }],
    }),
  );
  for (const sum of ['$99.99', '$19.00', '$118.99']) assert.ok(pdf.includes(`(${sum})`), sum);
});

test('letters that the font lacks are refused by name', () => {
  assert.throws(() => createPdf({ title: 'A' }).text('日本'), /日/);
});
