import type { DatabaseFindings } from './check-database.ts';
import type { Faults } from './faults.ts';
import type { Ledger } from './ledger.ts';

export interface Findings {
  database: DatabaseFindings;
  screens: Faults;
  ledger: Ledger;
  seconds: number;
  done: Record<string, number>;
  unsettled: string | undefined;
}

const NAMES: Record<keyof Faults, string> = {
  lost: 'lost',
  twice: 'twice',
  outOfOrder: 'out of order',
  gaps: 'gaps',
  altered: 'altered or unknown',
};

function getPercentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const formatMs = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)} ms`.padStart(11);

function formatDurations(name: string, values: readonly number[]): string {
  const figures = [getPercentile(values, 0.5), getPercentile(values, 0.99), getPercentile(values, 1)];
  return `  ${name.padEnd(34)}${figures.map(formatMs).join('')}`;
}

function listChecks({ database, screens, ledger }: Findings): [name: string, ...counts: number[]][] {
  const names = Object.keys(NAMES) as (keyof Faults)[];
  return [
    ...names.map((name): [string, number, number] => [NAMES[name], database.faults[name], screens[name]]),
    ['notifications missing', database.notifications.missing],
    ['notifications too many', database.notifications.tooMany],
    ['sent by two tabs at once', ledger.concurrentSends.length],
  ];
}

export const hasPassed = (findings: Findings) =>
  findings.unsettled === undefined && listChecks(findings).every(([, ...counts]) => counts.every((count) => count === 0));

export function formatReport(findings: Findings): string {
  const { ledger, seconds, done } = findings;
  const written = [...ledger.written.values()];
  const rows = listChecks(findings).map(
    ([name, ...counts]) => `  ${name.padEnd(26)}${counts.map((count) => String(count).padStart(10)).join('')}`,
  );
  const actions = Object.entries(done).map(([name, count]) => `${count} ${name}`);
  return [
    '',
    `  ${''.padEnd(26)}  database   screens`,
    ...rows,
    '',
    `  ${written.length} messages in ${seconds.toFixed(1)} s: ${(written.length / seconds).toFixed(0)} a second`,
    `  ${actions.join(', ')}`,
    `  ${ledger.failedRequests} requests without a response, ${ledger.repeats} answered with the result of an earlier one`,
    '',
    `  ${''.padEnd(34)}        p50        p99    longest`,
    formatDurations('request to response', ledger.durations),
    formatDurations(
      'written to acknowledged',
      written.flatMap(({ at, acknowledgedAt }) => (acknowledgedAt === undefined ? [] : [acknowledgedAt - at])),
    ),
    formatDurations(
      "written to the other one's screen",
      written.flatMap(({ at, shownAt }) => (shownAt === undefined ? [] : [shownAt - at])),
    ),
    ...(findings.unsettled === undefined ? [] : ['', `Unsettled: ${findings.unsettled}`]),
    '',
  ].join('\n');
}
