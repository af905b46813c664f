import { BUDGETS } from './steps.mjs';

/** How many of the slowest test files are named. */
const SLOWEST = 10;

/**
 * The result of a step.
 *
 * @typedef {object} Result
 * @property {string} name
 * @property {string} level
 * @property {number} code exit code
 * @property {number} [seconds] undefined if it did not run, since it passed before on the same sources
 * @property {{ path: string, seconds: number }[]} [files] its test files
 * @property {string[]} [reruns] commands that run its failed tests again
 */

const formatSeconds = (seconds) => (seconds === undefined ? 'unchanged' : `${seconds.toFixed(1).padStart(6)} s`);

const bySeconds = (files) => files.toSorted((one, other) => other.seconds - one.seconds);

const listFiles = (files, count) =>
  bySeconds(files)
    .slice(0, count)
    .map(({ path, seconds }) => `    ${formatSeconds(seconds)}  ${path}`);

/** A warning for each level over its budget, with the files that cost most. Steps of the build level run at the same time. */
function overBudget(results) {
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
 * The end of a run of the tests: each step with its time, levels over budget, the slowest files, and how to run again what failed.
 *
 * @param {Result[]} results
 * @param {string[]} notRun names of steps that were not reached
 * @param {number} seconds of the whole run
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
        SLOWEST,
      ),
    ),
    ...section('Over budget (on two quiet cores)', overBudget(results)),
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
