import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../setup/root.mjs';
import { StartError } from '../setup/start-error.mjs';

/** The local base image, which replaces the one from a registry. */
export const BASE_IMAGE = 'localhost/solvent-base';

const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/** @param {string} why a clause @returns {StartError} */
export const createBuildError = (why) =>
  new StartError(
    `deploy/Dockerfile cannot be built here: ${why}. "npm test -- --only image" runs its steps without a container.`,
  );

/**
 * Runs a program and shows its output.
 *
 * @param {string} program @param {string[]} args @param {string} why clause for the error
 * @throws StartError if the program fails
 */
export function run(program, args, why) {
  const { status, error } = spawnSync(program, args, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) throw createBuildError(error ? `${program} could not be started (${error.code})` : why);
}

export const runQuietly = (program, args) => spawnSync(program, args, { encoding: 'utf8' });

/** Installs a minimal Debian, and copies this machine's Node and npm into it. @param {string} folder */
function fillBase(folder) {
  run(
    'debootstrap',
    ['--variant=minbase', '--include=ca-certificates,libstdc++6', 'stable', folder],
    'Debian could not be fetched',
  );
  const node = realpathSync(process.execPath);
  const npm = [join(dirname(node), '../lib/node_modules/npm'), '/usr/share/nodejs/npm'].find((path) => existsSync(path));
  if (npm === undefined) throw createBuildError(`npm was not found beside ${node}`);
  cpSync(node, join(folder, 'usr/bin/node'));
  cpSync(npm, join(folder, 'usr/lib/node_modules/npm'), { recursive: true, verbatimSymlinks: true });
  for (const name of ['npm', 'npx']) symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(folder, 'usr/bin', name));
  // The build must trust the same certificate authorities as this machine, which may use a proxy.
  if (existsSync(CERTIFICATES)) cpSync(CERTIFICATES, join(folder, CERTIFICATES));
  for (const unneeded of ['var/cache/apt/archives', 'var/lib/apt/lists'])
    rmSync(join(folder, unneeded), { recursive: true, force: true });
}

/** Creates the base image from Debian's packages, unless it exists. @param {string[]} options for buildah */
export function createBaseImage(options) {
  if (runQuietly('buildah', [...options, 'inspect', '--type', 'image', BASE_IMAGE]).status === 0) return;
  const folder = mkdtempSync(join(tmpdir(), 'solvent-base-'));
  try {
    fillBase(folder);
    const container = runQuietly('buildah', [...options, 'from', 'scratch']).stdout.trim();
    run('buildah', [...options, 'add', '--quiet', container, folder, '/'], 'the base could not be filled');
    const trust = `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`;
    run('buildah', [...options, 'config', '--env', trust, container], 'the base could not be described');
    run('buildah', [...options, 'commit', '--quiet', '--rm', container, BASE_IMAGE], 'the base could not be saved');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
