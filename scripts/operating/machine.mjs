import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { makeCertificate } from '../cluster/nginx.mjs';
import { portsFrom } from '../cluster/ports.mjs';
import { findNginx } from '../cluster/unpacked-program.mjs';
import { ROOT } from '../setup/root.mjs';
import { findPostgresTools } from '../test/postgres-tools.mjs';
import { startPostgres } from '../test/postgres-server.mjs';
import { findRedis } from '../test/redis-programs.mjs';
import { startRedis } from '../test/redis-server.mjs';

const PROGRAMS = join(ROOT, 'scripts/operating/programs');
const requireOfApi = createRequire(join(ROOT, 'api/package.json'));

/** Folders of a machine that the guide writes to. */
const FOLDERS = ['/etc', '/srv', '/var/backups'];

/** A mail server that takes letters of one user. */
async function startMail(port) {
  const { SMTPServer } = requireOfApi('smtp-server');
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    // A name of whoever connects is asked of the net.
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'user' && password === 'password' ? done(null, { user: username }) : done(new Error('Wrong login')),
    onData: (stream, _session, done) => stream.resume().once('end', () => done(null)),
  });
  server.on('error', () => undefined);
  await new Promise((done) => server.listen(port, '127.0.0.1', done));
  return { stop: () => new Promise((done) => server.close(() => done())) };
}

/** The buckets, which somebody's provider has made. */
async function startBuckets(home, ports) {
  const args = Object.entries(ports).map(([name, port]) => `${name}=${port}`);
  const child = spawn(process.execPath, [join(ROOT, 'dev/bucket/dist/main.js'), join(home, 'objects'), ...args], {
    stdio: 'ignore',
  });
  return {
    stop: () =>
      new Promise((done) => {
        if (child.exitCode !== null || child.signalCode !== null) return done();
        child.once('close', done);
        child.kill('SIGTERM');
      }),
  };
}

/** Google answers, wherever this runs: what is asked of it by "doctor" is whether it can be reached. */
const WITH_GOOGLE = `const ask = globalThis.fetch;
globalThis.fetch = async (to, init) => (String(to).startsWith('https://www.googleapis.com/') ? new Response('{}') : ask(to, init));`;

/** The unit that a system has of its own nginx. */
const nginxUnit = (program) => `[Service]
WorkingDirectory=/etc/nginx
ExecStart=${program} -e stderr -c /etc/nginx/nginx.conf -g "daemon off;"
TimeoutStopSec=10
`;

/**
 * A machine of an operator, which is a folder: what the guide writes below /etc, /srv and /var lies there, and the addresses that it
 * names are those of a PostgreSQL, a Redis, buckets and a mail server of its own.
 *
 * @returns {Promise<{ home: string, places: Record<string, string>, env: Record<string, string>, logs: () => string, close: () => Promise<void> }>}
 */
export async function openMachine() {
  const home = mkdtempSync(join(tmpdir(), 'solvent-operating-'));
  chmodSync(home, 0o755);
  for (const folder of [
    ...FOLDERS,
    '/etc/systemd/system',
    '/etc/ssl',
    '/var/log/nginx',
    '/var/lib/nginx',
    '/var/lib/solvent',
    '/etc/nginx',
  ])
    mkdirSync(join(home, folder), { recursive: true });
  const tools = await findPostgresTools();
  const nginx = await findNginx();
  const freePort = portsFrom();
  const ports = {};
  for (const name of ['server', 'worker', 'https', 'http', 'plain', 'files', 'releases', 'mail']) ports[name] = await freePort();
  const started = [];
  const keep = (part) => started.push(part) && part;
  const postgres = keep(await startPostgres(tools));
  const redis = keep(await startRedis(await findRedis()));
  keep(await startMail(ports.mail));
  keep(await startBuckets(home, { 'solvent-files': ports.files, 'solvent-releases': ports.releases }));
  const bucket = (name) => `s3+http://S3RVER:S3RVER@127.0.0.1:${ports[name]}/solvent-${name}`;
  const places = {
    ...Object.fromEntries(FOLDERS.map((folder) => [`${folder}/`, `${join(home, folder)}/`])),
    '/var/lib/': `${home}/var/lib/`,
    '/var/log/': `${home}/var/log/`,
    'https://git.example/solvent.git': ROOT,
    'db.internal:5432': new URL(postgres.url).host,
    'redis.internal:6379': new URL(redis.url).host,
    's3://key:secret@s3.internal:443/solvent-files': bucket('files'),
    's3://key:secret@s3.internal:443/solvent-releases': bucket('releases'),
    'smtp.internal:587': `127.0.0.1:${ports.mail}`,
    'https://solvent.example': `https://localhost:${ports.https}`,
    'PORT=3000': `PORT=${ports.server}`,
    '127.0.0.1:3000': `127.0.0.1:${ports.server}`,
    'PORT=3010': `PORT=${ports.worker}`,
    '127.0.0.1:3010': `127.0.0.1:${ports.worker}`,
    'SOLVENT_HTTPS=443 SOLVENT_HTTP=80': `SOLVENT_HTTPS=${ports.https} SOLVENT_HTTP=${ports.http} SOLVENT_PLAIN=${ports.plain}`,
    '/usr/bin/node': process.execPath,
  };
  writeFileSync(join(home, 'etc/systemd/system/nginx.service'), nginxUnit(nginx));
  const certificate = join(home, 'etc/ssl/solvent.pem');
  // It stands for one that an authority signed.
  await makeCertificate(certificate, join(home, 'etc/ssl/solvent.key'));
  const env = {
    PATH: [PROGRAMS, tools, dirname(nginx), dirname(process.execPath), process.env.PATH].join(delimiter),
    HOME: process.env.HOME ?? home,
    OPERATING_MACHINE: JSON.stringify({ home, places }),
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(WITH_GOOGLE)}`,
    CURL_CA_BUNDLE: certificate,
    NODE_EXTRA_CA_CERTS: certificate,
    SOLVENT_RUN: join(home, 'var/lib/nginx'),
    SOLVENT_CACHE: join(home, 'var/lib/nginx/cache'),
    SOLVENT_ACCESS_LOG: join(home, 'var/log/nginx/solvent.json'),
    SOLVENT_ERROR_LOG: join(home, 'var/log/nginx/error.log'),
  };

  function endServices() {
    const folder = join(home, 'run');
    for (const name of existsSync(folder) ? readdirSync(folder) : [])
      try {
        process.kill(-Number(readFileSync(join(folder, name), 'utf8')), 'SIGKILL');
      } catch {
        // It has ended.
      }
  }

  return {
    home,
    places,
    env,
    /** The last of what its services said. */
    logs: () =>
      readdirSync(join(home, 'var/log'))
        .filter((name) => name.endsWith('.log'))
        .map((name) => `── ${name}\n${readFileSync(join(home, 'var/log', name), 'utf8').slice(-3000)}`)
        .join('\n'),
    close: async () => {
      endServices();
      for (const part of started.toReversed()) await part.stop();
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
