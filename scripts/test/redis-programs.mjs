import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { aptGet } from '../setup/apt-get.mjs';
import { phases } from '../setup/phases.mjs';
import { StartError } from '../setup/start-error.mjs';

/** First version with the commands that the API uses. */
const OLDEST = [6, 2];

/**
 * A program that is a Redis server when it is started under this name.
 *
 * @typedef {{ path: string, name: string }} RedisProgram
 */

/** The server, and on Debian the program of its tools, which is the server under another name: it comes without a service. */
const PROGRAMS = ['redis-server', 'redis-check-rdb', 'valkey-server'];

/** @returns {RedisProgram[]} */
function systemPrograms() {
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
  return Number(major) > OLDEST[0] || (Number(major) === OLDEST[0] && Number(minor) >= OLDEST[1]);
}

/** Installs the program alone: the package of the server would start a service of the system, too. */
async function installRedis() {
  if (!existsSync('/usr/bin/apt-get')) return;
  await phases.run('Installing Redis', async () => {
    await aptGet('update');
    await aptGet('install', '-y', '--no-install-recommends', 'redis-tools');
  });
}

/**
 * The system's Redis, else one that is installed now.
 *
 * @returns {Promise<RedisProgram>}
 */
export async function findRedis() {
  const found = systemPrograms().find(isUsable);
  if (found) return found;
  await installRedis();
  const installed = systemPrograms().find(isUsable);
  if (installed) return installed;
  throw new StartError(
    `Redis ${OLDEST.join('.')} or newer is needed to test several servers: install it, or name a server in TEST_REDIS_URL.`,
  );
}
