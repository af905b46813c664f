import { summaryOf } from './summary.mjs';

it('lists every step with its time, or that nothing changed since it passed, and ends with the counts', () => {
  const text = summaryOf(
    [
      { name: 'types', code: 0, seconds: 1.24 },
      { name: 'lint', code: 0 },
      { name: 'unit', code: 1, seconds: 30 },
    ],
    ['end to end'],
  );
  expect(text.split('\n')).toEqual([
    '',
    '  ✓ types          1.2 s',
    '  ✓ lint        unchanged',
    '  ✗ unit          30.0 s',
    '  – end to end  not run',
    '',
    '2 passed, 1 failed',
    '',
  ]);
});
