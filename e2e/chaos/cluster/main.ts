import { randomInt } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as browserDatabase from 'fake-indexeddb';
import { startCluster } from '../../../scripts/cluster/cluster.mjs';
import { ROOT } from '../../../scripts/setup/root.mjs';
import { OptionError, runProgram } from '../options.ts';
import { SCENARIOS } from './scenarios.ts';
import { startMailServer } from './mail-server.ts';
import { buildNextRelease } from './next-release.ts';
import { runScenarios } from './run-scenarios.ts';
import type { Scale } from './run-scenarios.ts';
import { formatResult, hasPassed, formatTable } from './table.ts';

// One IndexedDB for all tabs: the outbox separates users.
Object.assign(globalThis, browserDatabase);

/** Longer than nginx keeps idle connections to servers (deploy/nginx). */
const DRAIN_SECONDS = 4;

const FAILURE_LOGS = join(ROOT, 'e2e/dist/failed-scenarios');

const SHORT_SCALE: Scale = { clients: 8, messagesPerSecond: 15, before: 1000, outageMs: 4000, afterMs: 2000 };
const LONG_SCALE: Scale = { clients: 30, messagesPerSecond: 40, before: 3000, outageMs: 30_000, afterMs: 8000 };

function readOptions(args: string[]) {
  try {
    const text = { type: 'string' } as const;
    const options = { short: { type: 'boolean' }, only: { ...text, multiple: true }, seed: text, servers: text } as const;
    const { short = false, only = [], seed, servers = '2' } = parseArgs({ args, options }).values;
    const named = SCENARIOS.filter(({ name }) => only.length === 0 || only.some((part) => name.includes(part)));
    const scenarios = named.filter(({ isInCi }) => !short || isInCi || only.length > 0);
    if (scenarios.length === 0) throw new OptionError(`Unknown scenario: ${SCENARIOS.map(({ name }) => name).join('; ')}.`);
    return { short, scenarios, seed: Number(seed ?? randomInt(1_000_000)), servers: Number(servers) };
  } catch (error) {
    if (error instanceof OptionError) throw error;
    throw new OptionError('Options are --short, --only <part of a name>, --seed <number>, --servers <number>.');
  }
}

/** `pnpm chaos cluster`: users work on all servers of a cluster while failure scenarios run. */
runProgram(async () => {
  const { short, scenarios, seed, servers } = readOptions(process.argv.slice(2));
  process.stdout.write(`${servers} servers behind nginx; ${scenarios.length} scenarios; seed ${seed}\n`);
  const mail = await startMailServer();
  const cluster = await startCluster({
    servers,
    breakable: true,
    synchronous: true,
    smallDisk: true,
    env: {
      SEED: 'none',
      LOG_LEVEL: 'error',
      RATE_LIMIT_FACTOR: '100000',
      DRAIN_SECONDS: String(DRAIN_SECONDS),
      SMTP_URL: mail.url,
      MAIL_FROM: 'Solvent <no-reply@solvent.example>',
      CONTACT_EMAIL: 'team@solvent.example',
    },
  });
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    await cluster.close();
    await mail.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void close().then(() => process.exit(130)));
  try {
    const next = await buildNextRelease(join(cluster.folder, 'next'));
    // A published version is live only after its promotion.
    await cluster.deliver('publish', next.remote.name, '--dist', next.remote.dist, '--no-smoke');
    const context = { cluster, mail, next };
    const skipReasons = scenarios.flatMap((scenario) => scenario.getSkipReason?.(context) ?? []);
    const possible = scenarios.filter((scenario) => scenario.getSkipReason?.(context) === undefined);
    const findings = await runScenarios(context, possible, short ? SHORT_SCALE : LONG_SCALE, seed, (found) =>
      process.stdout.write(`${formatResult(found)}\n`),
    );
    process.stdout.write(`${formatTable(findings)}\n`);
    for (const reason of skipReasons) process.stdout.write(`  Left out: ${reason}.\n`);
    if (findings.length === possible.length && findings.every(hasPassed)) return;
    process.exitCode = 1;
    cpSync(cluster.logs, FAILURE_LOGS, { recursive: true });
    process.stdout.write(`  Logs are in ${FAILURE_LOGS}.\n`);
  } finally {
    await close();
  }
});
