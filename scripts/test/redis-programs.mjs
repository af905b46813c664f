import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { aptGet } from '../setup/apt-get.mjs';
import { phases } from '../setup/phases.mjs';
import { StartError } from '../setup/start-error.mjs';

/** First version with all commands that the API uses. */
const MIN_VERSION = [6, 2];

/**
 * A Redis server: the path of the program, and the name (argv[0]) to start it with.
 *
 * @typedef {{ path: string, name: string }} RedisProgram
 */

/** Redis or Valkey. On Debian, redis-check-rdb of redis-tools is the same program as redis-server. */
const PROGRAMS = ['redis-server', 'redis-check-rdb', 'valkey-server'];

/** @returns {RedisProgram[]} */
function listSystemPrograms() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return PROGRAMS.flatMap((program) => {
    const name = program === 'redis-check-rdb' ? 'redis-server' : program;
    return folders.map((folder) => ({ path: join(folder, program), name })).filter(({ path }) => existsSync(path));
  });
}

/** @param {RedisProgram} program */
function isUsable({ path, name }) {
  const { stdout } = spawnSync(path, ['--version'], { argv0: name, encoding: 'utf8', timeout: 10_000 });
  const [, major, minor] = /server v=(\d+)\.(\d+)/i.exec(stdout ?? '') ?? [];
  if (major === undefined) return false;
  return Number(major) > MIN_VERSION[0] || (Number(major) === MIN_VERSION[0] && Number(minor) >= MIN_VERSION[1]);
}

/** Installs redis-tools, because the package redis-server would also start a service. */
async function installRedis() {
  if (!existsSync('/usr/bin/apt-get')) return;
  await phases.run('Installing Redis', async () => {
    await aptGet('update');
    await aptGet('install', '-y', '--no-install-recommends', 'redis-tools');
  });
}

/** Finds an installed Redis, or installs one. @returns {Promise<RedisProgram>} */
export async function findRedis() {
  const found = listSystemPrograms().find(isUsable);
  if (found) return found;
  await installRedis();
  const installed = listSystemPrograms().find(isUsable);
  if (installed) return installed;
  throw new StartError(
    `Redis ${MIN_VERSION.join('.')} or newer is needed to test several servers: install it, or name a server in TEST_REDIS_URL.`,
  );
}
