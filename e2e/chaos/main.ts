import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as browserDatabase from 'fake-indexeddb';
import { readOptions, runProgram } from './options.ts';
import type { Options } from './options.ts';
import { hasPassed, formatReport } from './report.ts';
import { run } from './run.ts';

// One IndexedDB for all tabs: the outbox separates users.
Object.assign(globalThis, browserDatabase);

/** For setting up and checking a database. */
const OVERHEAD_SECONDS = 240;

/** Exits if the run hangs; its servers exit with it. */
function limitTime({ seconds }: Options): void {
  const limit = seconds + OVERHEAD_SECONDS;
  setTimeout(() => {
    process.stderr.write(`The run did not end within ${limit} s: something hangs. There is no result.\n`);
    process.exit(1);
  }, limit * 1000).unref();
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  limitTime(options);
  const { clients, messages, kills, seconds, seed, replicas } = options;
  const databaseUrl = process.env['DATABASE_URL'] || undefined;
  process.stdout.write(
    `${clients} clients, ${messages} messages in ${seconds} s, ${kills} kills; ${replicas === 1 ? 'one server' : `${replicas} servers`} on ${databaseUrl ? 'PostgreSQL' : 'the embedded database'}; seed ${seed}\n`,
  );
  const dataDir = mkdtempSync(join(tmpdir(), 'solvent-chaos-'));
  try {
    const findings = await run(options, { dataDir, databaseUrl }, process.env['REDIS_URL'] || undefined);
    process.stdout.write(formatReport(findings));
    process.exitCode = hasPassed(findings) ? 0 : 1;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

runProgram(main);
