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

/** Folders of a machine that the guide writes to. */
const FOLDERS = ['/etc', '/srv', '/run', '/var/backups', '/var/lib', '/var/log', '/var/www', '/var/cache'];

/** A mail server that takes letters of one user. */
async function startMail(port) {
  const { SMTPServer } = requireOfApi('smtp-server');
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    // Avoids a reverse lookup of the client's name.
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'user' && password === 'password' ? done(null, { user: username }) : done(new Error('Wrong login')),
    onData: (stream, _session, done) => stream.resume().once('end', () => done(null)),
  });
  server.on('error', () => undefined);
  await new Promise((done) => server.listen(port, '127.0.0.1', done));
  return { stop: () => new Promise((done) => server.close(() => done())) };
}

/** The buckets, which a provider would have created. */
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
 * Redirects of the simulated machine: requests to Google succeed without a network ("doctor" makes one), and the settings of the
 * servers are below the machine's folder.
 */
const inThisMachine = (home) => `import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { fetch } = globalThis;
globalThis.fetch = async (to, init) => (String(to).startsWith('https://www.googleapis.com/') ? new Response('{}') : fetch(to, init));
const there = (path) => (path === '/etc/solvent/env' ? ${JSON.stringify(join(home, 'etc/solvent/env'))} : path);
for (const name of ['accessSync', 'readFileSync']) {
  const real = fs[name];
  fs[name] = (path, ...more) => real(there(path), ...more);
}
syncBuiltinESMExports();`;

/** The default files of Debian's nginx: a site on port 80, and a unit that waits for the process id. */
const nginxUnit = (program) => `[Service]
Type=forking
PIDFile=/run/nginx.pid
WorkingDirectory=/etc/nginx
ExecStart=${program} -e stderr -c /etc/nginx/nginx.conf -g "daemon on; master_process on;"
TimeoutStopSec=10
`;

const newSite = (home, port) => `pid ${home}/run/nginx.pid;
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
 * A folder that replaces an operator's machine: it contains what the guide writes below /etc, /srv and /var, and the
 * addresses in the guide lead to a PostgreSQL, a Redis, buckets and a mail server of its own.
 *
 * @returns {Promise<{ home: string, places: Record<string, string>, env: Record<string, string>, logs: () => string, close:
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
  const keep = (part) => started.push(part) && part;
  const postgres = keep(await startPostgres(tools));
  // Servers on several machines share another certificate.
  const shared = keep(await startPostgres(tools));
  const redis = keep(await startRedis(await findRedis()));
  keep(await startMail(ports.mail));
  keep(await startBuckets(home, { 'solvent-files': ports.files, 'solvent-releases': ports.releases }));
  const bucket = (name) => `s3+http://S3RVER:S3RVER@127.0.0.1:${ports[name]}/solvent-${name}`;
  const places = {
    ...Object.fromEntries(FOLDERS.map((folder) => [`${folder}/`, `${join(home, folder)}/`])),
    'https://git.example/solvent.git': ROOT,
    'https://deb.nodesource.com/setup_24.x': `file://${join(home, 'srv/setup_24.x')}`,
    '127.0.0.1:5432': new URL(postgres.url).host,
    'db.internal:5432': new URL(shared.url).host,
    'redis.internal:6379': new URL(redis.url).host,
    's3://key:secret@s3.internal:443/solvent-files': bucket('files'),
    's3://key:secret@s3.internal:443/solvent-releases': bucket('releases'),
    'smtp.example:587': `127.0.0.1:${ports.mail}`,
    'https://solvent.example': `https://localhost:${ports.https}`,
    'PORT=3000': `PORT=${ports.server}`,
    '127.0.0.1:3000': `127.0.0.1:${ports.server}`,
    'PORT=3010': `PORT=${ports.worker}`,
    '127.0.0.1:3010': `127.0.0.1:${ports.worker}`,
    // Two machines; only one is simulated.
    '10.0.0.11': '127.0.0.1',
    '10.0.0.11:3000': `127.0.0.1:${ports.server}`,
    '10.0.0.11:3010': `127.0.0.1:${ports.worker}`,
    '10.0.0.12:3000': `127.0.0.1:${ports.server}`,
  };
  writeFileSync(join(home, 'srv/setup_24.x'), '# Node is there.\n');
  writeFileSync(join(home, 'etc/systemd/system/nginx.service'), nginxUnit(nginx));
  writeFileSync(join(home, 'etc/nginx/nginx.conf'), newSite(home, ports.http));
  const certificate = join(home, 'etc/ssl/machine.pem');
  // It stands for one that an authority signed.
  await makeCertificate(certificate, join(home, 'etc/ssl/machine.key'));
  const { hostname, port, username } = new URL(postgres.url);
  const folders = [PROGRAMS, tools, ...[openssl, process.execPath].map((program) => dirname(program)), process.env.PATH];
  const env = {
    PATH: folders.join(delimiter),
    HOME: process.env.HOME ?? home,
    OPERATING_MACHINE: JSON.stringify({ home, places, httpPort: ports.http }),
    OPERATING_HOME: home,
    OPERATING_NGINX: nginx,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(inThisMachine(home))}`,
    CURL_CA_BUNDLE: certificate,
    NODE_EXTRA_CA_CERTS: certificate,
    // The role that "sudo -u postgres psql" uses on its socket.
    PGHOST: hostname,
    PGPORT: port,
    PGUSER: username,
    PGDATABASE: 'postgres',
    // Ports and folders of the machine that the guide does not set.
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

  function endServices() {
    const folder = join(home, 'run');
    for (const name of existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.pid')) : []) {
      const pid = Number(readFileSync(join(folder, name), 'utf8'));
      for (const one of [-pid, pid])
        try {
          if (pid > 0) process.kill(one, 'SIGKILL');
        } catch {
          // The process has ended, or leads no process group.
        }
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
