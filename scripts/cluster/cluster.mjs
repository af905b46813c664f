import { fork } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../setup/root.mjs';
import { runStep } from '../setup/run-step.mjs';
import { StartError } from '../setup/start-error.mjs';
import { NO_SETTINGS } from '../test/no-settings.mjs';
import { openLine } from '../test/line.mjs';
import { findRedis } from '../test/redis-programs.mjs';
import { redisArguments } from '../test/redis-server.mjs';
import { makeNginx } from './nginx.mjs';
import { Part } from './part.mjs';
import { portsFrom } from './ports.mjs';
import { startPostgresPair } from './postgres.mjs';
import { makeSmallDisk } from './small-disk.mjs';

const END_WITH_PARENT = pathToFileURL(join(ROOT, 'scripts/setup/end-with-parent.mjs')).href;
const GUARD = join(ROOT, 'scripts/cluster/guard.mjs');
const BUCKETS = ['solvent-files', 'solvent-releases'];

const answers = (url) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

/** Whether the port accepts connections. */
const listens = (port) =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => socket.destroy() && done(true));
    socket.once('error', () => done(false));
  });

/** Says something to Redis. @param {number} port @param {string} command @returns {Promise<string>} what it answers */
const sendToRedis = (port, command) =>
  new Promise((done, fail) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${command}\r\n`));
    socket.once('data', (answer) => socket.destroy() && done(String(answer)));
    socket.once('error', fail);
  });

/**
 * @typedef {object} ClusterOptions
 * @property {number} [servers] number of web servers, besides the worker; default 2
 * @property {number} [port] public port, without TLS; default any free port
 * @property {number} [httpsPort] with TLS
 * @property {number} [identityPort] of the identity emulator
 * @property {number} [firstPort] of all others
 * @property {Record<string, string>} [env] settings of all servers, and of the worker
 * @property {boolean} [breakable] puts a proxy in front of PostgreSQL, the buckets, and Redis for each server, which can cut and slow
 *   connections; the database's address moves with `postgres.promote()`. Proxies cost time: not for measuring
 * @property {boolean} [smallDisk] puts PostgreSQL's data on a small disk that can be filled, if this machine allows it
 * @property {boolean} [synchronous] every commit waits for the standby, too
 * @property {string[]} [postgres] settings of both PostgreSQL, such as `shared_preload_libraries=pg_stat_statements`
 * @property {import('./nginx.mjs').NginxValues} [nginx] values of deploy/nginx instead of those for tests
 * @property {boolean} [worker] default true
 * @property {boolean} [publish] whether the local builds are made live; default true
 * @property {string} [folder] parent of its folder; default the system's temporary folder
 * @property {(name: string) => void} [onStart] receives the name of each program at its start
 */

/**
 * Starts all programs of a product at scale on this machine, from the existing build.
 *
 * @param {ClusterOptions} [options]
 */
export async function startCluster(options = {}) {
  const { servers: count = 2, env = {}, breakable = false, synchronous = false, worker: hasWorker = true } = options;
  const home = mkdtempSync(join(options.folder ?? tmpdir(), 'solvent-cluster-'));
  chmodSync(home, 0o755);
  const logs = join(home, 'logs');
  mkdirSync(logs);
  const guard = fork(GUARD, [home], { detached: true, stdio: 'ignore' });
  guard.unref();
  guard.channel?.unref();
  const freePort = portsFrom(options.firstPort);
  /** @type {Part[]} */
  const parts = [];
  /** @type {import('../test/line.mjs').Line[]} */
  const lines = [];
  /** @type {import('./small-disk.mjs').SmallDisk[]} */
  const disks = [];
  const makePart = (given) => {
    const log = join(logs, `${given.name.toLowerCase().replaceAll(/\W+/g, '-')}.log`);
    const watch = (pid) => guard.connected && guard.send({ pid });
    const part = new Part({ log, watch, onStart: options.onStart, ...given });
    parts.push(part);
    return part;
  };
  const makeProgram = (name, file, given) =>
    makePart({
      name,
      command: [process.execPath, '--import', END_WITH_PARENT, join(ROOT, file), ...(given.args ?? [])],
      options: { cwd: ROOT, env: { PATH: process.env.PATH, ...NO_SETTINGS, ...given.env } },
      isReady: given.isReady,
    });
  const makeDisk = async (folder, megabytes) => {
    const disk = await makeSmallDisk(folder, megabytes);
    if (disk === undefined) return undefined;
    disks.push(disk);
    if (guard.connected) guard.send({ disk: folder });
    return disk;
  };
  const lineTo = async (port) => {
    const line = await openLine(port);
    lines.push(line);
    return line;
  };

  /** Stops entry points first, and stores last. */
  const close = async () => {
    for (const part of parts.toReversed()) await part.stop();
    await Promise.all(lines.map((line) => line.close()));
    for (const disk of disks) await disk.remove();
    if (guard.connected) {
      guard.send({ over: true });
      guard.disconnect();
    }
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };

  try {
    return await startParts();
  } catch (error) {
    for (const part of parts) await part.kill();
    await close();
    throw error;
  }

  async function startRedis() {
    const { path, name } = await findRedis();
    const port = await freePort();
    const isReady = async () => (await sendToRedis(port, 'PING')).includes('PONG');
    // The program may be a server only when it is started under that name.
    const asServer = { argv0: name };
    const part = makePart({ name: 'Redis', command: [path, ...redisArguments(port, home)], options: asServer, isReady });
    await part.start();
    return Object.assign(part, { port, url: `redis://127.0.0.1:${port}`, empty: () => sendToRedis(port, 'FLUSHALL') });
  }

  async function startBucket() {
    const named = [];
    for (const name of BUCKETS) named.push({ name, port: await freePort() });
    const args = [join(home, 'objects'), ...named.map(({ name, port }) => `${name}=${port}`)];
    const isReady = async () => (await Promise.all(named.map(({ port }) => listens(port)))).every(Boolean);
    const part = makeProgram('The bucket', 'dev/bucket/dist/main.js', { args, isReady });
    await part.start();
    const ways = breakable ? await Promise.all(named.map(({ port }) => lineTo(port))) : [];
    const [files, releases] = named.map(({ name, port }, index) => ({
      url: `s3+http://S3RVER:S3RVER@127.0.0.1:${ways[index]?.port ?? port}/${name}?region=eu-central-1`,
      line: ways[index],
    }));
    return Object.assign(part, {
      files,
      releases,
      /** It is not there: connections are refused. */
      cut: () => Promise.all(ways.map((line) => line.cut())),
      /** Every answer comes so much later (ms). */
      slow: (time) => ways.forEach((line) => line.slow(time)),
      restore: () => Promise.all(ways.map((line) => line.restore())),
    });
  }

  async function startPostgres() {
    const { remove: _withHome, ...pair } = await startPostgresPair({
      folder: home,
      makePart,
      freePort,
      synchronous,
      settings: options.postgres ?? [],
      makeDisk: options.smallDisk ? makeDisk : undefined,
    });
    const line = breakable ? await lineTo(pair.primary.port) : undefined;
    return {
      ...pair,
      line,
      /** Where the servers reach it: with `breakable` also after a failover. */
      url: line ? pair.primary.url.replace(`:${pair.primary.port}/`, `:${line.port}/`) : pair.primary.url,
      async promote() {
        const url = await pair.promote();
        line?.lead(pair.standby.port);
        line?.drop();
        return url;
      },
    };
  }

  async function makeIdentity() {
    const port = options.identityPort ?? (await freePort());
    const url = `http://127.0.0.1:${port}`;
    const part = makeProgram('The identity emulator', 'dev/identity/dist/main.js', {
      env: { IDENTITY_PORT: String(port) },
      isReady: () => answers(`${url}/`),
    });
    return Object.assign(part, { port, url });
  }

  async function makeServer(name, settings, redis, own = {}) {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const redisLine = breakable ? await lineTo(redis.port) : undefined;
    const itsEnv = {
      ...settings,
      PORT: String(port),
      DATA_DIR: join(home, name.toLowerCase().replaceAll(' ', '-')),
      ...(redisLine && { REDIS_URL: `redis://127.0.0.1:${redisLine.port}` }),
      ...own,
    };
    const part = makeProgram(name, 'api/dist/main.js', { env: itsEnv, isReady: () => answers(`${url}/api/health/ready`) });
    return Object.assign(part, { port, url, redis: redisLine });
  }

  async function startParts() {
    // One after the other, so that no two are given the same port.
    const redis = await startRedis();
    const bucket = await startBucket();
    const postgres = await startPostgres();
    const identity = await makeIdentity();
    const settings = {
      IDENTITY_PORT: String(identity.port),
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      FILES_URL: bucket.files.url,
      RELEASES_URL: bucket.releases.url,
      TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'warn',
      ...env,
    };
    /** Runs a command of `pnpm delivery` on the cluster's releases. @param {string[]} args */
    const deliver = async (...args) => {
      const { code, output } = await runStep([process.execPath, 'delivery/dist/main.js', ...args], {
        env: { ...NO_SETTINGS, RELEASES_URL: bucket.releases.url },
      });
      if (code !== 0) throw new StartError(output.trimEnd());
      return output;
    };
    const servers = [];
    for (let number = 1; number <= count; number += 1)
      servers.push(await makeServer(`Server ${number}`, settings, redis, { ROLE: hasWorker ? 'web' : 'both' }));
    const worker = hasWorker ? await makeServer('The worker', settings, redis, { ROLE: 'worker' }) : undefined;
    const ports = {
      plain: options.port ?? (await freePort()),
      https: options.httpsPort ?? (await freePort()),
      http: await freePort(),
    };
    const published = options.publish === false ? undefined : deliver('deploy', '--why', 'What is built');
    // Releases that are published meanwhile are served once the servers are ready.
    await Promise.all([published, ...[identity, ...servers, ...(worker ? [worker] : [])].map((part) => part.start())]);
    const nginx = await makeNginx({
      folder: join(home, 'nginx'),
      makePart,
      servers: servers.map(({ port }) => port),
      ports,
      values: options.nginx ?? {},
    });
    await nginx.start();
    return {
      /** Where people go: through nginx, without TLS and with it. */
      url: `http://localhost:${ports.plain}`,
      httpsUrl: `https://localhost:${ports.https}`,
      /** Its own: removed at the end. */
      folder: home,
      /** A file for each part. */
      logs,
      /** Environment of the servers, which operators' programs need, too. */
      settings,
      servers,
      worker,
      postgres,
      redis,
      bucket,
      identity,
      nginx,
      deliver,
      close,
    };
  }
}
