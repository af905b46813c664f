import type { DatabaseFindings } from './check-database.ts';
import type { Faults } from './faults.ts';
import type { Ledger } from './ledger.ts';

/** What the run has found and done. */
export interface Findings {
  database: DatabaseFindings;
  screens: Faults;
  ledger: Ledger;
  /** Seconds from the first message to the last that everybody had. */
  seconds: number;
  /** What was done to it, by name. */
  done: Record<string, number>;
  /** What was not done when the time was over, in a sentence. */
  unrest: string | undefined;
}

const NAMES: Record<keyof Faults, string> = {
  lost: 'lost',
  twice: 'twice',
  outOfOrder: 'out of order',
  gaps: 'gaps',
  altered: 'altered or made up',
};

/** The value under which a part of all lie. @param part 0 to 1 */
function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

const ms = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)} ms`.padStart(11);

function timesOf(name: string, values: readonly number[]): string {
  const figures = [percentile(values, 0.5), percentile(values, 0.99), percentile(values, 1)];
  return `  ${name.padEnd(34)}${figures.map(ms).join('')}`;
}

/** Every promise, and how often it was broken. */
function promisesOf({ database, screens, ledger }: Findings): [name: string, ...counts: number[]][] {
  const names = Object.keys(NAMES) as (keyof Faults)[];
  return [
    ...names.map((name): [string, number, number] => [NAMES[name], database.faults[name], screens[name]]),
    ['notifications missing', database.notifications.missing],
    ['notifications too many', database.notifications.tooMany],
    ['sent by two tabs at once', ledger.atOnce.length],
  ];
}

/** Whether all was kept. */
export const isKept = (findings: Findings) =>
  findings.unrest === undefined && promisesOf(findings).every(([, ...counts]) => counts.every((count) => count === 0));

/** The table that people read. */
export function reportOf(findings: Findings): string {
  const { ledger, seconds, done } = findings;
  const written = [...ledger.written.values()];
  const rows = promisesOf(findings).map(
    ([name, ...counts]) => `  ${name.padEnd(26)}${counts.map((count) => String(count).padStart(10)).join('')}`,
  );
  const deeds = Object.entries(done).map(([name, count]) => `${count} ${name}`);
  return [
    '',
    `  ${''.padEnd(26)}  database   screens`,
    ...rows,
    '',
    `  ${written.length} messages in ${seconds.toFixed(1)} s: ${(written.length / seconds).toFixed(0)} a second`,
    `  ${deeds.join(', ')}`,
    `  ${ledger.broken} requests without an answer, ${ledger.repeats} answered with the result of an earlier one`,
    '',
    `  ${''.padEnd(34)}        p50        p99    longest`,
    timesOf('request to answer', ledger.answered),
    timesOf(
      'written to acknowledged',
      written.flatMap(({ at, acknowledgedAt }) => (acknowledgedAt === undefined ? [] : [acknowledgedAt - at])),
    ),
    timesOf(
      "written to the other one's screen",
      written.flatMap(({ at, shownAt }) => (shownAt === undefined ? [] : [shownAt - at])),
    ),
    ...(findings.unrest === undefined ? [] : ['', `It did not come to rest in time: ${findings.unrest}`]),
    '',
  ].join('\n');
}
