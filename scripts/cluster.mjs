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

Everything that the product is made of at scale, on this machine: nginx, servers, a worker, PostgreSQL with a standby, Redis, a store
of buckets. PORT is nginx's; other settings in the environment are those of all servers, but what the cluster has itself (database,
Redis, buckets). Nothing is left when it is stopped.

  --servers    how many serve people, besides the worker: 1 to 20
  --settings   where to write the settings with which other programs reach it: ENV_FILE=<file> pnpm delivery status
`;

/** Settings that each program has its own of, or that the cluster decides. */
const OWN =
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

/** Settings of the environment that servers are to have. */
function givenSettings() {
  const names = Object.keys(NO_SETTINGS).filter((name) => process.env[name] && !OWN.test(name));
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}

const envFile = (settings) =>
  Object.entries(settings)
    .map(([name, value]) => `${name}="${value}"\n`)
    .join('');

function welcome({ url, httpsUrl, servers, worker, postgres, redis, bucket, logs }, file) {
  const rows = [
    ['Solvent', url],
    ['with TLS', `${httpsUrl}  (a certificate that nobody signed)`],
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

/** `pnpm cluster`: the product as it runs at scale, from programs of the system, until Ctrl+C. */
await runMain(async () => {
  const { help, servers, file } = readOptions();
  if (help) return void process.stdout.write(USAGE);
  requireNode();
  requireLocal(process.env, 'pnpm cluster');
  const { port, identityPort, ...given } = readSettings(process.env);
  await requireFreePorts({ ...given, port, identityPort, host: '127.0.0.1' }, 'npx pnpm cluster');
  let starting;
  const stop = async () => (await starting?.catch(() => undefined))?.close();
  await untilStopped({ stop }, async () => {
    await install();
    await build();
    const cluster = await phases.run('Starting the cluster', (report) => {
      starting = startCluster({ servers, port, identityPort, env: givenSettings(), onStart: report });
      return starting;
    });
    const settings = file ?? join(cluster.logs, '../settings.env');
    writeFileSync(settings, envFile(cluster.settings));
    process.stdout.write(welcome(cluster, settings));
    await new Promise(() => {});
  });
});
