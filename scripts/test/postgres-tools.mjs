import { existsSync } from 'node:fs';
import { aptGet } from '../setup/apt-get.mjs';
import { phases } from '../setup/phases.mjs';
import { runStep } from '../setup/run-step.mjs';
import { StartError } from '../setup/start-error.mjs';
import { findInSystem, OLDEST } from './postgres-programs.mjs';

const NAMES = ['postgres', 'initdb', 'pg_dump', 'pg_restore', 'pg_basebackup'];

const found = () => findInSystem(NAMES);

/** Installs it, and keeps Debian from making a server of its own, which would start now and with the machine. */
async function install() {
  if (!existsSync('/usr/bin/apt-get')) return;
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const settings = '/etc/postgresql-common/createcluster.conf';
  await runStep([
    ...asRoot,
    'sh',
    '-c',
    `mkdir -p /etc/postgresql-common && { test -e ${settings} || echo 'create_main_cluster = false' > ${settings}; }`,
  ]);
  await phases.run('Installing PostgreSQL', async () => {
    await aptGet('update');
    await aptGet('install', '-y', '--no-install-recommends', 'postgresql');
  });
}

/**
 * The folder of a whole PostgreSQL: the server and the client programs of its version, which those that come with packages of npm are not.
 *
 * @returns {Promise<string>}
 */
export async function findPostgresTools() {
  if (found() === undefined) await install();
  const folder = found();
  if (folder !== undefined) return folder;
  throw new StartError(`PostgreSQL ${OLDEST} or newer with its client programs is needed to test backups: install it.`);
}
