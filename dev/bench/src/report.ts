import { quantile } from './compare.ts';

/** One line of a report; times in ms. */
export interface ReportRow {
  p50: number;
  p99: number;
  /** p50 of the bare query. */
  bare: number;
  /** p50 by that of the bare query. */
  ratio: number;
}

/** Rows by what they measure. */
export type Report = Record<string, ReportRow>;

const rounded = (value: number) => Math.round(value * 100) / 100;

/** Sums up the times (ms) of one case and of its bare query. */
export function formatRow(times: readonly number[], bare: readonly number[]): ReportRow {
  const [p50, bareP50] = [quantile(times, 0.5), quantile(bare, 0.5)];
  return { p50: rounded(p50), p99: rounded(quantile(times, 0.99)), bare: rounded(bareP50), ratio: rounded(p50 / bareP50) };
}

const HEAD = ['', 'p50 ms', 'p99 ms', 'bare p50', 'ratio', 'p50 on main', 'ratio on main'];

/** Report for people, compared with the baseline. */
export function formatTable(report: Report, standing: Report): string {
  const rows = Object.entries(report).map(([name, { p50, p99, bare, ratio }]) => {
    const main = standing[name];
    return [name, ...[p50, p99, bare, ratio, main?.p50, main?.ratio].map((value) => value?.toFixed(2) ?? '–')];
  });
  return [HEAD, ...rows]
    .map((row) => row.map((cell, column) => (column === 0 ? cell.padEnd(30) : cell.padStart(14))).join(''))
    .join('\n');
}

/** Something that a report is held against. */
export interface Goal {
  label: string;
  holds: (report: Report) => boolean;
}

/** Whether something was measured and is at most this. */
export const within = (value: number | undefined, most: number) => value !== undefined && value <= most;
const formatRows = (report: Report, kind: string) => Object.entries(report).filter(([name]) => name.startsWith(kind));

/** Fast enough, however fast the bare query is (ms). */
const QUICK = 2;
/** The goal of each read on PostgreSQL. */
export const EACH_GOAL: Goal = {
  label: `each: p50 at most 3 times the bare query, or ${QUICK} ms`,
  holds: (report) => Object.values(report).every(({ p50, ratio }) => ratio <= 3 || p50 <= QUICK),
};

/** The goals of reading problems on PostgreSQL, with 100,000 of them. */
export const GOALS: Goal[] = [
  { label: 'list: p50 at most 5 ms', holds: (report) => within(report['list, page 1']?.p50, 5) },
  { label: 'lists: p99 at most 30 ms', holds: (report) => formatRows(report, 'list').every(([, { p99 }]) => p99 <= 30) },
  { label: 'list: p50 at most 3 times the bare query', holds: (report) => within(report['list, page 1']?.ratio, 3) },
  { label: 'searches: p99 at most 50 ms', holds: (report) => formatRows(report, 'search').every(([, { p99 }]) => p99 <= 50) },
  {
    label: 'page 1,000 after page 999: p50 at most twice that of page 1',
    holds: (report) => within(report['page 1,000, after page 999']?.p50, 2 * (report['list, page 1']?.p50 ?? 0)),
  },
];

/** A line for each goal: whether it was met. */
export function verdicts(report: Report, goals: readonly Goal[] = GOALS): string[] {
  return goals.map(({ label, holds }) => `${holds(report) ? 'met' : 'MISSED'}: ${label}`);
}
