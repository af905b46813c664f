import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OptionError, runProgram } from '../chaos/options.ts';
import { readOptions } from './options.ts';
import { HEAD, isHeld, lineOf, sumOf } from './report.ts';
import { run } from './run.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl } = process.env;
  if (!databaseUrl || !redisUrl)
    throw new OptionError('DATABASE_URL and REDIS_URL must name servers that nobody uses: "pnpm attack" starts them.');
  const dataDir = mkdtempSync(join(tmpdir(), 'solvent-attacks-'));
  try {
    say(HEAD);
    const findings = await run(options, { databaseUrl, redisUrl, dataDir }, (finding) => say(lineOf(finding)));
    say(`\n${sumOf(findings)}`);
    if (options.json !== undefined) writeFileSync(options.json, JSON.stringify(findings, undefined, 2));
    process.exitCode = findings.length > 0 && findings.every(isHeld) ? 0 : 1;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

runProgram(main);
