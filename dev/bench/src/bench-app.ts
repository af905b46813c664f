import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '../../../api/src/app.ts';
import type { Ports } from '../../../api/src/app.ts';
import { readConfig } from '../../../api/src/platform/config/config.ts';
import { openDatabase } from '../../../api/src/platform/db/database.ts';
import type { Database } from '../../../api/src/platform/db/database.ts';
import type { App } from '../../../api/src/platform/http/app.ts';
import { createLogger } from '../../../api/src/platform/log.ts';
import { noMail } from '../../../api/src/platform/mail/mail.ts';
import { createPorts } from '../../../api/src/server.ts';
import { formatTable, formatVerdicts } from './report.ts';
import type { Goal, Report } from './report.ts';
import { readBaseline, writeReport } from './baseline.ts';

const fail = (error: Error) => {
  throw error;
};

/** PostgreSQL if DATABASE_URL is set, otherwise the embedded database. */
const database = process.env['DATABASE_URL'] ? 'PostgreSQL' : 'embedded';

/**
 * Runs `measure` on the whole application with an empty {@link database}; the embedded one is in a temporary folder. Rate limits
 * are off, passwords have their real cost, and requests may state their client address. Fill the database inside `maintain`.
 * @param prepare fills the data folder before the application starts
 */
export async function withApp(
  measure: (app: App, ports: Ports, maintain: Database['withMaintenanceDb']) => Promise<void>,
  prepare: (folder: string) => Promise<void> = async () => undefined,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'solvent-bench-'));
  await prepare(folder);
  const settings = { SEED: 'none', LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '1000000', TRUST_PROXY: 'loopback' };
  const config = readConfig({ DATABASE_URL: process.env['DATABASE_URL'], ...settings, DATA_DIR: folder });
  // An overloaded machine may drop idle connections. The pool opens new ones.
  const onIdleError = ({ message }: Error) => void process.stderr.write(`A connection broke: ${message}\n`);
  const opened = await openDatabase(config, { onIdleError, onFatal: fail });
  const ports: Ports = { ...createPorts(config, opened, undefined, new AbortController().signal), mail: noMail };
  const app = await buildApp(ports, createLogger(config));
  try {
    await measure(app, ports, opened.withMaintenanceDb);
  } finally {
    await app.close();
    await Promise.all([ports.cardRenderer.close(), ports.pictures.close()]);
    await opened.close();
    await rm(folder, { recursive: true, force: true });
  }
}

export interface BenchmarkResult {
  /** Describes what was measured. */
  label: string;
  report: Report;
  /** Checked only on PostgreSQL. */
  goals: readonly Goal[];
  /** Lines with further figures. */
  notes?: string[];
}

/**
 * Runs a benchmark: measures, prints, and compares with the baseline, which `--keep` replaces.
 * @param reportName prefix of the name in the baseline
 */
export function runBenchmark(
  reportName: string,
  measure: (app: App, ports: Ports, maintain: Database['withMaintenanceDb']) => Promise<BenchmarkResult>,
): Promise<void> {
  return withApp(async (app, ports, maintain) => {
    const { label, report, goals, notes = [] } = await measure(app, ports, maintain);
    const name = `${reportName}, ${database}`;
    process.stdout.write(`${label}; database: ${database}, load of the machine ${loadavg()[0]?.toFixed(1)}\n`);
    const verdicts = database === 'PostgreSQL' ? formatVerdicts(report, goals) : [];
    process.stdout.write(`${[formatTable(report, readBaseline(name)), ...notes, ...verdicts].join('\n')}\n`);
    writeReport(name, report);
  });
}
