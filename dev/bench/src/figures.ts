import { loadavg } from 'node:os';
import { readBaseline, writeReport } from './baseline.ts';

/** Figures by name, which includes the unit. */
export type Figures = Record<string, number>;

const formatValue = (value: number | undefined) => (value === undefined ? '–' : String(Math.round(value * 1000) / 1000));

/** Formats a table with a row per subject. The baseline is in brackets if it differs. */
function formatFiguresTable(report: Record<string, Figures>, baseline: Record<string, Figures>): string {
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

/** Prints figures beside those of the baseline, which `--keep` replaces. @param reportName name in the baseline */
export function reportFigures(
  reportName: string,
  label: string,
  report: Record<string, Figures>,
  lines: readonly string[],
): void {
  process.stdout.write(`${label}; load of the machine ${loadavg()[0]?.toFixed(1)}\n`);
  process.stdout.write(`${[formatFiguresTable(report, readBaseline(reportName)), ...lines].join('\n')}\n`);
  writeReport(reportName, report);
}
