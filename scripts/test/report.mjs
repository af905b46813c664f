import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { ROOT } from '../setup/root.mjs';

/**
 * Output of a step's reporter: seconds of each test file, and the command that repeats each failed test.
 *
 * @typedef {{ files: { path: string, seconds: number }[], reruns: string[] }} Report
 */

/** Makes a text one word of a shell. */
const quote = (text) => (/^[\w./:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`);

/** @param {string} step @param {string[]} args */
const formatRerun = (step, ...args) => ['npm test -- --only', step, ...args.map(quote)].join(' ');

const pattern = (name) => `^${name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)}$`;

/** @returns {Report} */
function jestReport(step, { testResults }) {
  const results = testResults.map((result) => ({ ...result, path: relative(ROOT, result.name) }));
  return {
    files: results.map(({ path, startTime, endTime }) => ({ path, seconds: (endTime - startTime) / 1000 })),
    reruns: results
      .filter(({ status }) => status === 'failed')
      .flatMap(({ path, assertionResults }) => {
        const failed = assertionResults.filter(({ status }) => status === 'failed');
        // A file that failed as a whole has no tests.
        return failed.length === 0
          ? [formatRerun(step, path)]
          : failed.map(({ fullName }) => formatRerun(step, path, '-t', pattern(fullName)));
      }),
  };
}

/** Every test of a suite of Playwright's report. */
const specsIn = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsIn)];

/** @returns {Report} */
function playwrightReport(step, report) {
  const specs = specsIn(report);
  const seconds = new Map();
  for (const { file, tests } of specs)
    for (const { duration } of tests.flatMap(({ results }) => results))
      seconds.set(file, (seconds.get(file) ?? 0) + duration / 1000);
  return {
    files: [...seconds].map(([file, time]) => ({ path: `e2e/tests/${file}`, seconds: time })),
    reruns: specs.flatMap(({ file, line, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ projectName }) => formatRerun(step, `${file}:${line}`, `--project=${projectName}`)),
    ),
  };
}

/**
 * Reads what a reporter wrote; empty where the step ended before it could.
 *
 * @param {string} step its name
 * @param {'jest' | 'playwright'} kind
 * @param {string} file
 * @returns {Promise<Report>}
 */
export async function readReport(step, kind, file) {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return { files: [], reruns: [] };
  return kind === 'jest' ? jestReport(step, JSON.parse(text)) : playwrightReport(step, JSON.parse(text));
}
