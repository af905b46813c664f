import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OptionError, runProgram } from '../chaos/options.ts';
import { readOptions } from './options.ts';
import { REQUEST_KINDS } from './latency-probe.ts';
import { runAttacks } from './run.ts';
import type { Finding, LatencyComparison } from './run.ts';

const isHarmless = ({ isDefended, latency }: Finding): boolean => isDefended && !latency?.isSlowed;

const formatMs = (value: number) => value.toFixed(value < 10 ? 1 : 0);

/** `3.1 → 9.4 (×3.0)` for each kind of request. */
const formatLatencies = (comparison: LatencyComparison | undefined): string[] =>
  REQUEST_KINDS.map((kind) => {
    if (comparison === undefined) return '–';
    const [baseline, during] = [comparison.baseline[kind], comparison.during[kind]];
    return `${formatMs(baseline)} → ${formatMs(during)} (×${(during / baseline).toFixed(1)})`;
  });

const formatVerdict = (finding: Finding): string => {
  if (!finding.isDefended) return finding.latency?.isSlowed ? 'SUCCEEDED, slows others' : 'SUCCEEDED';
  return finding.latency?.isSlowed ? 'SLOWS OTHERS' : 'held';
};

const TABLE_HEAD = [
  '| point | attack | responses | list, p99 in ms | page | message | verdict |',
  '| --- | --- | --- | --- | --- | --- | --- |',
].join('\n');

function formatRow(finding: Finding): string {
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

function formatSummary(findings: readonly Finding[]): string {
  const succeeded = findings.filter(({ isDefended }) => !isDefended).length;
  const slowed = findings.filter(({ latency }) => latency?.isSlowed).length;
  const measuredCount = findings.filter(({ latency }) => latency !== undefined).length;
  return `${findings.length} attacks: ${succeeded} succeeded; latency was measured in ${measuredCount} and rose in ${slowed}.`;
}

const print = (text: string) => process.stdout.write(`${text}\n`);

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl } = process.env;
  if (!databaseUrl || !redisUrl)
    throw new OptionError('DATABASE_URL and REDIS_URL must name servers that nothing else uses: "pnpm attack" starts them.');
  const dataDir = mkdtempSync(join(tmpdir(), 'solvent-attacks-'));
  try {
    print(TABLE_HEAD);
    const findings = await runAttacks(options, { databaseUrl, redisUrl, dataDir }, (finding) => print(formatRow(finding)));
    print(`\n${formatSummary(findings)}`);
    if (options.json !== undefined) writeFileSync(options.json, JSON.stringify(findings, undefined, 2));
    process.exitCode = findings.length > 0 && findings.every(isHarmless) ? 0 : 1;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

runProgram(main);
