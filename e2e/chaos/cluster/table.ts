import type { ScenarioResult } from './run-scenarios.ts';

const HEADINGS = ['scenario', 'lost', 'twice', 'out of order', 'visible errors', 'seconds until normal'];
const WIDTH = 34;

const formatRow = ([name = '', ...figures]: string[]) =>
  `  ${name.padEnd(WIDTH)}${figures.map((figure, index) => figure.padStart((HEADINGS[index + 1] ?? '').length + 3)).join('')}`;

/** Responses without an error message for users. */
const UNEXPLAINED = /^500/;
/** Removed, so that equal failures are counted together although their references differ. */
const REFERENCE = /,"reference":"\w+"/;

/** Nothing is lost, duplicated or out of order, each failure has a message, and scenarios that users must not notice have no failure. */
export const hasPassed = ({ lost, twice, outOfOrder, unsettled, failures, isInvisible, done }: ScenarioResult) =>
  [lost, twice, outOfOrder].every((count) => count === 0) &&
  unsettled === undefined &&
  !failures.some(({ reason }) => UNEXPLAINED.test(reason)) &&
  (!isInvisible || (failures.length === 0 && done['message requests broken'] === 0));

function formatReasons({ failures }: ScenarioResult): string[] {
  const counts = new Map<string, number>();
  for (const { action, reason } of failures) {
    const text = `${action}: ${reason.replace(REFERENCE, '')}`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].map(([text, count]) => `      ${count} × ${text}`);
}

export function formatResult(result: ScenarioResult): string {
  const actions = Object.entries(result.done).map(([name, count]) => `${count} ${name}`);
  const unsettledLines = result.unsettled === undefined ? [] : [`    Unsettled: ${result.unsettled}`];
  const hasFaults = [result.lost, result.twice, result.outOfOrder].some((count) => count > 0);
  const parts = hasFaults ? [`    Found so far: ${result.details}`] : [];
  const slowest = `the slowest message arrived after ${result.slowestMessageSeconds.toFixed(1)} s, the slowest response after ${result.slowestResponseSeconds.toFixed(1)} s`;
  return [`  ${result.name}: ${actions.join(', ')}; ${slowest}`, ...formatReasons(result), ...parts, ...unsettledLines, ''].join(
    '\n',
  );
}

export function formatTable(findings: readonly ScenarioResult[]): string {
  const rows = findings.map(({ name, lost, twice, outOfOrder, failures, seconds }) =>
    formatRow([name, ...[lost, twice, outOfOrder, failures.length].map(String), seconds.toFixed(1)]),
  );
  return ['', formatRow(HEADINGS), ...rows, ''].join('\n');
}
