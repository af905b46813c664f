/** Measured times (ms) by kind. */
export type Times<Kind extends string> = Map<Kind, number[]>;

/** Returns the nearest-rank quantile of the times. @param share from 0 to 1 */
export function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const formatMs = (time: number) => `${time.toFixed(2)} ms`;

/**
 * Compares kinds by their medians.
 * @param baseline the kind that the ratios refer to
 * @returns a table, and the difference between the slowest and the fastest median (0.1 is 10 %)
 */
export function compare<Kind extends string>(times: Times<Kind>, baseline: Kind): { table: string; spread: number } {
  const medians = new Map([...times].map(([kind, measured]) => [kind, quantile(measured, 0.5)]));
  const base = medians.get(baseline) ?? Number.NaN;
  const rows = [...times].map(([kind, measured]) => {
    const median = medians.get(kind) ?? Number.NaN;
    return [kind, formatMs(median), formatMs(quantile(measured, 0.95)), (median / base).toFixed(3)];
  });
  const all = [['address', 'median', 'p95', `ratio to ${baseline}`], ...rows];
  const table = all
    .map((row) => row.map((cell, column) => (column === 0 ? cell.padEnd(28) : cell.padStart(18))).join(''))
    .join('\n');
  return { table, spread: Math.max(...medians.values()) / Math.min(...medians.values()) - 1 };
}
