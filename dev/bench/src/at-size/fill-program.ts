import { tmpdir } from 'node:os';
import { readConfig } from '../../../../api/src/platform/config/config.ts';
import { openDatabase } from '../../../../api/src/platform/db/database.ts';
import { getAmounts } from './amounts.ts';
import { fill } from './fill.ts';

const fail = (error: Error) => {
  throw error;
};

const url = process.env['DATABASE_URL'] ?? '';
const config = readConfig({ DATABASE_URL: url, SEED: 'none', LOG_LEVEL: 'silent', DATA_DIR: tmpdir() });
const database = await openDatabase(config, { onIdleError: fail, onFatal: fail });
const amounts = getAmounts(Number(process.env['BENCH_FACTOR'] ?? 1));
const timeLimitSeconds = Number(process.env['BENCH_FILL_SECONDS'] ?? Number.POSITIVE_INFINITY);
const started = Date.now();
const report = (line: string) => process.stdout.write(`${((Date.now() - started) / 1000).toFixed(0).padStart(5)} s  ${line}\n`);

/** Fills the database of `pnpm bench size`. Exits with 75 if BENCH_FILL_SECONDS pass before it is complete. */
const isComplete = await fill(url, amounts, database.withMaintenanceDb, { timeLimitSeconds, report });
await database.close();
if (!isComplete) process.exitCode = 75;
