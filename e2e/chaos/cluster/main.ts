import { randomInt } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as browserDatabase from 'fake-indexeddb';
import { startCluster } from '../../../scripts/cluster/cluster.mjs';
import { ROOT } from '../../../scripts/setup/root.mjs';
import { OptionError, runProgram } from '../options.ts';
import { DAYS } from './days.ts';
import { openMailServer } from './mail-server.ts';
import { makeNextRelease } from './next-release.ts';
import { runDays } from './run-days.ts';
import type { Scale } from './run-days.ts';
import { dayOf, isKept, tableOf } from './table.ts';

// One browser's database for all: the outbox keeps each person's messages apart.
Object.assign(globalThis, browserDatabase);

/** As an operator sets it behind nginx: longer than nginx keeps connections to servers that idle (deploy/nginx). */
const DRAIN_SECONDS = 4;

/** Of a run on which something was wrong. */
const LOGS = join(ROOT, 'e2e/dist/bad-days');

const SHORT: Scale = { clients: 8, rate: 15, before: 1000, gone: 4000, after: 2000 };
const LONG: Scale = { clients: 30, rate: 40, before: 3000, gone: 30_000, after: 8000 };

function readOptions(args: string[]) {
  try {
    const text = { type: 'string' } as const;
    const options = { short: { type: 'boolean' }, only: { ...text, multiple: true }, seed: text, servers: text } as const;
    const { short = false, only = [], seed, servers = '2' } = parseArgs({ args, options }).values;
    const asked = DAYS.filter(({ name }) => only.length === 0 || only.some((part) => name.includes(part)));
    // Whoever names a day means it.
    const days = asked.filter(({ isShort }) => !short || isShort || only.length > 0);
    if (days.length === 0) throw new OptionError(`There is no such day: ${DAYS.map(({ name }) => name).join('; ')}.`);
    return { short, days, seed: Number(seed ?? randomInt(1_000_000)), servers: Number(servers) };
  } catch (error) {
    if (error instanceof OptionError) throw error;
    throw new OptionError('Options are --short, --only <part of a name>, --seed <number>, --servers <number>.');
  }
}

/** `pnpm chaos cluster`: people at work on all servers of a cluster while bad days come upon it. */
runProgram(async () => {
  const { short, days, seed, servers } = readOptions(process.argv.slice(2));
  process.stdout.write(`${servers} servers behind nginx; ${days.length} days; seed ${seed}\n`);
  const mail = await openMailServer();
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
    const next = await makeNextRelease(join(cluster.folder, 'next'));
    // What is published is live for nobody yet.
    await cluster.deliver('publish', next.remote.name, '--dist', next.remote.dist, '--no-smoke');
    const world = { cluster, mail, next };
    const impossible = days.flatMap((day) => day.isImpossible?.(world) ?? []);
    const possible = days.filter((day) => day.isImpossible?.(world) === undefined);
    const findings = await runDays(world, possible, short ? SHORT : LONG, seed, (found) =>
      process.stdout.write(`${dayOf(found)}\n`),
    );
    process.stdout.write(`${tableOf(findings)}\n`);
    for (const why of impossible) process.stdout.write(`  Left out: ${why}.\n`);
    if (findings.length === possible.length && findings.every(isKept)) return;
    process.exitCode = 1;
    cpSync(cluster.logs, LOGS, { recursive: true });
    process.stdout.write(`  What each part said is kept in ${LOGS}.\n`);
  } finally {
    await close();
  }
});
