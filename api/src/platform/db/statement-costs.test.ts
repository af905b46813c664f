import { formatCostsTable } from './statement-costs.ts';

it('costs of statements are formatted as a table with truncated statements', () => {
  const cost = { statement: 'SELECT 1', calls: 10, total: 2500, mean: 250, most: 900.04, rows: 10, read: 3, share: 0.5 };
  const [, line = ''] = formatCostsTable([cost]).split('\n');
  expect(line.trim().split(/ {2,}/)).toEqual(['50.0 %', '2.5', '250.00', '900.0', '10', '10', '3', 'SELECT 1']);
  expect(formatCostsTable([cost], 5)).toContain('SELE…');
});
