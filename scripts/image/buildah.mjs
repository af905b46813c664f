import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../setup/root.mjs';
import { StartError } from '../setup/start-error.mjs';

/** Images of this machine's own, apart from those of whoever else uses buildah here. */
const STORE = join(homedir(), '.cache/solvent/images');
const BASE = 'localhost/solvent-base';
const IMAGE = 'localhost/solvent';
const CERTIFICATES = '/etc/ssl/certs';

const cannot = (why) =>
  new StartError(`deploy/Dockerfile cannot be built here: ${why}. Its steps are run without it by "pnpm test:image".`);

/** Runs a program and shows what it says. @throws StartError where it fails */
function run(program, args, why) {
  const { status, error } = spawnSync(program, args, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) throw cannot(error ? `${program} could not be started (${error.code})` : why);
}

const works = (program, args) => spawnSync(program, args, { encoding: 'utf8' });

/** How buildah is called here; copies in place of layers where the system has no layers. @returns {string[]} */
function storage() {
  mkdirSync(STORE, { recursive: true });
  const options = (driver) => [
    '--root',
    join(STORE, driver),
    '--runroot',
    join(STORE, `${driver}-run`),
    '--storage-driver',
    driver,
  ];
  const usable = ['overlay', 'vfs'].map(options).find((given) => works('buildah', [...given, 'images']).status === 0);
  if (usable === undefined) throw cannot('buildah cannot keep images on this machine');
  return usable;
}

function requirePrograms() {
  if (process.getuid?.() !== 0) throw cannot("a base of the system's packages is made by root alone");
  const missing = ['buildah', 'debootstrap'].filter((program) => works(program, ['--version']).error);
  if (missing.length > 0) throw cannot(`${missing.join(' and ')} is missing (apt-get install buildah debootstrap)`);
}

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
  // Whom this machine trusts, the builds in it have to trust, too.
  cpSync(CERTIFICATES, join(folder, CERTIFICATES), { recursive: true, dereference: true });
  for (const unneeded of ['var/cache/apt/archives', 'var/lib/apt/lists'])
    rmSync(join(folder, unneeded), { recursive: true, force: true });
}

/** Makes an image of the system's packages, once. @param {string[]} options of buildah */
function makeBase(options) {
  if (works('buildah', [...options, 'inspect', '--type', 'image', BASE]).status === 0) return;
  const folder = mkdtempSync(join(tmpdir(), 'solvent-base-'));
  try {
    fillBase(folder);
    const container = works('buildah', [...options, 'from', 'scratch']).stdout.trim();
    run('buildah', [...options, 'add', '--quiet', container, folder, '/'], 'the base could not be filled');
    const trust = `NODE_EXTRA_CA_CERTS=${CERTIFICATES}/ca-certificates.crt`;
    run('buildah', [...options, 'config', '--env', trust, container], 'the base could not be described');
    run('buildah', [...options, 'commit', '--quiet', '--rm', container, BASE], 'the base could not be kept');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Builds deploy/Dockerfile with buildah, on a base of the system's packages: no registry of images is asked. Then the image runs
 * once.
 *
 * @param {string} revision of git
 * @throws StartError where this machine cannot: with what is missing
 */
export function buildImage(revision) {
  requirePrograms();
  const options = storage();
  makeBase(options);
  // A chroot in place of a container, since not every machine may make one.
  const isolation = ['--isolation', 'chroot', '--network', 'host'];
  const values = [`BASE_IMAGE=${BASE}`, `REVISION=${revision}`].flatMap((value) => ['--build-arg', value]);
  run('buildah', [...options, 'build', ...isolation, '--file', 'deploy/Dockerfile', ...values, '--tag', IMAGE, '.'], 'see above');
  const container = works('buildah', [...options, 'from', '--pull-never', IMAGE]).stdout.trim();
  try {
    const program = ['node', 'delivery/dist/main.js', 'help'];
    run('buildah', [...options, 'run', '--isolation', 'chroot', container, '--', ...program], 'the image does not run');
  } finally {
    works('buildah', [...options, 'rm', container]);
  }
  process.stdout.write(`${IMAGE} is built of deploy/Dockerfile, and runs.\n`);
}
