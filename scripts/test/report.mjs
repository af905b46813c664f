import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { ROOT } from '../setup/root.mjs';

/**
 * Results of a step: the duration of each test file, and a command that reruns each failed test.
 *
 * @typedef {{ files: { path: string, seconds: number }[], reruns: string[] }} Report
 */

/** Quotes a text for a shell. */
const quoteForShell = (text) => (/^[\w./:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`);

/** @param {string} step @param {string[]} args */
const formatRerun = (step, ...args) => ['npm test -- --only', step, ...args.map(quoteForShell)].join(' ');

const formatPattern = (name) => `^${name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)}$`;

/** @returns {Report} */
function parseJestReport(step, { testResults }) {
  const results = testResults.map((result) => ({ ...result, path: relative(ROOT, result.name) }));
  return {
    files: results.map(({ path, startTime, endTime }) => ({ path, seconds: (endTime - startTime) / 1000 })),
    reruns: results
      .filter(({ status }) => status === 'failed')
      .flatMap(({ path, assertionResults }) => {
        const failed = assertionResults.filter(({ status }) => status === 'failed');
        // A file that failed to load has no tests.
        return failed.length === 0
          ? [formatRerun(step, path)]
          : failed.map(({ fullName }) => formatRerun(step, path, '-t', formatPattern(fullName)));
      }),
  };
}

/** Lists the tests of a suite and its subsuites. */
const listSpecs = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(listSpecs)];

/** @returns {Report} */
function parsePlaywrightReport(step, report) {
  const specs = listSpecs(report);
  const seconds = new Map();
  for (const { file, tests } of specs)
    for (const { duration } of tests.flatMap(({ results }) => results))
      seconds.set(file, (seconds.get(file) ?? 0) + duration / 1000);
  return {
    files: [...seconds].map(([file, time]) => ({ path: relative(ROOT, join(report.config.rootDir, file)), seconds: time })),
    reruns: specs.flatMap(({ file, line, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ projectName }) => formatRerun(step, `${file}:${line}`, `--project=${projectName}`)),
    ),
  };
}

/**
 * Reads a reporter's file. Returns an empty report if the step ended before the reporter wrote it.
 *
 * @param {string} step name
 * @param {'jest' | 'playwright'} kind
 * @param {string} file
 * @returns {Promise<Report>}
 */
export async function readReport(step, kind, file) {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return { files: [], reruns: [] };
  return kind === 'jest' ? parseJestReport(step, JSON.parse(text)) : parsePlaywrightReport(step, JSON.parse(text));
}
