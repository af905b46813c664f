import { BUDGETS } from './steps.mjs';

/** Number of the slowest test files to list. */
const SLOWEST_COUNT = 10;

/**
 * The result of a step.
 *
 * @typedef {object} Result
 * @property {string} name
 * @property {string} level
 * @property {number} code exit code
 * @property {number} [seconds] undefined if the step was skipped, because it passed before on the same sources
 * @property {{ path: string, seconds: number }[]} [files] test files of the step
 * @property {string[]} [reruns] commands that rerun its failed tests
 */

const formatSeconds = (seconds) => (seconds === undefined ? 'unchanged' : `${seconds.toFixed(1).padStart(6)} s`);

const sortBySeconds = (files) => files.toSorted((one, other) => other.seconds - one.seconds);

const listFiles = (files, count) =>
  sortBySeconds(files)
    .slice(0, count)
    .map(({ path, seconds }) => `    ${formatSeconds(seconds)}  ${path}`);

/** Formats a warning and the slowest files for each level over its budget. Steps of the build level run at the same time. */
function listOverBudget(results) {
  return Object.entries(BUDGETS).flatMap(([level, budget]) => {
    const steps = results.filter((result) => result.level === level && result.seconds !== undefined);
    const times = steps.map(({ seconds }) => seconds);
    const total = level === 'build' ? Math.max(0, ...times) : times.reduce((sum, seconds) => sum + seconds, 0);
    if (total <= budget) return [];
    const files = steps.flatMap((step) => step.files ?? []);
    return [`  ⚠ ${level}: ${total.toFixed(0)} s, over its budget of ${budget} s`, ...listFiles(files, 5)];
  });
}

/**
 * Formats the summary of a test run: each step's time, the slowest files, levels over budget, and commands to rerun failed tests.
 *
 * @param {Result[]} results
 * @param {string[]} notRun names of steps that did not run
 * @param {number} seconds duration of the whole run
 */
export function formatSummary(results, notRun, seconds) {
  const width = Math.max(...[...results.map(({ name }) => name), ...notRun].map((name) => name.length));
  const failed = results.filter(({ code }) => code !== 0);
  const section = (title, lines) => (lines.length > 0 ? ['', title, ...lines] : []);
  const lines = [
    ...results.map(
      ({ name, code, seconds: time }) => `  ${code === 0 ? '✓' : '✗'} ${name.padEnd(width)}  ${formatSeconds(time)}`,
    ),
    ...notRun.map((name) => `  – ${name.padEnd(width)}  not run`),
    ...section(
      'Slowest files',
      listFiles(
        results.flatMap(({ files = [] }) => files),
        SLOWEST_COUNT,
      ),
    ),
    ...section('Over budget (on two quiet cores)', listOverBudget(results)),
    ...section(
      'Run again what failed',
      failed
        .flatMap(({ name, reruns = [] }) => (reruns.length > 0 ? reruns : [`npm test -- --only ${name}`]))
        .map((line) => `  ${line}`),
    ),
  ];
  const minutes = `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  return `\n${lines.join('\n')}\n\n${results.length - failed.length} passed, ${failed.length} failed, in ${minutes}\n`;
}
