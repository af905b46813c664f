import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startCluster } from './cluster/cluster.mjs';
import { build } from './setup/build.mjs';
import { install } from './setup/install.mjs';
import { requireNode } from './setup/node-version.mjs';
import { phases } from './setup/phases.mjs';
import { readSettings, requireFreePorts, requireLocal } from './setup/settings.mjs';
import { runMain, StartError } from './setup/start-error.mjs';
import { untilStopped } from './setup/until-stopped.mjs';
import { NO_SETTINGS } from './test/no-settings.mjs';

const USAGE = `pnpm cluster [--servers 2] [--settings <file>]

Runs the product as at scale on this machine: nginx, servers, a worker, PostgreSQL with a standby, Redis, and buckets. PORT sets nginx's
port. The servers also get the other settings of the environment, except for those that the cluster sets (database, Redis, buckets).
Ctrl+C stops the cluster and removes its data.

  --servers    number of web servers, besides the worker: 1 to 20
  --settings   file to write settings to, with which other programs use the cluster: ENV_FILE=<file> pnpm delivery status
`;

/** Settings that the cluster sets for each program. */
const CLUSTER_SETTINGS =
  /^(?:ENV_FILE|PORT|HOST|DATA_DIR|ROLE|IDENTITY_PORT|DATABASE_URL|REDIS_URL|FILES_URL|RELEASES_(?:URL|DIR)|TRUST_PROXY|NODE_ENV)$/;

function readOptions() {
  const args = process.argv.slice(2).filter((arg) => arg !== '--');
  const text = { type: 'string' };
  try {
    const { values } = parseArgs({ args, options: { servers: text, settings: text, help: { type: 'boolean' } } });
    const servers = Number(values.servers ?? 2);
    if (!Number.isInteger(servers) || servers < 1 || servers > 20) throw new Error('--servers');
    return { servers, file: values.settings, help: values.help };
  } catch {
    throw new StartError(USAGE);
  }
}

/** Settings from the environment to pass to the servers, without those that the cluster sets itself. */
function readServerSettings() {
  const names = Object.keys(NO_SETTINGS).filter((name) => process.env[name] && !CLUSTER_SETTINGS.test(name));
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}

const formatEnvFile = (settings) =>
  Object.entries(settings)
    .map(([name, value]) => `${name}="${value}"\n`)
    .join('');

function formatWelcome({ url, httpsUrl, servers, worker, postgres, redis, bucket, logs }, file) {
  const rows = [
    ['Solvent', url],
    ['with TLS', `${httpsUrl}  (a self-signed certificate)`],
    ['Mail', `${url}/dev/mail`],
    ...servers.map((server) => [server.name, server.url]),
    ['Worker', worker.url],
    ['PostgreSQL', postgres.primary.url],
    ['Standby', postgres.standby.url],
    ['Redis', redis.url],
    ['Files', bucket.files.url],
    ['Releases', bucket.releases.url],
    ['Logs', logs],
    ['Settings', file],
  ];
  return `\n${rows.map(([name, value]) => `  ${name.padEnd(12)}${value}`).join('\n')}\n\n  Ctrl+C stops it.\n\n`;
}

/** `pnpm cluster`: runs the product as at scale until Ctrl+C, with the system's nginx, PostgreSQL and Redis. */
await runMain(async () => {
  const { help, servers, file } = readOptions();
  if (help) return void process.stdout.write(USAGE);
  requireNode();
  requireLocal(process.env, 'pnpm cluster');
  const { port, identityPort, ...settings } = readSettings(process.env);
  await requireFreePorts({ ...settings, port, identityPort, host: '127.0.0.1' }, 'npx pnpm cluster');
  let starting;
  const stop = async () => (await starting?.catch(() => undefined))?.close();
  await untilStopped({ stop }, async () => {
    await install();
    await build();
    const cluster = await phases.run('Starting the cluster', (report) => {
      starting = startCluster({ servers, port, identityPort, env: readServerSettings(), onStart: report });
      return starting;
    });
    const settingsFile = file ?? join(cluster.logs, '../settings.env');
    writeFileSync(settingsFile, formatEnvFile(cluster.settings));
    process.stdout.write(formatWelcome(cluster, settingsFile));
    await new Promise(() => {});
  });
});
