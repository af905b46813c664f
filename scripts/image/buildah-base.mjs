import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../setup/root.mjs';
import { StartError } from '../setup/start-error.mjs';

/** The image that stands for one of a registry. */
export const BASE = 'localhost/solvent-base';

const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/** @param {string} why a clause */
export const cannot = (why) =>
  new StartError(`deploy/Dockerfile cannot be built here: ${why}. Its steps are run without it by "npm test -- --only image".`);

/** Runs a program and shows what it says. @param {string} program @param {string[]} args @param {string} why @throws StartError where it fails */
export function run(program, args, why) {
  const { status, error } = spawnSync(program, args, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) throw cannot(error ? `${program} could not be started (${error.code})` : why);
}

/** Runs a program in silence. @param {string} program @param {string[]} args */
export const runQuietly = (program, args) => spawnSync(program, args, { encoding: 'utf8' });

/** Debian's smallest system, with the Node and npm that run this. @param {string} folder */
function fillBase(folder) {
  run(
    'debootstrap',
    ['--variant=minbase', '--include=ca-certificates,libstdc++6', 'stable', folder],
    'Debian could not be fetched',
  );
  const node = realpathSync(process.execPath);
  const npm = [join(dirname(node), '../lib/node_modules/npm'), '/usr/share/nodejs/npm'].find((path) => existsSync(path));
  if (npm === undefined) throw cannot(`npm was not found beside ${node}`);
  cpSync(node, join(folder, 'usr/bin/node'));
  cpSync(npm, join(folder, 'usr/lib/node_modules/npm'), { recursive: true, verbatimSymlinks: true });
  for (const name of ['npm', 'npx']) symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(folder, 'usr/bin', name));
  // The builds in the image must trust the same authorities as this machine.
  if (existsSync(CERTIFICATES)) cpSync(CERTIFICATES, join(folder, CERTIFICATES));
  for (const unneeded of ['var/cache/apt/archives', 'var/lib/apt/lists'])
    rmSync(join(folder, unneeded), { recursive: true, force: true });
}

/** Makes an image of the system's packages, once. @param {string[]} options of buildah */
export function makeBase(options) {
  if (runQuietly('buildah', [...options, 'inspect', '--type', 'image', BASE]).status === 0) return;
  const folder = mkdtempSync(join(tmpdir(), 'solvent-base-'));
  try {
    fillBase(folder);
    const container = runQuietly('buildah', [...options, 'from', 'scratch']).stdout.trim();
    run('buildah', [...options, 'add', '--quiet', container, folder, '/'], 'the base could not be filled');
    const trust = `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`;
    run('buildah', [...options, 'config', '--env', trust, container], 'the base could not be described');
    run('buildah', [...options, 'commit', '--quiet', '--rm', container, BASE], 'the base could not be kept');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
