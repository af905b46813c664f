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

/** @returns {Promise<boolean>} whether the address responds with a success */
const respondsOk = (url) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

/** @returns {Promise<boolean>} whether the port accepts connections */
const acceptsConnections = (port) =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => socket.destroy() && done(true));
    socket.once('error', () => done(false));
  });

/** @param {number} port @param {string} command @returns {Promise<string>} the response of Redis */
const sendToRedis = (port, command) =>
  new Promise((done, fail) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${command}\r\n`));
    socket.once('data', (response) => socket.destroy() && done(String(response)));
    socket.once('error', fail);
  });

/**
 * @typedef {object} ClusterOptions
 * @property {number} [servers] number of web servers, besides the worker; default 2
 * @property {number} [port] public port, without TLS; default any free port
 * @property {number} [httpsPort] public port with TLS; default any free port
 * @property {number} [identityPort] port of the identity emulator; default any free port
 * @property {number} [firstPort] lowest of all other ports
 * @property {Record<string, string>} [env] settings of all servers, and of the worker
 * @property {boolean} [breakable] puts proxies in front of PostgreSQL, the buckets, and each server's Redis. They can cut and slow
 *   connections, and `postgres.promote()` connects the database's proxy to the standby. Proxies cost time, so measure without them
 * @property {boolean} [smallDisk] puts PostgreSQL's data on a small disk that can be filled, if this machine allows it
 * @property {boolean} [synchronous] every commit waits for the standby
 * @property {string[]} [postgres] settings of both PostgreSQL servers, such as `shared_preload_libraries=pg_stat_statements`
 * @property {import('./nginx.mjs').NginxValues} [nginx] values for deploy/nginx that override the defaults of tests
 * @property {boolean} [worker] default true
 * @property {boolean} [publish] makes the local builds live; default true
 * @property {string} [folder] parent of the cluster's folder; default the system's temporary folder
 * @property {(name: string) => void} [onStart] receives the name of each program at its start
 */

/**
 * Starts all programs of a product at scale on this machine, from the existing build.
 *
 * @param {ClusterOptions} [options]
 */
export async function startCluster(options = {}) {
  const { servers: count = 2, env = {}, breakable = false, synchronous = false, worker: hasWorker = true } = options;
  const clusterFolder = mkdtempSync(join(options.folder ?? tmpdir(), 'solvent-cluster-'));
  chmodSync(clusterFolder, 0o755);
  const logs = join(clusterFolder, 'logs');
  mkdirSync(logs);
  const guard = fork(GUARD, [clusterFolder], { detached: true, stdio: 'ignore' });
  guard.unref();
  guard.channel?.unref();
  const freePort = portsFrom(options.firstPort);
  /** @type {Part[]} */
  const parts = [];
  /** @type {import('../test/line.mjs').Line[]} */
  const lines = [];
  /** @type {import('./small-disk.mjs').SmallDisk[]} */
  const disks = [];
  const makePart = (partOptions) => {
    const log = join(logs, `${partOptions.name.toLowerCase().replaceAll(/\W+/g, '-')}.log`);
    const watch = (pid) => guard.connected && guard.send({ pid });
    const part = new Part({ log, watch, onStart: options.onStart, ...partOptions });
    parts.push(part);
    return part;
  };
  const createNodeProcess = (name, file, processOptions) =>
    makePart({
      name,
      command: [process.execPath, '--import', END_WITH_PARENT, join(ROOT, file), ...(processOptions.args ?? [])],
      options: { cwd: ROOT, env: { PATH: process.env.PATH, ...NO_SETTINGS, ...processOptions.env } },
      isReady: processOptions.isReady,
    });
  const makeDisk = async (folder, megabytes) => {
    const disk = await makeSmallDisk(folder, megabytes);
    if (disk === undefined) return undefined;
    disks.push(disk);
    if (guard.connected) guard.send({ disk: folder });
    return disk;
  };
  const openLineTo = async (port) => {
    const line = await openLine(port);
    lines.push(line);
    return line;
  };

  /** Stops the programs in reverse order of their start, so that databases stop last. */
  const close = async () => {
    for (const part of parts.toReversed()) await part.stop();
    await Promise.all(lines.map((line) => line.close()));
    for (const disk of disks) await disk.remove();
    if (guard.connected) {
      guard.send({ over: true });
      guard.disconnect();
    }
    rmSync(clusterFolder, { recursive: true, force: true, maxRetries: 5 });
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
    // Some installations have a program that is a Redis server only if it is started by this name (findRedis).
    const asServer = { argv0: name };
    const part = makePart({ name: 'Redis', command: [path, ...redisArguments(port, clusterFolder)], options: asServer, isReady });
    await part.start();
    return Object.assign(part, { port, url: `redis://127.0.0.1:${port}`, empty: () => sendToRedis(port, 'FLUSHALL') });
  }

  async function startBucket() {
    const buckets = [];
    for (const name of BUCKETS) buckets.push({ name, port: await freePort() });
    const args = [join(clusterFolder, 'objects'), ...buckets.map(({ name, port }) => `${name}=${port}`)];
    const isReady = async () => (await Promise.all(buckets.map(({ port }) => acceptsConnections(port)))).every(Boolean);
    const part = createNodeProcess('The bucket', 'dev/bucket/dist/main.js', { args, isReady });
    await part.start();
    const bucketLines = breakable ? await Promise.all(buckets.map(({ port }) => openLineTo(port))) : [];
    const [files, releases] = buckets.map(({ name, port }, index) => ({
      url: `s3+http://S3RVER:S3RVER@127.0.0.1:${bucketLines[index]?.port ?? port}/${name}?region=eu-central-1`,
      line: bucketLines[index],
    }));
    return Object.assign(part, {
      files,
      releases,
      /** Refuses connections. */
      cut: () => Promise.all(bucketLines.map((line) => line.cut())),
      /** Delays every response. @param {number} time in ms */
      slow: (time) => bucketLines.forEach((line) => line.slow(time)),
      restore: () => Promise.all(bucketLines.map((line) => line.restore())),
    });
  }

  async function startPostgres() {
    const { remove: _remove, ...pair } = await startPostgresPair({
      folder: clusterFolder,
      makePart,
      freePort,
      synchronous,
      settings: options.postgres ?? [],
      makeDisk: options.smallDisk ? makeDisk : undefined,
    });
    const line = breakable ? await openLineTo(pair.primary.port) : undefined;
    return {
      ...pair,
      line,
      /** Address for the servers. With `breakable`, it stays valid after a failover. */
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
    const part = createNodeProcess('The identity emulator', 'dev/identity/dist/main.js', {
      env: { IDENTITY_PORT: String(port) },
      isReady: () => respondsOk(`${url}/`),
    });
    return Object.assign(part, { port, url });
  }

  async function makeServer(name, settings, redis, own = {}) {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const redisLine = breakable ? await openLineTo(redis.port) : undefined;
    const serverEnv = {
      ...settings,
      PORT: String(port),
      DATA_DIR: join(clusterFolder, name.toLowerCase().replaceAll(' ', '-')),
      ...(redisLine && { REDIS_URL: `redis://127.0.0.1:${redisLine.port}` }),
      ...own,
    };
    const part = createNodeProcess(name, 'api/dist/main.js', {
      env: serverEnv,
      isReady: () => respondsOk(`${url}/api/health/ready`),
    });
    return Object.assign(part, { port, url, redis: redisLine });
  }

  async function startParts() {
    // Sequential, so that no two programs get the same port.
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
    // The builds are published while the servers start.
    await Promise.all([published, ...[identity, ...servers, ...(worker ? [worker] : [])].map((part) => part.start())]);
    const nginx = await makeNginx({
      folder: join(clusterFolder, 'nginx'),
      makePart,
      servers: servers.map(({ port }) => port),
      ports,
      values: options.nginx ?? {},
    });
    await nginx.start();
    return {
      /** Public address through nginx, without TLS. */
      url: `http://localhost:${ports.plain}`,
      httpsUrl: `https://localhost:${ports.https}`,
      /** The cluster's folder, which `close` removes. */
      folder: clusterFolder,
      /** Folder with a log file for each part. */
      logs,
      /** Environment of the servers. Commands of operators need the same. */
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
