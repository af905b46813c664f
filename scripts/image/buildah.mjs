import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runQuietly, BASE_IMAGE, createBuildError, createBaseImage, run } from './buildah-base.mjs';

/** Image storage of this script, separate from buildah's default storage. */
const STORE = join(homedir(), '.cache/solvent/images');
const IMAGE = 'localhost/solvent';

/** @returns {string[]} buildah's storage options: the overlay driver, or vfs if the system does not support overlays */
function findStorageOptions() {
  mkdirSync(STORE, { recursive: true });
  const options = (driver) => {
    const folder = join(STORE, driver);
    return Object.entries({ '--root': folder, '--runroot': `${folder}-run`, '--storage-driver': driver }).flat();
  };
  const usable = ['overlay', 'vfs']
    .map(options)
    .find((driverOptions) => runQuietly('buildah', [...driverOptions, 'images']).status === 0);
  if (usable === undefined) throw createBuildError('buildah cannot store images on this machine');
  return usable;
}

function requirePrograms() {
  if (process.getuid?.() !== 0) throw createBuildError('only root can create the base image');
  const missing = ['buildah', 'debootstrap'].filter((program) => runQuietly(program, ['--version']).error);
  if (missing.length > 0) throw createBuildError(`${missing.join(' and ')} is missing (apt-get install buildah debootstrap)`);
}

/**
 * Builds deploy/Dockerfile with buildah on a base image from Debian's packages, without an image registry. Then runs the
 * image once.
 *
 * @param {string} revision git revision
 * @throws StartError with the missing requirement, if this machine cannot build it
 */
export function buildImage(revision) {
  requirePrograms();
  const options = findStorageOptions();
  createBaseImage(options);
  // A chroot also works on machines that cannot create containers. Only Docker's image format supports health checks.
  const isolation = ['--isolation', 'chroot', '--network', 'host', '--format', 'docker'];
  const values = [`BASE_IMAGE=${BASE_IMAGE}`, `REVISION=${revision}`].flatMap((value) => ['--build-arg', value]);
  const file = ['--file', 'deploy/Dockerfile', '--tag', IMAGE, '.'];
  run('buildah', [...options, 'build', ...isolation, ...values, ...file], 'see above');
  const container = runQuietly('buildah', [...options, 'from', '--pull-never', IMAGE]).stdout.trim();
  try {
    const program = ['node', 'delivery/dist/main.js', 'help'];
    run('buildah', [...options, 'run', '--isolation', 'chroot', container, '--', ...program], 'the image does not run');
  } finally {
    runQuietly('buildah', [...options, 'rm', container]);
  }
  process.stdout.write(`Built ${IMAGE} from deploy/Dockerfile and ran it.\n`);
}
