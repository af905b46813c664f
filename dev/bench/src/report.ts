import { quantile } from './compare.ts';

/** One line of a report; times in ms. */
export interface ReportRow {
  p50: number;
  p99: number;
  /** p50 of the bare query. */
  bare: number;
  /** p50 divided by p50 of the bare query. */
  ratio: number;
}

export type Report = Record<string, ReportRow>;

const round = (value: number) => Math.round(value * 100) / 100;

/** Summarizes the times (ms) of one case and of its bare query. */
export function createRow(times: readonly number[], bare: readonly number[]): ReportRow {
  const [p50, bareP50] = [quantile(times, 0.5), quantile(bare, 0.5)];
  return { p50: round(p50), p99: round(quantile(times, 0.99)), bare: round(bareP50), ratio: round(p50 / bareP50) };
}

const COLUMNS = ['', 'p50 ms', 'p99 ms', 'bare p50', 'ratio', 'p50 on main', 'ratio on main'];

/** Formats a table that compares the report with the baseline. */
export function formatTable(report: Report, baseline: Report): string {
  const rows = Object.entries(report).map(([name, { p50, p99, bare, ratio }]) => {
    const main = baseline[name];
    return [name, ...[p50, p99, bare, ratio, main?.p50, main?.ratio].map((value) => value?.toFixed(2) ?? '–')];
  });
  return [COLUMNS, ...rows]
    .map((row) => row.map((cell, index) => (index === 0 ? cell.padEnd(30) : cell.padStart(14))).join(''))
    .join('\n');
}

export interface Goal {
  label: string;
  holds: (report: Report) => boolean;
}

export const isWithin = (value: number | undefined, limit: number) => value !== undefined && value <= limit;
const filterRows = (report: Report, kind: string) => Object.entries(report).filter(([name]) => name.startsWith(kind));

/** A request with this p50 is fast enough, even if the bare query is much faster. */
const FAST_MS = 2;
/** The goal of each case on PostgreSQL. */
export const CASE_GOAL: Goal = {
  label: `each: p50 at most 3 times the bare query, or ${FAST_MS} ms`,
  holds: (report) => Object.values(report).every(({ p50, ratio }) => ratio <= 3 || p50 <= FAST_MS),
};

/** The goals for reading 100,000 problems on PostgreSQL. */
export const PROBLEM_GOALS: Goal[] = [
  { label: 'list: p50 at most 5 ms', holds: (report) => isWithin(report['list, page 1']?.p50, 5) },
  { label: 'lists: p99 at most 30 ms', holds: (report) => filterRows(report, 'list').every(([, { p99 }]) => p99 <= 30) },
  { label: 'list: p50 at most 3 times the bare query', holds: (report) => isWithin(report['list, page 1']?.ratio, 3) },
  { label: 'searches: p99 at most 50 ms', holds: (report) => filterRows(report, 'search').every(([, { p99 }]) => p99 <= 50) },
  {
    label: 'page 1,000 after page 999: p50 at most twice that of page 1',
    holds: (report) => isWithin(report['page 1,000, after page 999']?.p50, 2 * (report['list, page 1']?.p50 ?? 0)),
  },
];

/** Returns a line for each goal that states whether it was met. */
export function formatVerdicts(report: Report, goals: readonly Goal[] = PROBLEM_GOALS): string[] {
  return goals.map(({ label, holds }) => `${holds(report) ? 'met' : 'MISSED'}: ${label}`);
}
