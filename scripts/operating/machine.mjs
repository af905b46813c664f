import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { makeCertificate } from '../cluster/nginx.mjs';
import { portsFrom } from '../cluster/ports.mjs';
import { findNginx, findOpenssl } from '../cluster/unpacked-program.mjs';
import { ROOT } from '../setup/root.mjs';
import { findPostgresTools } from '../test/postgres-tools.mjs';
import { startPostgres } from '../test/postgres-server.mjs';
import { findRedis } from '../test/redis-programs.mjs';
import { startRedis } from '../test/redis-server.mjs';

const PROGRAMS = join(ROOT, 'scripts/operating/programs');
const requireOfApi = createRequire(join(ROOT, 'api/package.json'));

/** Folders that the guide writes to. */
const FOLDERS = ['/etc', '/srv', '/run', '/var/backups', '/var/lib', '/var/log', '/var/www', '/var/cache'];

/** Starts a mail server that accepts and discards the emails of one user. */
async function startMail(port) {
  const { SMTPServer } = requireOfApi('smtp-server');
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'user' && password === 'password' ? done(null, { user: username }) : done(new Error('Wrong login')),
    onData: (stream, _session, done) => stream.resume().once('end', () => done(null)),
  });
  server.on('error', () => undefined);
  await new Promise((done) => server.listen(port, '127.0.0.1', done));
  return { stop: () => new Promise((done) => server.close(() => done())) };
}

/** Starts a storage server with the buckets, which the guide expects. */
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

/**
 * Formats a module for --import that makes requests to Google succeed without a network ("doctor" sends one), and redirects
 * /etc/solvent/env to the machine's folder.
 */
const formatRedirects = (home) => `import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { fetch } = globalThis;
globalThis.fetch = async (to, init) => (String(to).startsWith('https://www.googleapis.com/') ? new Response('{}') : fetch(to, init));
const there = (path) => (path === '/etc/solvent/env' ? ${JSON.stringify(join(home, 'etc/solvent/env'))} : path);
for (const name of ['accessSync', 'readFileSync']) {
  const real = fs[name];
  fs[name] = (path, ...more) => real(there(path), ...more);
}
syncBuiltinESMExports();`;

/** Formats the systemd unit of Debian's nginx, which starts in the background and writes a PID file. */
const formatNginxUnit = (program) => `[Service]
Type=forking
PIDFile=/run/nginx.pid
WorkingDirectory=/etc/nginx
ExecStart=${program} -e stderr -c /etc/nginx/nginx.conf -g "daemon on; master_process on;"
TimeoutStopSec=10
`;

/** Formats the default configuration of Debian's nginx, which serves /var/www/html. */
const formatDefaultSite = (home, port) => `pid ${home}/run/nginx.pid;
error_log ${home}/var/log/nginx/error.log;
events {}
http {
  access_log off;
  client_body_temp_path ${home}/var/lib/nginx/body;
  proxy_temp_path ${home}/var/lib/nginx/proxy;
  fastcgi_temp_path ${home}/var/lib/nginx/unused;
  uwsgi_temp_path ${home}/var/lib/nginx/unused;
  scgi_temp_path ${home}/var/lib/nginx/unused;
  server {
    listen 127.0.0.1:${port};
    root ${home}/var/www/html;
  }
}
`;

/**
 * Creates a folder that simulates an operator's machine: it receives the files that the guide writes to /etc, /srv and /var. The
 * guide's addresses are replaced with those of a temporary PostgreSQL, Redis, buckets and mail server.
 *
 * @returns {Promise<{ home: string, replacements: Record<string, string>, env: Record<string, string>, logs: () => string, close:
 * () => Promise<void> }>}
 */
export async function openMachine() {
  const home = mkdtempSync(join(tmpdir(), 'solvent-operating-'));
  chmodSync(home, 0o755);
  for (const folder of [
    ...FOLDERS,
    '/etc/systemd/system',
    '/etc/ssl',
    '/etc/nginx',
    '/var/log/nginx',
    '/var/lib/nginx',
    '/var/www/html',
  ])
    mkdirSync(join(home, folder), { recursive: true });
  const tools = await findPostgresTools();
  const nginx = await findNginx();
  const openssl = await findOpenssl();
  const freePort = portsFrom();
  const ports = {};
  for (const name of ['server', 'worker', 'https', 'http', 'plain', 'files', 'releases', 'mail']) ports[name] = await freePort();
  const started = [];
  const keepForClose = (service) => started.push(service) && service;
  const postgres = keepForClose(await startPostgres(tools));
  // The guide's second database, for servers on several machines.
  const sharedPostgres = keepForClose(await startPostgres(tools));
  const redis = keepForClose(await startRedis(await findRedis()));
  keepForClose(await startMail(ports.mail));
  keepForClose(await startBuckets(home, { 'solvent-files': ports.files, 'solvent-releases': ports.releases }));
  const bucket = (name) => `s3+http://S3RVER:S3RVER@127.0.0.1:${ports[name]}/solvent-${name}`;
  const replacements = {
    ...Object.fromEntries(FOLDERS.map((folder) => [`${folder}/`, `${join(home, folder)}/`])),
    'https://git.example/solvent.git': ROOT,
    'https://deb.nodesource.com/setup_24.x': `file://${join(home, 'srv/setup_24.x')}`,
    '127.0.0.1:5432': new URL(postgres.url).host,
    'db.internal:5432': new URL(sharedPostgres.url).host,
    'redis.internal:6379': new URL(redis.url).host,
    's3://key:secret@s3.internal:443/solvent-files': bucket('files'),
    's3://key:secret@s3.internal:443/solvent-releases': bucket('releases'),
    'smtp.example:587': `127.0.0.1:${ports.mail}`,
    'https://solvent.example': `https://localhost:${ports.https}`,
    'PORT=3000': `PORT=${ports.server}`,
    '127.0.0.1:3000': `127.0.0.1:${ports.server}`,
    'PORT=3010': `PORT=${ports.worker}`,
    '127.0.0.1:3010': `127.0.0.1:${ports.worker}`,
    // The guide has two machines; both addresses lead to this one.
    '10.0.0.11': '127.0.0.1',
    '10.0.0.11:3000': `127.0.0.1:${ports.server}`,
    '10.0.0.11:3010': `127.0.0.1:${ports.worker}`,
    '10.0.0.12:3000': `127.0.0.1:${ports.server}`,
  };
  writeFileSync(join(home, 'srv/setup_24.x'), '# Node is already installed.\n');
  writeFileSync(join(home, 'etc/systemd/system/nginx.service'), formatNginxUnit(nginx));
  writeFileSync(join(home, 'etc/nginx/nginx.conf'), formatDefaultSite(home, ports.http));
  const certificate = join(home, 'etc/ssl/machine.pem');
  // A self-signed certificate replaces one of a certificate authority.
  await makeCertificate(certificate, join(home, 'etc/ssl/machine.key'));
  const { hostname, port, username } = new URL(postgres.url);
  const folders = [PROGRAMS, tools, ...[openssl, process.execPath].map((program) => dirname(program)), process.env.PATH];
  const env = {
    PATH: folders.join(delimiter),
    HOME: process.env.HOME ?? home,
    OPERATING_MACHINE: JSON.stringify({ home, replacements, httpPort: ports.http }),
    OPERATING_HOME: home,
    OPERATING_NGINX: nginx,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(formatRedirects(home))}`,
    CURL_CA_BUNDLE: certificate,
    NODE_EXTRA_CA_CERTS: certificate,
    // Connection of the guide's "sudo -u postgres psql".
    PGHOST: hostname,
    PGPORT: port,
    PGUSER: username,
    PGDATABASE: 'postgres',
    // Ports and folders for which the guide uses the defaults.
    SOLVENT_SERVERS: `server 127.0.0.1:${ports.server} max_fails=0;`,
    SOLVENT_HTTPS: String(ports.https),
    SOLVENT_HTTP: String(ports.http),
    SOLVENT_PLAIN: String(ports.plain),
    SOLVENT_CERTIFICATE: join(home, 'etc/letsencrypt/live/solvent.example/fullchain.pem'),
    SOLVENT_CERTIFICATE_KEY: join(home, 'etc/letsencrypt/live/solvent.example/privkey.pem'),
    SOLVENT_ACME: join(home, 'var/www/html'),
    SOLVENT_PID: join(home, 'run/nginx.pid'),
    SOLVENT_RUN: join(home, 'var/lib/nginx'),
    SOLVENT_CACHE: join(home, 'var/cache/solvent-nginx'),
    SOLVENT_ACCESS_LOG: join(home, 'var/log/nginx/solvent.json'),
    SOLVENT_ERROR_LOG: join(home, 'var/log/nginx/error.log'),
  };

  function killServices() {
    const folder = join(home, 'run');
    for (const name of existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.pid')) : []) {
      const pid = Number(readFileSync(join(folder, name), 'utf8'));
      for (const target of [-pid, pid])
        try {
          if (pid > 0) process.kill(target, 'SIGKILL');
        } catch {
          // The process has ended, or is not the leader of a process group.
        }
    }
  }

  return {
    home,
    replacements,
    env,
    /** The end of each service's log. */
    logs: () =>
      readdirSync(join(home, 'var/log'))
        .filter((name) => name.endsWith('.log'))
        .map((name) => `── ${name}\n${readFileSync(join(home, 'var/log', name), 'utf8').slice(-3000)}`)
        .join('\n'),
    close: async () => {
      killServices();
      for (const service of started.toReversed()) await service.stop();
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
