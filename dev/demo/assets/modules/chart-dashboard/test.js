import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barChart, createChart, dataTable, donutChart, lineChart } from './src/index.js';

const title = 'Orders <2026>';
const data = [
  { label: 'Jan', value: 12 },
  { label: 'Feb', value: -3 },
  { label: 'Mar & Apr', value: 30 },
];

for (const chart of [barChart, lineChart]) {
  test(`${chart.name} says every value to who does not see it`, () => {
    const svg = chart({ title, data });
    assert.match(svg, /role="img"/);
    assert.match(svg, /<title>Orders &lt;2026&gt;<\/title><desc>Jan: 12; Feb: -3; Mar &amp; Apr: 30<\/desc>/);
    assert.doesNotMatch(svg, /NaN|undefined/);
  });
}

test('the axis has round numbers around all values', () => {
  const numbers = [...barChart({ title, data }).matchAll(/text-anchor="end"[^>]*>(-?[\d.]+)</g)].map(([, mark]) => Number(mark));
  assert.deepEqual(numbers, [-10, 0, 10, 20, 30]);
});

test('a bar below zero has a height above zero', () => {
  const heights = [...barChart({ title, data }).matchAll(/<rect [^>]*height="([\d.-]+)"/g)].map(([, height]) => Number(height));
  assert.equal(heights.length, 3);
  assert.ok(heights.every((height) => height > 0));
});

test('shares add up, and there is no share below zero', () => {
  const svg = donutChart({
    title,
    data: [
      { label: 'A', value: 1 },
      { label: 'B', value: 3 },
    ],
  });
  assert.match(svg, /A · 25 %/);
  assert.match(svg, /B · 75 %/);
  assert.throws(() => donutChart({ title, data }), RangeError);
});

test('nothing to show is said, not drawn', () => {
  assert.throws(() => lineChart({ title, data: [] }), /at least one/);
  assert.throws(() => barChart({ title, data: [{ label: 'x', value: Number.NaN }] }), /numbers/);
});

test('zeros alone are drawn, too', () => {
  assert.doesNotMatch(lineChart({ title, data: [{ label: 'x', value: 0 }] }), /NaN|Infinity/);
});

test('the table and the component hold the same', () => {
  assert.match(dataTable({ title, data }), /<th scope="row">Mar &amp; Apr<\/th><td>30<\/td>/);
  const Chart = createChart({ createElement: (type, props) => ({ type, props }) });
  const { props } = Chart({ kind: 'bar', title, data });
  assert.equal(props.dangerouslySetInnerHTML.__html, barChart({ title, data }));
});
