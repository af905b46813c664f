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

/** The database that is measured on: the one that DATABASE_URL names, else the embedded one. */
const database = process.env['DATABASE_URL'] ? 'PostgreSQL' : 'embedded';

/**
 * Runs `measure` on the whole application with an empty {@link database}; the embedded one is in a temporary folder. Limits
 * are off, passwords have their real cost, and requests may name their client address. Fill the database inside `maintain`.
 * @param prepare fills the folder before
 */
export async function withApp(
  measure: (app: App, ports: Ports, maintain: Database['withMaintenanceDb']) => Promise<void>,
  prepare: (folder: string) => Promise<void> = async () => undefined,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'solvent-bench-'));
  await prepare(folder);
  const settings = { SEED: 'none', LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '1000000', TRUST_PROXY: 'loopback' };
  const config = readConfig({ DATABASE_URL: process.env['DATABASE_URL'], ...settings, DATA_DIR: folder });
  // A machine that has too much to do falls silent on connections: the pool makes others.
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

/** Results of a benchmark. */
export interface Found {
  /** Summary for people. */
  label: string;
  report: Report;
  /** Held against the report on PostgreSQL. */
  goals: readonly Goal[];
  /** Further figures, a line each. */
  notes?: string[];
}

/**
 * The program of a benchmark: measures, prints, and compares with the baseline, which `--keep` replaces.
 * @param part name in the reports
 */
export function bench(
  part: string,
  measure: (app: App, ports: Ports, maintain: Database['withMaintenanceDb']) => Promise<Found>,
): Promise<void> {
  return withApp(async (app, ports, maintain) => {
    const { label, report, goals, notes = [] } = await measure(app, ports, maintain);
    const name = `${part}, ${database}`;
    process.stdout.write(`${label}; database: ${database}, load of the machine ${loadavg()[0]?.toFixed(1)}\n`);
    const held = database === 'PostgreSQL' ? formatVerdicts(report, goals) : [];
    process.stdout.write(`${[formatTable(report, readBaseline(name)), ...notes, ...held].join('\n')}\n`);
    writeReport(name, report);
  });
}
