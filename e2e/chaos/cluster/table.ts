import type { DayFindings } from './run-days.ts';

const HEAD = ['day', 'lost', 'twice', 'out of order', 'errors people saw', 'seconds until normal'];
const WIDTH = 34;

const line = ([name = '', ...figures]: string[]) =>
  `  ${name.padEnd(WIDTH)}${figures.map((figure, index) => figure.padStart((HEAD[index + 1] ?? '').length + 3)).join('')}`;

/** What a server did not know how to say, and what people can do nothing with. */
const UNTOLD = /^500/;
/** Each failure has one of its own. */
const REFERENCE = /,"reference":"\w+"/;

/**
 * Whether a day is as it must be: nothing lost, twice or out of order, whatever failed is told in a sentence of its own, and where nobody
 * may see anything, nobody did.
 */
export const isKept = ({ lost, twice, outOfOrder, unrest, failures, isUnseen, done }: DayFindings) =>
  [lost, twice, outOfOrder].every((count) => count === 0) &&
  unrest === undefined &&
  !failures.some(({ why }) => UNTOLD.test(why)) &&
  (!isUnseen || (failures.length === 0 && done['message requests broken'] === 0));

/** What was said in failures, each once, with how often. */
function reasonsOf({ failures }: DayFindings): string[] {
  const counts = new Map<string, number>();
  for (const { what, why } of failures) {
    const reason = `${what}: ${why.replace(REFERENCE, '')}`;
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts].map(([reason, count]) => `      ${count} × ${reason}`);
}

/** A day as it is told while others are to come. */
export function dayOf(found: DayFindings): string {
  const deeds = Object.entries(found.done).map(([name, count]) => `${count} ${name}`);
  const unrest = found.unrest === undefined ? [] : [`    It did not come to rest: ${found.unrest}`];
  const isWrong = [found.lost, found.twice, found.outOfOrder].some((count) => count > 0);
  const parts = isWrong ? [`    Found so far: ${found.parts}`] : [];
  const slowest = `the slowest message came after ${found.slowest.toFixed(1)} s, the slowest answer after ${found.slowestAnswer.toFixed(1)} s`;
  return [`  ${found.name}: ${deeds.join(', ')}; ${slowest}`, ...reasonsOf(found), ...parts, ...unrest, ''].join('\n');
}

/** The table that people read. */
export function tableOf(findings: readonly DayFindings[]): string {
  const rows = findings.map(({ name, lost, twice, outOfOrder, failures, seconds }) =>
    line([name, ...[lost, twice, outOfOrder, failures.length].map(String), seconds.toFixed(1)]),
  );
  return ['', line(HEAD), ...rows, ''].join('\n');
}
