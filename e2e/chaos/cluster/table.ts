import type { ScenarioResult } from './run-scenarios.ts';

const HEADINGS = ['day', 'lost', 'twice', 'out of order', 'errors people saw', 'seconds until normal'];
const WIDTH = 34;

const formatRow = ([name = '', ...figures]: string[]) =>
  `  ${name.padEnd(WIDTH)}${figures.map((figure, index) => figure.padStart((HEADINGS[index + 1] ?? '').length + 3)).join('')}`;

/** What a server did not know how to say, and what people can do nothing with. */
const UNEXPLAINED = /^500/;
/** Each failure has one of its own. */
const REFERENCE = /,"reference":"\w+"/;

/**
 * Whether a day is as it must be: nothing lost, twice or out of order, whatever failed is told in a sentence of its own, and where nobody
 * may see anything, nobody did.
 */
export const hasPassed = ({ lost, twice, outOfOrder, unsettled, failures, isUnseen, done }: ScenarioResult) =>
  [lost, twice, outOfOrder].every((count) => count === 0) &&
  unsettled === undefined &&
  !failures.some(({ reason }) => UNEXPLAINED.test(reason)) &&
  (!isUnseen || (failures.length === 0 && done['message requests broken'] === 0));

/** What was said in failures, each once, with how often. */
function formatReasons({ failures }: ScenarioResult): string[] {
  const counts = new Map<string, number>();
  for (const { action, reason } of failures) {
    const text = `${action}: ${reason.replace(REFERENCE, '')}`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].map(([text, count]) => `      ${count} × ${text}`);
}

/** A day as it is told while others are to come. */
export function formatResult(result: ScenarioResult): string {
  const actions = Object.entries(result.done).map(([name, count]) => `${count} ${name}`);
  const unrest = result.unsettled === undefined ? [] : [`    It did not come to rest: ${result.unsettled}`];
  const hasFaults = [result.lost, result.twice, result.outOfOrder].some((count) => count > 0);
  const parts = hasFaults ? [`    Found so far: ${result.details}`] : [];
  const slowest = `the slowest message came after ${result.slowestMessageSeconds.toFixed(1)} s, the slowest answer after ${result.slowestResponseSeconds.toFixed(1)} s`;
  return [`  ${result.name}: ${actions.join(', ')}; ${slowest}`, ...formatReasons(result), ...parts, ...unrest, ''].join('\n');
}

/** The table that people read. */
export function formatTable(findings: readonly ScenarioResult[]): string {
  const rows = findings.map(({ name, lost, twice, outOfOrder, failures, seconds }) =>
    formatRow([name, ...[lost, twice, outOfOrder, failures.length].map(String), seconds.toFixed(1)]),
  );
  return ['', formatRow(HEADINGS), ...rows, ''].join('\n');
}
