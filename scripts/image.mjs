import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { assembleImage } from './image/assemble.mjs';
import { buildImage } from './image/buildah.mjs';
import { readRevision } from './image/revision.mjs';
import { runMain, StartError } from './setup/start-error.mjs';

const USAGE =
  'Usage: pnpm image <folder> assembles the files of the image; pnpm image --buildah builds deploy/Dockerfile without a registry.';

/**
 * `pnpm image <folder>` assembles the files of the image after `pnpm build`; deploy/Dockerfile runs it. `pnpm image --buildah` builds
 * deploy/Dockerfile on a local base image, as a test without an image registry.
 */
await runMain(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { revision: { type: 'string' }, buildah: { type: 'boolean' } },
  });
  const revision = values.revision ?? readRevision();
  if (values.buildah && positionals.length === 0) return buildImage(revision);
  const [folder, ...more] = positionals;
  if (values.buildah || folder === undefined || more.length > 0) throw new StartError(USAGE);
  await assembleImage(resolve(folder), { revision });
  process.stdout.write(`The image's files are in ${resolve(folder)}.\n`);
});
