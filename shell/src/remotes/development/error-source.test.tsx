import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderScreen } from '@solvent/testing/render-screen';
import { Component as ErrorSource } from './error-source.tsx';

const dev = 'http://localhost:3005';
const STACK = `TypeError: reports is undefined
    at div (<anonymous>)
    at useMemo (http://localhost:3010/libs.js:7:1)
    at Component (${dev}/overview.js:41:12)`;

const answers: Record<string, object> = {
  'http://localhost:3010/source-line?file=libs.js&line=7&column=1': { file: '../node_modules/react/index.js', line: 1, text: '' },
  [`${dev}/source-line?file=overview.js&line=41&column=12`]: { file: 'src/overview-page.tsx', line: 8, text: 'reports.length' },
};

const fetched = jest.fn(async (address: string) => {
  const found = answers[address];
  return { ok: found !== undefined, json: async () => found };
});

beforeEach(() => {
  fetched.mockClear();
  Object.assign(globalThis, { fetch: fetched });
});

const thrown = (stack: string) => Object.assign(new TypeError('reports is undefined'), { stack });

it('shows a developer the error and the source line that threw it, and skips libraries', async () => {
  renderScreen(<ErrorSource error={new Error('The page threw.', { cause: thrown(STACK) })} />);
  expect(screen.getByText(/^TypeError: reports is undefined/)).toBeVisible();
  expect(await screen.findByText(/src\/overview-page\.tsx:8\s+reports\.length/)).toBeVisible();
});

it('shows only the message if no dev server built the script', async () => {
  renderScreen(
    <ErrorSource error={thrown('TypeError: reports is undefined\n    at http://localhost:3000/remotes/a.1a.js:1:2')} />,
  );
  expect(await screen.findByText('TypeError: reports is undefined')).toBeVisible();
});
