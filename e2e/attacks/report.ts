import { REQUEST_KINDS } from './latency-probe.ts';
import type { LatencyComparison, Finding } from './run.ts';

/** Whether the product held and nobody else had to wait for it. */
export const isHarmless = ({ isDefended, latency }: Finding): boolean => isDefended && !latency?.isSlowed;

const formatMs = (value: number) => value.toFixed(value < 10 ? 1 : 0);

/** `3.1 → 9.4 (×3.0)` for each of list, page and message. */
const formatLatencies = (felt: LatencyComparison | undefined): string[] =>
  REQUEST_KINDS.map((kind) => {
    if (felt === undefined) return '–';
    const [baseline, during] = [felt.baseline[kind], felt.during[kind]];
    return `${formatMs(baseline)} → ${formatMs(during)} (×${(during / baseline).toFixed(1)})`;
  });

const formatVerdict = (finding: Finding): string => {
  if (!finding.isDefended) return finding.latency?.isSlowed ? 'SUCCEEDED, others wait' : 'SUCCEEDED';
  return finding.latency?.isSlowed ? 'OTHERS WAIT' : 'held';
};

export const TABLE_HEAD = [
  '| point | attack | what it was answered | list, p99 in ms | page | message | verdict |',
  '| --- | --- | --- | --- | --- | --- | --- |',
].join('\n');

/** A line of the table. */
export function formatRow(finding: Finding): string {
  const { point, name, summary, latency } = finding;
  const cells = [String(point), name, summary.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|'), ...formatLatencies(latency), formatVerdict(finding)];
  return `| ${cells.join(' | ')} |`;
}

/** What it all comes to, in a sentence. */
export function formatSummary(findings: readonly Finding[]): string {
  const succeeded = findings.filter(({ isDefended }) => !isDefended).length;
  const slowed = findings.filter(({ latency }) => latency?.isSlowed).length;
  const measured = findings.filter(({ latency }) => latency !== undefined).length;
  return `${findings.length} attacks: ${succeeded} succeeded; others were watched in ${measured}, and had to wait in ${slowed}.`;
}
