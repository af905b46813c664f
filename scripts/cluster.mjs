import { parseArgs } from 'node:util';
import { startCluster } from './cluster/cluster.mjs';
import { build } from './setup/build.mjs';
import { install } from './setup/install.mjs';
import { requireNode } from './setup/node-version.mjs';
import { runMain, StartError } from './setup/start-error.mjs';
import { untilStopped } from './setup/until-stopped.mjs';

const USAGE = `pnpm cluster [--servers 2] [--port 3000]

Everything that the product is made of at scale, on this machine: nginx, servers, a worker, PostgreSQL with a standby, Redis, a store
of buckets. Nothing is left when it is stopped.
`;

function wholeNumber(text, name, least, most) {
  const number = Number(text);
  if (text.trim() !== '' && Number.isInteger(number) && number >= least && number <= most) return number;
  throw new StartError(`--${name} must be a whole number from ${least} to ${most}.`);
}

function readOptions() {
  const text = { type: 'string' };
  try {
    const options = { servers: { ...text, default: '2' }, port: { ...text, default: '3000' }, help: { type: 'boolean' } };
    const args = process.argv.slice(2).filter((arg) => arg !== '--');
    const { servers, port, help } = parseArgs({ args, options }).values;
    return { servers: wholeNumber(servers, 'servers', 1, 20), port: wholeNumber(port, 'port', 1, 65_535), help };
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(USAGE);
  }
}

function welcome({ url, httpsUrl, servers, worker, postgres, redis, bucket, logs }) {
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
  ];
  return `\n${rows.map(([name, value]) => `  ${name.padEnd(12)}${value}`).join('\n')}\n\n  Ctrl+C stops it.\n\n`;
}

/** `pnpm cluster`: the product as it runs at scale, from programs of the system, until Ctrl+C. */
await runMain(async () => {
  const { help, ...options } = readOptions();
  if (help) return void process.stdout.write(USAGE);
  requireNode();
  let starting;
  const stop = async () => (await starting?.catch(() => undefined))?.close();
  await untilStopped({ stop }, async () => {
    await install();
    await build();
    process.stdout.write('Starting the cluster …\n');
    starting = startCluster(options);
    process.stdout.write(welcome(await starting));
    await new Promise(() => {});
  });
});
