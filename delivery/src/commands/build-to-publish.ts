import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DeliveryError } from '@solvent/releases';
import { readBuild } from '../release/read-build.ts';
import type { Build } from '../release/read-build.ts';
import { textOption } from './command.ts';
import type { Input } from './command.ts';
import { getDistFolder, isBuildOutdated } from './context.ts';
import type { Context } from './context.ts';

interface BuildToPublish {
  build: Build;
  folder: string;
  /** Whether the workspace has the sources of the build. */
  hasSources: boolean;
}

/**
 * Reads the build to publish, from the folder in `--dist` or else from the workspace, whose build must match the current sources.
 * @throws DeliveryError if it does not match, or is not a build
 */
export async function buildToPublish({ root }: Context, name: string, input: Input): Promise<BuildToPublish> {
  const given = textOption(input, 'dist');
  const folder = given ?? getDistFolder(root, name);
  const build = await readBuild(name, folder);
  if (given === undefined && isBuildOutdated(root, name))
    throw new DeliveryError(
      `${name} was changed since it was built: run "pnpm build" first. To have that build nevertheless, add --dist ${folder}.`,
    );
  return { build, folder, hasSources: given === undefined && !existsSync(join(root, 'image.json')) };
}
