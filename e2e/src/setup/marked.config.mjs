import { join } from 'node:path';
import { rspack } from '@rspack/core';

/** After what makes files small, which takes comments out, and before what names them by their bytes. */
const STAGE = rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_INLINE;

/** The build of the package that it runs in, marked in each file: of the same sources a build under another version has the same files. */
export default async (env, argv) => {
  const { default: configOf } = await import(join(process.cwd(), 'rspack.config.mjs'));
  const config = configOf(env, argv);
  const mark = new rspack.BannerPlugin({ banner: `/* ${process.env.RELEASE_VERSION} */`, raw: true, stage: STAGE });
  return { ...config, plugins: [...config.plugins, mark] };
};
