import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runQuietly, BASE, cannot, makeBase, run } from './buildah-base.mjs';

/** Images of this script, apart from those of other users of buildah. */
const STORE = join(homedir(), '.cache/solvent/images');
const IMAGE = 'localhost/solvent';

/** How buildah is called here; copies in place of layers where the system has no layers. @returns {string[]} */
function storage() {
  mkdirSync(STORE, { recursive: true });
  const options = (driver) => {
    const folder = join(STORE, driver);
    return Object.entries({ '--root': folder, '--runroot': `${folder}-run`, '--storage-driver': driver }).flat();
  };
  const usable = ['overlay', 'vfs'].map(options).find((given) => runQuietly('buildah', [...given, 'images']).status === 0);
  if (usable === undefined) throw cannot('buildah cannot keep images on this machine');
  return usable;
}

function requirePrograms() {
  if (process.getuid?.() !== 0) throw cannot("a base of the system's packages is made by root alone");
  const missing = ['buildah', 'debootstrap'].filter((program) => runQuietly(program, ['--version']).error);
  if (missing.length > 0) throw cannot(`${missing.join(' and ')} is missing (apt-get install buildah debootstrap)`);
}

/**
 * Builds deploy/Dockerfile with buildah on a base of the system's packages, without an image registry. Then runs the image
 * once.
 *
 * @param {string} revision of git
 * @throws StartError if this machine cannot, with what is missing
 */
export function buildImage(revision) {
  requirePrograms();
  const options = storage();
  makeBase(options);
  // A chroot in place of a container, since not every machine may make one; in Docker's format, which has health checks.
  const isolation = ['--isolation', 'chroot', '--network', 'host', '--format', 'docker'];
  const values = [`BASE_IMAGE=${BASE}`, `REVISION=${revision}`].flatMap((value) => ['--build-arg', value]);
  const file = ['--file', 'deploy/Dockerfile', '--tag', IMAGE, '.'];
  run('buildah', [...options, 'build', ...isolation, ...values, ...file], 'see above');
  const container = runQuietly('buildah', [...options, 'from', '--pull-never', IMAGE]).stdout.trim();
  try {
    const program = ['node', 'delivery/dist/main.js', 'help'];
    run('buildah', [...options, 'run', '--isolation', 'chroot', container, '--', ...program], 'the image does not run');
  } finally {
    runQuietly('buildah', [...options, 'rm', container]);
  }
  process.stdout.write(`${IMAGE} is built of deploy/Dockerfile, and runs.\n`);
}
