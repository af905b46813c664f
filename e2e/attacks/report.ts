import { REQUEST_KINDS } from './latency-probe.ts';
import type { LatencyComparison, Finding } from './run.ts';

export const isHarmless = ({ isDefended, latency }: Finding): boolean => isDefended && !latency?.isSlowed;

const formatMs = (value: number) => value.toFixed(value < 10 ? 1 : 0);

/** `3.1 → 9.4 (×3.0)` for each kind of request. */
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

export function formatRow(finding: Finding): string {
  const { point, name, summary, latency } = finding;
  const cells = [
    String(point),
    name,
    summary.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|'),
    ...formatLatencies(latency),
    formatVerdict(finding),
  ];
  return `| ${cells.join(' | ')} |`;
}

export function formatSummary(findings: readonly Finding[]): string {
  const succeeded = findings.filter(({ isDefended }) => !isDefended).length;
  const slowed = findings.filter(({ latency }) => latency?.isSlowed).length;
  const measured = findings.filter(({ latency }) => latency !== undefined).length;
  return `${findings.length} attacks: ${succeeded} succeeded; others were watched in ${measured}, and had to wait in ${slowed}.`;
}
