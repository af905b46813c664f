import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OptionError, runProgram } from '../chaos/options.ts';
import { readOptions } from './options.ts';
import { TABLE_HEAD, isHarmless, formatRow, formatSummary } from './report.ts';
import { runAttacks } from './run.ts';

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
