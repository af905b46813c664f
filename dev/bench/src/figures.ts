import { loadavg } from 'node:os';
import { readBaseline, writeReport } from './baseline.ts';

/** Figures of a subject, by name with unit. */
export type Figures = Record<string, number>;

const formatValue = (value: number | undefined) => (value === undefined ? '–' : String(Math.round(value * 1000) / 1000));

/** Formats subjects with their figures; the baseline is in brackets if it differs. */
function figuresTable(report: Record<string, Figures>, baseline: Record<string, Figures>): string {
  const columns = [...new Set(Object.values(report).flatMap((figures) => Object.keys(figures)))];
  const rows = Object.entries(report).map(([name, figures]) => {
    const main = baseline[name];
    const cells = columns.map((column) => {
      const [now, before] = [formatValue(figures[column]), formatValue(main?.[column])];
      return main === undefined || now === before ? now : `${now} (${before})`;
    });
    return [name, ...cells];
  });
  return [['', ...columns], columns.reduce((line) => [...line, '---'], ['---']), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/**
 * Prints figures beside those on main, which `--keep` replaces.
 * @param part as the reports name it
 */
export function reportFigures(part: string, label: string, report: Record<string, Figures>, lines: readonly string[]): void {
  process.stdout.write(`${label}; load of the machine ${loadavg()[0]?.toFixed(1)}\n`);
  process.stdout.write(`${[figuresTable(report, readBaseline(part)), ...lines].join('\n')}\n`);
  writeReport(part, report);
}
