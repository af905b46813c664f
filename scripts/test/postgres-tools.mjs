import { existsSync } from 'node:fs';
import { aptGet } from '../setup/apt-get.mjs';
import { phases } from '../setup/phases.mjs';
import { runStep } from '../setup/run-step.mjs';
import { StartError } from '../setup/start-error.mjs';
import { findInSystem, MIN_VERSION } from './postgres-programs.mjs';

const PROGRAMS = ['postgres', 'initdb', 'pg_dump', 'pg_restore', 'pg_basebackup'];

const findTools = () => findInSystem(PROGRAMS);

/** Installs PostgreSQL, and prevents Debian from creating a server that starts with the machine. */
async function installPostgres() {
  if (!existsSync('/usr/bin/apt-get')) return;
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const settings = '/etc/postgresql-common/createcluster.conf';
  await runStep([
    ...sudo,
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
 * Finds the server and the client programs of one PostgreSQL version, and installs them if necessary. The npm package has no client
 * programs.
 *
 * @returns {Promise<string>} their folder
 */
export async function findPostgresTools() {
  if (findTools() === undefined) await installPostgres();
  const folder = findTools();
  if (folder !== undefined) return folder;
  throw new StartError(`PostgreSQL ${MIN_VERSION} or newer with its client programs is needed to test backups: install it.`);
}
